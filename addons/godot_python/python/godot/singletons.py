"""The engine's singleton objects by name: `from godot.singletons import Input, RenderingServer`.

Project modules are imported before the engine has made its servers. A singleton that is not there yet is imported as a stand-in that
finds the object when it is first used.
"""

from __future__ import annotations

from typing import Any

import _godot


class _Late:
    """Stands for a singleton that the engine makes later; every use goes to the object itself."""

    __slots__ = ("_name",)

    def __init__(self, name: str) -> None:
        object.__setattr__(self, "_name", name)

    def __getattr__(self, attribute: str) -> Any:
        return getattr(_found(self._name), attribute)

    def __setattr__(self, attribute: str, value: Any) -> None:
        setattr(_found(self._name), attribute, value)

    def __repr__(self) -> str:
        return f"<singleton {self._name}>"


def _found(name: str) -> Any:
    found = _godot.singleton(name)
    globals()[name] = found
    return found


def __getattr__(name: str) -> Any:
    if name not in _godot.table("singletons"):
        raise AttributeError(f"Godot has no singleton {name!r}")
    if not _godot.singleton("Engine").has_singleton(name):
        return _Late(name)
    return _found(name)


def __dir__() -> list[str]:
    return sorted(_godot.table("singletons"))
