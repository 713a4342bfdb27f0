"""Writes type stubs of the package `godot` for type checkers and editors, from the API of one Godot."""

from __future__ import annotations

import keyword
from typing import Any

from generate.tables import python_name

HEADER = """# Generated from Godot's API; do not edit.
# mypy: disable-error-code="override,misc,assignment,name-defined,valid-type"
import enum
import typing
from collections.abc import Callable as PythonCallable, Iterator, Sequence
from typing import Any, ClassVar, TypeVar

F = TypeVar("F", bound=PythonCallable[[], object])
E = TypeVar("E", bound="EngineObject")
Array = list
Dictionary = dict

class FreedObjectError(RuntimeError): ...
class WrongThreadError(RuntimeError): ...
class StringName(str): ...

class EngineObject:
    def __init__(self, **properties: Any) -> None: ...
    def __init_subclass__(cls, *, class_name: str = ..., tool: bool = ..., icon: str = ...) -> None: ...
    def __bool__(self) -> bool: ...
    def free(self) -> None: ...

def export(default: Any = ..., *, range: Sequence[float | str] | None = ..., enum: Any = ..., flags: Any = ...,
    file: str | bool | None = ..., directory: bool = ..., multiline: bool = ..., resource: type | None = ...,
    node: type | None = ..., group: str | None = ..., subgroup: str | None = ..., doc: str = ...) -> Any: ...
def signal(**arguments: Any) -> Signal: ...
def load(path: str) -> Any: ...
def tree() -> SceneTree: ...
def version() -> tuple[int, int, int]: ...
def is_valid(object: object) -> bool: ...
def instance_from_id(identifier: int) -> Any: ...
def reload(module: typing.Any) -> typing.Any: ...
def on_startup(function: F) -> F: ...
def on_frame(function: F) -> F: ...
def on_shutdown(function: F) -> F: ...
def push_error(text: object) -> None: ...
def push_warning(text: object) -> None: ...
def print_error(text: object) -> None: ...

"""
SINGLETONS_HEADER = "# Generated from Godot's API; do not edit.\nimport godot\n\n"
TESTING = """# Generated; do not edit.
from collections.abc import Iterator
from contextlib import AbstractContextManager

END_MARKER: str

def requested() -> bool: ...
def start() -> None: ...
def wait_frames(count: int = ...) -> None: ...
def expect_errors(match: str | None = ...) -> AbstractContextManager[list[str]]: ...
"""
PLAIN = {"": "None", "void": "None", "Variant": "Any", "bool": "bool", "int": "int", "float": "float", "String": "str", "StringName": "str"}
# Results of these types are nearly always of a class further down, which only the program knows.
DOWNCAST = {"Object", "Node", "Resource", "MainLoop", "RefCounted", "Material", "Mesh", "InputEvent", "Shape2D", "Shape3D"}
SKIPPED = {"Nil", "bool", "int", "float", "String", "StringName", "Dictionary", "Array"}
OPERATORS = {"+": "add", "-": "sub", "*": "mul", "/": "truediv", "%": "mod"}


class Stubs:
    """The stub files for one API dump, as texts by file name."""

    def __init__(self, api: dict[str, Any]) -> None:
        self.api = api
        self.classes = {entry["name"] for entry in api["classes"]}
        self.values = {entry["name"] for entry in api["builtin_classes"]} - SKIPPED

    def files(self) -> dict[str, str]:
        return {"__init__.pyi": self._package(), "singletons.pyi": self._singletons(), "testing.pyi": TESTING}

    def _singletons(self) -> str:
        return SINGLETONS_HEADER + "".join(f"{entry['name']}: godot.{entry['type']}\n" for entry in self.api["singletons"])

    def _package(self) -> str:
        parts = [HEADER]
        for entry in self.api["global_enums"]:
            if "." not in entry["name"]:
                parts.append(self._enum(entry, ""))
                parts += [f"{value['name']}: {entry['name']}\n" for value in entry["values"]]
        for entry in self.api["builtin_classes"]:
            if entry["name"] not in SKIPPED:
                parts.append(self._value(entry))
        for entry in self.api["classes"]:
            parts.append(self._class(entry))
        for entry in self.api["utility_functions"]:
            name = entry["name"]
            if not keyword.iskeyword(name) and name != "str" and f"def {name}(" not in HEADER:
                returned = self._result(entry.get("return_type", "void"))
                parts.append(f"def {name}({self._arguments(entry, '')}) -> {returned}: ...\n")
        return "".join(parts)

    def _enum(self, entry: dict[str, Any], indent: str) -> str:
        base = "enum.IntFlag" if entry.get("is_bitfield") else "enum.IntEnum"
        lines = [f"{indent}class {entry['name']}({base}):\n"]
        lines += [f"{indent}    {value['name']} = {value['value']}\n" for value in entry["values"]]
        return "".join(lines)

    def _value(self, entry: dict[str, Any]) -> str:
        name = entry["name"]
        packed = name.startswith("Packed")
        lines = [f"class {name}({'Sequence[' + self._result(entry['indexing_return_type']) + ']' if packed else ''}):\n"]
        if packed:
            item = self._result(entry["indexing_return_type"])
            lines += [
                "    def __init__(self, items: Any = ...) -> None: ...\n",
                "    def __len__(self) -> int: ...\n",
                f"    def __iter__(self) -> Iterator[{item}]: ...\n",
                f"    def __getitem__(self, index: Any) -> {item}: ...\n",
                "    def __setitem__(self, index: int, item: Any) -> None: ...\n",
                "    def __contains__(self, item: object) -> bool: ...\n",
                "    def __buffer__(self, flags: int, /) -> memoryview: ...\n",
            ]
        else:
            lines += ["    def __init__(self, *arguments: Any, **members: Any) -> None: ...\n", "    def __hash__(self) -> int: ...\n"]
            if entry.get("members"):
                lines.append("    def replace(self, **members: Any) -> typing.Self: ...\n")
            if "indexing_return_type" in entry:
                item = self._result(entry["indexing_return_type"])
                lines += [
                    "    def __len__(self) -> int: ...\n",
                    f"    def __getitem__(self, index: int) -> {item}: ...\n",
                    f"    def __iter__(self) -> Iterator[{item}]: ...\n",
                ]
        for member in entry.get("members", []):
            lines.append(f"    @property\n    def {member['name']}(self) -> {self._result(member['type'])}: ...\n")
        for constant in entry.get("constants", []):
            lines.append(f"    {constant['name']}: ClassVar[{self._result(constant['type'])}]\n")
        for enum in entry.get("enums", []):
            lines.append(self._enum(enum, "    "))
            lines += [f"    {value['name']}: ClassVar[int]\n" for value in enum["values"]]
        for method in entry.get("methods", []):
            lines.append(self._method(method, method.get("return_type", "void")))
        lines += self._operators(entry)
        if name == "Callable":
            lines.append("    def __call__(self, *arguments: Any) -> Any: ...\n")
        return "".join(lines)

    def _operators(self, entry: dict[str, Any]) -> list[str]:
        lines = []
        for symbol, method in OPERATORS.items():
            known = self.values | {"int", "float"}
            forms = [form for form in entry.get("operators", []) if form["name"] == symbol and form.get("right_type") in known]
            if any(form["right_type"] == "float" for form in forms):
                # For a type checker an int is a float.
                forms = [form for form in forms if form["right_type"] != "int"]
            overload = "    @typing.overload\n" if len(forms) > 1 else ""
            for form in forms:
                result = self._result(form["return_type"])
                lines.append(f"{overload}    def __{method}__(self, other: {self._result(form['right_type'])}, /) -> {result}: ...\n")
            if symbol == "*" and any(form["right_type"] == "float" for form in forms):
                lines.append(f"    def __rmul__(self, other: float, /) -> {entry['name']}: ...\n")
        if any(form["name"] == "unary-" for form in entry.get("operators", [])):
            lines.append(f"    def __neg__(self) -> {entry['name']}: ...\n")
        return lines

    def _class(self, entry: dict[str, Any]) -> str:
        lines = [f"class {entry['name']}({entry.get('inherits') or 'EngineObject'}):\n"]
        methods = {method["name"] for method in entry.get("methods", [])}
        if entry["name"] == "Object":
            lines.append("    def _notification(self, what: int, /) -> None: ...\n")
        for enum in entry.get("enums", []):
            lines.append(self._enum(enum, "    "))
            lines += [f"    {value['name']}: ClassVar[{entry['name']}.{enum['name']}]\n" for value in enum["values"]]
        for constant in entry.get("constants", []):
            lines.append(f"    {constant['name']}: ClassVar[int]\n")
        for prop in entry.get("properties", []):
            if prop["name"].isidentifier() and prop["name"] not in methods:
                lines.append(f"    {python_name(prop['name'])}: {self._property(prop['type'])}\n")
        for signal in entry.get("signals", []):
            if signal["name"] not in methods:
                lines.append(f"    @property\n    def {signal['name']}(self) -> Signal: ...\n")
        for method in entry.get("methods", []):
            lines.append(self._method(method, method.get("return_value", {}).get("type", "void")))
        return "".join(lines) if len(lines) > 1 else lines[0].rstrip() + " ...\n"

    def _method(self, method: dict[str, Any], returned: str) -> str:
        virtual = method.get("is_virtual")
        start = "    @staticmethod\n" if method["is_static"] else ""
        first = "" if method["is_static"] else "self"
        arguments = self._arguments(method, first)
        if virtual and method.get("arguments"):
            arguments += ", /"
        return f"{start}    def {python_name(method['name'])}({arguments}) -> {self._result(returned)}: ...\n"

    def _arguments(self, entry: dict[str, Any], first: str) -> str:
        parts = [first] if first else []
        optional = False
        for argument in entry.get("arguments", []):
            optional = optional or "default_value" in argument
            wanted = self._result(argument["type"]) if entry.get("is_virtual") else self._argument(argument["type"])
            parts.append(f"{python_name(argument['name'])}: {wanted}{' = ...' if optional else ''}")
        if entry["is_vararg"]:
            parts.append("*arguments: Any")
        return ", ".join(parts)

    def _argument(self, name: str) -> str:
        if name in ("NodePath", "Callable"):
            return "NodePath | str" if name == "NodePath" else "Callable | PythonCallable[..., Any]"
        if name.startswith("Packed"):
            return f"{name} | Sequence[Any] | bytes"
        if name.startswith("typedarray::") or name == "Array":
            return "Sequence[Any]"
        if name in self.classes:
            return f"{name} | None"
        return self._name(name)

    def _property(self, name: str) -> str:
        name = name.split(",")[-1]
        return "Any" if name in self.classes else self._name(name)

    def _result(self, name: str) -> str:
        return "Any" if name in DOWNCAST else self._name(name)

    def _name(self, name: str) -> str:
        if name in PLAIN:
            return PLAIN[name]
        if name.startswith(("enum::", "bitfield::")):
            return "int"
        if name.startswith("typedarray::"):
            item = name.removeprefix("typedarray::")
            return f"list[{self._result(item)}]" if item in self.classes or item in self.values or item in PLAIN else "list[Any]"
        if name == "Array":
            return "list[Any]"
        if name == "Dictionary" or name.startswith("typeddictionary::"):
            return "dict[Any, Any]"
        if name in self.classes or name in self.values:
            return name
        return "Any"
