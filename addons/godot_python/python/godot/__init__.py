"""Godot from Python.

Engine classes, enums, constants and utility functions are attributes of this module and are made when first asked for:
`from godot import Node3D, KEY_W, Key, lerp`. Value types, `export` and `signal` are here as well; singleton objects are in
`godot.singletons`. This package exists only inside Godot.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import _godot
from _godot import (
    AABB,
    RID,
    Basis,
    Callable,
    Color,
    EngineObject,
    FreedObjectError,
    NodePath,
    PackedByteArray,
    PackedColorArray,
    PackedFloat32Array,
    PackedFloat64Array,
    PackedInt32Array,
    PackedInt64Array,
    PackedStringArray,
    PackedVector2Array,
    PackedVector3Array,
    PackedVector4Array,
    Plane,
    Projection,
    Quaternion,
    Rect2,
    Rect2i,
    Signal,
    StringName,
    Transform2D,
    Transform3D,
    Vector2,
    Vector2i,
    Vector3,
    Vector3i,
    Vector4,
    Vector4i,
    WrongThreadError,
    instance_from_id,
    is_valid,
)

from godot._declare import export, signal
from godot._reload import reload
from godot._report import print_error, push_error, push_warning
from godot._runtime import on_frame, on_shutdown, on_startup

Sequence.register(_godot.PackedArray)

Array = list
Dictionary = dict

__all__ = [
    "AABB",
    "RID",
    "Array",
    "Basis",
    "Callable",
    "Color",
    "Dictionary",
    "EngineObject",
    "FreedObjectError",
    "NodePath",
    "PackedByteArray",
    "PackedColorArray",
    "PackedFloat32Array",
    "PackedFloat64Array",
    "PackedInt32Array",
    "PackedInt64Array",
    "PackedStringArray",
    "PackedVector2Array",
    "PackedVector3Array",
    "PackedVector4Array",
    "Plane",
    "Projection",
    "Quaternion",
    "Rect2",
    "Rect2i",
    "Signal",
    "StringName",
    "Transform2D",
    "Transform3D",
    "Vector2",
    "Vector2i",
    "Vector3",
    "Vector3i",
    "Vector4",
    "Vector4i",
    "WrongThreadError",
    "export",
    "instance_from_id",
    "is_valid",
    "load",
    "on_frame",
    "on_shutdown",
    "on_startup",
    "print_error",
    "push_error",
    "push_warning",
    "reload",
    "signal",
    "tree",
    "version",
]


def load(path: str) -> Any:
    """Loads a resource by its `res://` or `user://` path; FileNotFoundError if there is none."""
    from godot.singletons import ResourceLoader

    if not ResourceLoader.exists(path):
        raise FileNotFoundError(f"there is no resource {path!r}")
    return ResourceLoader.load(path)


def tree() -> Any:
    """The running SceneTree, or None before start-up and after shutdown."""
    from godot.singletons import Engine

    return Engine.get_main_loop()


def version() -> tuple[int, int, int]:
    """The version of the Godot whose API this build was made from."""
    major, minor, patch, _ = _godot.table("version")
    return major, minor, patch


def _global_enum_member(name: str) -> Any:
    for enum_name, (_, members) in _godot.table("enums").items():
        if any(member == name for member, _ in members):
            return __getattr__(enum_name)(dict(members)[name])
    return None


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    found: Any
    if name in _godot.table("classes"):
        found = _godot.engine_class(name)
    elif name in _godot.table("enums"):
        flags, members = _godot.table("enums")[name]
        found = _godot.make_enum(name, flags, members)
    elif name in _godot.table("utilities"):
        found = _godot.utility_function(name)
    elif name in _godot.table("constants"):
        found = _godot.table("constants")[name]
    else:
        found = _global_enum_member(name)
        if found is None:
            raise AttributeError(f"Godot {_godot.table('version')[3]} has no class, enum, constant or function {name!r}")
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    names = set(globals())
    for table in ("classes", "enums", "utilities", "constants"):
        names.update(_godot.table(table))
    for _, members in _godot.table("enums").values():
        names.update(member for member, _ in members)
    return sorted(names)
