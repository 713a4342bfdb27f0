"""The settings: a row for each declared setting, and the table of keys. Changes count at once."""

from collections.abc import Callable, Sequence

from godot import Button, Control, HBoxContainer, HSlider, InputEvent, Label, Vector2

from littlefolk.game.preferences import Preferences
from littlefolk.game.settings import DEFAULTS, Row, rows
from littlefolk.stage.keymap import Keymap
from littlefolk.stage.menus.key_rows import KeyRows
from littlefolk.stage.menus.widgets import both, button, clear

KEYS = "Keys"
HEIGHT = Vector2(0, 35)
SLIDER, READING = Vector2(190, 0), Vector2(88, 0)


class SettingsScreen:
    """Opened over the title or over a game; `done` is called when the person is done with it."""

    def __init__(
        self, root: Control, preferences: Preferences, keymap: Keymap, click: Callable[[], None], done: Callable[[], None]
    ) -> None:
        self._root, self._preferences, self._click, self._done = root, preferences, click, done
        self._tabs = root.get_node("Panel/Column/Tabs")
        self._rows = root.get_node("Panel/Column/Scroll/Rows")
        self._note = root.get_node("Panel/Column/Note")
        self._keys = KeyRows(self._rows, preferences, keymap, self._tell)
        self._shown = False
        self._every = rows()
        self._tab = self._every[0].group
        foot = root.get_node("Panel/Column/Foot")
        foot.get_node("Done").pressed.connect(self._leave)
        foot.get_node("Reset").pressed.connect(self._reset)
        self._buttons = {name: self._tab_button(name) for name in [*dict.fromkeys(row.group for row in self._every), KEYS]}

    def show(self, shown: bool) -> None:
        """Open or close it. Only a change does anything."""
        if shown == self._shown:
            return
        self._shown = self._root.visible = shown
        self._tell(self._preferences.problem if shown else "")
        if shown:
            self._fill(self._tab)
            self._buttons[self._tab].grab_focus()
        else:
            self._keys.stop()
            clear(self._rows)

    def handle(self, event: InputEvent) -> bool:
        """An event while it is open; whether it was used."""
        if self._keys.handle(event):
            return True
        if event.is_action_pressed("ui_cancel"):
            self._leave()
            return True
        return False

    def _tab_button(self, name: str) -> Button:
        made = button(name, f"Tab_{name}")
        made.toggle_mode = True
        made.pressed.connect(both(self._click, lambda: self._fill(name)))
        self._tabs.add_child(made)
        return made

    def _fill(self, tab: str) -> None:
        self._tab = tab
        for name, made in self._buttons.items():
            made.set_pressed_no_signal(name == tab)
        self._keys.stop()
        clear(self._rows)
        if tab == KEYS:
            self._keys.fill()
            return
        for row in self._every:
            if row.group == tab:
                self._rows.add_child(self._row(row))

    def _row(self, row: Row) -> HBoxContainer:
        line = HBoxContainer(custom_minimum_size=HEIGHT)
        line.add_child(Label(text=row.title, size_flags_horizontal=Control.SIZE_EXPAND_FILL))
        value = getattr(self._preferences.settings, row.name)
        if row.kind == "number":
            reading = Label(text=row.reading(value), custom_minimum_size=READING, theme_type_variation="Quiet")
            slider = HSlider(min_value=row.low, max_value=row.high, step=row.step, value=value, custom_minimum_size=SLIDER)
            slider.size_flags_vertical = Control.SIZE_SHRINK_CENTER
            slider.name = f"Set_{row.name}"
            slider.value_changed.connect(lambda changed: self._set_number(row, changed, reading))
            line.add_child(slider)
            line.add_child(reading)
        else:
            choices = row.choices or (False, True)
            made = button(row.reading(value), f"Set_{row.name}")
            made.custom_minimum_size = SLIDER
            made.pressed.connect(lambda: self._next_choice(row, choices, made))
            line.add_child(made)
            line.add_child(Control(custom_minimum_size=READING))
        return line

    def _set_number(self, row: Row, value: float, reading: Label) -> None:
        whole = isinstance(getattr(DEFAULTS, row.name), int)
        rounded = round(value) if whole else round(value, 4)
        self._preferences.change(**{row.name: rounded})
        reading.text = row.reading(rounded)

    def _next_choice(self, row: Row, choices: Sequence[object], made: Button) -> None:
        self._click()
        index = list(choices).index(getattr(self._preferences.settings, row.name))
        value = choices[(index + 1) % len(choices)]
        self._preferences.change(**{row.name: value})
        made.text = row.reading(value)

    def _reset(self) -> None:
        self._click()
        if self._tab == KEYS:
            self._preferences.change(bindings={})
        else:
            self._preferences.change(**{row.name: getattr(DEFAULTS, row.name) for row in self._every if row.group == self._tab})
        self._tell("")
        self._fill(self._tab)

    def _leave(self) -> None:
        self._click()
        self._done()

    def _tell(self, text: str) -> None:
        self._note.text = text
