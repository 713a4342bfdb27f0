"""The offline provider: a controlled-language reader, no key, no network. It is not a language model and says so."""

from littlefolk.agent.providers.offline.provider import OfflineProvider

__all__ = ["OfflineProvider"]
