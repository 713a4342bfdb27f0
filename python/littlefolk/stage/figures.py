"""Residents on screen: one figure a resident, following its body."""

import math

from godot import MeshInstance3D, Node3D, PackedScene, Vector3, Vector4
from godot.singletons import ResourceLoader

from littlefolk.agent.agent import Agent
from littlefolk.present.records import TurnStatus
from littlefolk.residents import Resident, Roster

SCENES = {"gnome": "res://scenes/gnome/gnome.tscn"}
EASE = 8.0  # how fast gestures come and go, 1/s
TALK_SECONDS = 0.07  # of talking for each sign said
STRIDE = math.tau / 0.48  # radians of walk phase a metre: one turn is two steps


class Figures:
    """The nodes of all residents, by name."""

    def __init__(self, parent: Node3D) -> None:
        self._parent = parent
        self._scenes: dict[str, PackedScene] = {name: ResourceLoader.load(path) for name, path in SCENES.items()}
        self._figures: dict[str, Figure] = {}

    def show(self, roster: Roster, agents: dict[str, Agent], focused: str, said: dict[str, float], now: float, seconds: float) -> None:
        """Bring every figure up to date. `said` gives until when each speaker's mouth moves, in world time."""
        for resident in roster:
            figure = self._figures.get(resident.name)
            if figure is None:
                node = self._scenes[resident.figure].instantiate()
                node.name = f"Resident {len(self._figures) + 1}"
                self._parent.add_child(node)
                figure = self._figures[resident.name] = Figure(node, len(self._figures))
            figure.follow(resident, agents[resident.name], resident.name == focused, now < said.get(resident.name, 0.0), seconds)

    def node_of(self, name: str) -> Node3D | None:
        """The node of a resident, or None."""
        figure = self._figures.get(name)
        return figure.node if figure else None


class Figure:
    """One resident's node and what its pose is at."""

    def __init__(self, node: Node3D, number: int) -> None:
        self.node = node
        self._surfaces = [node.get_node(path) for path in ("Figure", "Shadow")]
        self._seed = (number * 0.618034) % 1.0
        self._phase = self._walk = self._talk = self._think = self._listen = self._work = 0.0

    def follow(self, resident: Resident, agent: Agent, focused: bool, talking: bool, seconds: float) -> None:
        """Stand where the body stands, and ease towards what the resident is doing."""
        body = resident.body
        self.node.position = Vector3(*body.position)
        self.node.rotation = Vector3(0.0, body.yaw, 0.0)
        speed = math.hypot(body.velocity[0], body.velocity[2])
        self._phase = (self._phase + speed * seconds * STRIDE) % math.tau
        status = agent.turn.status if agent.turn is not None and agent.busy else None
        share = 1.0 - math.exp(-EASE * seconds)
        self._walk += (min(1.0, speed / 2.0) - self._walk) * share
        self._talk += (talking - self._talk) * share
        self._think += ((status is TurnStatus.THINKING) - self._think) * share
        self._work += ((status is TurnStatus.WORKING) - self._work) * share
        self._listen += ((focused and status is None) - self._listen) * share
        self._set("pose", Vector4(self._phase, self._walk, self._talk, self._think))
        self._set("gesture", Vector4(self._listen, self._work, 0.0, 0.0))
        self._set("look", Vector4(0.0, max(-0.6, min(0.6, body.pitch)), self._seed, 0.0))

    def _set(self, name: str, value: Vector4) -> None:
        for surface in self._surfaces:
            if isinstance(surface, MeshInstance3D):
                surface.set_instance_shader_parameter(name, value)
