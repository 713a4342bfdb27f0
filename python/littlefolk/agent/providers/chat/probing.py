"""Finding out whether a model answers with function tools: one small question."""

from typing import TYPE_CHECKING, Any

from littlefolk.agent.providers.failures import problem_of
from littlefolk.agent.providers.settings import Settings

if TYPE_CHECKING:
    from openai import AsyncOpenAI

COLOURS = ("red", "blue")
TOOL: dict[str, Any] = {
    "type": "function",
    "function": {
        "name": "choose_colour",
        "description": "Choose a colour.",
        "parameters": {
            "type": "object",
            "properties": {"colour": {"type": "string", "enum": list(COLOURS)}},
            "required": ["colour"],
            "additionalProperties": False,
        },
    },
}


async def native_tools(client: "AsyncOpenAI", model: str, settings: Settings) -> bool:
    """Whether the model calls a tool when it is asked to. False too when its server refuses tools. Raises Problem for other failures."""
    try:
        completion = await client.chat.completions.create(
            model=model,
            messages=[{"role": "user", "content": "Call the tool choose_colour with the colour blue."}],
            tools=[TOOL],  # type: ignore[list-item]
        )
    except Exception as error:
        problem = problem_of(error, settings)
        words = problem.detail.casefold()
        if problem.status in (400, 404, 405, 422, 500, 501) and any(sign in words for sign in ("tool", "function", "jinja", "template")):
            return False
        raise problem from None
    choices = getattr(completion, "choices", None) or ()
    return any(choice.message is not None and choice.message.tool_calls for choice in choices)
