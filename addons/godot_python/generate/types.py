"""Type codes shared by the generated tables and the compiled library.

0..38 are Godot's own Variant types; the codes above them are this binding's.
"""

from __future__ import annotations

from typing import Any

VARIANT_TYPES = (
    "Nil bool int float String Vector2 Vector2i Rect2 Rect2i Vector3 Vector3i Transform2D Vector4 Vector4i Plane Quaternion AABB "
    "Basis Transform3D Projection Color StringName NodePath RID Object Callable Signal Dictionary Array PackedByteArray "
    "PackedInt32Array PackedInt64Array PackedFloat32Array PackedFloat64Array PackedStringArray PackedVector2Array "
    "PackedVector3Array PackedColorArray PackedVector4Array"
).split()
CODES = {name: code for code, name in enumerate(VARIANT_TYPES)}
INT, OBJECT, DICTIONARY, ARRAY = CODES["int"], CODES["Object"], CODES["Dictionary"], CODES["Array"]
VARIANT, POINTER, REFERENCE = 39, 40, 41


class TypeCodes:
    """Turns the type names of extension_api.json into (code, class name or None)."""

    def __init__(self, api: dict[str, Any]) -> None:
        self.refcounted = {entry["name"]: bool(entry["is_refcounted"]) for entry in api["classes"]}

    def parse(self, name: str) -> tuple[int, str | None]:
        if name in ("", "void"):
            return 0, None
        if name == "Variant":
            return VARIANT, None
        if name.startswith(("enum::", "bitfield::")):
            return INT, None
        if name.startswith("typedarray::"):
            return ARRAY, None
        if name.startswith("typeddictionary::"):
            return DICTIONARY, None
        if name.endswith("*"):
            return POINTER, None
        if name in self.refcounted:
            return (REFERENCE if self.refcounted[name] else OBJECT), name
        return CODES[name], None
