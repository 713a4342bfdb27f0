"""The day's clock."""

import pytest
from littlefolk.panels.daytime import Daytime


def test_it_goes_with_the_worlds_seconds():
    clock = Daytime(1200.0)
    assert clock.share(300.0) == 0.25
    assert clock.minutes(300.0) == 360
    assert clock.minutes(1200.0 + 600.0) == 720


@pytest.mark.parametrize("minutes", [0, 1, 719, 720, 1055, 1439])
@pytest.mark.parametrize("now", [0.0, 444.0, 1e6 + 0.37])
def test_it_shows_what_it_was_set_to_and_goes_on_from_there(minutes, now):
    clock = Daytime(1200.0)
    clock.set(minutes / 1440, now)
    assert clock.minutes(now) == minutes
    assert clock.minutes(now + 50.0) == (minutes + 60) % 1440
    assert 0.0 <= clock.ahead < 1200.0
