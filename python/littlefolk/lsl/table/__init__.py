"""The words of the language: functions, events and constants with their types, and the class of every function.

``table.json`` is derived (see ``derive.py``); ``classification.toml`` is written by hand. Both are read once, at import.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from importlib.resources import files
from types import MappingProxyType
from typing import Any, NamedTuple


class Parameter(NamedTuple):
    """One parameter of a function or event of the language."""

    type: str
    name: str


class Signature(NamedTuple):
    """What a function takes and gives back (``returns`` is "void" for nothing), or what an event is handed."""

    name: str
    returns: str
    parameters: tuple[Parameter, ...]
    deprecated: bool = False

    def __str__(self) -> str:
        head = "" if self.returns == "void" else f"{self.returns} "
        return f"{head}{self.name}({', '.join(f'{p.type} {p.name}' for p in self.parameters)})"


class Constant(NamedTuple):
    """A named value. Vectors and rotations are tuples of floats; a string whose content is a key has type "string"."""

    name: str
    type: str
    value: int | float | str | tuple[float, ...]


class Classification(NamedTuple):
    """A class of functions and, in a few words, what its members can do."""

    name: str
    reason: str


HARMLESS = "harmless"
TYPES: Mapping[str, str] = MappingProxyType(
    {name: name for name in ("integer", "float", "string", "key", "vector", "rotation", "list")} | {"quaternion": "rotation"}
)


def _signatures(entries: dict[str, Any]) -> Mapping[str, Signature]:
    return MappingProxyType(
        {
            name: Signature(
                name, entry.get("returns", "void"), tuple(Parameter(*p) for p in entry["parameters"]), entry.get("deprecated", False)
            )
            for name, entry in entries.items()
        }
    )


def _read() -> tuple[Mapping[str, Signature], Mapping[str, Signature], Mapping[str, Constant]]:
    raw = json.loads(files(__name__).joinpath("table.json").read_text(encoding="utf-8"))
    constants = {
        name: Constant(name, entry["type"], tuple(entry["value"]) if isinstance(entry["value"], list) else entry["value"])
        for name, entry in raw["constants"].items()
    }
    return _signatures(raw["functions"]), _signatures(raw["events"]), MappingProxyType(constants)


def _classify() -> Mapping[str, Classification]:
    raw = tomllib.loads(files(__name__).joinpath("classification.toml").read_text(encoding="utf-8"))
    classes: dict[str, Classification] = {}
    for name, entry in raw.items():
        for function in entry["functions"]:
            if function in classes:
                raise ValueError(f"classification.toml: {function} is in {classes[function].name!r} and in {name!r}; keep one")
            classes[function] = Classification(name, entry["reason"])
    return MappingProxyType(classes)


FUNCTIONS, EVENTS, CONSTANTS = _read()
CLASSIFICATION: Mapping[str, Classification] = _classify()
