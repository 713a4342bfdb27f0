"""Nothing is left over, however often a call is made: no Python object, no engine memory."""

from __future__ import annotations

import gc
import pickle
import sys
from pathlib import Path

import numpy as np
import pytest
from classes_creatures import Creature
from godot import (
    Callable,
    Color,
    Image,
    Label,
    NodePath,
    PackedByteArray,
    PackedStringArray,
    PackedVector3Array,
    Resource,
    Vector3,
    Vector3i,
    instance_from_id,
    str_to_var,
)

WARM_UP, REPEATS = 300, 3000
ROUNDS = 3  # of repeats: a leak shows in each of them, what another thread of the engine or the kernel took in one
# Free lists, caches and the allocator's own pages move a little.
BLOCKS, KIBIBYTES = 300, 512


def refused(call, *arguments):
    try:
        call(*arguments)
    except TypeError as problem:
        return str(problem)
    raise AssertionError("no error")


def listener(*values):
    return [1, {"values": values}]


CASES = {
    "text": lambda label, creature: (setattr(label, "text", "grüße 世界" * 3), label.text),
    "variants": lambda label, creature: (
        label.set_meta("m", {"a": [1, 2.5, "x", Vector3()], 3: PackedByteArray(b"abc")}),
        label.get_meta("m"),
    ),
    "values": lambda label, creature: creature.transform * Vector3(1, 2, 3),
    "objects": lambda label, creature: (creature.get_children(), creature.get_parent()),
    "paths": lambda label, creature: (str(creature.get_path()), NodePath("a/b")),
    "functions": lambda label, creature: Callable(listener).call(1, "x", [2]),
    "bound methods": lambda label, creature: Callable(creature.echo).call([1, 2]),
    "calls by name": lambda label, creature: creature.call("echo", {"x": [1]}),
    "signals": lambda label, creature: creature.arrived.emit(Vector3i(), label),
    "connections": lambda label, creature: (creature.arrived.connect(listener), creature.arrived.disconnect(listener)),
    "packed arrays": lambda label, creature: (
        np.asarray(PackedVector3Array(np.zeros((10, 3), np.float32))),
        PackedStringArray(["a", "b"])[0],
    ),
    "resources": lambda label, creature: (setattr(creature, "item", Resource()), creature.get("item")),
    "refused arguments": lambda label, creature: refused(label.add_child, "x"),
    "refused constructors": lambda label, creature: refused(Vector3, "x"),
    "properties": lambda label, creature: (
        creature.set("title", "a title" * 5),
        creature.get("title"),
        creature.set("steps", [1, 2, 3]),
        creature.get("steps"),
    ),
    "colours": lambda label, creature: (Color("red").lerp(Color("blue"), 0.5), Color("red").to_html()),
    "keywords": lambda label, creature: label.get_child_count(include_internal=True),
    "parsed text": lambda label, creature: str_to_var('[1, "abc", Vector3(1,2,3)]'),
    "pickles": lambda label, creature: pickle.loads(pickle.dumps(Vector3(1, 2, 3))),
    "static methods": lambda label, creature: Image.create_empty(4, 4, False, Image.FORMAT_RGBA8).get_data(),
    "engine nodes": lambda label, creature: Label().free(),
    "own nodes": lambda label, creature: Creature().free(),
    "copies": lambda label, creature: Resource().duplicate(),
    "groups": lambda label, creature: (label.add_to_group("g"), label.get_groups(), label.remove_from_group("g")),
    "ids": lambda label, creature: instance_from_id(label.get_instance_id()),
    "virtuals": lambda label, creature: creature.call("notification", creature.NOTIFICATION_PROCESS),
}


def resident_kibibytes() -> int:
    # Not /proc/self/statm: that is counted on each processor by itself, and is wrong by hundreds of kibibytes.
    rollup = Path("/proc/self/smaps_rollup").read_text()
    return int(rollup.split("\nRss:")[1].split()[0])


# The engine keeps the fallback fonts that the first text needs.
MARKS = {"text": pytest.mark.keeps_objects}


@pytest.mark.parametrize("name", [pytest.param(name, marks=MARKS.get(name, ())) for name in CASES])
def test_repeated_calls_leave_nothing(spawn, name):
    case = CASES[name]
    label, creature = spawn(Label()), spawn(Creature())
    for _ in range(WARM_UP):
        case(label, creature)
    for _ in range(ROUNDS):
        gc.collect()
        blocks, resident = sys.getallocatedblocks(), resident_kibibytes()
        for _ in range(REPEATS):
            case(label, creature)
        creature.log.clear()
        gc.collect()
        blocks, resident = sys.getallocatedblocks() - blocks, resident_kibibytes() - resident
        if blocks < BLOCKS and resident < KIBIBYTES:
            break
    assert blocks < BLOCKS
    assert resident < KIBIBYTES
