"""The inventory: every kind that can be placed, searched, chosen with a click or Enter."""

from collections.abc import Callable

from godot import Button, Control, HFlowContainer, InputEvent, Label, Vector2

from littlefolk.game import Game
from littlefolk.panels.hotbar import SLOTS
from littlefolk.panels.inventory import groups_of, title_of
from littlefolk.stage.icons import Icons
from littlefolk.stage.menus.widgets import button, clear, focused_within

TILE = Vector2(94, 80)


class InventoryScreen:
    """Shown while the inventory is the topmost menu of a game."""

    def __init__(self, root: Control, icons: Icons, click: Callable[[], None]) -> None:
        self._root, self._icons, self._click = root, icons, click
        self._search = root.get_node("Panel/Column/Head/Search")
        self._groups = root.get_node("Panel/Column/Scroll/Groups")
        self._hint = root.get_node("Panel/Column/Hint")
        self._tiles: list[tuple[str, Button]] = []
        self._game: Game | None = None
        self._search.text_changed.connect(lambda text: self._fill(text))
        self._search.text_submitted.connect(lambda _text: self._choose_first())

    def show(self, game: Game | None) -> None:
        """Open for a game, or close for None. Only a change does anything."""
        if game is self._game:
            return
        self._game = game
        self._root.visible = game is not None
        if game is None:
            clear(self._groups)
            self._tiles = []
            return
        self._search.text = ""
        self._fill("")
        self._search.grab_focus()

    def handle(self, event: InputEvent) -> bool:
        """A pressed key or button while it is open; whether it was the inventory's own."""
        game = self._game
        if game is None:
            return False
        focus = focused_within(self._root)
        if event.is_action_pressed("ui_cancel") or (focus is not self._search and event.is_action_pressed("open_inventory", False, True)):
            game.submit("go_back")
            return True
        if focus is self._search and event.is_action_pressed("ui_down") and self._tiles:
            self._tiles[0][1].grab_focus()
            return True
        for number in range(SLOTS):
            if event.is_action_pressed(f"slot_{(number + 1) % SLOTS}"):
                game.submit("select_slot", slot=number)
                return True
        return False

    def _fill(self, search: str) -> None:
        clear(self._groups)
        self._tiles = []
        for group in groups_of(search):
            self._groups.add_child(Label(text=group.title, theme_type_variation="Quiet"))
            row = HFlowContainer()
            self._groups.add_child(row)
            for kind in group.kinds:
                row.add_child(self._tile(kind.name))
        self._hint.text = "Click or Enter takes a block into the hand · 1 … 0 choose the slot · Esc closes"
        if not self._tiles:
            self._hint.text = "No block is called so. Fewer letters find more."

    def _tile(self, kind: str) -> Button:
        made = button(title_of(kind), f"Block_{kind}")
        made.theme_type_variation = "Tile"
        made.custom_minimum_size = TILE
        made.icon = self._icons.of(kind)
        made.icon_alignment, made.vertical_icon_alignment = 1, 0  # centred, above the name
        made.clip_text = True
        made.tooltip_text = title_of(kind)
        made.pressed.connect(lambda: self._choose(kind))
        self._tiles.append((kind, made))
        return made

    def _choose_first(self) -> None:
        if self._tiles:
            self._choose(self._tiles[0][0])

    def _choose(self, kind: str) -> None:
        if self._game is not None:
            self._click()
            self._game.submit("put_in_slot", kind=kind)
            self._game.submit("go_back")
