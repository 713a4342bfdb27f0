"""What presenters for people return: neutral things to draw, known to the panels."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Line:
    """One line of text; `tone` is `plain`, `quiet` or `alert`."""

    text: str
    tone: str = "plain"


@dataclass(frozen=True, slots=True)
class Chip:
    """A short fact that says how a call went, such as `309 hits`."""

    text: str


Drawable = Line | Chip
