"""The key map: actions of the InputMap, from the data file, the keys that commands suggest, and a person's own changes."""

import tomllib
from collections.abc import Mapping, Sequence
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
from littlefolk.panels.bindings import Bindings, Device, suggested

FILE = Path(__file__).with_name("keys.toml")
MOUSE = {"Mouse Left": 1, "Mouse Right": 2, "Mouse Middle": 3, "Wheel Up": 4, "Wheel Down": 5, "Mouse Back": 8, "Mouse Forward": 9}
PAD = {
    "Pad A": 0,
    "Pad B": 1,
    "Pad X": 2,
    "Pad Y": 3,
    "Pad Back": 4,
    "Pad Start": 6,
    "Pad Left Stick": 7,
    "Pad Right Stick": 8,
    "Pad Left Shoulder": 9,
    "Pad Right Shoulder": 10,
    "Pad Up": 11,
    "Pad Down": 12,
    "Pad Left": 13,
    "Pad Right": 14,
}
STICKS = {
    "Left Stick Left": (0, -1.0),
    "Left Stick Right": (0, 1.0),
    "Left Stick Up": (1, -1.0),
    "Left Stick Down": (1, 1.0),
    "Right Stick Left": (2, -1.0),
    "Right Stick Right": (2, 1.0),
    "Right Stick Up": (3, -1.0),
    "Right Stick Down": (3, 1.0),
    "Trigger Left": (4, 1.0),
    "Trigger Right": (5, 1.0),
}
MODIFIERS = ("Shift", "Ctrl", "Alt", "Meta")
IN_MENUS = {"ui_accept": "Pad A", "ui_cancel": "Pad B"}  # the engine's own actions, which have no buttons of a pad for these
DEADZONE = 0.25  # of a stick's way
PUSHED = 0.6  # of a stick's way, from which on it is meant when a person binds it
DAMAGED = 'the entry "{}" is not used: {}'


class KeyMapError(Exception):
    """The key file cannot be used. The message has the file and what would be right."""


class KeyFile(BaseModel):
    """The key file's content."""

    model_config = ConfigDict(extra="forbid")
    actions: dict[str, list[str]]


class Keymap:
    """The bindings in force. `keys` gives the first key of each action for showing; it stays the same object and changes in place."""

    def __init__(self, path: Path = FILE) -> None:
        self.bindings = Bindings(read_keys(path))
        self.keys: dict[str, str] = {}
        self.problems: list[str] = []

    def install(self, changes: Mapping[str, Sequence[str]] | None = None) -> Mapping[str, str]:
        """Fill the InputMap with the defaults and a person's changes to them; changes that cannot be used go into `problems`."""
        self.problems = []
        self.bindings.changes = {}
        for action, names in (changes or {}).items():
            try:
                for name in names:
                    event_for(name, action)
            except KeyMapError as error:
                self.problems.append(DAMAGED.format(action, error))
                continue
            if action in self.bindings.defaults:
                self.bindings.changes[action] = list(names)
        for action, inputs in self.bindings.every().items():
            if InputMap.has_action(action):
                InputMap.erase_action(action)
            InputMap.add_action(action, DEADZONE)
            for name in inputs:
                InputMap.action_add_event(action, event_for(name, action))
        for action, name in IN_MENUS.items():
            if not InputMap.action_has_event(action, event_for(name)):
                InputMap.action_add_event(action, event_for(name))
        self.keys.clear()
        self.keys |= {action: first for action in self.bindings.defaults if (first := self.bindings.first(action, Device.KEYS))}
        return self.keys


def read_keys(path: Path = FILE) -> dict[str, list[str]]:
    """The inputs of each action: those of the data file, and those that commands suggest. Raises KeyMapError with what is wrong."""
    try:
        keys = KeyFile.model_validate(tomllib.loads(path.read_text(encoding="utf-8"))).actions
    except (OSError, tomllib.TOMLDecodeError, ValidationError) as error:
        raise KeyMapError(f"{path.name}: {error}") from error
    return suggested(TABLES.within(["player"]), keys)


def event_for(name: str, action: str = "") -> InputEvent:
    """The input event of a key's name, such as `W`, `Shift+Tab` or `Mouse Left`. Raises KeyMapError for an unknown name."""
    if name in MOUSE:
        return InputEventMouseButton(button_index=MOUSE[name])
    if name in PAD:
        return InputEventJoypadButton(button_index=PAD[name], device=-1)
    if name in STICKS:
        axis, value = STICKS[name]
        return InputEventJoypadMotion(axis=axis, axis_value=value, device=-1)
    *modifiers, key_name = name.split("+")
    code = OS.find_keycode_from_string(key_name)
    if not code:
        raise KeyMapError(f"{action or 'a key'}: {name!r} is not a key's name; see the head of {FILE.name}")
    key = InputEventKey(physical_keycode=code)
    for modifier in modifiers:
        if modifier not in MODIFIERS:
            raise KeyMapError(f"{action or 'a key'}: {modifier!r} is not a modifier; use Shift, Ctrl, Alt or Meta")
        setattr(key, f"{modifier.lower()}_pressed", True)
    return key


def name_of(event: InputEvent) -> str:
    """The name of an input that was just pressed, as `event_for` reads it, or "" for an event that cannot be bound."""
    if isinstance(event, InputEventMouseButton):
        return _named(MOUSE, event.button_index) if event.pressed else ""
    if isinstance(event, InputEventJoypadButton):
        return _named(PAD, event.button_index) if event.pressed else ""
    if isinstance(event, InputEventJoypadMotion):
        if abs(event.axis_value) < PUSHED:
            return ""
        return _named(STICKS, (event.axis, 1.0 if event.axis_value > 0 else -1.0))
    if not isinstance(event, InputEventKey) or not event.pressed or event.echo:
        return ""
    name = str(OS.get_keycode_string(event.physical_keycode or event.keycode))
    if not name or name in MODIFIERS:
        return name
    held = [modifier for modifier in MODIFIERS if getattr(event, f"{modifier.lower()}_pressed")]
    return "+".join([*held, name])


def _named(table: Mapping[str, object], value: object) -> str:
    return next((name for name, number in table.items() if number == value), "")
