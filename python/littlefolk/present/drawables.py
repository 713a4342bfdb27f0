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


@dataclass(frozen=True, slots=True)
class Grid:
    """A small table: the heads of its columns and its rows, all text."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def lines(self) -> tuple[str, ...]:
        """The table as lines of equal columns."""
        rows = [self.heads, *self.rows] if any(self.heads) else list(self.rows)
        widths = [max(len(row[column]) for row in rows) for column in range(len(self.heads))] if rows else []
        return tuple("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows)


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture: its media type, its size in pixels and its bytes."""

    media_type: str
    width: int
    height: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing that can be chosen: its key, what it does, and the command with its arguments as a line."""

    key: str
    label: str
    line: str


@dataclass(frozen=True, slots=True)
class Menu:
    """Things that can be chosen, in order."""

    choices: tuple[Choice, ...]

    @property
    def strip(self) -> str:
        """The menu on one line: `[D] describe  [P] place here`."""
        return "  ".join(self.brief(len(self.choices)))

    def brief(self, count: int) -> tuple[str, ...]:
        """The first `count` choices such as `[D] describe`, and how many more there are."""
        more = len(self.choices) - count
        shown = tuple(f"[{choice.key}] {choice.label}" for choice in self.choices[:count])
        return (*shown, f"… {more} more") if more > 0 else shown


Drawable = Line | Chip | Grid | Picture | Menu
