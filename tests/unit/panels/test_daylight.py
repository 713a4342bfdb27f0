"""The light of the day: where it comes from, and how it changes."""

import itertools
import math

import pytest
from littlefolk.panels.daylight import LOWEST, light_at

DAY = [minute / 1440 for minute in range(1440)]


@pytest.mark.parametrize(
    ("hour", "sun"), [(6, (1.0, 0.0, 0.0)), (18, (-1.0, 0.0, 0.0)), (12, (0.0, 0.883, 0.469)), (0, (0.0, -0.883, -0.469))]
)
def test_the_sun_rises_in_the_east_stands_in_the_south_at_noon_and_sets_in_the_west(hour, sun):
    assert light_at(hour / 24).sun == pytest.approx(sun, abs=1e-3)


def test_the_light_comes_from_above_and_from_the_sun_or_the_moon():
    for light in map(light_at, DAY):
        for place in (light.sun, light.moon, light.towards):
            assert math.hypot(*place) == pytest.approx(1.0)
        assert light.towards[1] >= math.sin(math.radians(LOWEST)) - 1e-9
        flat = math.atan2(light.towards[2], light.towards[0])
        assert any(math.isclose(flat, math.atan2(place[2], place[0]), abs_tol=1e-6) for place in (light.sun, light.moon))
        assert light.energy > 0.0
        assert light.sun[1] * light.moon[1] <= 0.0, "one of them is below the horizon"


def test_nothing_jumps_from_minute_to_minute():
    lights = [light_at(day) for day in [*DAY, 0.0]]
    for before, after in itertools.pairwise(lights):
        assert abs(after.daylight - before.daylight) < 0.03
        assert abs(after.energy - before.energy) < 0.03
        turned = math.acos(max(-1.0, min(1.0, sum(a * b for a, b in zip(before.towards, after.towards, strict=True)))))
        if turned > math.radians(1.5):
            assert max(before.energy, after.energy) < 0.01, "the light turns to the moon while it is dark"


def test_noon_is_bright_night_is_dark_and_blue_and_the_evening_is_red():
    noon, night, evening = light_at(0.5), light_at(0.0), light_at(17.6 / 24)
    assert (noon.daylight, night.daylight) == (1.0, 0.0)
    assert noon.energy > evening.energy > 3 * night.energy > 0.3
    assert night.colour[2] > night.colour[0]
    assert evening.colour[0] > 2.5 * evening.colour[2]
