"""Terminals: what was written is on the screen, in whatever pieces it came; what scrolled off and what was fed can be read back."""

from __future__ import annotations

import os
import random
import sys
import threading
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from littlefolk.kernels import terminals
from littlefolk.kernels.terminals import KEYS, VTermTerminal

if terminals.why_missing() and not os.environ.get("CI"):
    pytest.skip(terminals.why_missing(), allow_module_level=True)

PARTS = (
    *(
        b"a",
        b"word ",
        b"\r\n",
        b"\n",
        b"\t",
        b"\b",
        "é".encode(),
        "中".encode(),
        "🙂".encode(),
        "e\u0301".encode(),
        b"\xff",
        b"\x80",
        b"\0",
    ),
    *(b"\x1b[31m", b"\x1b[0m", b"\x1b[2J", b"\x1b[H", b"\x1b[5;9H", b"\x1b[?1049h", b"\x1b[?1049l", b"\x1b[6n", b"\x1b[?25l", b"\x1b[3;8r"),
    *(
        b"\x1b]0;title\x07",
        b"\x1b]2;t\x1b\\",
        b"\x1b[10L",
        b"\x1b[3M",
        b"\x1b(0",
        b"\x1b(B",
        b"\x1b[",
        b"\x1b",
        b"\x1b[38;2;1;2;3m",
        b"\x1bM",
    ),
)
STREAMS = st.lists(st.sampled_from(PARTS), max_size=60).map(b"".join)


def made(rows: int = 6, columns: int = 20, kept_lines: int = 50, kept_bytes: int = 200) -> VTermTerminal:
    return VTermTerminal(rows, columns, kept_lines, kept_bytes)


def texts(terminal: VTermTerminal) -> list[str]:
    return ["".join(text for text, *_ in row).rstrip() for row in terminal.rows()[2]]


def everything(terminal: VTermTerminal) -> object:
    return terminal.rows(), terminal.state(), terminal.lines(0, 1000), terminal.log(0, 1000)


@given(STREAMS, st.lists(st.integers(0, 400), max_size=8))
def test_the_pieces_in_which_bytes_come_do_not_matter(stream: bytes, cuts: list[int]) -> None:
    whole, pieces = made(), made()
    whole.feed(stream)
    at = 0
    for cut in sorted(cuts):
        pieces.feed(stream[at:cut])
        at = max(at, min(cut, len(stream)))
    pieces.feed(stream[at:])
    assert everything(pieces) == everything(whole)


@given(
    st.text(st.characters(min_codepoint=0xA1, max_codepoint=0x24F, exclude_characters="\xad", categories=["L"]), min_size=1, max_size=20)
)
def test_text_is_shown_as_it_was_written(text: str) -> None:
    terminal = made()
    for byte in text.encode():
        terminal.feed(bytes([byte]))
    assert texts(terminal)[0] == text


@given(st.lists(st.integers(0, 10**6), min_size=1, max_size=120), st.integers(1, 60))
def test_lines_that_scroll_off_can_be_read_back(numbers: list[int], kept: int) -> None:
    terminal = made(kept_lines=kept)
    terminal.feed("\r\n".join(map(str, numbers)).encode())
    lines = [str(number) for number in numbers]
    pushed = terminal.state().pushed
    assert pushed == max(0, len(lines) - 6)
    oldest, found = terminal.lines(0, 1000)
    assert oldest == max(0, pushed - kept)
    assert found == lines[oldest:pushed]
    assert texts(terminal)[: len(lines) - pushed] == lines[pushed:]
    for first in (0, oldest, pushed - 1, pushed, pushed + 5):
        assert terminal.lines(max(0, first), 2)[1] == lines[max(0, first, oldest) : pushed][:2]


@given(st.lists(st.binary(max_size=300), max_size=8), st.integers(1, 300))
def test_the_latest_bytes_can_be_read_back(parts: list[bytes], kept: int) -> None:
    terminal = made(kept_bytes=kept)
    for part in parts:
        terminal.feed(part)
    stream = b"".join(parts)
    oldest = max(0, len(stream) - kept)
    assert terminal.state().fed == len(stream)
    assert terminal.log(0, 10**6) == (oldest, stream[oldest:])
    assert terminal.log(oldest + 3, 5) == (oldest, stream[oldest + 3 : oldest + 8])


@given(st.lists(st.tuples(st.binary(max_size=80) | STREAMS, st.integers(2, 30), st.integers(2, 60)), max_size=12))
def test_nothing_that_is_written_breaks_it(steps: list[tuple[bytes, int, int]]) -> None:
    terminal = made()
    for data, rows, columns in steps:
        terminal.feed(data)
        terminal.resize(rows, columns)
        row, column, shown = terminal.rows()
        assert len(shown) == rows
        assert 0 <= row < rows
        assert 0 <= column < columns
    terminal.feed(b"\x1bc\x1b[?1049lalive")
    assert not terminal.state().broken
    assert "alive" in "".join(texts(terminal)).replace("\n", "") or terminal.state().columns < 5


def test_the_alternate_screen_comes_and_goes() -> None:
    terminal = made()
    terminal.feed(b"below\x1b[?1049h\x1b[Habove")
    assert terminal.state().alternate
    assert texts(terminal)[0] == "above"
    terminal.feed(b"\x1b[?1049l")
    assert not terminal.state().alternate
    assert texts(terminal)[0] == "below"


def test_styles_and_colours() -> None:
    terminal = made(columns=40)
    terminal.feed(b"n\x1b[1mb\x1b[3mi\x1b[4mu\x1b[7mr\x1b[9ms\x1b[0;38;2;16;32;48;48;2;1;2;3mc\x1b[0m")
    row = terminal.rows()[2][0]
    assert [(text.strip(), style) for text, _f, _b, style in row][:7] == [
        ("n", 0),
        ("b", 1),
        ("i", 3),
        ("u", 7),
        ("r", 15),
        ("s", 31),
        ("c", 0),
    ]
    assert row[6][1:3] == (0x102030, 0x010203)
    assert row[0][1:3] == (-1, -1)


def test_a_wide_character_takes_two_cells() -> None:
    terminal = made(columns=10)
    terminal.feed("中".encode() + b"x\x1b[6n")
    assert terminal.replies() == b"\x1b[1;4R"
    assert terminal.replies() == b""
    assert sum(2 if sign == "中" else 1 for sign in "".join(text for text, *_ in terminal.rows()[2][0])) == 10


def test_what_a_terminal_knows() -> None:
    terminal = made()
    terminal.feed(b"\x1b]0;" + "tïtle".encode() + b"\x07\a\a\x1b[?25l")
    state = terminal.state()
    assert (state.title, state.bells, state.cursor_visible, state.rows, state.columns) == ("tïtle", 2, False, 6, 20)
    terminal.feed(b"\x1b]0;" + b"x" * 5000 + b"\x07")
    assert 0 < len(terminal.state().title) <= 256


def test_a_descriptor_is_read_until_nothing_is_left() -> None:
    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    terminal = made(kept_bytes=100_000)
    assert terminal.pump(reading, 1000) == (0, False)
    os.write(writing, b"x" * 60_000)
    assert terminal.pump(reading, 10**9) == (60_000, False)
    os.write(writing, b"end")
    os.close(writing)
    assert terminal.pump(reading, 10**9) == (3, True)
    os.close(reading)


def test_keys() -> None:
    terminal = made()
    assert terminal.key("up") == b"\x1b[A"
    assert terminal.key("up", control=True) == b"\x1b[1;5A"
    assert terminal.key("enter") == b"\r"
    assert all(terminal.key(name) for name in KEYS)


@pytest.mark.parametrize(("rows", "columns"), [(1, 80), (24, 1), (201, 80), (24, 401), (0, 0), (-1, 5)])
def test_a_size_that_cannot_be_is_refused(rows: int, columns: int) -> None:
    with pytest.raises(ValueError, match="a screen has"):
        made(rows, columns)
    with pytest.raises(ValueError, match="a screen has"):
        made().resize(rows, columns)


def test_parsing_gives_up_the_interpreters_lock() -> None:
    terminal = VTermTerminal(24, 80, 100, 1000)
    data = random.Random(1).randbytes(300_000).replace(b"\x1b", b"x")
    steps, stop = [0], threading.Event()

    def walk() -> None:
        while not stop.is_set():
            steps[0] += 1
            time.sleep(0)

    before = sys.getswitchinterval()
    sys.setswitchinterval(1000.0)
    walker = threading.Thread(target=walk, daemon=True)
    walker.start()
    try:
        begun = steps[0]
        for _ in range(2000):  # one is enough, on a machine that runs both at once
            terminal.feed(data)
            if steps[0] > begun:
                break
        assert steps[0] > begun
    finally:
        stop.set()
        sys.setswitchinterval(before)
        walker.join(10)


def test_a_build_without_them_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terminals, "vterm", None)
    assert "libvterm-dev" in terminals.why_missing()
    with pytest.raises(terminals.MissingTerminals, match="libvterm-dev"):
        made()
