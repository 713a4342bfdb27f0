"""A prompt as the messages of Chat Completions, with native tools or with actions in JSON."""

import base64
from collections.abc import Sequence
from typing import Any

from littlefolk.agent.prompting import Answered, Exchange, Prompt, Said
from littlefolk.agent.providers.chat import actions
from littlefolk.agent.providers.profiles import ACTIONS, Profile
from littlefolk.commands import Command
from littlefolk.commands.schema import tool
from littlefolk.present.image import Image

Message = dict[str, Any]


def request_body(prompt: Prompt, commands: Sequence[Command], profile: Profile, model: str) -> dict[str, Any]:
    """The parameters of one streamed request."""
    body: dict[str, Any] = {"model": model, "stream": True}
    if profile.usage:
        body["stream_options"] = {"include_usage": True}
    if profile.tools == ACTIONS:
        system = f"{prompt.instructions}\n\n{actions.instructions(commands)}"
        body["messages"] = [{"role": "system", "content": system}, *_turn_in_json(prompt, profile)]
        wanted = actions.response_format(commands, profile.format)
        return body if wanted is None else body | {"response_format": wanted}
    body["messages"] = [{"role": "system", "content": prompt.instructions}, *_turn_with_tools(prompt, profile)]
    if commands:
        body["tools"] = [_function(command, strict=profile.strict) for command in commands]
    return body


def _function(command: Command, *, strict: bool) -> dict[str, Any]:
    whole = tool(command)
    function = {key: whole[key] for key in ("name", "description", "parameters")}
    return {"type": "function", "function": function | ({"strict": True} if strict else {})}


def _turn_with_tools(prompt: Prompt, profile: Profile) -> list[Message]:
    messages = [_user(prompt.opening, profile)]
    for reply in prompt.replies:
        message: Message = {"role": "assistant", "content": reply.text or None}
        if reply.exchanges:
            message["tool_calls"] = [
                {"id": known.id, "type": "function", "function": {"name": known.tool, "arguments": known.arguments}}
                for known in reply.exchanges
            ]
        elif not reply.text:
            message["content"] = ""
        messages.append(message)
        messages += [{"role": "tool", "tool_call_id": known.id, "content": known.output} for known in reply.exchanges]
        after = _after(reply, profile)
        if after is not None:
            messages.append(after)
    return messages


def _turn_in_json(prompt: Prompt, profile: Profile) -> list[Message]:
    messages = [_user(prompt.opening, profile)]
    for reply in prompt.replies:
        calls = [(known.tool, known.arguments) for known in reply.exchanges]
        messages.append({"role": "assistant", "content": actions.written(reply.text, calls)})
        results = [f"{number}. {known.tool}: {known.output}" for number, known in enumerate(reply.exchanges, 1)]
        text = "\n".join([*(["What came of the calls:", *results] if results else []), *reply.heard])
        messages.append(_user(Said(text or "Go on.", _images(reply.exchanges)), profile))
    return messages


def _after(reply: Answered, profile: Profile) -> Message | None:
    """A message of its own for the pictures of results, which a tool's message does not take, and for what people said."""
    images = _images(reply.exchanges) if profile.images else ()
    words = (["The pictures of these results:"] if images else []) + list(reply.heard)
    return _user(Said("\n".join(words), images), profile) if words else None


def _images(exchanges: Sequence[Exchange]) -> tuple[Image, ...]:
    return tuple(image for exchange in exchanges for image in exchange.images)


def _user(said: Said, profile: Profile) -> Message:
    if not said.images or not profile.images:
        return {"role": "user", "content": said.text}
    parts: list[dict[str, Any]] = [{"type": "text", "text": said.text}]
    parts += [{"type": "image_url", "image_url": {"url": data_url(image)}} for image in said.images]
    return {"role": "user", "content": parts}


def data_url(image: Image) -> str:
    """A picture in a URL. RFC 2397."""
    return f"data:{image.media_type};base64,{base64.b64encode(image.data).decode('ascii')}"
