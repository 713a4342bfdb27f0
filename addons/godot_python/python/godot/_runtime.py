"""The life of Python in Godot: paths, project modules, and what runs at start-up, each frame and at shutdown.

Order: project modules are imported; nodes of the first scene run `__init__`; start-up functions; `_ready`. Each frame:
`_process` of the nodes in order, then frame functions. At shutdown the shutdown functions run first, then the tree goes.
"""

from __future__ import annotations

import gc
import importlib
import os
import sys
from collections.abc import Callable
from typing import TypeVar

import _godot

from godot import _debug, _output, _report

Hook = TypeVar("Hook", bound=Callable[[], object])

# With the default of 5 ms a busy Python thread holds up every callback of a frame that long.
SWITCH_INTERVAL = 0.0005

_startup: list[Callable[[], object]] = []
_frame: list[Callable[[], object]] = []
_shutdown: list[Callable[[], object]] = []


def on_startup(function: Hook) -> Hook:
    """Calls `function` once when the engine runs and the first scene is loaded but not ready. Usable as a decorator."""
    _startup.append(function)
    return function


def on_frame(function: Hook) -> Hook:
    """Calls `function` every frame after all `_process`. Usable as a decorator."""
    _frame.append(function)
    return function


def on_shutdown(function: Hook) -> Hook:
    """Calls `function` when the main loop ends, while the engine still works. The last one registered comes first."""
    _shutdown.append(function)
    return function


def boot(library_folder: str) -> None:
    """Prepares the interpreter and imports the project's modules (called by the library)."""
    sys.setswitchinterval(SWITCH_INTERVAL)
    exported = not os.path.exists(os.path.join(library_folder, "interpreter.txt"))
    _set_paths(library_folder, exported)
    _output.redirect()
    settings = _godot.singleton("ProjectSettings")
    _check_version()
    sys.argv = ["godot", *_godot.singleton("OS").get_cmdline_user_args()]
    for path in [] if exported else settings.get_setting("godot_python/paths", []):
        folder = settings.globalize_path(path)
        if folder not in sys.path:
            sys.path.insert(0, folder)
    _debug.start()
    for module in settings.get_setting("godot_python/modules", []):
        _import(module)
    if "--pytest" in sys.argv and not _godot.singleton("Engine").is_editor_hint():
        _start_tests()


def _check_version() -> None:
    """A library built for another Godot may call what is not there."""
    running = _godot.singleton("Engine").get_version_info()
    built = _godot.table("version")
    if (running["major"], running["minor"]) != built[:2]:
        _report.push_warning(
            f"godot_python was built for {built[3]} and runs in {running['string']}: run addons/godot_python/build.py again"
        )


def enter_editor() -> None:
    """Hands the docstrings of the project's classes to the editor's help."""
    from godot._help import publish

    publish()


def startup() -> None:
    _run(_startup, "start-up")


def frame() -> None:
    _run(_frame, "the frame")


def shutdown() -> None:
    _run(list(reversed(_shutdown)), "shutdown")
    _output.drain()


def leave() -> None:
    """The last thing: forget the callbacks and what only cycles keep, and let out what is still buffered."""
    for hooks in (_startup, _frame, _shutdown):
        hooks.clear()
    for line in _report.repeated():
        print(f"godot_python: {line}")
    gc.collect()
    _output.drain()


def _run(hooks: list[Callable[[], object]], where: str) -> None:
    for hook in list(hooks):
        try:
            hook()
        except BaseException as problem:
            _report.report(problem, where)


def _import(module: str) -> None:
    try:
        importlib.import_module(module)
    except BaseException as problem:
        _report.report(problem, f"the import of {module} (project setting godot_python/modules)")


def _start_tests() -> None:
    try:
        from godot import testing

        testing.start()
    except BaseException as problem:
        _report.report(problem, "the start of pytest")
        os._exit(3)


def _set_paths(library_folder: str, exported: bool) -> None:
    """site-packages of the interpreter, as the build noted them; in an exported game the folder beside the library."""
    if exported:
        sys.path.append(os.path.join(library_folder, "python", "site-packages"))
        return
    with open(os.path.join(library_folder, "interpreter.txt"), encoding="utf-8") as file:
        for line in file:
            key, _, value = line.rstrip("\n").partition("=")
            if key == "path" and value not in sys.path:
                sys.path.append(value)
            elif key == "prefix":
                # As `site` would: tools that look at sys.prefix find the environment, not the interpreter it was made from.
                sys.prefix = sys.exec_prefix = value
