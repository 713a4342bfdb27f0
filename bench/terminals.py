"""Reading what programs write to a terminal, beside pyte, the terminal written in Python."""

from __future__ import annotations

import random
from collections.abc import Iterator
from importlib import metadata

import pyte
from littlefolk.kernels.terminals import VTermTerminal
from timing import Row, compare

ROWS, COLUMNS = 24, 80
WORDS = "compiling linking warning: unused variable in function at line error note grüße 中文 → ok done".split()


def build_log(lines: int = 400, seed: int = 1) -> bytes:
    """Lines as a build writes them: coloured marks, words, a progress line written over, now and then the cursor moved."""
    chance = random.Random(seed)
    parts = []
    for number in range(lines):
        words = " ".join(chance.choices(WORDS, k=chance.randint(3, 9)))
        parts.append(f"\x1b[1;3{chance.randint(1, 7)}m[{number:4}]\x1b[0m {words}\r\n")
        if number % 7 == 0:
            parts.append("".join(f"\r{done:3} %\x1b[K" for done in range(0, 100, 20)) + "\r")
        if number % 40 == 0:
            parts.append(f"\x1b7\x1b[{chance.randint(1, 20)};{chance.randint(1, 40)}H\x1b[4mseen\x1b[0m\x1b8")
    return "".join(parts).encode()


def rows() -> Iterator[Row]:
    """A build's log, whole, again and again; both show the same screen after it."""
    log = build_log()
    ours = VTermTerminal(ROWS, COLUMNS, 1000, 1 << 20)
    screen = pyte.Screen(COLUMNS, ROWS)
    stream = pyte.ByteStream(screen)

    def same() -> bool:
        ours.feed(log)
        stream.feed(log)
        mine = ["".join(text for text, *_ in row).rstrip() for row in ours.rows()[2]]
        return mine == [line.rstrip() for line in screen.display]

    case = f"{len(log) / 1000:.0f} kB of a build's log"
    yield compare("terminal", case, f"pyte {metadata.version('pyte')}", lambda: ours.feed(log), lambda: stream.feed(log), same, 10.0, 30.0)
