"""Pointing with the mouse while the palette is open: what lies under it, and what lights up because it would be taken."""

from godot import Color, Control, MeshInstance3D, Node3D, Vector2
from godot.singletons import ResourceLoader

from littlefolk.game import Game
from littlefolk.panels.pointed import Pointed, pointed_along
from littlefolk.present.translating import stands_for
from littlefolk.stage.hud import Hud
from littlefolk.stage.origin import ORIGIN
from littlefolk.world.cells import Cell

TARGET = "res://scenes/blocks/target.tscn"
REACH = 64.0  # metres
AMBER = Color(1.0, 0.78, 0.25, 1.0)
BRIGHT, DIM, PLAIN = Color(1.15, 1.1, 0.95, 1.0), Color(1, 1, 1, 0.45), Color(1, 1, 1, 1)


class Pointing:
    """Marks the cell that a click would take, and the cards that a prompt would take. `label` says what a click takes."""

    def __init__(self, root: Node3D, game: Game, hud: Hud) -> None:
        self._root, self._game, self._hud = root, game, hud
        self._camera = root.get_node("Camera3D")
        self._mark: MeshInstance3D = ResourceLoader.load(TARGET).instantiate()
        material = self._mark.material_override.duplicate()
        material.set_shader_parameter("colour", AMBER)
        self._mark.material_override = material
        self._mark.visible = False
        root.add_child(self._mark)
        self._lit = False
        self.position = Vector2(-1, -1)
        """Where the mouse was last, in the viewport."""
        self.label = self.name = ""

    def at(self, position: Vector2) -> object | None:
        """What is shown at a position of the viewport: a card's value, a block, somebody; or None."""
        for card, widget in self._hud.cards:
            if card.value is not None and widget.get_global_rect().has_point(position):
                return card.value
        origin, normal = self._camera.project_ray_origin(position), self._camera.project_ray_normal(position)
        bodies = [(resident.name, resident.body) for resident in self._game.roster]
        return pointed_along(self._game.world, bodies, ORIGIN.world(origin), tuple(normal), REACH)

    def show(self, panel: Control | None) -> None:
        """Mark what the mouse is over, outside of the palette's panel; nothing for None."""
        self.label = self.name = ""
        self._mark.visible = False
        if panel is None:
            if self._lit:
                self._light(False)
            return
        palette = self._game.palette
        argument = palette.argument
        self._light(argument is not None)
        position = self.position
        if argument is None or panel.get_global_rect().has_point(position):
            return
        shown = self.at(position)
        value = None if shown is None else stands_for(shown, argument.type, self._game.context)
        if value is None:
            return
        self.label = argument.type.unparse(value)
        if isinstance(shown, Pointed):
            self.label = f"{self.label} ({shown.label})" if self.label != shown.label else self.label
            self.name = shown.name
        if isinstance(value, Cell):
            self._mark.visible = True
            self._mark.position = ORIGIN.place(value.x + 0.5, value.y + 0.5, value.z + 0.5)

    def close(self) -> None:
        """Free the mark."""
        self._mark.queue_free()

    def _light(self, lit: bool) -> None:
        """While an argument is prompted for, the cards that it would take are bright and the others dim."""
        self._lit = lit
        for card, widget in self._hud.cards:
            wanted = PLAIN if not lit else BRIGHT if card.value is not None and self._game.palette.takes(card.value) else DIM
            if widget.modulate != wanted:
                widget.modulate = wanted
