"""Properties: their hints, groups and typed items, and those that a class decides about at run time."""

from __future__ import annotations

import pytest
from classes_properties import USAGE_STORAGE, BrokenDynamic, Dynamic, InheritsDynamic
from godot import Node, Vector2, export
from godot.singletons import ClassDB
from godot.testing import expect_errors

TYPE_INT, USAGE_GROUP, USAGE_SUBGROUP = 2, 64, 256


def listed(name):
    return {entry["name"]: entry for entry in ClassDB.class_get_property_list(name, True)}


def test_items_of_lists_and_dicts_have_their_types_in_the_inspector():
    hints = {name: (entry["hint"], entry["hint_string"]) for name, entry in listed("Hinted").items()}
    assert hints["names"] == (23, "4/0:")
    assert hints["nodes"] == (23, "24/34:Node3D")
    assert hints["pictures"] == (23, "24/17:Resource")
    assert hints["colours"] == (23, "2/2:Red:1,Blue:5")
    assert hints["table"] == (23, "4/0:;2/0:")
    assert hints["nested"] == (23, "28/23:2/0:")
    assert hints["anything"] == (0, "")
    assert hints["path"] == (13, "*.png")
    assert hints["bits"] == (6, "Fire,Water")


def test_groups_and_subgroups_stand_before_their_properties():
    order = [(entry["name"], entry["usage"] & (USAGE_GROUP | USAGE_SUBGROUP)) for entry in ClassDB.class_get_property_list("Hinted", True)]
    start = order.index(("Body", USAGE_GROUP))
    assert order[start : start + 6] == [
        ("Body", USAGE_GROUP), ("Arms", USAGE_SUBGROUP), ("first", 0), ("Legs", USAGE_SUBGROUP), ("second", 0), ("", USAGE_GROUP),
    ]  # fmt: skip


def test_constants_of_the_class():
    assert ClassDB.class_get_integer_constant("Hinted", "MOST") == 12
    assert ClassDB.class_get_integer_constant("Hinted", "BLUE") == 5
    names = ClassDB.class_get_integer_constant_list("Hinted", True)
    assert "lowercase" not in names
    assert "_PRIVATE" not in names


def test_a_wrong_item_in_a_default_is_refused():
    with pytest.raises(TypeError, match=r"WrongItem\.names: the default holds 3, which is int, the annotation says str"):

        class WrongItem(Node):
            names: list[str] = export([3])

    with pytest.raises(TypeError, match=r"WrongKey\.table: the default holds 1"):

        class WrongKey(Node):
            table: dict[str, int] = export({1: 1})

    with pytest.raises(TypeError, match="icon is the path of a picture"):

        class WrongIcon(Node, icon=3):
            pass


def test_properties_decided_at_run_time():
    node = Dynamic()
    entries = {entry["name"]: entry for entry in node.get_property_list()}
    assert (entries["size"]["type"], entries["size"]["hint_string"]) == (TYPE_INT, "0,10")
    assert entries["picture"]["class_name"] == "Resource"
    assert entries["label"]["usage"] == USAGE_STORAGE
    assert node.get("size") == 3
    node.set("size", 8)
    node.set("corner", Vector2(1, 2))
    assert node.values == {"size": 8, "corner": Vector2(1, 2)}
    assert node.property_can_revert("size")
    assert not node.property_can_revert("corner")
    assert node.property_get_revert("size") == 3
    node.free()


def test_what_a_class_does_not_claim_is_handled_as_ever():
    node = Dynamic()
    node.set("base", 7)
    assert node.base == 7
    assert node.get("base") == 7
    assert node.get("no_such_thing") is None
    assert "base" in node.seen
    node.free()


def test_a_property_is_validated_before_it_is_shown():
    node = Dynamic()
    entry = next(entry for entry in node.get_property_list() if entry["name"] == "base")
    assert (entry["hint"], entry["hint_string"]) == (1, "1,5")
    node.free()


def test_a_duplicate_copies_them():
    node = Dynamic()
    node.set("size", 9)
    other = node.duplicate()
    assert other.get("size") == 9
    node.free()
    other.free()


def test_hooks_are_inherited():
    node = InheritsDynamic()
    assert node.get("mine") == "own"
    assert node.get("size") == 3
    assert "_get" not in {method["name"] for method in ClassDB.class_get_method_list("Dynamic", True)}
    node.free()


def test_hooks_that_raise_are_told_and_survived():
    node = BrokenDynamic()
    for match, use in (
        ("in _get", lambda: node.get("x")),
        ("in _set", lambda: node.set("x", 1)),
        ("must return dicts", lambda: node.get_property_list()),
        ("KeyError: 'hint'", lambda: node.get_property_list()),
        ("in can_revert", lambda: node.property_can_revert("x")),
        ("in get_revert", lambda: node.property_get_revert("x")),
    ):
        with expect_errors(match=match):
            use()
    node.free()
