"""Residents on screen: one figure a resident, following its body."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

from godot import MeshInstance3D, Node3D, PackedScene, Vector3, Vector4
from godot.singletons import ResourceLoader

from littlefolk.agent.agent import Agent
from littlefolk.bodies.body import Vector
from littlefolk.game import Game
from littlefolk.panels.sight import head_towards
from littlefolk.panels.surroundings import Surroundings, light_on
from littlefolk.present.records import TurnStatus
from littlefolk.residents import Resident
from littlefolk.stage.names import Name

SCENES = {"gnome": "res://scenes/gnome/gnome.tscn"}
EASE = 8.0  # how fast gestures come and go, 1/s
TURN = 5.0  # how fast a head turns, 1/s
LIT = 4.0  # how fast light follows, 1/s
STRIDE = math.tau / 0.48  # radians of walk phase a metre: one turn is two steps
LOOK_AGAIN = 20  # frames between two looks at the light around one resident
SAME = 0.002  # smaller differences of a uniform are not written


@dataclass(frozen=True, slots=True)
class Moment:
    """What a frame tells every figure: the player's eyes, who is meant and who is in focus, the sun's direction, world time."""

    eyes: Vector
    meant: str
    focused: str
    sun: Vector
    now: float
    seconds: float


class Figures:
    """The nodes of all residents, by name."""

    def __init__(self, parent: Node3D) -> None:
        self._parent = parent
        self._scenes: dict[str, PackedScene] = {name: ResourceLoader.load(path) for name, path in SCENES.items()}
        self._figures: dict[str, Figure] = {}
        self._frame = 0

    def show(self, game: Game, meant: str, sun: Vector, said: Mapping[str, float], seconds: float) -> None:
        """Bring every figure up to date. `said` gives until when each speaker's mouth moves, in world time."""
        self._frame += 1
        moment = Moment(game.player.body.eyes, meant, game.focus.name, sun, game.seconds, seconds)
        for resident in game.roster:
            figure = self._figures.get(resident.name)
            if figure is None:
                node = self._scenes[resident.figure].instantiate()
                node.name = f"Resident {len(self._figures) + 1}"
                self._parent.add_child(node)
                figure = self._figures[resident.name] = Figure(node, len(self._figures), resident.name)
            if (self._frame + figure.number) % LOOK_AGAIN == 0 or not figure.seen_light:
                figure.look_around(game, resident, sun)
            figure.follow(resident, game.agents[resident.name], moment, game.seconds < said.get(resident.name, 0.0))

    def node_of(self, name: str) -> Node3D | None:
        """The node of a resident, or None."""
        figure = self._figures.get(name)
        return figure.node if figure else None

    def close(self) -> None:
        """Free every figure."""
        for figure in self._figures.values():
            figure.node.queue_free()
        self._figures.clear()


class Figure:
    """One resident's node and what its pose is at."""

    def __init__(self, node: Node3D, number: int, name: str) -> None:
        self.node, self.number = node, number
        self.seen_light = False
        self._name = Name(node, name)
        self._surfaces = [surface for path in ("Figure", "Shadow") if isinstance(surface := node.get_node(path), MeshInstance3D)]
        self._seed = (number * 0.618034) % 1.0
        self._phase = self._walk = self._talk = self._think = self._listen = self._work = 0.0
        self._head = (0.0, 0.0)
        self._light = self._wished_light = Surroundings(1.0, 1.0, 0.0)
        self._written: dict[str, tuple[float, ...]] = {}

    def look_around(self, game: Game, resident: Resident, sun: Vector) -> None:
        """Find out how much light reaches the resident."""
        self._wished_light = light_on(game.world, resident.body, sun)
        if not self.seen_light:
            self.seen_light, self._light = True, self._wished_light

    def follow(self, resident: Resident, agent: Agent, moment: Moment, talking: bool) -> None:
        """Stand where the body stands, and ease towards what the resident is doing."""
        body, seconds = resident.body, moment.seconds
        if self._changed("place", (*body.position, body.yaw)):
            self.node.position = Vector3(*body.position)
            self.node.rotation = Vector3(0.0, body.yaw, 0.0)
        speed = math.hypot(body.velocity[0], body.velocity[2])
        self._phase = (self._phase + speed * seconds * STRIDE) % math.tau
        focused = resident.name == moment.focused
        status = agent.turn.status if agent.turn is not None and agent.busy else None
        share = 1.0 - math.exp(-EASE * seconds)
        self._walk += (min(1.0, speed / 2.0) - self._walk) * share
        self._talk += (talking - self._talk) * share
        self._think += ((status is TurnStatus.THINKING) - self._think) * share
        self._work += ((status is TurnStatus.WORKING) - self._work) * share
        self._listen += ((focused and status is None) - self._listen) * share
        attention = None if status is TurnStatus.WORKING else head_towards(body, moment.eyes)
        wished = attention or (0.0, max(-0.6, min(0.6, body.pitch)))
        self._head = _eased(self._head, wished, 1.0 - math.exp(-TURN * seconds))
        share = 1.0 - math.exp(-LIT * seconds)
        self._light = Surroundings(*(a + (b - a) * share for a, b in zip(self._light, self._wished_light, strict=True)))
        self._set("pose", (self._phase, self._walk, self._talk, self._think))
        self._set("gesture", (self._listen, self._work, 0.0, 0.0))
        self._set("look", (*self._head, self._seed, 0.0))
        if self._changed("surroundings", self._light):
            self._surfaces[0].set_instance_shader_parameter("surroundings", Vector4(*self._light, 0.0))
        meant = resident.name == moment.meant or focused
        self._name.show(math.dist(body.eyes, moment.eyes), meant, hidden=bool(moment.focused))

    def _set(self, name: str, values: tuple[float, float, float, float]) -> None:
        if self._changed(name, values):
            for surface in self._surfaces:
                surface.set_instance_shader_parameter(name, Vector4(*values))

    def _changed(self, name: str, values: tuple[float, ...]) -> bool:
        before = self._written.get(name)
        if before is not None and all(abs(a - b) < SAME for a, b in zip(before, values, strict=True)):
            return False
        self._written[name] = values
        return True


def _eased(value: tuple[float, float], wished: tuple[float, float], share: float) -> tuple[float, float]:
    return (value[0] + (wished[0] - value[0]) * share, value[1] + (wished[1] - value[1]) * share)
