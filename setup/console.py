"""What the set-up says: steps, notes, progress; and the error that ends it."""

from __future__ import annotations

import sys


class SetupError(Exception):
    """A condition the user can repair; the text says how."""


class UsageError(Exception):
    """A value given to a command that cannot be used; the text says what to give instead."""


def step(text: str) -> None:
    print(f"==> {text}", flush=True)


def note(text: str) -> None:
    print(f"    {text}", flush=True)


def warn(text: str) -> None:
    print(f"    warning: {text}", flush=True)


class Progress:
    """A bar on a terminal; elsewhere one line for every further tenth.

    >>> with Progress("unpacking") as bar:
    ...     bar.update(0.5, "godot")
    """

    WIDTH = 30

    def __init__(self, title: str) -> None:
        self._title = title
        self._tenth = -1
        self._terminal = sys.stdout.isatty()

    def __enter__(self) -> Progress:
        return self

    def update(self, fraction: float, detail: str = "") -> None:
        """Show `fraction` (0 to 1) of the work as done; `detail` names what is being worked on."""
        fraction = min(max(fraction, 0.0), 1.0)
        tenth = int(fraction * 10)
        if self._terminal:
            filled = int(fraction * self.WIDTH)
            bar = "#" * filled + "." * (self.WIDTH - filled)
            print(f"\r\x1b[K    {self._title} [{bar}] {fraction:4.0%} {detail[:40]}", end="", flush=True)
        elif tenth > self._tenth:
            note(f"{self._title} {fraction:4.0%} {detail}".rstrip())
        self._tenth = max(self._tenth, tenth)

    def __exit__(self, *exc: object) -> None:
        if self._terminal and self._tenth >= 0:
            print(flush=True)
