"""A prompt as the input items of the Responses API, whole or from the last response on."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from littlefolk.agent.prompting import Answered, Exchange, Prompt, Said
from littlefolk.agent.providers.chat.messages import data_url
from littlefolk.agent.providers.failures import Problem
from littlefolk.agent.providers.profiles import REFUSALS, Profile
from littlefolk.commands import Command
from littlefolk.commands.schema import tools
from littlefolk.present.image import Image

Item = dict[str, Any]


def request_body(prompt: Prompt, commands: Sequence[Command], profile: Profile, model: str, previous: str) -> dict[str, Any]:
    """The parameters of one request. With the id of a `previous` response the input is only what came after it."""
    body: dict[str, Any] = {"model": model, "instructions": prompt.instructions, "parallel_tool_calls": True}
    if commands:
        body["tools"] = tools(commands) if profile.strict else [function | {"strict": False} for function in tools(commands)]
    if profile.summaries:
        body["reasoning"] = {"summary": "auto"}
    if previous:
        return body | {"previous_response_id": previous, "input": _results(prompt.replies[-1], profile)}
    items = [_user(prompt.opening, profile)]
    for reply in prompt.replies:
        items += [*_answer(reply), *_results(reply, profile)]
    return body | {"input": items}


def adapted(profile: Profile, problem: Problem, *, images: bool, previous: bool) -> Profile | None:
    """The profile without what a server's refusal points at; None when it points at nothing that could be left out."""
    words = problem.detail.casefold()
    if previous and ("previous_response" in words or "previous response" in words):
        return replace(profile, continues=False)
    if problem.status not in REFUSALS:
        return None
    if images and (problem.status >= 500 or "image" in words):
        if profile.output_images:
            return replace(profile, output_images=False)
        return replace(profile, images=False) if profile.images else None
    if profile.summaries and "reasoning" in words:
        return replace(profile, summaries=False)
    if profile.strict and "strict" in words:
        return replace(profile, strict=False)
    return None


def _answer(reply: Answered) -> list[Item]:
    """What the model answered. Items go without ids of their own, which would have to bring their reasoning along."""
    said: list[Item] = [{"role": "assistant", "content": reply.text}] if reply.text else []
    calls = [{"type": "function_call", "call_id": known.id, "name": known.tool, "arguments": known.arguments} for known in reply.exchanges]
    return said + calls


def _results(reply: Answered, profile: Profile) -> list[Item]:
    items: list[Item] = [_result(known, profile) for known in reply.exchanges]
    pictures = tuple(image for known in reply.exchanges for image in known.images)
    if pictures and profile.images and not profile.output_images:
        items.append(_user(Said("The pictures of these results:", pictures), profile))
    return [*items, *(_user(Said(text), profile) for text in reply.heard)]


def _result(known: Exchange, profile: Profile) -> Item:
    output: Any = known.output
    if known.images and profile.images and profile.output_images:
        output = [{"type": "input_text", "text": known.output}, *map(_picture, known.images)]
    return {"type": "function_call_output", "call_id": known.id, "output": output}


def _user(said: Said, profile: Profile) -> Item:
    if not said.images or not profile.images:
        return {"role": "user", "content": said.text}
    return {"role": "user", "content": [{"type": "input_text", "text": said.text}, *map(_picture, said.images)]}


def _picture(image: Image) -> Item:
    return {"type": "input_image", "image_url": data_url(image), "detail": "auto"}
