"""What a terminal shows at one moment, for reading on any thread."""

from dataclasses import dataclass
from typing import NamedTuple


class Style(NamedTuple):
    """The look of text: colours as 0xRRGGBB or None for the default."""

    foreground: int | None = None
    background: int | None = None
    bold: bool = False
    italic: bool = False
    underline: bool = False
    reverse: bool = False
    strike: bool = False


class Run(NamedTuple):
    """Neighbouring cells of one look. A wide character takes two cells."""

    text: str
    style: Style


@dataclass(frozen=True, slots=True)
class Screen:
    """A published screen. `rows` holds the runs of each row; `cursor` is (row, column) from 0, or None where it is hidden.

    `alternate` says whether a full-screen program shows its own screen; `scrolled` counts the lines that left the screen at the top
    since the start, `fed` the bytes. Text may come from anywhere: no escape sequences are in it, but signs that turn text around may be.
    """

    rows: tuple[tuple[Run, ...], ...]
    columns: int
    cursor: tuple[int, int] | None = (0, 0)
    title: str = ""
    alternate: bool = False
    scrolled: int = 0
    fed: int = 0
    bells: int = 0

    @property
    def lines(self) -> tuple[str, ...]:
        """The rows as plain text, without blanks at their ends."""
        return tuple("".join(run.text for run in row).rstrip() for row in self.rows)

    @property
    def text(self) -> str:
        """The rows as one text, without blank rows at its end."""
        return "\n".join(self.lines).rstrip("\n")


def blank(rows: int, columns: int) -> Screen:
    """A screen before anything was written."""
    return Screen(((Run(" " * columns, Style()),),) * rows, columns)
