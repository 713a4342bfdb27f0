"""Laws of digging: time by hardness, taps for what is soft, no progress carried over."""

import pytest
from littlefolk.game.digging import REST, SOFT, Digging
from littlefolk.world.cells import Cell
from littlefolk.world.kinds import KINDS

HERE, THERE = Cell(1, 2, -3), Cell(1, 2, -4)
FRAME = 1 / 60


def frames_until_dug(digging, kind, held=lambda frame: True, most=600):
    """How many frames it takes until the block gives way; None when it does not."""
    for frame in range(1, most):
        if digging.advance(HERE, KINDS[kind], held(frame), FRAME) == HERE:
            return frame
    return None


@pytest.mark.parametrize("kind", ["grass", "stone", "slate", "leaves"])
def test_a_block_takes_as_long_as_it_is_hard(kind):
    digging = Digging()
    digging.press()
    assert frames_until_dug(digging, kind) == pytest.approx(KINDS[kind].hardness / FRAME, abs=1.01)


def test_every_solid_kind_can_be_dug_within_a_moment():
    assert all(0.0 < kind.hardness <= 2.0 for kind in KINDS if kind.solid)


@pytest.mark.parametrize("kind", ["grass", "sand", "stone", "bricks"])
def test_a_tap_digs_exactly_what_is_soft(kind):
    digging = Digging()
    digging.press()
    assert (frames_until_dug(digging, kind, held=lambda frame: frame == 1) is not None) == (KINDS[kind].hardness <= SOFT)


def test_letting_go_of_a_hard_block_forgets_the_work():
    digging = Digging()
    digging.press()
    for _ in range(10):
        digging.advance(HERE, KINDS["stone"], True, FRAME)
    assert digging.progress > 0.1
    digging.advance(HERE, KINDS["stone"], False, FRAME)
    assert (digging.cell, digging.progress) == (None, 0.0)


def test_looking_elsewhere_begins_anew():
    digging = Digging()
    for _ in range(10):
        digging.advance(HERE, KINDS["stone"], True, FRAME)
    before = digging.progress
    digging.advance(THERE, KINDS["stone"], True, FRAME)
    assert digging.cell == THERE
    assert digging.progress < before


def test_looking_into_the_air_stops():
    digging = Digging()
    digging.advance(HERE, KINDS["stone"], True, FRAME)
    assert digging.advance(None, None, True, FRAME) is None
    assert digging.cell is None


def test_a_tap_at_nothing_digs_nothing_later():
    digging = Digging()
    digging.press()
    digging.advance(None, None, False, FRAME)
    assert digging.advance(HERE, KINDS["grass"], False, FRAME) is None
    assert digging.progress == 0.0


def test_between_two_blocks_there_is_a_rest():
    digging = Digging()
    first = frames_until_dug(digging, "grass")
    assert frames_until_dug(digging, "grass") >= first + int(REST / FRAME) - 1
