"""The engine's singleton objects by name: `from godot.singletons import Input, RenderingServer`."""

from __future__ import annotations

from typing import Any

import _godot


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    found = _godot.singleton(name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted(_godot.table("singletons"))
