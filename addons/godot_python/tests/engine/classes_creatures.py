"""Classes which the GDScript of the tests names: they must be registered before the engine's scripts start."""

from __future__ import annotations

import enum

from godot import Node, Node3D, Resource, Vector3, Vector3i, export, signal


class Creature(Node3D):
    """A creature of the tests.

    It walks and tells of it.
    """

    class Mood(enum.IntEnum):
        CALM = 0
        ANGRY = 4

    speed: float = export(4.2, range=(0, 10, 0.1))
    title: str = export("nobody", multiline=True)
    mood: int = export(0, enum=Mood)
    steps: list[int] = export([])
    item: Resource = export(None)
    goal: Vector3 = export(Vector3(1, 2, 3), group="Walking")
    arrived = signal(cell=Vector3i, by=Node)

    def __init__(self):
        self.log = []

    def _enter_tree(self):
        self.log.append("enter")

    def _ready(self):
        self.log.append("ready")

    def _process(self, delta):
        self.log.append(("process", type(delta)))

    def _exit_tree(self):
        self.log.append("exit")

    def add(self, a: int, b: int = 5) -> int:
        """Adds."""
        return a + b

    def echo(self, value):
        return value

    def many(self, *values):
        return list(values)

    def scaled(self, by: float) -> Vector3:
        return self.goal * by


class Boss(Creature):
    def _ready(self):
        super()._ready()
        self.log.append("boss")


class Item(Resource):
    """A resource that tells when its Python object goes."""

    power: int = export(5)
    deaths: list[int] = []  # noqa: RUF012

    def __del__(self):
        self.deaths.append(self.power)
