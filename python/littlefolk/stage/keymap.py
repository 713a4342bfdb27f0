"""The key map: actions of the InputMap, from the data file and from the keys that commands suggest."""

import tomllib
from collections.abc import Mapping
from pathlib import Path

from godot import (
    InputEvent,
    InputEventJoypadButton,
    InputEventJoypadMotion,
    InputEventKey,
    InputEventMouseButton,
)
from godot.singletons import OS, InputMap
from pydantic import BaseModel, ConfigDict, ValidationError

from littlefolk.commands import TABLES

FILE = Path(__file__).with_name("keys.toml")
MOUSE = {"Mouse Left": 1, "Mouse Right": 2, "Mouse Middle": 3, "Wheel Up": 4, "Wheel Down": 5}
PAD = {
    "Pad A": 0,
    "Pad B": 1,
    "Pad X": 2,
    "Pad Y": 3,
    "Pad Start": 6,
    "Pad Left Stick": 7,
    "Pad Left Shoulder": 9,
    "Pad Right Shoulder": 10,
    "Pad Left": 13,
    "Pad Right": 14,
}
STICKS = {
    "Left Stick Left": (0, -1.0),
    "Left Stick Right": (0, 1.0),
    "Left Stick Up": (1, -1.0),
    "Left Stick Down": (1, 1.0),
}


class KeyMapError(Exception):
    """The key file cannot be used. The message has the file and what would be right."""


class KeyFile(BaseModel):
    """The key file's content."""

    model_config = ConfigDict(extra="forbid")
    actions: dict[str, list[str]]


def install(path: Path = FILE) -> Mapping[str, str]:
    """Fill the InputMap; the first key of each action, by its name. Raises KeyMapError for a file that cannot be used."""
    try:
        keys = KeyFile.model_validate(tomllib.loads(path.read_text(encoding="utf-8"))).actions
    except (OSError, tomllib.TOMLDecodeError, ValidationError) as error:
        raise KeyMapError(f"{path.name}: {error}") from error
    suggested = {command.name: [command.key] for command in TABLES.within(["player"]) if command.key}
    every = {**suggested, **keys}
    for action, names in every.items():
        if InputMap.has_action(action):
            InputMap.erase_action(action)
        InputMap.add_action(action)
        for name in names:
            InputMap.action_add_event(action, event_for(name, action))
    return {action: names[0] for action, names in every.items() if names}


def event_for(name: str, action: str = "") -> InputEvent:
    """The input event of a key's name, such as `W`, `Shift+Tab` or `Mouse Left`. Raises KeyMapError for an unknown name."""
    if name in MOUSE:
        mouse = InputEventMouseButton()
        mouse.button_index = MOUSE[name]
        return mouse
    if name in PAD:
        button = InputEventJoypadButton()
        button.button_index = PAD[name]
        return button
    if name in STICKS:
        motion = InputEventJoypadMotion()
        motion.axis, motion.axis_value = STICKS[name]
        return motion
    *modifiers, key_name = name.split("+")
    code = OS.find_keycode_from_string(key_name)
    if not code:
        raise KeyMapError(f"{action or 'a key'}: {name!r} is not a key's name; see the head of {FILE.name}")
    key = InputEventKey()
    key.physical_keycode = code
    for modifier in modifiers:
        if modifier not in ("Shift", "Ctrl", "Alt", "Meta"):
            raise KeyMapError(f"{action or 'a key'}: {modifier!r} is not a modifier; use Shift, Ctrl, Alt or Meta")
        setattr(key, f"{modifier.lower()}_pressed", True)
    return key
