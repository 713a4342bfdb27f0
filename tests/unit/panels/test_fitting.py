"""Where the bubbles of everybody in a picture hang: laws that hold for any number of people, near and far."""

import itertools
import math

from hypothesis import given
from hypothesis import strategies as st
from littlefolk.panels.fitting import APART, Box, Person, Place, Stack, arranged, picture

SLOPE, ASPECT = math.tan(math.radians(35)), 16 / 9
FREE = picture(SLOPE, ASPECT, 0.28, 0.25)
NEAR = 1e-6
OVER = 0.12  # metres from a head to the lowest bubble


def person(x, eyes, depth):
    """Somebody 1.4 m tall, whose eyes are so many metres above those of who looks."""
    box = Box((x - 0.3) / depth, (x + 0.3) / depth, (eyes - 1.2) / depth, (eyes + 0.2) / depth)
    return Person(box, Box((x - 0.25) / depth, (x + 0.25) / depth, (eyes - 0.25) / depth, (eyes + 0.2) / depth))


def stack(x, eyes, depth, heights=(0.3,), width=0.9, before=None):
    """Their bubbles, so many metres high, newest first."""
    feet = tuple(high / depth for high in itertools.accumulate(heights))
    return Stack((x / depth, (eyes + 0.2 + OVER) / depth), feet, width / depth, person(x, eyes, depth).body, before)


standing = st.tuples(st.floats(-1.2, 1.2), st.floats(-0.6, 0.6), st.floats(0.5, 20.0)).map(
    lambda where: (where[0] * where[2], where[1] * where[2], where[2])
)
written = st.tuples(st.lists(st.floats(0.1, 0.6), min_size=1, max_size=4), st.floats(0.2, 1.6))


@st.composite
def crowds(draw):
    """Some people, some of whom have bubbles: (stacks, people)."""
    places = draw(st.lists(standing, min_size=1, max_size=9))
    talking = [(place, draw(written)) for place in places if draw(st.booleans())]
    return [stack(*place, tuple(heights), width) for place, (heights, width) in talking], [person(*place) for place in places]


@given(crowds())
def test_no_two_stacks_meet_and_nobody_has_a_stack_before_their_face(crowd):
    stacks, people = crowd
    boxes = [each.box(place) for each, place in zip(stacks, arranged(stacks, people, FREE), strict=True) if place.shown]
    assert not any(one.meets(other, APART - NEAR) for one, other in itertools.combinations(boxes, 2))
    assert not any(box.meets(each.head) for box in boxes for each in people)


@given(crowds())
def test_who_is_in_the_picture_has_their_bubbles_in_its_free_part_and_who_is_not_has_them_at_home(crowd):
    stacks, people = crowd
    for each, place in zip(stacks, arranged(stacks, people, FREE), strict=True):
        assert 0 <= place.shown <= len(each.heights)
        if not each.body.meets(FREE):
            assert place in (Place(shown=len(each.heights)), Place())
        elif place.shown:
            assert each.box(place).within(FREE, -NEAR)


@given(crowds())
def test_only_a_single_bubble_is_ever_made_smaller(crowd):
    stacks, people = crowd
    for place in arranged(stacks, people, FREE):
        assert 0.0 < place.scale <= 1.0
        assert place.scale == 1.0 or place.shown == 1


@given(crowds())
def test_the_first_hangs_over_its_head_wherever_there_is_room(crowd):
    stacks, people = crowd
    for each in stacks[:1]:
        home = Place(shown=len(each.heights))
        box = each.box(home)
        free = box.within(FREE) and not any(box.meets(other.body, APART) for other in people if other.body != each.body)
        (place, *_others) = arranged(stacks, people, FREE)
        assert (place == home) == free or not each.body.meets(FREE)


@given(crowds())
def test_what_is_shown_whole_stays_where_it_is_while_nobody_moves(crowd):
    stacks, people = crowd
    places = arranged(stacks, people, FREE)
    if all(place.shown == len(each.heights) for each, place in zip(stacks, places, strict=True)):
        again = [Stack(each.foot, each.heights, each.width, each.body, place) for each, place in zip(stacks, places, strict=True)]
        assert arranged(again, people, FREE) == places


@given(standing, written)
def test_who_is_alone_in_the_picture_is_always_heard(where, words):
    heights, width = words
    alone = stack(*where, tuple(heights), width)
    someone = person(*where)
    beside = max(someone.head.left - FREE.left, FREE.right - someone.head.right)
    over = max(FREE.top - someone.head.top, someone.head.bottom - FREE.bottom)
    wide = min(alone.width, FREE.right - FREE.left)
    high = min(alone.heights[0], FREE.top - FREE.bottom)
    (place,) = arranged([alone], [someone], FREE)
    if someone.body.meets(FREE) and (wide + 2 * APART < beside or high + 2 * APART < over):
        assert place.shown >= 1


def test_two_close_together_hang_side_by_side_and_clear_of_both_bodies():
    left, right = (-0.4, 0.0, 4.0), (0.4, 0.0, 4.0)
    stacks, people = [stack(*left), stack(*right)], [person(*left), person(*right)]
    places = arranged(stacks, people, FREE)
    boxes = [each.box(place) for each, place in zip(stacks, places, strict=True)]
    assert [place.shown for place in places] == [1, 1]
    assert places[0] == Place(shown=1)
    assert not boxes[0].meets(boxes[1])
    assert not any(box.meets(each.body) for box in boxes for each in people)


def test_where_there_is_no_room_near_the_body_the_oldest_yield():
    small = Box(-0.3, 0.3, -0.3, 0.3)
    tall = stack(0.0, 0.0, 4.0, (0.5, 0.5, 0.5, 0.5), 1.1)
    (place,) = arranged([tall], [person(0.0, 0.0, 4.0)], small)
    assert 1 <= place.shown < 4


def test_a_bubble_over_a_head_at_the_upper_edge_comes_down_beside_the_body_not_before_it():
    where = (0.0, SLOPE * 3.0 - 0.3, 3.0)
    low, someone = stack(*where, (0.3, 0.3)), person(*where)
    (place,) = arranged([low], [someone], FREE)
    assert place.shown == 2
    assert place.up < 0.0
    assert not low.box(place).meets(someone.body)


def test_what_has_moved_aside_goes_home_only_when_there_is_more_than_just_room():
    aside = Place(0.2, -0.1, 1.0, 1)
    someone = person(0.0, 0.0, 4.0)
    top = stack(0.0, 0.0, 4.0).box(Place(shown=1)).top
    tight, roomy = Box(-1.0, 1.0, -0.5, top + 0.001), Box(-1.0, 1.0, -0.5, top + 0.1)
    held = stack(0.0, 0.0, 4.0, before=aside)
    assert arranged([held], [someone], tight) == [aside]
    assert arranged([held], [someone], roomy) == [Place(shown=1)]


def test_a_single_bubble_wider_than_the_picture_is_made_smaller():
    wide, someone = stack(0.0, -0.3, 3.0, (0.3,), 6.0), person(0.0, -0.3, 3.0)
    (place,) = arranged([wide], [someone], FREE)
    assert place.shown == 1
    assert place.scale < 1.0
    assert wide.box(place).within(FREE, -NEAR)
