"""Terminals: what programs write, read into a screen of cells by libvterm. There only where libvterm was at build time."""

from __future__ import annotations

from typing import NamedTuple

try:
    import littlefolk.kernels._native.vterm as vterm
except ImportError:
    vterm = None

__all__ = ["COLUMNS", "KEYS", "ROWS", "MissingTerminals", "State", "VTermTerminal", "version", "why_missing"]

ROWS, COLUMNS = range(2, 201), range(2, 401)
"""The sizes that a screen can have."""

# Numbers of libvterm's VTermKey.
KEYS = {
    "enter": 1,
    "tab": 2,
    "backspace": 3,
    "escape": 4,
    "up": 5,
    "down": 6,
    "left": 7,
    "right": 8,
    "insert": 9,
    "delete": 10,
    "home": 11,
    "end": 12,
    "page_up": 13,
    "page_down": 14,
    **{f"f{number}": 256 + number for number in range(1, 13)},
}

Run = tuple[str, int, int, int]
"""Text of one look: the text, foreground and background (0xRRGGBB, or -1 for the default), and the sum of its style's bits."""


class MissingTerminals(RuntimeError):
    """There are no terminals in this build; the text says how to get them."""


class State(NamedTuple):
    """What a terminal knows beside its cells. `fed` counts bytes, `pushed` the lines that left the screen at the top."""

    rows: int
    columns: int
    alternate: bool
    cursor_visible: bool
    bells: int
    fed: int
    pushed: int
    broken: bool
    title: str


def why_missing() -> str:
    """Why there are no terminals here, with the repair; "" where there are."""
    if vterm is not None:
        return ""
    return "this build has no terminals: install libvterm 0.3 with its headers (Debian 13: libvterm-dev) and call make setup"


def version() -> tuple[int, int]:
    """The libvterm in use. Raises MissingTerminals."""
    if vterm is None:
        raise MissingTerminals(why_missing())
    return vterm.VERSION


class VTermTerminal:
    """One terminal of libvterm that keeps the latest `kept_lines` lines scrolled off and the latest `kept_bytes` bytes fed.

    For one thread at a time. Reading, parsing and resizing hold no interpreter lock. A terminal whose library failed a check of its own
    is `broken`: it goes on taking bytes and shows nothing.
    """

    def __init__(self, rows: int, columns: int, kept_lines: int, kept_bytes: int) -> None:
        if vterm is None:
            raise MissingTerminals(why_missing())
        _check_size(rows, columns)
        if kept_lines < 1 or kept_bytes < 1:
            raise ValueError("a terminal keeps at least one line and one byte")
        self._vterm = vterm.VTerm(rows, columns, kept_lines, kept_bytes)

    def feed(self, data: bytes) -> None:
        """Take bytes that a program wrote."""
        self._vterm.feed(data)

    def pump(self, descriptor: int, limit: int) -> tuple[int, bool]:
        """Feed what a non-blocking descriptor has, until nothing is left or at least `limit` bytes were read; answers are written back.

        Gives the number of bytes, and whether the other side is gone.
        """
        return self._vterm.pump(descriptor, limit)

    def resize(self, rows: int, columns: int) -> None:
        """Give the screen another size. Raises ValueError for one outside ROWS and COLUMNS."""
        _check_size(rows, columns)
        self._vterm.resize(rows, columns)

    def key(self, name: str, *, shift: bool = False, alt: bool = False, control: bool = False) -> bytes:
        """The bytes that a key of KEYS sends in the terminal's present mode."""
        return self._vterm.key(KEYS[name], shift + 2 * alt + 4 * control)

    def replies(self) -> bytes:
        """What the terminal answered to queries in what was fed, since the last call."""
        return self._vterm.replies()

    def state(self) -> State:
        """What the terminal knows beside its cells."""
        return State(*self._vterm.state())

    def rows(self) -> tuple[int, int, tuple[tuple[Run, ...], ...]]:
        """The cursor's row and column, and every row as its runs."""
        return self._vterm.rows()

    def lines(self, first: int, count: int) -> tuple[int, list[str]]:
        """The number of the oldest line kept of those scrolled off, and up to `count` of them from line `first` on."""
        return self._vterm.lines(first, count)

    def log(self, first: int, count: int) -> tuple[int, bytes]:
        """The number of the oldest byte kept of those fed, and up to `count` of them from byte `first` on."""
        return self._vterm.log(first, count)


def _check_size(rows: int, columns: int) -> None:
    if rows not in ROWS or columns not in COLUMNS:
        raise ValueError(f"a screen has {ROWS.start} to {ROWS.stop - 1} rows and {COLUMNS.start} to {COLUMNS.stop - 1} columns")
