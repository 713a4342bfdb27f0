"""Writes values.pxi: one Cython class for every plain value type (vectors, transforms, colours, RID).

The layout (size, members, offsets) comes from extension_api.json, so a class is exactly as large as the engine's own.
"""

from __future__ import annotations

from typing import Any

from generate.types import CODES

SCALARS = {"float": ("float", 4), "int32": ("int32_t", 4), "double": ("double", 8)}


def value_classes(api: dict[str, Any]) -> list[dict[str, Any]]:
    """Name, code, size, scalar C type, number of scalars and members (name, offset, type) of each plain value type."""
    configuration = f"{'double' if api['header']['precision'] == 'double' else 'float'}_64"
    sizes = _of_configuration(api["builtin_class_sizes"], configuration)["sizes"]
    size_of = {entry["name"]: entry["size"] for entry in sizes}
    layouts = _of_configuration(api["builtin_class_member_offsets"], configuration)["classes"]
    classes: dict[str, dict[str, Any]] = {}
    for layout in layouts:
        members = [(member["member"], member["offset"], member["meta"]) for member in layout["members"]]
        meta = members[0][2]
        scalar = SCALARS[meta][0] if meta in SCALARS else classes[meta]["scalar"] if meta in classes else "float"
        name = layout["name"]
        classes[name] = {
            "name": name,
            "code": CODES[name],
            "size": size_of[name],
            "scalar": scalar,
            "count": size_of[name] // (8 if scalar == "double" else 4),
            "members": members,
        }
    return [*classes.values(), {"name": "RID", "code": CODES["RID"], "size": 8, "scalar": "uint64_t", "count": 1, "members": []}]


def values_pxi(api: dict[str, Any]) -> str:
    """The text of values.pxi."""
    lines: list[str] = []
    classes = value_classes(api)
    for entry in classes:
        lines += _class(entry)
    lines += ["cdef void describe_value_types() noexcept:"]
    for entry in classes:
        kind = {"float": "K_FLOAT", "double": "K_DOUBLE", "int32_t": "K_INT32", "uint64_t": "K_UINT64"}[entry["scalar"]]
        lines.append(
            f"    describe_value({entry['code']}, <PyObject*>{entry['name']}, {entry['size']}, {entry['count']}, {kind}, "
            f"{len(entry['members'])})"
        )
    return "\n".join(lines) + "\n"


def _of_configuration(entries: list[dict[str, Any]], configuration: str) -> dict[str, Any]:
    return next(entry for entry in entries if entry["build_configuration"] == configuration)


def _class(entry: dict[str, Any]) -> list[str]:
    name = entry["name"]
    lines = ["@cython.final", f"cdef class {name}(Value):", f"    cdef {entry['scalar']}[{entry['count']}] data"]
    lines += [f"    __match_args__ = {tuple(member for member, _, _ in entry['members'])!r}", ""]
    for member, offset, meta in entry["members"]:
        lines += ["    @property", f"    def {member}(self):"]
        if name == "Basis":
            lines.append(f"        return basis_column(self, {offset // 12})")
        elif meta in SCALARS:
            lines.append(f"        return self.data[{offset // SCALARS[meta][1]}]")
        else:
            lines.append(f"        return value_from({CODES[meta]}, <char*>self.data + {offset})")
        lines.append("")
    return lines
