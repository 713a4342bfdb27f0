"""Finding out whether a model answers with function tools: one small question."""

from typing import TYPE_CHECKING, Any

from littlefolk.agent.providers.failures import problem_of
from littlefolk.agent.providers.profiles import REFUSALS
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


async def native_tools(client: "AsyncOpenAI", model: str, settings: Settings) -> bool | None:
    """Whether the model calls a tool when it is asked to: False too when its server refuses tools, None when that cannot be told.

    Raises Problem when the server cannot be asked anything.
    """
    try:
        completion = await client.chat.completions.create(
            model=model,
            messages=[{"role": "user", "content": "Call the tool choose_colour with the colour blue."}],
            tools=[TOOL],  # type: ignore[list-item]
        )
    except Exception as error:
        problem = problem_of(error, settings)
        words = problem.detail.casefold()
        if problem.status in REFUSALS:
            return False if any(sign in words for sign in ("tool", "function", "jinja", "template")) else None
        raise problem from None
    choices = getattr(completion, "choices", None)
    if not choices:
        return None
    return any(getattr(choice.message, "tool_calls", None) for choice in choices)
