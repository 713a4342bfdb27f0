"""Writes interface.pxi: the C declarations and the function table of the extension interface.

Source: the JSON that `godot --dump-gdextension-interface-json` writes.
"""

from __future__ import annotations

from typing import Any

UNSUPPORTED = ("char16_t", "wchar_t")


def interface_pxi(interface: dict[str, Any]) -> str:
    """The text of interface.pxi for one dumped interface."""
    lines = [
        "cdef extern from * nogil:",
        '    """',
        "    #include <uchar.h>",
        '    #include "gdextension_interface.h"',
        '    """',
        "    ctypedef uint32_t char32_t",
        "",
        'cdef extern from "gdextension_interface.h" nogil:',
        "    ctypedef void (*GDExtensionInterfaceFunctionPtr)() noexcept nogil",
    ]
    declared = {"GDExtensionInterfaceFunctionPtr"}
    for entry in interface["types"]:
        if entry["name"] not in declared:
            declared.add(entry["name"])
            lines += ["    " + line for line in _declare(entry)]
    functions = [entry for entry in interface["interface"] if not _skipped(entry)]
    lines.append("")
    lines += [f"ctypedef {_result(entry)} (*fn_{entry['name']})({_arguments(entry)}) noexcept nogil" for entry in functions]
    lines += ["", "ctypedef struct Interface:"]
    lines += [f"    fn_{entry['name']} {entry['name']}" for entry in functions]
    lines += ["", "cdef Interface gd", "", "cdef void load_interface(GDExtensionInterfaceGetProcAddress address) noexcept nogil:"]
    lines += [f'    gd.{entry["name"]} = <fn_{entry["name"]}>address("{entry["name"]}")' for entry in functions]
    return "\n".join(lines) + "\n"


def _skipped(entry: dict[str, Any]) -> bool:
    types = [argument["type"] for argument in entry.get("arguments", [])] + [entry.get("return_value", {}).get("type", "")]
    return "deprecated" in entry or any(word in name for name in types for word in UNSUPPORTED)


def _result(entry: dict[str, Any]) -> str:
    return str(entry.get("return_value", {}).get("type", "void"))


def _arguments(entry: dict[str, Any]) -> str:
    return ", ".join(_constant_pointers(argument["type"]) for argument in entry.get("arguments", []))


def _constant_pointers(name: str) -> str:
    return {
        "const GDExtensionConstTypePtr*": "const void* const*",
        "const GDExtensionConstVariantPtr*": "const void* const*",
    }.get(name, name)


def _declare(entry: dict[str, Any]) -> list[str]:
    name, kind = entry["name"], entry["kind"]
    if kind == "handle":
        return [f"ctypedef {'const ' if entry.get('is_const') else ''}void* {name}"]
    if kind == "alias":
        return [f"ctypedef {entry['type']} {name}"]
    if kind == "function":
        return [f"ctypedef {_result(entry)} (*{name})({_arguments(entry)}) noexcept nogil"]
    if kind == "enum":
        return [f"ctypedef enum {name}:", *(f"    {value['name']}" for value in entry["values"])]
    return [f"ctypedef struct {name}:", *(f"    {member['type']} {member['name']}" for member in entry["members"])]
