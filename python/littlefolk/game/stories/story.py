"""What a story is: its settings and steps, and the declared forms of steps."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any


class StoryError(Exception):
    """A story that cannot be read. The message has the line's number and what would be right."""


@dataclass(frozen=True, slots=True)
class StepForm:
    """A declared kind of step: its pattern, such as `expect cell {cell:cell} is {kind:kind}`, and what runs it."""

    pattern: str
    run: Callable[..., Any]

    @property
    def expects(self) -> bool:
        return self.pattern.startswith("expect ")


@dataclass(frozen=True, slots=True)
class StoryStep:
    """One line of a story, read."""

    number: int
    line: str
    form: StepForm
    values: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Story:
    """A story: the settings of its `world` line and its steps."""

    name: str
    settings: dict[str, str] = field(default_factory=dict)
    steps: tuple[StoryStep, ...] = ()

    @property
    def answers(self) -> bool:
        """Whether it answers what residents ask, so that somebody is there to be asked."""
        return any(each.form.pattern.split()[0] in ANSWERS for each in self.steps)


ANSWERS = ("answer", "approve", "deny")
FORMS: list[StepForm] = []


def step(pattern: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Declare the decorated function as what runs lines of this pattern."""

    def declare(run: Callable[..., Any]) -> Callable[..., Any]:
        FORMS.append(StepForm(pattern, run))
        return run

    return declare
