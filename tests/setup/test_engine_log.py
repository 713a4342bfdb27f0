"""Laws of the log rule: an engine's errors fail a run unless a test announced them."""

from __future__ import annotations

import pytest

from setup.engine_log import TESTS_END, end_code, unexpected


@pytest.mark.parametrize(
    "line",
    [
        "ERROR: Condition is true",
        "SCRIPT ERROR: Parse Error",
        "SHADER ERROR: Unknown identifier",
        "USER ERROR: told so",
        "Traceback (most recent call last):",
    ],
)
def test_each_kind_of_error_counts(line: str) -> None:
    assert unexpected(f"quiet\n  {line}\nquiet\n") == [line]


def test_quiet_lines_do_not_count() -> None:
    assert unexpected("WARNING: slow\nFontconfig error: Cannot load default config file\n3 passed\n") == []


def test_announced_errors_are_ignored_and_others_are_not() -> None:
    log = "ERROR: a\nEXPECTED-ERRORS-BEGIN\nERROR: b\nTraceback\nEXPECTED-ERRORS-END\nERROR: c\n"
    assert unexpected(log) == ["ERROR: a", "ERROR: c"]


def test_an_announcement_without_end_is_a_fault() -> None:
    assert unexpected("EXPECTED-ERRORS-BEGIN\nERROR: hidden\n") == ["EXPECTED-ERRORS-BEGIN (without EXPECTED-ERRORS-END)"]


def test_the_end_marker() -> None:
    assert end_code("…\n", TESTS_END) is None
    assert end_code(f"{TESTS_END} rc=0\n", TESTS_END) == 0
    assert end_code(f"x {TESTS_END} rc=3\n", TESTS_END) == 3
