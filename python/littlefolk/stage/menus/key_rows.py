"""The table of keys in the settings: press a cell, then the key that is to do it."""

from collections.abc import Callable

from godot import Button, Control, HBoxContainer, InputEvent, InputEventMouseMotion, Label, Vector2

from littlefolk.commands import TABLES
from littlefolk.game.preferences import Preferences
from littlefolk.panels.bindings import Device, device_of
from littlefolk.stage.keymap import Keymap, name_of
from littlefolk.stage.menus.widgets import button

CELL = Vector2(172, 0)
NONE = "—"
CANCEL = "Escape"  # the one key that cannot be bound in the table, for it always leads out of it


class KeyRows:
    """Rows under `parent`: an action, its key, its gamepad input. `tell` shows a line to the person."""

    def __init__(self, parent: Control, preferences: Preferences, keymap: Keymap, tell: Callable[[str], None]) -> None:
        self._parent, self._preferences, self._keymap, self._tell = parent, preferences, keymap, tell
        self._cells: dict[tuple[str, Device], Button] = {}
        self._waiting: tuple[str, Device] | None = None
        self._offered = ""  # the input that another action has, and that a second press takes

    def fill(self) -> None:
        """Make a row for each action."""
        self._cells = {}
        for action in self._keymap.bindings.defaults:
            line = HBoxContainer()
            line.add_child(Label(text=title_of(action), size_flags_horizontal=Control.SIZE_EXPAND_FILL))
            for device in Device:
                line.add_child(self._cell(action, device))
            self._parent.add_child(line)
        self._write()

    def stop(self) -> None:
        """Wait for no key any more, and forget the rows."""
        self._waiting, self._offered = None, ""
        self._cells = {}

    def handle(self, event: InputEvent) -> bool:
        """An event while a key is waited for; whether it was taken."""
        if self._waiting is None:
            return False
        if isinstance(event, InputEventMouseMotion):
            return True
        name = name_of(event)
        if not name:
            return True
        action, device = self._waiting
        if name == CANCEL:
            self._end("")
        elif device_of(name) is not device:
            self._tell("This column is for the gamepad" if device is Device.PAD else "This column is for keys and the mouse")
        else:
            self._bind(action, name)
        return True

    def _cell(self, action: str, device: Device) -> Button:
        made = button("", f"{'Bind' if device is Device.KEYS else 'BindPad'}_{action}")
        made.custom_minimum_size = CELL
        made.clip_text = True
        made.pressed.connect(lambda: self._wait_for(action, device))
        self._cells[action, device] = made
        return made

    def _wait_for(self, action: str, device: Device) -> None:
        self._write()
        self._waiting, self._offered = (action, device), ""
        self._cells[action, device].text = "press …"
        self._tell(
            f"{title_of(action)}: press a {'key or mouse button' if device is Device.KEYS else 'button of the gamepad'} · Esc keeps it"
        )

    def _bind(self, action: str, name: str) -> None:
        bindings = self._keymap.bindings
        conflict = bindings.bind(action, name, take=name == self._offered)
        if conflict is not None:
            self._offered = name
            self._tell(f"{name} does “{title_of(conflict.action).lower()}” already. Press it again to take it from there · Esc keeps it")
            return
        self._preferences.change(bindings={each: list(inputs) for each, inputs in bindings.changes.items()})
        self._end(f"{title_of(action)} is {name} now")

    def _end(self, text: str) -> None:
        self._waiting, self._offered = None, ""
        self._write()
        self._tell(text)

    def _write(self) -> None:
        for (action, device), made in self._cells.items():
            made.text = self._keymap.bindings.first(action, device) or NONE


def title_of(action: str) -> str:
    """An action as people read it; a command's title where it is one."""
    command = TABLES.get(action)
    return (command.title if command is not None else action.replace("_", " ")).capitalize()
