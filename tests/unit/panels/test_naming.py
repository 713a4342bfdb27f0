"""Names above heads do not cover one another."""

import math

from hypothesis import given
from hypothesis import strategies as st
from littlefolk.panels.naming import LINE, SIGN, Tag, hidden

EYES = (0.0, 1.6, 0.0)
places = st.tuples(st.floats(-8, 8), st.floats(0, 4), st.floats(-9, -1))


def test_the_nearer_of_two_in_a_line_is_shown():
    near, far = Tag("Moss", (0.0, 1.6, -3.0)), Tag("Fern", (0.1, 1.6, -6.0))
    assert hidden([far, near], EYES) == {"Fern"}
    assert hidden([Tag("Fern", far.place, meant=True), near], EYES) == {"Moss"}, "who is looked at is named"


def test_those_side_by_side_or_above_one_another_are_both_shown():
    assert hidden([Tag("Moss", (-1.0, 1.6, -3.0)), Tag("Fern", (1.0, 1.6, -3.0))], EYES) == set()
    assert hidden([Tag("Moss", (0.0, 1.2, -3.0)), Tag("Fern", (0.0, 1.6, -3.0))], EYES) == set()


def test_behind_the_eyes_is_not_in_the_way_of_what_is_before_them():
    assert hidden([Tag("Moss", (0.0, 1.6, -3.0)), Tag("Fern", (0.0, 1.6, 3.0))], EYES) == set()


def test_long_names_need_more_room():
    pair = [Tag("A", (-0.3, 1.6, -3.0)), Tag("B", (0.3, 1.6, -3.0))]
    assert hidden(pair, EYES) == set()
    assert len(hidden([Tag("A" * 20, pair[0].place), Tag("B" * 20, pair[1].place)], EYES)) == 1


@given(st.lists(places, max_size=8, unique=True))
def test_no_two_that_are_shown_overlap_and_somebody_is(spots):
    tags = [Tag(f"Name {number}", place) for number, place in enumerate(spots)]
    left_out = hidden(tags, EYES)
    shown = [tag for tag in tags if tag.name not in left_out]
    assert bool(shown) == bool(tags)
    for one in shown:
        for other in shown:
            if one is not other:
                assert not overlap(one, other), (one, other)


def overlap(one, other):
    """Seen through a pinhole towards each pair's middle, as a camera that looks there would draw it."""
    boxes = []
    for tag in (one, other):
        x, y, z = (a - b for a, b in zip(tag.place, EYES, strict=True))
        level = math.hypot(x, z)
        distance = max(0.3, math.hypot(level, y))
        boxes.append((math.atan2(x, -z), math.atan2(y, level), SIGN * len(tag.name) / distance, LINE / distance))
    (a1, e1, w1, h1), (a2, e2, w2, h2) = boxes
    return abs(a1 - a2) * math.cos((e1 + e2) / 2) < (w1 + w2) / 2 and abs(e1 - e2) < (h1 + h2) / 2
