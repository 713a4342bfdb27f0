"""Classes of the tests of properties, known to the engine from the start so that it can make them itself."""

from __future__ import annotations

import enum

from godot import Node, Node3D, Resource, Vector2, export

TYPE_STRING, USAGE_STORAGE = 4, 2


class Hinted(Node):
    class Colour(enum.IntEnum):
        RED = 1
        BLUE = 5

    MOST = 12
    lowercase = 3
    _PRIVATE = 4

    first: int = export(1, group="Body", subgroup="Arms")
    second: int = export(2, subgroup="Legs")
    third: int = export(3, group="")
    names: list[str] = export(["a"])
    nodes: list[Node3D] = export([])
    pictures: list[Resource] = export([])
    colours: list[Colour] = export([])
    table: dict[str, int] = export({"x": 1})
    nested: list[list[int]] = export([[1]])
    anything: list = export([1, "x"])
    path: str = export("", file="*.png")
    bits: int = export(0, flags=["Fire", "Water"])


class Dynamic(Node):
    """Keeps properties in a dict, as an inspector plugin would."""

    base: int = export(1)

    def __init__(self):
        self.values = {"size": 3}
        self.seen = []

    def _get_property_list(self):
        return [
            {"name": "size", "type": int, "hint": 1, "hint_string": "0,10"},
            {"name": "corner", "type": Vector2},
            {"name": "picture", "type": Resource},
            {"name": "label", "type": TYPE_STRING, "usage": USAGE_STORAGE},
        ]

    def _get(self, name):
        self.seen.append(name)
        return self.values.get(name)

    def _set(self, name, value):
        if name in ("size", "corner", "label"):
            self.values[name] = value
            return True
        return False

    def _property_can_revert(self, name):
        return name == "size"

    def _property_get_revert(self, name):
        return 3 if name == "size" else None

    def _validate_property(self, described):
        if described["name"] == "base":
            described["hint"], described["hint_string"] = 1, "1,5"


class InheritsDynamic(Dynamic):
    def _get(self, name):
        return "own" if name == "mine" else super()._get(name)


class BrokenDynamic(Node):
    def _get_property_list(self):
        return ["nonsense"]

    def _get(self, name):
        raise KeyError("in _get")

    def _set(self, name, value):
        raise KeyError("in _set")

    def _property_can_revert(self, name):
        raise KeyError("in can_revert")

    def _property_get_revert(self, name):
        raise KeyError("in get_revert")

    def _validate_property(self, described):
        del described["hint"]
