"""The Responses API: by WebSocket where that is offered, by HTTP streaming otherwise."""

from littlefolk.agent.providers.responses.provider import OpenAIProvider

__all__ = ["OpenAIProvider"]
