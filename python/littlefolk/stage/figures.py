"""Residents on screen: one figure a resident, following its body."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from godot import Node3D, PackedScene
from godot.singletons import ResourceLoader

from littlefolk.bodies.body import Vector
from littlefolk.game import Game
from littlefolk.panels.naming import Tag, hidden
from littlefolk.residents import Resident
from littlefolk.stage.figure import Moment, StagedFigure

ABOVE = 0.2  # metres from the top of a body to its name
LOOK_AGAIN = 20  # frames between two looks at the light around one resident


@dataclass(frozen=True, slots=True)
class Build:
    """How a kind of figure is drawn: its scene, and the metres that one turn of its stride (two steps) covers."""

    scene: str
    stride: float


BUILDS: Mapping[str, Build] = MappingProxyType(
    {
        "gnome": Build("res://scenes/gnome/gnome.tscn", 0.48),
        "cat": Build("res://scenes/cat/cat.tscn", 0.42),
    }
)


class Figures:
    """The nodes of all residents. Those of dismissed ones are freed."""

    def __init__(self, parent: Node3D) -> None:
        self._parent = parent
        self._scenes: dict[str, PackedScene] = {name: ResourceLoader.load(build.scene) for name, build in BUILDS.items()}
        self._figures: dict[Resident, StagedFigure] = {}
        self._made = self._frame = 0

    def show(self, game: Game, meant: str, sun: Vector, said: Mapping[str, float], seconds: float, *, named: bool = True) -> None:
        """Bring every figure up to date. `said` gives until when each speaker's mouth moves, in world time; `named`: names are shown."""
        self._frame += 1
        now = game.seconds
        residents, eyes, named = tuple(game.roster), game.player.body.eyes, named and not game.focus.active
        covered = hidden((_tag(resident, meant) for resident in residents), eyes) if named else frozenset()
        moment = Moment(eyes, meant, game.focus.name, _voice(game, said), now, seconds, self._frame, named, covered)
        for resident in residents:
            figure = self._figures.get(resident) or self._make(resident)
            if (self._frame + figure.number) % LOOK_AGAIN == 0 or not figure.seen_light:
                figure.look_around(game.world, sun)
            agent = game.agents.get(resident.name)
            figure.follow(agent, moment, talking=now < said.get(resident.name, 0.0))
        if len(self._figures) > len(residents):
            for resident in self._figures.keys() - set(residents):
                self._figures.pop(resident).node.queue_free()

    def node_of(self, name: str) -> Node3D | None:
        """The node of a resident, or None."""
        for resident, figure in self._figures.items():
            if resident.name == name:
                return figure.node
        return None

    def close(self) -> None:
        """Free every figure."""
        for figure in self._figures.values():
            figure.node.queue_free()
        self._figures.clear()

    def _make(self, resident: Resident) -> StagedFigure:
        self._made += 1
        node = self._scenes[resident.figure].instantiate()
        node.name = f"Resident {self._made}"
        self._parent.add_child(node)
        figure = self._figures[resident] = StagedFigure(node, resident, self._made - 1, BUILDS[resident.figure].stride)
        return figure


def _tag(resident: Resident, meant: str) -> Tag:
    x, y, z = resident.body.position
    return Tag(resident.name, (x, y + resident.body.height + ABOVE, z), resident.name == meant)


def _voice(game: Game, said: Mapping[str, float]) -> tuple[str, Vector] | None:
    """Who speaks at the moment, and from where: a body's eyes, where the speaker has one."""
    last = game.chat.last
    if last is None or game.seconds >= said.get(last.speaker, 0.0):
        return None
    body = game.bodies.get(last.speaker)
    return last.speaker, body.eyes if body is not None else last.position
