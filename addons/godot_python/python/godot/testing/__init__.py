"""pytest inside the running engine.

    godot --headless --fixed-fps 60 --path . -- --pytest tests/engine [pytest arguments]

The tests run in a greenlet that the frame callback resumes, so `wait_frames(n)` is exact: it returns after n frames of the
engine. Each test fails if it leaves engine objects behind or if the engine printed an error it did not expect. The process
ends with pytest's exit code, and prints END_MARKER before, so that a log without it is a run that was cut off.
Classes that scenes or GDScript of a test name must stand in files called classes_*.py, which are imported at boot.
"""

from __future__ import annotations

import importlib
import sys
import traceback
from pathlib import Path

from godot.testing._errors import expect_errors
from godot.testing._frames import wait_frames

__all__ = ["END_MARKER", "expect_errors", "requested", "start", "wait_frames"]

END_MARKER = "LITTLEFOLK-ENGINE-TESTS-END"
FLAG = "--pytest"
CRASHED = 3


def requested() -> bool:
    """True if this run of Godot was started to run tests."""
    return FLAG in sys.argv


def arguments() -> list[str]:
    """What follows --pytest on the command line, for pytest."""
    return sys.argv[sys.argv.index(FLAG) + 1 :]


def start() -> None:
    """Runs pytest from the first frame on, then quits (called at boot when `requested()`)."""
    from godot import _runtime
    from godot.testing import _frames

    _import_classes()
    runner = _frames.Runner(_run_pytest, _finish)
    _runtime.on_frame(runner.frame)
    _runtime.on_shutdown(runner.shutdown)


def _import_classes() -> None:
    """Imports files named classes_*.py of the test folders while classes can still become known to scenes and GDScript."""
    for word in arguments():
        folder = Path(word.split("::")[0])
        if folder.is_file():
            folder = folder.parent
        elif not folder.is_dir():
            continue
        for path in sorted(folder.rglob("classes_*.py")):
            if str(path.parent) not in sys.path:
                sys.path.insert(0, str(path.parent))
            importlib.import_module(path.stem)


def _run_pytest() -> int:
    try:
        import pytest

        from godot.testing._plugin import EnginePlugin

        given = arguments()
        options = ["-p", "no:faulthandler"]
        if not any(word == "-s" or word.startswith("--capture") for word in given):
            options.append("--capture=sys")
        return int(pytest.main([*options, *given], plugins=[EnginePlugin()]))
    except BaseException:
        traceback.print_exc()
        return CRASHED


def _finish(code: int) -> None:
    import godot
    from godot import _output

    print(f"{END_MARKER} rc={code}")
    _output.drain()
    loop = godot.tree()
    if loop is not None:
        loop.quit(code)
