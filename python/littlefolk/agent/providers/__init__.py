"""Providers turn what was asked into a stream of events; which one is behind a turn changes nothing else."""

from littlefolk.agent.providers.base import Provider, Request
from littlefolk.agent.providers.chat import ChatProvider
from littlefolk.agent.providers.offline import OfflineProvider
from littlefolk.agent.providers.replay import ReplayProvider
from littlefolk.agent.providers.responses import OpenAIProvider

PROVIDERS: dict[str, type[Provider]] = {
    "chat": ChatProvider,
    "offline": OfflineProvider,
    "openai": OpenAIProvider,
    "replay": ReplayProvider,
}

__all__ = ["PROVIDERS", "ChatProvider", "OfflineProvider", "OpenAIProvider", "Provider", "ReplayProvider", "Request"]
