"""What a session needs of a terminal, and the one that libvterm gives."""

from typing import Protocol

from littlefolk.agent.shells.screen import Run, Screen, Style
from littlefolk.kernels.terminals import VTermTerminal


class Terminal(Protocol):
    """Takes bytes, holds a screen. For one thread at a time; a session holds a lock around every method."""

    def feed(self, data: bytes) -> None:
        """Take bytes that a program wrote."""

    def pump(self, descriptor: int, limit: int) -> tuple[int, bool]:
        """Feed what a non-blocking descriptor has, about `limit` bytes at most; (bytes, whether the other side is gone)."""

    def screen(self) -> Screen:
        """What it shows now."""

    def resize(self, rows: int, columns: int) -> None:
        """Give the screen another size."""

    def scrollback(self, first: int, count: int) -> tuple[int, tuple[str, ...]]:
        """The number of the oldest line kept of those that scrolled off, and `count` of them from line `first` on."""

    def log(self, first: int, count: int) -> tuple[int, bytes]:
        """The number of the oldest byte kept of those fed, and `count` of them from byte `first` on."""

    def key(self, name: str, *, shift: bool = False, alt: bool = False, control: bool = False) -> bytes:
        """The bytes that a key sends in the terminal's present mode."""


class LibvtermTerminal:
    """A `Terminal` of libvterm. Raises MissingTerminals where this build has none."""

    def __init__(self, rows: int, columns: int, kept_lines: int, kept_bytes: int) -> None:
        self._terminal = VTermTerminal(rows, columns, kept_lines, kept_bytes)
        self.feed, self.pump, self.resize = self._terminal.feed, self._terminal.pump, self._terminal.resize
        self.log, self.key = self._terminal.log, self._terminal.key

    def screen(self) -> Screen:
        """What it shows now."""
        state = self._terminal.state()
        row, column, rows = self._terminal.rows()
        return Screen(
            tuple(tuple(Run(text, _style(*look)) for text, *look in runs if text) for runs in rows),
            state.columns,
            (row, column) if state.cursor_visible else None,
            state.title,
            state.alternate,
            state.pushed,
            state.fed,
            state.bells,
        )

    def scrollback(self, first: int, count: int) -> tuple[int, tuple[str, ...]]:
        """The number of the oldest line kept of those that scrolled off, and `count` of them from line `first` on."""
        oldest, lines = self._terminal.lines(first, count)
        return oldest, tuple(lines)


def _style(foreground: int, background: int, bits: int) -> Style:
    return Style(
        None if foreground < 0 else foreground,
        None if background < 0 else background,
        bool(bits & 1),
        bool(bits & 2),
        bool(bits & 4),
        bool(bits & 8),
        bool(bits & 16),
    )
