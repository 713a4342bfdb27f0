"""The ways of all that walk, drawn on request: a dot a cell, brighter towards the end."""

from godot import Basis, Color, MultiMeshInstance3D, Node3D, Transform3D, Vector3
from godot.singletons import ResourceLoader

from littlefolk.game import Game
from littlefolk.panels.paths import Dot, dots_of
from littlefolk.stage.origin import ORIGIN

SCENE = "res://scenes/paths/dots.tscn"
NEAR, END = Color(0.75, 0.9, 1.0, 0.75), Color(1.0, 0.78, 0.3, 1.0)
LAST = 1.7  # times larger is the dot at the end


class Paths:
    """Belongs to one game; draws nothing until `show_path` was called."""

    def __init__(self, parent: Node3D, game: Game) -> None:
        self._game = game
        self._node: MultiMeshInstance3D = ResourceLoader.load(SCENE).instantiate()
        self._node.multimesh = self._node.multimesh.duplicate()
        self._drawn: tuple[Dot, ...] = ()
        self._moves = 0
        self._node.visible = False
        parent.add_child(self._node)

    def show(self) -> None:
        """Bring the dots up to date."""
        actions = self._game.actions
        dots = dots_of(self._game.world, actions.running()) if actions.shown else ()
        if (dots, ORIGIN.moves) == (self._drawn, self._moves):
            return
        self._drawn, self._moves = dots, ORIGIN.moves
        self._node.visible = bool(dots)
        mesh = self._node.multimesh
        mesh.instance_count = len(dots)
        for number, (x, y, z, share) in enumerate(dots):
            size = LAST if share == 1.0 else 1.0
            mesh.set_instance_transform(number, Transform3D(Basis.from_scale(Vector3(size, size, size)), ORIGIN.place(x, y, z)))
            mesh.set_instance_color(number, NEAR.lerp(END, share))

    def close(self) -> None:
        """Free what was drawn."""
        self._node.queue_free()
