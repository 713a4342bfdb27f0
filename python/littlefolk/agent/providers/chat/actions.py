"""Tool calls for models that have no tools: the whole answer is one JSON object whose schema is the union of all commands."""

import json
from collections.abc import Sequence
from typing import Any

from littlefolk.commands import Command
from littlefolk.commands.schema import tool

ANSWER = "answer"


def schema(commands: Sequence[Command]) -> dict[str, Any]:
    """The JSON schema of an answer: what is said, and the calls in order, each with the arguments of its command."""
    calls = []
    for command in commands:
        function = tool(command)
        properties = {"tool": {"type": "string", "const": command.name}, "arguments": function["parameters"]}
        calls.append({"type": "object", "properties": properties, "required": ["tool", "arguments"], "additionalProperties": False})
    several: dict[str, Any] = {"type": "array", "items": {"anyOf": calls}} if calls else {"type": "array", "maxItems": 0}
    properties = {"say": {"type": "string"}, "calls": several}
    return {"type": "object", "properties": properties, "required": ["say", "calls"], "additionalProperties": False}


def response_format(commands: Sequence[Command], kind: str) -> dict[str, Any] | None:
    """The request's `response_format` of a kind: `json_schema`, `json_object`, or None for `none`."""
    if kind == "json_schema":
        return {"type": kind, "json_schema": {"name": ANSWER, "strict": True, "schema": schema(commands)}}
    return {"type": kind} if kind == "json_object" else None


def instructions(commands: Sequence[Command]) -> str:
    """What such a model is told of the tools, and how it answers."""
    lines = [
        "You act by answering with one JSON object and nothing else:",
        '{"say": "…", "calls": [{"tool": "name", "arguments": {…}}, …]}',
        "`calls` run in order and you are then told what came of each.",
        "Leave `calls` empty when nothing is left to do; `say` is then your answer.",
        "The tools, with the JSON schema of their arguments:",
    ]
    for command in commands:
        parameters = json.dumps(tool(command)["parameters"]["properties"], ensure_ascii=False, separators=(",", ":"))
        lines.append(f"- {command.name}: {command.description.splitlines()[0]} {parameters}")
    return "\n".join(lines)


def read(text: str) -> tuple[str, list[tuple[str, str]]] | None:
    """What an answer says and the calls it asks for (tool, JSON arguments), or None when it is no such object."""
    begin = text.find("{")
    try:
        value, _end = json.JSONDecoder().raw_decode(text, begin) if begin >= 0 else (None, 0)
    except (ValueError, RecursionError):
        return None
    if not isinstance(value, dict) or not isinstance(value.get("calls", []), list):
        return None
    if "say" not in value and "calls" not in value:
        return None
    calls = []
    for call in value.get("calls", []):
        if not isinstance(call, dict) or not isinstance(call.get("tool"), str):
            return None
        arguments = call.get("arguments", {})
        calls.append((call["tool"], arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)))
    said = value.get("say")
    return (said if isinstance(said, str) else ""), calls


def written(said: str, calls: Sequence[tuple[str, str]]) -> str:
    """An earlier answer as the model gave it."""
    body = {"say": said, "calls": [{"tool": name, "arguments": json.loads(arguments)} for name, arguments in calls]}
    return json.dumps(body, ensure_ascii=False)
