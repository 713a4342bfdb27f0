"""The palette on screen: widgets of `scenes/hud/palette.tscn` that follow the model, and pointing with the mouse."""

from godot import (
    Color,
    Control,
    InputEvent,
    InputEventJoypadButton,
    InputEventKey,
    InputEventMouseButton,
    InputEventMouseMotion,
    Key,
    LineEdit,
    Node3D,
    StyleBoxFlat,
    Vector2,
)
from godot.singletons import ResourceLoader

from littlefolk.game import Game
from littlefolk.panels.menus import Menu
from littlefolk.stage.hud import Hud
from littlefolk.stage.palette_pointing import Pointing

SCENE, ROW = "res://scenes/hud/palette.tscn", "res://scenes/hud/palette_row.tscn"
FIT_FRAMES = 3
ROWS = 7  # rows in sight
LEFT, WHEEL_UP, WHEEL_DOWN = 1, 4, 5  # mouse buttons
PAD_A, PAD_B = 0, 1
KEYS = "Enter takes · Tab completes · Esc goes back · a click points"
SELECTED, DISABLED = Color(1.0, 0.86, 0.5, 0.22), Color(1, 1, 1, 0.45)


class PaletteScreen:
    """Belongs to one game; shown while the palette is its topmost menu. `hovered` is who is pointed at, or ""."""

    def __init__(self, root: Node3D, game: Game, hud: Hud) -> None:
        self._game, self._palette = game, game.palette
        game.keys = hud.keys
        self._root: Control = ResourceLoader.load(SCENE).instantiate()
        root.get_node("Hud/Frame").add_child(self._root)
        self._panel: Control = self._root.get_node("Panel")
        column = self._panel.get_node("Column")
        self._title, self._slots = column.get_node("Head/Title"), column.get_node("Head/Slots")
        self._line: LineEdit = column.get_node("Line")
        self._problem, self._more = column.get_node("Problem"), column.get_node("More")
        self._wanted, self._keys = column.get_node("Wanted"), column.get_node("Keys")
        self._rows = [self._made_row(column.get_node("Rows"), index) for index in range(ROWS)]
        self._style = StyleBoxFlat(bg_color=SELECTED)
        self._style.set_corner_radius_all(8)
        self._style.set_content_margin_all(5)
        self._pointing = Pointing(root, game, hud)
        self._version = -1
        self._first = self._fit = 0
        self._line.text_changed.connect(self._palette.write)

    @property
    def hovered(self) -> str:
        """Whose body is pointed at and would be taken."""
        return self._pointing.name

    def opens(self, event: InputEvent) -> bool:
        """Whether an event is the colon that opens the palette, on whichever key the keyboard has it."""
        return isinstance(event, InputEventKey) and event.pressed and not event.echo and event.unicode == ord(":")

    def show(self) -> None:
        """Follow the model; nothing is touched while nothing changed."""
        active = self._game.menus.top is Menu.PALETTE
        if active != self._root.visible:
            self._root.visible = active
            self._version = -1
            if active:
                self._line.grab_focus()
        self._pointing.show(self._panel if active else None)
        if active:
            if self._palette.version != self._version:
                self._version = self._palette.version
                self._fill()
                self._fit = FIT_FRAMES
            if self._fit:  # wrapped lines know their height only after they were laid out
                self._fit -= 1
                self._panel.size = Vector2(self._panel.size.x, 0)
            label = self._pointing.label
            self._keys.text = f"click: {label}" if label else KEYS

    def handle(self, event: InputEvent) -> bool:
        """An event while the palette is open; whether it was the palette's own."""
        if isinstance(event, InputEventMouseMotion):
            self._pointing.position = event.position
            return False
        if isinstance(event, InputEventMouseButton):
            return event.pressed and self._mouse(event)
        palette = self._palette
        button = event.button_index if isinstance(event, InputEventJoypadButton) and event.pressed else -1
        if event.is_action_pressed("ui_text_submit") or button == PAD_A:  # ui_accept has the space bar, too
            palette.enter()
        elif event.is_action_pressed("ui_cancel") or button == PAD_B:
            palette.back()
        elif event.is_action_pressed("ui_up", True):
            palette.move(-1)
        elif event.is_action_pressed("ui_down", True):
            palette.move(1)
        elif event.is_action_pressed("ui_focus_next"):
            palette.complete()
        elif isinstance(event, InputEventKey) and event.pressed and event.keycode == Key.KEY_BACKSPACE and not palette.text:
            if palette.command is not None:
                palette.back()
        else:
            return False
        return True

    def close(self) -> None:
        """Free the widgets."""
        self._pointing.close()
        self._root.get_parent().remove_child(self._root)
        self._root.queue_free()

    def _mouse(self, event: InputEventMouseButton) -> bool:
        if self._panel.get_global_rect().has_point(event.position):
            if event.button_index in (WHEEL_UP, WHEEL_DOWN):
                self._palette.move(1 if event.button_index == WHEEL_DOWN else -1)
                return True
            return False
        if event.button_index == LEFT:
            shown = self._pointing.at(event.position)
            if shown is not None:
                self._palette.point(shown)
        return True

    def _made_row(self, parent: Control, index: int) -> Control:
        row = ResourceLoader.load(ROW).instantiate()
        row.name = f"Row{index}"
        parent.add_child(row)
        row.gui_input.connect(lambda event: self._clicked(event, index))
        return row

    def _clicked(self, event: InputEvent, index: int) -> None:
        if isinstance(event, InputEventMouseButton) and event.pressed and event.button_index == LEFT:
            at = self._first + index
            if at < len(self._palette.rows):
                self._palette.choose(at)

    def _fill(self) -> None:
        palette = self._palette
        if self._line.text != palette.text:
            self._line.text = palette.text
            self._line.caret_column = len(palette.text)
        self._title.text = palette.title
        self._slots.text = "  ".join(f"{slot.name}={slot.text or '…'}" if not slot.current else f"[{slot.name}]" for slot in palette.slots)
        self._wanted.text = palette.wanted
        self._problem.text, self._problem.visible = palette.problem, bool(palette.problem)
        self._first = max(0, min(palette.selected - ROWS + 2, len(palette.rows) - ROWS)) if palette.selected >= 0 else 0
        for index, widget in enumerate(self._rows):
            at = self._first + index
            widget.visible = at < len(palette.rows)
            if not widget.visible:
                continue
            row = palette.rows[at]
            widget.get_node("Line/Text").text = row.text
            widget.get_node("Line/Hint").text = row.reason or row.hint
            key = widget.get_node("Line/Key")
            key.text, key.visible = row.key, bool(row.key)
            widget.modulate = DISABLED if row.reason else Color(1, 1, 1, 1)
            if at == palette.selected:
                widget.add_theme_stylebox_override("panel", self._style)
            else:
                widget.remove_theme_stylebox_override("panel")
        left = len(palette.rows) - self._first - ROWS
        self._more.text, self._more.visible = f"… {left} more", left > 0
