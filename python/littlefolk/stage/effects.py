"""What one sees of digging and placing: the outline of the block looked at, cracks, chips, and a flash where a block was placed."""

import math
from collections.abc import Iterator

from godot import CPUParticles3D, MeshInstance3D, Node3D, Texture2DArray, Vector2, Vector3
from godot.singletons import ResourceLoader

from littlefolk.game import Game
from littlefolk.panels.surroundings import light_at
from littlefolk.stage.origin import ORIGIN
from littlefolk.stage.sounds.speakers import Speakers
from littlefolk.world.cells import Cell, Direction
from littlefolk.world.kinds import AIR, KINDS
from littlefolk.world.transactions import Commit

TARGET, CHIPS = "res://scenes/blocks/target.tscn", "res://scenes/blocks/chips.tscn"
SHARERS = 6  # clouds of chips at once
FEW, MANY = 6, 18  # chips of a placed and of a broken block
NEAR = 28.0  # metres: what happens further away is neither seen nor heard
AT_ONCE = 4  # changes of one transaction that are shown
FLASH = 3.6  # 1/s
KNOCK = 0.24  # seconds between two blows while a block is dug
TOP = 2  # face of a block that chips are cut from


class Effects:
    """Belongs to one game: hears of its commits, and frees its nodes when it is closed."""

    def __init__(self, parent: Node3D, game: Game, tiles: Texture2DArray, speakers: Speakers) -> None:
        self._game, self._speakers = game, speakers
        self.still = False  # reduced motion: no chips and no flash
        self._target: MeshInstance3D = ResourceLoader.load(TARGET).instantiate()
        self._placed: MeshInstance3D = ResourceLoader.load(TARGET).instantiate()
        self._placed.set_instance_shader_parameter("outline", 0.0)
        scene = ResourceLoader.load(CHIPS)
        self._chips: list[CPUParticles3D] = [scene.instantiate() for _ in range(SHARERS)]
        for chips in self._chips:
            chips.material_override.set_shader_parameter("tiles", tiles)
        for node in self._nodes():
            parent.add_child(node)
        self._target.visible = self._placed.visible = False
        self._turn = 0
        self._cell: Cell | None = None
        self._moves = 0
        self._progress = self._flash = self._knock = 0.0
        self._deaf = game.world.listen(self._on_commit)

    def show(self, seconds: float) -> None:
        """Bring the outline, the cracks and the flash up to date."""
        player = self._game.player
        cell = player.aim.cell if player.aim is not None else None
        if cell != self._cell or ORIGIN.moves != self._moves:
            self._cell, self._moves = cell, ORIGIN.moves
            self._target.visible = cell is not None
            if cell is not None:
                self._target.position = _centre(cell)
        progress = player.digging.progress
        if progress != self._progress:
            self._progress = progress
            self._target.set_instance_shader_parameter("progress", progress)
        self._knock_on(seconds)
        if self._flash > 0.0:
            self._flash = max(0.0, self._flash - FLASH * seconds)
            self._placed.visible = self._flash > 0.0
            self._placed.set_instance_shader_parameter("flash", self._flash)

    def close(self) -> None:
        """Hear of nothing more, and free what was drawn."""
        self._deaf()
        for node in self._nodes():
            node.queue_free()

    def _nodes(self) -> Iterator[Node3D]:
        yield from (self._target, self._placed, *self._chips)

    def _knock_on(self, seconds: float) -> None:
        digging = self._game.player.digging
        self._knock = max(0.0, self._knock - seconds)
        if digging.cell is None or digging.progress <= 0.0 or self._knock > 0.0:
            return
        kind = self._game.world.read(digging.cell).kind
        if kind is not None and kind is not AIR:
            self._knock = KNOCK
            self._speakers.at(_point(digging.cell), kind.sound, "dig")

    def _on_commit(self, commit: Commit) -> None:
        eyes = self._game.player.body.eyes
        near = [change for change in commit.applied if math.dist(_point(change.cell), eyes) < NEAR]
        for change in near[:AT_ONCE]:
            broken = change.after == AIR.name
            kind = KINDS[change.before if broken else change.after]
            if kind.liquid:
                self._speakers.splash(_point(change.cell))
            else:
                self._speakers.at(_point(change.cell), kind.sound, "break" if broken else "place")
            if not self.still and kind is not AIR:
                self._throw(change.cell, kind.tiles[TOP], MANY if broken else FEW)
        if near and not self.still and near[0].after != AIR.name:
            self._flash = 1.0
            self._placed.position = _centre(near[0].cell)

    def _throw(self, cell: Cell, tile: str, amount: int) -> None:
        chips = self._chips[self._turn]
        self._turn = (self._turn + 1) % SHARERS
        chips.position = _centre(cell)
        chips.amount = amount
        chips.set_instance_shader_parameter("layer", float(KINDS.tiles.index(tile)))
        chips.set_instance_shader_parameter("brightness", Vector2(*light_at(self._game.world, cell.step(Direction.UP))))
        chips.restart()
        chips.emitting = True


def _centre(cell: Cell) -> Vector3:
    return ORIGIN.place(*_point(cell))


def _point(cell: Cell) -> tuple[float, float, float]:
    return (cell.x + 0.5, cell.y + 0.5, cell.z + 0.5)
