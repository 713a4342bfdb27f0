"""The pause menu: resume, settings, leave to the title, quit."""

from collections.abc import Callable

from godot import Control, InputEvent

from littlefolk.game import Game
from littlefolk.stage.menus.widgets import both


class PauseScreen:
    """Shown while the pause menu is the topmost menu of a game."""

    def __init__(self, root: Control, click: Callable[[], None], leave: Callable[[], None], quit_game: Callable[[], None]) -> None:
        self._root = root
        self._game: Game | None = None
        column = root.get_node("Centre/Panel/Column")
        self._world = column.get_node("World")
        self._first = column.get_node("Resume")
        does = {
            "Resume": lambda: self._submit("resume"),
            "ToSettings": lambda: self._submit("open_settings"),
            "Leave": leave,
            "Quit": quit_game,
        }
        for name, act in does.items():
            column.get_node(name).pressed.connect(both(click, act))

    def show(self, game: Game | None) -> None:
        """Open for a game, or close for None. Only a change does anything."""
        if game is self._game:
            return
        self._game = game
        self._root.visible = game is not None
        if game is not None:
            self._world.text = f"{game.world.name} · seed {game.world.seed}"
            self._first.grab_focus()

    def handle(self, event: InputEvent) -> bool:
        """A pressed key or button while it is open; whether it was the menu's own."""
        if event.is_action_pressed("ui_cancel") or event.is_action_pressed("free_pointer"):
            self._submit("resume")
            return True
        return False

    def _submit(self, command: str) -> None:
        if self._game is not None:
            self._game.submit(command)
