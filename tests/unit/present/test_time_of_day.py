"""Times of day as people write them."""

import pytest
from littlefolk.present.context import ReadContext
from littlefolk.present.outcome import Invalid
from littlefolk.present.types import TimeOfDay

HERE = ReadContext()


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("noon", 720),
        ("Midnight", 0),
        ("the evening", 1140),
        ("18:30", 1110),
        ("6:05", 365),
        ("6pm", 1080),
        ("6:30 PM", 1110),
        ("12am", 0),
        ("12 pm", 720),
        ("9", 540),
        ("24:00", 0),
        ("7 o’clock", 420),
    ],
)
def test_it_reads_clocks_and_names(text, minutes):
    assert TimeOfDay().parse(text, HERE) == minutes


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("25:00", "from 0:00 to 23:59"),
        ("12:60", "from 0:00 to 23:59"),
        ("13pm", "from 1 to 12"),
        ("sunst", "did you mean sunset"),
        ("", "write 18:30"),
        ("٣", "write 18:30"),
        ("9" * 50, "write 18:30"),
    ],
)
def test_anything_else_is_refused_with_what_would_be_right(text, part):
    problem = TimeOfDay().parse(text, HERE)
    assert isinstance(problem, Invalid)
    assert part in problem.message


def test_a_number_that_is_no_minute_of_a_day_does_not_hold():
    assert [TimeOfDay().holds(value) for value in (0, 1439, 1440, -1, True, 3.0)] == [True, True, False, False, False, False]


def test_names_are_completed_with_their_clock():
    assert [(found.insert, found.hint) for found in TimeOfDay().complete("sun", HERE)] == [("sunrise", "6:20"), ("sunset", "17:35")]
