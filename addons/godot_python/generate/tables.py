"""Builds the tables of classes, values, enums and functions which the library carries inside itself.

Source: the JSON that `godot --dump-extension-api` writes. Everything is tuples of plain values, marshalled;
each class is a nested blob so that only the classes a program uses are ever unpacked.
"""

from __future__ import annotations

import keyword
import marshal
from typing import Any

from generate.types import CODES, TypeCodes

VARARG, STATIC, BLOCKING, CONST = 1, 2, 4, 8
REFCOUNTED, INSTANTIABLE, EDITOR = 1, 2, 4

# Calls that can wait for another thread: the library lets other Python threads run meanwhile.
WAITING = {
    ("ResourceLoader", "load"),
    ("ResourceLoader", "load_threaded_get"),
    ("ResourceSaver", "save"),
    ("Thread", "wait_to_finish"),
    ("WorkerThreadPool", "wait_for_task_completion"),
    ("WorkerThreadPool", "wait_for_group_task_completion"),
    ("Semaphore", "wait"),
    ("Mutex", "lock"),
    ("OS", "delay_msec"),
    ("OS", "delay_usec"),
    ("OS", "execute"),
    ("RenderingServer", "force_sync"),
    ("RenderingServer", "force_draw"),
    ("RenderingServer", "texture_2d_get"),
    ("RenderingDevice", "sync"),
    ("Texture2D", "get_image"),
    ("Image", "save_png"),
    ("HTTPClient", "poll"),
    ("PCKPacker", "flush"),
}


# Printing takes the engine's log lock, whose holder may be waiting for the GIL to tell a logger written in Python.
PRINTING = frozenset("print print_rich print_verbose printerr printraw prints printt push_error push_warning".split())


def python_name(name: str) -> str:
    """An identifier for an engine name: Python keywords get a trailing underscore."""
    return name + "_" if keyword.iskeyword(name) else name


class Tables:
    """Compiles one API dump into one marshalled blob."""

    def __init__(self, api: dict[str, Any]) -> None:
        self.api = api
        self.types = TypeCodes(api)

    def build(self) -> bytes:
        header = self.api["header"]
        return marshal.dumps(
            {
                "version": (header["version_major"], header["version_minor"], header["version_patch"], header["version_full_name"]),
                "singletons": {entry["name"]: entry["type"] for entry in self.api["singletons"]},
                "classes": {entry["name"]: self._class(entry) for entry in self.api["classes"]},
                "builtins": {entry["name"]: self._builtin(entry) for entry in self.api["builtin_classes"]},
                "utilities": {entry["name"]: self._utility(entry) for entry in self.api["utility_functions"]},
                "enums": {entry["name"]: self._enum(entry) for entry in self.api["global_enums"] if "." not in entry["name"]},
                "constants": {entry["name"]: entry["value"] for entry in self.api["global_constants"]},
            }
        )

    def _class(self, entry: dict[str, Any]) -> tuple[Any, ...]:
        flags = (
            (REFCOUNTED if entry["is_refcounted"] else 0)
            | (INSTANTIABLE if entry["is_instantiable"] else 0)
            | (EDITOR if entry["api_type"] == "editor" else 0)
        )
        methods = entry.get("methods", [])
        blob = (
            tuple(self._method(entry["name"], method) for method in methods if not method["is_virtual"]),
            tuple(
                (python_name(prop["name"]), prop["getter"], prop.get("setter", ""), prop.get("index", -1))
                for prop in entry.get("properties", [])
                if prop["name"].isidentifier()
            ),
            tuple(
                (signal["name"], tuple((argument["name"], *self.types.parse(argument["type"])) for argument in signal.get("arguments", [])))
                for signal in entry.get("signals", [])
            ),
            tuple((enum["name"], *self._enum(enum)) for enum in entry.get("enums", [])),
            tuple((constant["name"], constant["value"]) for constant in entry.get("constants", [])),
            tuple(self._method(entry["name"], method) for method in methods if method["is_virtual"]),
        )
        return entry.get("inherits", ""), flags, marshal.dumps(blob)

    def _enum(self, entry: dict[str, Any]) -> tuple[Any, ...]:
        return bool(entry.get("is_bitfield")), tuple((value["name"], value["value"]) for value in entry["values"])

    def _arguments(self, entry: dict[str, Any]) -> tuple[Any, ...]:
        return tuple(
            (python_name(argument["name"]), *self.types.parse(argument["type"]), argument.get("default_value"))
            for argument in entry.get("arguments", [])
        )

    def _method(self, owner: str, entry: dict[str, Any]) -> tuple[Any, ...]:
        flags = (
            (VARARG if entry["is_vararg"] else 0)
            | (STATIC if entry["is_static"] else 0)
            | (CONST if entry["is_const"] else 0)
            | (BLOCKING if (owner, entry["name"]) in WAITING else 0)
        )
        returned = entry.get("return_value", {}).get("type", "void")
        return entry["name"], entry.get("hash", 0), flags, *self.types.parse(returned), self._arguments(entry)

    def _utility(self, entry: dict[str, Any]) -> tuple[Any, ...]:
        flags = (VARARG if entry["is_vararg"] else 0) | (BLOCKING if entry["name"] in PRINTING else 0)
        return entry["name"], entry["hash"], flags, *self.types.parse(entry.get("return_type", "void")), self._arguments(entry)

    def _builtin(self, entry: dict[str, Any]) -> tuple[Any, ...]:
        methods = tuple(
            (
                method["name"],
                method["hash"],
                (VARARG if method["is_vararg"] else 0) | (STATIC if method["is_static"] else 0) | (CONST if method["is_const"] else 0),
                *self.types.parse(method.get("return_type", "void")),
                self._arguments(method),
            )
            for method in entry.get("methods", [])
        )
        return (
            CODES[entry["name"]],
            tuple((member["name"], CODES[member["type"]]) for member in entry.get("members", [])),
            tuple(
                (constructor["index"], tuple(self.types.parse(argument["type"])[0] for argument in constructor.get("arguments", [])))
                for constructor in entry["constructors"]
            ),
            methods,
            tuple((constant["name"], CODES[constant["type"]], constant["value"]) for constant in entry.get("constants", [])),
            tuple((enum["name"], *self._enum(enum)) for enum in entry.get("enums", [])),
            tuple(
                (operator["name"], self.types.parse(operator.get("right_type", ""))[0], self.types.parse(operator["return_type"])[0])
                for operator in entry.get("operators", [])
            ),
        )
