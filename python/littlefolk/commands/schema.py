"""The strict function tools that a model gets: one a command, derived from its declaration."""

from collections.abc import Iterable
from typing import Any

from littlefolk.commands.declaration import Command
from littlefolk.present.types.optional import nullable


def tool(command: Command) -> dict[str, Any]:
    """A function tool in the Responses API's form. Every argument is required; null stands for the default."""
    properties = {}
    for argument in command.arguments:
        schema = dict(argument.type.json_schema())
        description = argument.description
        if not argument.required:
            schema = nullable(schema)
            description = f"{description} (null for the default)"
        schema["description"] = "; ".join(part for part in (description, schema.get("description", "")) if part)
        properties[argument.name] = schema
    return {
        "type": "function",
        "name": command.name,
        "description": command.description,
        "strict": True,
        "parameters": {
            "type": "object",
            "properties": properties,
            "required": [argument.name for argument in command.arguments],
            "additionalProperties": False,
        },
    }


def tools(commands: Iterable[Command]) -> list[dict[str, Any]]:
    """The tools of several commands, in the order given."""
    return [tool(command) for command in commands]
