"""The table of keys: a gamepad does all that hands do."""

import tomllib
from pathlib import Path

import pytest

FILE = Path(__file__).parents[3] / "python/littlefolk/stage/keys.toml"
ACTIONS = tomllib.loads(FILE.read_text(encoding="utf-8"))["actions"]
PAD = ("Pad ", "Left Stick ", "Right Stick ", "Trigger ")


@pytest.mark.parametrize("action", [name for name in ACTIONS if not name.startswith("slot_")])
def test_a_gamepad_does_it_too(action):
    assert any(key.startswith(PAD) for key in ACTIONS[action])


def test_no_input_stands_twice():
    keys = [key for inputs in ACTIONS.values() for key in inputs]
    assert len(set(keys)) == len(keys)
