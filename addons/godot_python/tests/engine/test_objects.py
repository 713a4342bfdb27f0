"""One Python object per engine object, and what happens when either goes."""

from __future__ import annotations

import gc
import weakref

import _godot
import godot
import pytest
from classes_creatures import Item
from godot import FreedObjectError, Node, Node3D, Resource


class Kept(Node3D):
    """A class of ours whose attributes must live as long as its engine object."""


def test_the_engine_gives_back_the_same_object(spawn):
    parent = spawn(Node())
    child = Node(name="Child")
    parent.add_child(child)
    assert parent.get_node("Child") is child
    assert parent.get_child(0) is child
    assert child.get_parent() is parent
    assert parent.get_children() == [child]
    assert godot.instance_from_id(child.get_instance_id()) is child


def test_a_class_of_ours_keeps_its_attributes_while_the_engine_holds_it(spawn):
    parent = spawn(Node())
    kept = Kept(name="Kept")
    kept.tag = ["kept"]
    parent.add_child(kept)
    identity = id(kept)
    del kept
    gc.collect()
    again = parent.get_node("Kept")
    assert id(again) == identity
    assert type(again) is Kept
    assert again.tag == ["kept"]


def test_freed_objects_are_refused_not_followed(spawn):
    for kind in (Node, Kept):
        node = kind()
        assert godot.is_valid(node)
        assert node
        node.free()
        assert not godot.is_valid(node)
        assert not node
        assert "freed" in repr(node)
        with pytest.raises(FreedObjectError):
            node.get_name()
        with pytest.raises(FreedObjectError):
            _ = node.process_priority
    parent = spawn(Node())
    child = Node()
    parent.add_child(child)
    child.queue_free()
    parent.remove_child(child)
    with pytest.raises(FreedObjectError):
        parent.add_child(kept_and_freed())


def kept_and_freed():
    node = Kept()
    node.free()
    return node


def test_a_freed_object_in_a_variant_is_none(spawn):
    carrier = spawn(Node())
    node = Node()
    carrier.set_meta("node", node)
    node.free()
    assert carrier.get_meta("node") is None


def test_python_owns_one_reference_of_a_resource():
    item = Item()
    assert _godot.python_state(item)["references"] == 1
    assert not _godot.python_state(item)["strong"]
    Item.deaths.clear()
    item.power = 7
    del item
    assert Item.deaths == [7]


def test_a_resource_of_ours_lives_as_long_as_the_engine_holds_it(spawn, wait_frames):
    Item.deaths.clear()
    carrier = spawn(Node())
    item = Item()
    item.power = 9
    item.secret = "kept"
    carrier.set_meta("item", item)
    assert _godot.python_state(item)["strong"]
    del item
    gc.collect()
    assert Item.deaths == []
    assert carrier.get_meta("item").secret == "kept"
    carrier.remove_meta("item")
    wait_frames(2)
    assert Item.deaths == [9]


def test_an_engine_resource_is_released_with_its_wrapper():
    resource = Resource()
    identifier = resource.get_instance_id()
    assert godot.instance_from_id(identifier) is resource
    del resource
    assert godot.instance_from_id(identifier) is None
    held = Resource()
    with pytest.raises(TypeError, match="reference counted"):
        held.free()


def test_resources_of_ours_save_and_load(tmp_path):
    from godot.singletons import ResourceLoader, ResourceSaver

    path = str(tmp_path / "item.tres")
    item = Item()
    item.power = 42
    assert ResourceSaver.save(item, path) == 0
    del item
    loaded = ResourceLoader.load(path, "", ResourceLoader.CACHE_MODE_IGNORE)
    assert type(loaded) is Item
    assert loaded.power == 42


def test_wrappers_may_be_referred_to_weakly():
    node = Node()
    reference = weakref.ref(node)
    assert reference() is node
    node.free()


def test_abstract_classes_and_wrong_arguments():
    from godot import CanvasItem

    with pytest.raises(TypeError, match="abstract"):
        CanvasItem()
    with pytest.raises(TypeError, match="keyword"):
        Node("x")


def test_ten_thousand_nodes_leave_nothing(tree):
    for kind in (Node, Kept):
        nodes = [kind() for _ in range(5000)]
        for node in nodes:
            tree.root.add_child(node)
        for node in nodes:
            node.free()
    for _ in range(5000):
        Resource()
        Item()


def test_cycles_through_wrappers_are_collected():
    class Cyclic(Resource):
        pass

    cyclic = Cyclic()
    cyclic.own = cyclic
    reference = weakref.ref(cyclic)
    del cyclic
    gc.collect()
    assert reference() is None
