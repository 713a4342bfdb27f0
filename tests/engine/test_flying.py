"""Taking off with two taps of the jump key, or with the key for it; landing the same way."""

import pytest
from littlefolk.stage.keymap import event_for

FLYING = {("Space", 0.2, "Space"): True, ("Space", 0.5, "Space"): False, ("F", 0.5, ""): True, ("Pad A", 0.2, "Pad A"): True}


def press(main, key):
    event = event_for(key)
    event.pressed = True
    if hasattr(event, "physical_keycode"):
        event.keycode = event.physical_keycode
    assert main.application.staged.pointer.handle(event)


@pytest.mark.keeps_objects
@pytest.mark.parametrize(("taps", "flies"), FLYING.items(), ids=str)
def test_two_quick_taps_take_off(littlefolk, taps, flies):
    main = littlefolk()
    game, pointer = main.game, main.application.staged.pointer
    now = [1000.0]
    game.clock = lambda: now[0]
    first, pause, second = taps
    press(main, first)
    now[0] += pause
    if second:
        press(main, second)
    pointer.advance(0.0)
    assert game.player.wish.fly is flies


@pytest.mark.keeps_objects
def test_two_more_taps_land(littlefolk):
    main = littlefolk()
    game, pointer = main.game, main.application.staged.pointer
    game.clock = lambda: 1000.0
    for expected in (True, False):
        press(main, "Space")
        press(main, "Space")
        pointer.advance(0.0)
        assert game.player.wish.fly is expected
