"""Reloading a module in a running game or editor: bodies of methods change, objects and connections stay.

The classes that Godot knows are kept; the new code is put into their functions. What ClassDB was told once (properties,
signals, which virtual methods exist) cannot be changed while it runs, and asks for a restart.
"""

from __future__ import annotations

import importlib
import types
from typing import Any

import _godot

from godot import _report
from godot._declare import Export, SignalDeclaration

_reloading: types.ModuleType | None = None
_replaced: dict[type, type] = {}
_functions: list[types.FunctionType] = []


def reload(module: types.ModuleType) -> types.ModuleType:
    """Runs the module's source again. Live objects of its classes behave by the new code from now on.

    A mistake in the source raises and leaves the old classes at work. New properties, signals and virtual methods are
    announced by a warning: they need a restart of Godot.
    """
    global _reloading
    _reloading = module
    before = dict(vars(module))
    try:
        importlib.reload(module)
    except BaseException:
        vars(module).update(before)
        raise
    finally:
        _reloading = None
        for name, value in list(vars(module).items()):
            if isinstance(value, type) and value in _replaced:
                setattr(module, name, _replaced[value])
        _correct_super()
        _replaced.clear()
    return module


def _correct_super() -> None:
    """super() in the new functions starts from the class that is kept; Python allows that only when the class statement is over."""
    for function in _functions:
        for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
            if name == "__class__" and isinstance(cell.cell_contents, type) and cell.cell_contents in _replaced:
                cell.cell_contents = _replaced[cell.cell_contents]
    _functions.clear()


def take(new: type) -> bool:
    """True if `new` is the next version of a class that Godot knows; its code then goes into that class."""
    if _reloading is None or new.__module__ != _reloading.__name__:
        return False
    for info in _godot.own_class_infos():
        old = info.python
        if old.__module__ == new.__module__ and old.__qualname__ == new.__qualname__:
            _replaced[new] = old
            missing = _patch(info, new)
            if missing:
                _report.push_warning(f"{old.__qualname__}: restart Godot for its new {', '.join(missing)}")
            return True
    return False


def _patch(info: Any, new: type) -> list[str]:
    """Puts what `new` defines into the class that Godot knows; returns what Godot cannot learn now."""
    old = info.python
    missing = []
    for name, value in list(vars(new).items()):
        _functions.extend(_functions_in(value))
        known = vars(old).get(name)
        if isinstance(value, types.FunctionType):
            if isinstance(known, types.FunctionType) and _same_cells(known, value):
                _copy_code(known, value)
                continue
            if known is None and isinstance(getattr(old, name, None), _godot.VirtualMethod):
                missing.append(f"virtual method {name}")
            type.__setattr__(old, name, value)
            _godot.replace_function(info, name, known if isinstance(known, types.FunctionType) else None, value)
        elif isinstance(value, Export):
            if isinstance(known, Export):
                known.default, known.doc = value.default, value.doc
            else:
                missing.append(f"property {name}")
        elif isinstance(value, SignalDeclaration):
            if known is None:
                missing.append(f"signal {name}")
        elif not name.startswith("__") or name == "__doc__":
            type.__setattr__(old, name, value)
    return missing


def _functions_in(value: Any) -> list[types.FunctionType]:
    """The functions behind an attribute of a class: its own, a property's, a decorated one's."""
    if isinstance(value, property):
        return [found for part in (value.fget, value.fset, value.fdel) for found in _functions_in(part)]
    if isinstance(value, (classmethod, staticmethod)):
        return _functions_in(value.__func__)
    found = [value] if isinstance(value, types.FunctionType) else []
    inner = getattr(value, "__wrapped__", None)
    return found + (_functions_in(inner) if inner is not None else [])


def _same_cells(old: types.FunctionType, new: types.FunctionType) -> bool:
    return old.__code__.co_freevars == new.__code__.co_freevars


def _copy_code(old: types.FunctionType, new: types.FunctionType) -> None:
    """Connections and the engine hold the old function itself, so it gets the new code."""
    attributes: dict[str, Any] = {name: getattr(new, name) for name in ("__code__", "__defaults__", "__kwdefaults__", "__doc__")}
    for name, value in attributes.items():
        setattr(old, name, value)
