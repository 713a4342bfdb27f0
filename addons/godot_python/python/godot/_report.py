"""Errors to Godot's own output: each place in the code once, with file, line and traceback."""

from __future__ import annotations

import importlib
import os
import sys
import traceback
from collections import Counter
from types import TracebackType

import _godot

from godot import _output

ERROR, WARNING, SCRIPT_ERROR = 0, 1, 2

# Frames of this library and of the import machinery say nothing about a mistake in somebody's module.
_OWN_FOLDER = os.path.dirname(os.path.abspath(__file__)) + os.sep
_IMPORTS = ("<frozen importlib", os.path.dirname(importlib.__file__) + os.sep)

_seen: Counter[tuple[str, int, str]] = Counter()


def report(problem: BaseException, where: str, called: object = None) -> None:
    """Prints an exception that reached the engine's border. `where` says which callback it came from, `called` is its function."""
    if isinstance(problem, SystemExit):
        _quit(problem)
        return
    frame = _innermost(problem.__traceback__)
    file, line, function = _place(problem, frame, called)
    kind = type(problem).__name__
    _seen[(file, line, kind)] += 1
    if _seen[(file, line, kind)] > 1:
        return
    text = _traceback_text(problem)
    _output.drain()
    _godot.engine_error(SCRIPT_ERROR, f"{kind}: {problem}", f"in {where}: {kind}: {problem}\n{text}", function, file, line)


def repeated() -> list[str]:
    """One line for each place whose error came more than once, with its number."""
    return [f"{kind} at {file}:{line} came {count} times" for (file, line, kind), count in _seen.items() if count > 1]


def forget() -> None:
    """Lets errors that were already reported show again."""
    _seen.clear()


def push_error(text: object) -> None:
    """Prints an error in Godot's console and debugger, with the caller's file and line."""
    _from_caller(ERROR, text)


def push_warning(text: object) -> None:
    """Prints a warning in Godot's console and debugger, with the caller's file and line."""
    _from_caller(WARNING, text)


def print_error(text: object) -> None:
    """Prints a line on Godot's error output, without file and line."""
    _output.drain()
    _godot.utility_function("printerr")(str(text))


def _from_caller(kind: int, text: object) -> None:
    caller = sys._getframe(2)
    _output.drain()
    _godot.engine_error(kind, str(text), str(text), caller.f_code.co_qualname, caller.f_code.co_filename, caller.f_lineno)


def _traceback_text(problem: BaseException) -> str:
    """The traceback without inner frames, where there are others."""
    described = traceback.TracebackException.from_exception(problem)
    part: traceback.TracebackException | None = described
    while part is not None:
        outer = [frame for frame in part.stack if not _is_inner(frame.filename)]
        # A syntax error tells its own place.
        part.stack[:] = outer if outer or hasattr(part, "filename") else part.stack
        part = part.__cause__ or part.__context__
    return "".join(described.format()).rstrip()


def _is_inner(file: str) -> bool:
    return file.endswith(".pxi") or file.startswith((_OWN_FOLDER, *_IMPORTS))


def _innermost(trace: TracebackType | None) -> TracebackType | None:
    """The innermost frame of the program; of this library only if there is no other."""
    found = last = None
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        if not _is_inner(file):
            found = trace
        if not file.endswith(".pxi"):
            last = trace
        trace = trace.tb_next
    return found or last


def _place(problem: BaseException, trace: TracebackType | None, called: object) -> tuple[str, int, str]:
    if isinstance(problem, SyntaxError) and problem.filename:
        return problem.filename, problem.lineno or 0, "<module>"
    if trace is None:
        code = getattr(called, "__code__", None)
        if code is None:
            # A method of the engine itself, connected where other arguments come.
            return "<engine>", 0, getattr(called, "__qualname__", "<unknown>")
        return code.co_filename, code.co_firstlineno, code.co_qualname
    return trace.tb_frame.f_code.co_filename, trace.tb_lineno, trace.tb_frame.f_code.co_qualname


def _quit(problem: SystemExit) -> None:
    """sys.exit() in a callback quits the game with its code."""
    code = problem.code
    if code is not None and not isinstance(code, int):
        print_error(code)
        code = 1
    loop = _godot.singleton("Engine").get_main_loop()
    if loop is not None:
        loop.quit(code or 0)
