"""Classes of ours in ClassDB: virtuals, properties, signals, methods, and GDScript's view of them."""

from __future__ import annotations

import pytest
from classes_creatures import Boss, Creature
from godot import Control, Node, PackedFloat32Array, Resource, Vector2, Vector3, Vector3i, export
from godot.singletons import ClassDB
from godot.testing import expect_errors


class Box(Control):
    def _get_minimum_size(self):
        return Vector2(30, 40)

    def _has_point(self, point):
        return point.x > 5

    def _make_custom_tooltip(self, text):
        return None


class Listener(Node):
    def __init__(self):
        self.heard = []

    def _notification(self, what):
        self.heard.append(what)


def test_the_class_is_known_to_the_engine():
    assert ClassDB.class_exists("Creature")
    assert ClassDB.get_parent_class("Boss") == "Creature"
    assert ClassDB.class_has_signal("Creature", "arrived")
    assert ClassDB.class_has_method("Creature", "add")
    assert ClassDB.class_get_integer_constant("Creature", "ANGRY") == 4
    hints = {
        entry["name"]: (entry["type"], entry["hint"], entry["hint_string"]) for entry in ClassDB.class_get_property_list("Creature", True)
    }
    assert hints["speed"] == (3, 1, "0,10,0.1")
    assert hints["title"] == (4, 18, "")
    assert hints["mood"] == (2, 2, "Calm:0,Angry:4")
    assert hints["steps"] == (28, 23, "2/0:")
    assert hints["item"] == (24, 17, "Resource")
    assert hints["goal"][0] == 9


def test_virtuals_are_called_with_their_types(spawn, wait_frames, tree):
    creature = spawn(Boss())
    assert creature.log == ["enter", "ready", "boss"]
    wait_frames(2)
    assert ("process", float) in creature.log
    tree.root.remove_child(creature)
    assert creature.log[-1] == "exit"
    creature.free()


def test_virtuals_return_values(spawn):
    box = spawn(Box())
    assert box.get_combined_minimum_size() == Vector2(30, 40)


def test_a_virtual_that_returns_nonsense_is_told_and_survived(spawn):
    class Broken(Control):
        def _get_minimum_size(self):
            return "big"

    with expect_errors(match=r"_get_minimum_size\(\) must be Vector2, not str"):
        broken = spawn(Broken())
        assert broken.get_combined_minimum_size() == Vector2()


def test_notifications_arrive(spawn):
    listener = spawn(Listener())
    assert Node.NOTIFICATION_READY in listener.heard
    assert 0 not in listener.heard


def test_properties_from_both_sides():
    creature = Creature()
    assert creature.get("speed") == pytest.approx(4.2)
    creature.set("speed", 7)
    assert creature.speed == 7
    creature.goal = Vector3(9, 9, 9)
    assert creature.get("goal") == Vector3(9, 9, 9)
    creature.steps.append(3)
    assert creature.get("steps") == [3]
    assert Creature.steps.default == []
    creature.free()


@pytest.mark.keeps_objects  # Godot itself keeps a GDScript made from source text
def test_signals_in_both_directions(gdscript):
    creature = Creature()
    heard = []
    creature.arrived.connect(lambda cell, by: heard.append((cell, by)))
    creature.arrived.emit(Vector3i(1, 2, 3), creature)
    assert heard == [(Vector3i(1, 2, 3), creature)]
    scripted = gdscript("extends Node\nsignal done(x)\nvar got = []\nfunc hear(cell, by): got.append(cell)\nfunc go(): done.emit(7)\n")
    from godot import Callable, Signal

    creature.arrived.connect(Callable(scripted, "hear"))
    creature.arrived.emit(Vector3i(4, 5, 6), creature)
    assert scripted.get("got") == [Vector3i(4, 5, 6)]
    numbers = []
    Signal(scripted, "done").connect(numbers.append)
    scripted.call("go")
    assert numbers == [7]
    creature.free()


@pytest.mark.keeps_objects
def test_gdscript_sees_a_class_like_any_other(gdscript):
    script = gdscript(
        """extends Node
func typed() -> Array:
    var c: Creature = Creature.new()
    c.speed = 2.5
    var out = [c.add(2), c.add(2, 3), c.echo("hi"), c.many(1, 2, 3), c.scaled(2), c.speed, c is Node3D, Creature.ANGRY]
    c.free()
    return out
func untyped(c):
    return [c.add(1), c.echo([1, {"a": 2}]), c.scaled(0.5)]
"""
    )
    assert script.call("typed") == [7, 5, "hi", [1, 2, 3], Vector3(2, 4, 6), 2.5, True, 4]
    creature = Creature()
    assert script.call("untyped", creature) == [6, [1, {"a": 2}], Vector3(0.5, 1, 1.5)]
    creature.free()


def test_wrong_calls_from_the_engine_are_errors_there():
    creature = Creature()
    with pytest.raises(TypeError, match="too few"):
        creature.call("add")
    with pytest.raises(TypeError, match="too many"):
        creature.call("add", 1, 2, 3)
    with pytest.raises(AttributeError, match="no such method"):
        creature.call("fly")
    creature.free()


def test_class_mistakes_are_explained():
    with pytest.raises(TypeError, match="class_name"):

        class Creature(Node):
            pass

    with pytest.raises(TypeError, match="the default 'x' is str"):

        class WrongDefault(Node):
            speed: float = export("x")

    with pytest.raises(TypeError, match="unknown options"):

        class WrongOption(Node, tol=True):
            pass


def test_a_class_under_another_name():
    class Inner(Node, class_name="TestsOuterName"):
        pass

    assert ClassDB.class_exists("TestsOuterName")
    assert not ClassDB.class_exists("Inner")
    node = Inner()
    assert node.get_class() == "TestsOuterName"
    assert node.is_class("Node")
    node.free()


def test_packed_property():
    class Curve1(Resource):
        points: PackedFloat32Array = export(PackedFloat32Array([1.0]))

    first, second = Curve1(), Curve1()
    first.points.append(2.0)
    assert first.get("points") == [1.0, 2.0]
    assert second.get("points") == [1.0]
