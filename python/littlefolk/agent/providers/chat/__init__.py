"""Chat Completions, from any server that speaks them, with what such servers do differently from one another."""

from littlefolk.agent.providers.chat.provider import ChatProvider

__all__ = ["ChatProvider"]
