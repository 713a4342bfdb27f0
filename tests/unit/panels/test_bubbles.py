"""Bubbles over a head: one a thought and a call, newest lowest, four at most, gone six seconds after the turn."""

import itertools
import math

import littlefolk.verbs  # noqa: F401 (importing it declares the commands)
import pytest
from hypothesis import given
from hypothesis import strategies as st
from littlefolk.panels.bubbles import FADE, FAR, GAP, GONE, LINGER, MOST, NEAR, Bubbles, growth, whole_at
from littlefolk.present.call import Call, Caller
from littlefolk.present.outcome import Done, Failed
from littlefolk.present.records import CallStatus, ToolCall, Turn, TurnStatus
from littlefolk.present.views import BUBBLE, present
from littlefolk.world.cells import Cell

HIGH = 0.3
STEPS = [1 / 20, 1 / 60, 0.5]  # seconds that a frame takes


def height(_bubble):
    return HIGH


def call(number, status=CallStatus.OK, tool="place_block_at", outcome=None):
    parsed = Call(tool, {"kind": "stone", "cell": Cell(number, 64, -5)}, Caller("Moss"))
    return ToolCall(f"c{number}", tool, "{}", parsed, status, 1.0, 2.0 if status.final else None, outcome)


def turn(*calls, **changes):
    made = Turn(id="t", agent="Moss", prompt="build", asker="player", started=1.0)
    for each in calls:
        made = made.with_call(each)
    return made.with_changes(**changes)


def keys(bubbles):
    return [hanging.bubble.key for hanging in bubbles.up]


def settle(bubbles, now=2.0, seconds=3.0):
    for _ in range(int(seconds * 60)):
        bubbles.advance(now, 1 / 60, height)
    return bubbles.up


class TestContent:
    def test_each_thought_and_each_call_but_speech_has_one(self):
        bubbles = Bubbles()
        bubbles.hear(turn(thought="I look first."), 2.0)
        bubbles.hear(turn(call(1, tool="block_at"), thought="I look first."), 2.0)
        bubbles.hear(turn(call(1, tool="block_at"), thought="I look first. Now I say it."), 2.0)
        bubbles.hear(turn(call(1, tool="block_at"), call(2, tool="say"), thought="I look first. Now I say it."), 2.0)
        assert keys(bubbles) == ["thought 0", "c1", "thought 13"]
        assert bubbles.up[0].bubble.text == "I look first."
        assert bubbles.up[2].bubble.text == "Now I say it."

    def test_a_thought_that_goes_on_shows_its_end(self):
        bubbles = Bubbles()
        for count in range(1, 60):
            bubbles.hear(turn(thought=" ".join(f"word{number}" for number in range(count))), 2.0)
        (only,) = bubbles.up
        assert only.bubble.text.endswith("word58")
        assert len(only.bubble.text.splitlines()) <= BUBBLE.lines

    def test_a_thought_that_is_taken_back_for_another_try_leaves_no_second_bubble_of_it(self):
        bubbles = Bubbles()
        bubbles.hear(turn(thought="a long thought"), 2.0)
        bubbles.hear(turn(thought="", status=TurnStatus.WAITING), 2.0)
        bubbles.hear(turn(thought="a short one"), 2.0)
        assert [hanging.bubble.text for hanging in bubbles.up] == ["a short one"]

    def test_a_call_says_what_with_what_and_what_came_of_it(self):
        bubbles = Bubbles()
        for status, outcome in ((CallStatus.RUNNING, None), (CallStatus.ERROR, Failed("the cell is taken"))):
            bubbles.hear(turn(call(3, status, outcome=outcome)), 2.0)
        (only,) = bubbles.up
        assert only.bubble.heading == "! place block at"
        assert "stone, (3, 64, -5)" in only.bubble.text
        assert "the cell is taken" in only.bubble.text

    @pytest.mark.parametrize("status", CallStatus)
    def test_a_status_is_never_a_colour_alone(self, status):
        bubbles = Bubbles()
        bubbles.hear(turn(call(1, status)), 2.0)
        sign, words = bubbles.up[0].bubble.heading.split(" ", 1)
        assert len(sign) == 1
        assert words == "place block at"

    def test_arguments_that_are_still_coming_in_are_not_shown(self):
        coming = ToolCall("c1", "place_block_at", '{"kind": "sto', started=1.0)
        assert present(coming, BUBBLE) == ""

    def test_what_came_from_outside_stays_short_and_cannot_steer(self):
        text = "\x1b[31mred\u202e " + "word " * 500 + "x" * 300 + "\nline" * 50
        bad = ToolCall("c", f"say\x1b[0m{text}", text, None, CallStatus.ERROR, 1.0, 2.0, Failed(text))
        for shown in (present(bad, BUBBLE), present(Done(text), BUBBLE)):
            lines = shown.splitlines()
            assert 0 < len(lines) <= BUBBLE.lines
            assert all(line.isprintable() and len(line) <= BUBBLE.width for line in lines)
        bubbles = Bubbles()
        bubbles.hear(turn(bad, thought=text), 2.0)
        assert all(hanging.bubble.heading.isprintable() for hanging in bubbles.up)


class TestStack:
    def test_the_newest_hangs_lowest_and_the_others_above_it(self):
        bubbles = Bubbles()
        bubbles.hear(turn(*(call(number) for number in range(3))), 2.0)
        lifts = [hanging.lift for hanging in settle(bubbles)]
        assert lifts == pytest.approx([2 * (HIGH + GAP), HIGH + GAP, 0.0], abs=1e-3)

    def test_the_older_ones_ease_upwards_without_a_jump_and_then_a_new_one_appears_below_them(self):
        bubbles = Bubbles()
        bubbles.hear(turn(call(1)), 2.0)
        settle(bubbles)
        bubbles.hear(turn(call(1), call(2)), 2.0)
        older, newer = bubbles.advance(2.0, 1 / 60, height)
        assert newer.lift == newer.opacity == 0.0
        assert 0.0 < older.lift < HIGH / 2
        before = older.lift
        for _ in range(200):
            bubbles.advance(2.0, 1 / 60, height)
            assert before <= older.lift <= HIGH + GAP + 1e-9
            before = older.lift
        assert newer.lift == 0.0
        assert newer.opacity == 1.0

    @given(
        st.lists(st.tuples(st.integers(0, 3), st.floats(0.1, 0.6), st.integers(1, 20), st.sampled_from([1 / 20, 1 / 60, 0.5])), max_size=12)
    )
    def test_no_two_that_are_to_be_seen_overlap_in_any_frame(self, steps):
        bubbles = Bubbles()
        calls = []
        for new, high, frames, seconds in steps:
            calls += [call(len(calls) + number) for number in range(new)]
            bubbles.hear(turn(*calls), 2.0)
            for each in bubbles.up:  # what a bubble says changes, and how high it is with it
                each.height = high if each.bubble.key.endswith("0") else HIGH
            for _ in range(frames):
                seen = [each for each in bubbles.advance(2.0, seconds, height) if each.opacity > 0.0]
                assert all(upper.lift >= lower.lift + lower.height - 1e-9 for upper, lower in itertools.pairwise(seen))
        assert all(each.opacity == 1.0 for each in settle(bubbles))

    def test_past_four_the_oldest_is_taken_down_and_does_not_come_back(self):
        bubbles = Bubbles()
        calls = []
        for number in range(MOST + 3):
            calls.append(call(number, CallStatus.RUNNING))
            bubbles.hear(turn(*calls), 2.0)
            assert len(bubbles.up) <= MOST
        bubbles.hear(turn(*(call(number) for number in range(MOST + 3))), 2.0)
        assert keys(bubbles) == [f"c{number}" for number in range(3, MOST + 3)]

    def test_a_finished_turns_bubbles_linger_and_fade(self):
        bubbles = Bubbles()
        bubbles.hear(turn(call(1)), 2.0)
        settle(bubbles)
        bubbles.hear(turn(call(1), status=TurnStatus.DONE), 10.0)
        assert [hanging.opacity for hanging in settle(bubbles, 10.0 + LINGER - FADE)] == [1.0]
        (fading,) = bubbles.advance(10.0 + LINGER - FADE / 4, 1 / 60, height)
        assert fading.opacity == pytest.approx(0.25)
        assert bubbles.advance(10.0 + LINGER, 1 / 60, height) == []

    def test_those_of_an_earlier_turn_make_room_for_the_next_one(self):
        bubbles = Bubbles()
        bubbles.hear(turn(call(1), call(2), status=TurnStatus.DONE), 2.0)
        bubbles.advance(2.5, 1 / 60, height)
        bubbles.hear(turn(call(1), call(2), call(3)).with_changes(id="next"), 2.0)
        assert len(bubbles.up) == MOST
        assert [hanging.turn for hanging in bubbles.up] == ["t", "next", "next", "next"]

    def test_with_reduced_motion_nothing_moves_or_fades(self):
        bubbles = Bubbles()
        bubbles.hear(turn(call(1), call(2), status=TurnStatus.DONE), 10.0)
        for now in (10.0, 10.0 + LINGER - 0.01):
            upper, lower = bubbles.advance(now, 1 / 60, height, still=True)
            assert (upper.lift, lower.lift) == (HIGH + GAP, 0.0)
            assert (upper.opacity, lower.opacity) == (1.0, 1.0)
        assert bubbles.advance(10.0 + LINGER, 1 / 60, height, still=True) == []

    def test_a_turn_that_was_over_between_two_frames_is_shown_all_the_same(self):
        bubbles = Bubbles()
        bubbles.hear(turn(call(1), status=TurnStatus.DONE, finished=1.1), 500.0)
        assert len(bubbles.advance(500.0, 1 / 60, height)) == 1
        assert bubbles.advance(500.0 + LINGER, 1 / 60, height) == []


class TestDistance:
    def test_bubbles_are_of_one_size_near_by_grow_on_the_way_and_stop_growing(self):
        assert growth(0.5) == growth(NEAR) == 1.0
        assert growth(FAR) == growth(90.0)
        sizes = [growth(metres) for metres in range(3, 26)]
        assert sizes == sorted(set(sizes))

    def test_on_screen_they_never_grow_with_the_distance(self):
        apparent = [growth(metres / 10) / metres for metres in range(10, 600)]
        assert apparent == sorted(apparent, reverse=True)

    def test_a_narrower_view_makes_them_smaller_in_the_world_and_larger_on_screen(self):
        zoomed = growth(NEAR, 50.0)
        assert zoomed < 1.0
        assert zoomed / math.tan(math.radians(25)) > 1.0 / math.tan(math.radians(35))

    def test_far_away_they_are_not_there(self):
        assert whole_at(FAR) == 1.0
        assert whole_at(GONE) == whole_at(1000.0) == 0.0
