"""What the player is asked, on screen: the widgets of `scenes/hud/asking.tscn`, its keys, and the marks of what is proposed."""

from godot import Color, Control, InputEvent, LineEdit, MeshInstance3D, Node3D, Vector2
from godot.singletons import ResourceLoader

from littlefolk.game import Game
from littlefolk.panels.asking import AskingPanel, asking_of
from littlefolk.stage.hud import Hud
from littlefolk.stage.origin import ORIGIN

SCENE, TARGET = "res://scenes/hud/asking.tscn", "res://scenes/blocks/target.tscn"
TALLEST = 190.0  # pixels of the text; more is scrolled
PAGE = 150  # pixels
AMBER = Color(1.0, 0.78, 0.25, 1.0)


class AskingScreen:
    """Belongs to one game. Shows the oldest question of whom one talks to, or else the oldest of all."""

    def __init__(self, root: Node3D, game: Game, hud: Hud) -> None:
        self._root, self._game, self._hud = root, game, hud
        bottom = root.get_node("Hud/Frame/Bottom")
        self._panel: Control = ResourceLoader.load(SCENE).instantiate()
        bottom.add_child(self._panel)
        bottom.move_child(self._panel, bottom.get_node("Prompt").get_index())
        self._hint = bottom.get_node("Prompt/Column/Hint")
        column = self._panel.get_node("Row/Column")
        self._title, self._problem = column.get_node("Title"), column.get_node("Problem")
        self._scroll, self._text = column.get_node("Scroll"), column.get_node("Scroll/Text")
        self._more = column.get_node("More")
        self._completions, self._keys = column.get_node("Completions"), column.get_node("Keys")
        self._shown: AskingPanel | None = None
        self._marks: dict[int, MeshInstance3D] = {}

    def show(self) -> None:
        """Follow what is asked; nothing is touched while nothing changed."""
        self._show_marks()
        game = self._game
        parked = None if game.menus.active else game.deciding.shown
        panel = None if parked is None else asking_of(parked, self._line.text, game.focus.name, game.context, game.keys)
        if panel is not None:  # wrapped text knows its height only after it was laid out
            whole = self._text.get_minimum_size().y
            height = min(TALLEST, whole)
            if self._scroll.custom_minimum_size.y != height:
                self._scroll.custom_minimum_size = Vector2(0, height)
            self._more.visible = whole > TALLEST
        if panel == self._shown:
            return
        before, self._shown = self._shown, panel
        self._panel.visible = panel is not None
        self._hint.visible = panel is None or not panel.listens
        if panel is None:
            return
        if before is None or before.number != panel.number:
            self._scroll.scroll_vertical = 0
        self._title.text, self._text.text, self._keys.text = panel.title, panel.text, panel.keys
        self._text.theme_type_variation = "Mono" if panel.exact else ""
        self._problem.text, self._problem.visible = panel.problem, bool(panel.problem)
        self._completions.text, self._completions.visible = "Tab  " + "  ".join(panel.completions), bool(panel.completions)

    def handle(self, event: InputEvent) -> bool:
        """An event while no menu lies over the game; whether it was an answer to what is shown."""
        panel, game = self._shown, self._game
        if panel is None:
            return False
        if event.is_action_pressed("approve", False, True):
            game.submit("approve", number=panel.number)
        elif event.is_action_pressed("deny", False, True):
            game.submit("deny", number=panel.number)
        elif not game.focus.active and event.is_action_pressed("attend", False, True):
            game.submit("attend")
        elif panel.listens and event.is_action_pressed("ui_text_submit"):
            text = self._hud.asked()
            if text:
                game.submit("answer", text=text)
        elif panel.listens and panel.completions and event.is_action_pressed("ui_focus_next"):
            self._line.text = panel.completions[0]
            self._line.caret_column = len(panel.completions[0])
        elif event.is_action_pressed("ui_page_down", True):
            self._scroll.scroll_vertical += PAGE
        elif event.is_action_pressed("ui_page_up", True):
            self._scroll.scroll_vertical -= PAGE
        else:
            return False
        return True

    def close(self) -> None:
        """Free the widgets and the marks."""
        self._hint.visible = True
        self._panel.get_parent().remove_child(self._panel)
        self._panel.queue_free()
        for mark in self._marks.values():
            mark.queue_free()
        self._marks.clear()

    @property
    def _line(self) -> LineEdit:
        return self._hud.line

    def _show_marks(self) -> None:
        """A mark at the cell of each proposal, for as long as it is one."""
        previews = self._game.deciding.previews
        for number in self._marks.keys() - previews.keys():
            self._marks.pop(number).queue_free()
        for number in previews.keys() - self._marks.keys():
            mark: MeshInstance3D = ResourceLoader.load(TARGET).instantiate()
            material = mark.material_override.duplicate()
            material.set_shader_parameter("colour", AMBER)
            mark.material_override = material
            self._root.add_child(mark)
            x, y, z = previews[number]
            mark.position = ORIGIN.place(x + 0.5, y + 0.5, z + 0.5)
            self._marks[number] = mark
