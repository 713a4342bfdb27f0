"""The declaration of a command: a decorated function whose annotated arguments carry presentation types."""

import inspect
import typing
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from littlefolk.commands.situation import Applies
from littlefolk.policy import Capability, Risk, Row
from littlefolk.present.types import PresentationType

Where = Literal["frame", "turn"]
REQUIRED = inspect.Parameter.empty


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument: its name, how it is read, what it is for, and its default (REQUIRED for none)."""

    name: str
    type: PresentationType[Any]
    description: str
    default: Any = REQUIRED

    @property
    def required(self) -> bool:
        return self.default is REQUIRED


@dataclass(frozen=True, slots=True)
class Command:
    """A declared command. `body(acting, **arguments)` does it; `body`'s docstring is `description`.

    `phrases` teach the offline reader how to say it; `key` is the suggested key (an engine key name such as `Tab`);
    `family` is its colour identity; `limit_lines` bounds what the model reads of its result. `applies` are asked in order whether the
    command makes sense in a situation; `label` is its short name in a menu of what can be done with something. Each call of a
    command that `asks` waits until a person approved it, unless the caller is trusted with its capability. `where` says on which
    thread the body runs: at a frame, or on a worker beside the frames, for at most `seconds` (the turn's own limit by default).
    `exhibit(acting, **arguments)` gives, at a frame, what a person is shown who has to approve a call, where the arguments do not
    say it all.
    """

    name: str
    table: str
    description: str
    arguments: tuple[Argument, ...]
    body: Callable[..., Any]
    row: Row
    where: Where = "frame"
    family: str = "other"
    key: str = ""
    phrases: tuple[str, ...] = ()
    limit_lines: int = 60
    applies: tuple[Applies, ...] = ()
    label: str = ""
    asks: bool = False
    seconds: float | None = None
    exhibit: Callable[..., str] | None = None

    def argument(self, name: str) -> Argument | None:
        """The argument with this name, or None."""
        return next((argument for argument in self.arguments if argument.name == name), None)

    @property
    def summary(self) -> str:
        """The first sentence of the description, without its full stop."""
        return self.description.split("\n", 1)[0].split(". ", 1)[0].rstrip(".")

    @property
    def title(self) -> str:
        """`Place Block At` for `place_block_at`."""
        return self.name.replace("_", " ").title()


def command(
    table: str,
    capability: Capability,
    risk: Risk = Risk.READ,
    *,
    where: Where = "frame",
    family: str = "other",
    key: str = "",
    phrases: tuple[str, ...] = (),
    limit_lines: int = 60,
    applies: tuple[Applies, ...] = (),
    label: str = "",
    asks: bool = False,
    seconds: float | None = None,
    exhibit: Callable[..., str] | None = None,
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Declare the decorated function a command of `table`.

    Its first parameter is the acting context; each further one is annotated `Annotated[T, presentation_type, "what it is for"]`.
    Raises TypeError at import when an argument is not annotated so, or the function has no docstring.
    """

    def declare(body: Callable[..., Any]) -> Callable[..., Any]:
        from littlefolk.commands.tables import TABLES

        if not body.__doc__:
            raise TypeError(f"command {body.__name__} needs a docstring: it is the description that players and models read")
        TABLES.add(
            Command(
                name=body.__name__,
                table=table,
                description=inspect.cleandoc(body.__doc__),
                arguments=tuple(_arguments(body)),
                body=body,
                row=Row(capability, risk),
                where=where,
                family=family,
                key=key,
                phrases=phrases,
                limit_lines=limit_lines,
                applies=applies,
                label=label or body.__name__.replace("_", " "),
                asks=asks,
                seconds=seconds,
                exhibit=exhibit,
            )
        )
        return body

    return declare


def _arguments(body: Callable[..., Any]) -> list[Argument]:
    hints = typing.get_type_hints(body, include_extras=True)
    arguments = []
    for parameter in list(inspect.signature(body).parameters.values())[1:]:
        metadata: tuple[Any, ...] = getattr(hints.get(parameter.name), "__metadata__", ())
        if len(metadata) != 2 or not isinstance(metadata[0], PresentationType):
            raise TypeError(f'argument {parameter.name} of {body.__name__} must be Annotated[type, presentation type, "description"]')
        arguments.append(Argument(parameter.name, metadata[0], metadata[1], parameter.default))
    return arguments
