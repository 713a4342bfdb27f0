"""When the breaths of a purring cat are heard."""

from itertools import pairwise

from littlefolk.panels.purring import Purring

FRAMES = 0.013


def heard(purring, times, purrs=lambda now: True):
    return [(now, breath) for now in times if (breath := purring.advance(purrs(now), now)) is not None]


def test_breath_follows_breath_out_and_in_and_none_lies_over_another():
    breaths = heard(Purring(0.85), [FRAMES * frame for frame in range(500)])
    assert breaths[0] == (0.0, 1), "it is heard at once"
    apart = [after - before for (before, _), (after, _) in pairwise(breaths)]
    assert all(0.85 <= gap < 0.85 + 2 * FRAMES for gap in apart)
    assert [number % 2 for _now, number in breaths] == [1, 0, 1, 0, 1, 0, 1, 0][: len(breaths)]


def test_no_breath_begins_once_the_mood_is_over():
    breaths = heard(Purring(0.85), [FRAMES * frame for frame in range(500)], purrs=lambda now: now < 2.0)
    assert breaths[-1][0] < 2.0
    assert len(breaths) == 3
