"""Errors which the engine prints during a test: expected ones are announced, others fail the test."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import _godot

import godot
from godot import _report

BEGIN, END = "EXPECTED-ERRORS-BEGIN", "EXPECTED-ERRORS-END"
WARNING_TYPE = 1

logged: list[str] = []
# Straight to Godot's log, past pytest's capture.
announce = _godot.utility_function("print")


class EngineErrorLog(godot.Logger, tool=True):  # type: ignore[valid-type,misc,call-arg]
    """Collects the text of every error that Godot prints while tests run."""

    def _log_error(self, function, file, line, code, rationale, editor_notify, error_type, script_backtraces):
        if error_type != WARNING_TYPE:
            logged.append(f"{rationale or code}\n   at {function} ({file}:{line})")


def listen() -> EngineErrorLog:
    """Starts collecting; give the result back to `ignore()`."""
    log = EngineErrorLog()
    _godot.singleton("OS").add_logger(log)
    return log


def ignore(log: EngineErrorLog) -> None:
    _godot.singleton("OS").remove_logger(log)


def unexpected() -> list[str]:
    """The errors since the last call."""
    found = list(logged)
    logged.clear()
    return found


@contextmanager
def expect_errors(match: str | None = None) -> Iterator[list[str]]:
    """Inside, the engine must print at least one error, and one whose text has the regular expression `match`.

    Yields the list of texts, filled while the block runs. Lines EXPECTED-ERRORS-BEGIN and -END stand around them in the log.
    """
    before = list(logged)
    logged.clear()
    # An error that was already seen at its place must show again here.
    _report.forget()
    announce(BEGIN)
    found: list[str] = []
    try:
        yield found
    finally:
        announce(END)
        _report.forget()
        found += logged
        logged[:] = before
    if not found:
        raise AssertionError("the engine printed no error, one was expected")
    if match is not None and not any(re.search(match, text) for text in found):
        raise AssertionError(f"no error matches {match!r}; printed were:\n" + "\n".join(found))
