"""Laws of the test runner: a run passes only when tests ran and everything about it was clean."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from setup.console import SetupError
from setup.engine_log import TESTS_END
from setup.install import Environment
from setup.process import Ended
from setup.suites import Suite, judge, run_all, run_suite, select, table

PLAIN = Suite("tests/unit", in_engine=False, draws=False)
ENGINE = Suite("tests/engine", in_engine=True, draws=False)


def environment(godot: Path | str = "") -> Environment:
    return Environment(sys.executable, sys.executable, str(godot), "4.6", {}, {}, None)


@pytest.mark.parametrize(
    ("code", "output", "faults"),
    [
        (0, "....\n4 passed in 0.10s\n", 0),
        (0, "=== 2 passed, 1 skipped in 61.00s (0:01:01) ===\n", 0),
        (1, "1 failed, 3 passed in 0.10s\n", 1),
        (5, "no tests ran in 0.01s\n", 1),
        (0, "2 skipped in 0.01s\n", 1),
        (0, "", 1),
        (-11, "", 2),
    ],
)
def test_verdicts_outside_the_engine(code: int, output: str, faults: int) -> None:
    assert len(judge(PLAIN, Ended(code, False, output)).faults) == faults


def test_a_run_over_its_limit_fails() -> None:
    assert judge(PLAIN, Ended(-15, True, "4 passed in 0.10s\n")).faults


@pytest.mark.parametrize(
    ("output", "fault"),
    [
        ("4 passed in 0.10s\n", "never printed"),
        (f"4 passed in 0.10s\n{TESTS_END} rc=1\n", "ended with 1"),
        (f"4 passed in 0.10s\nERROR: x\n{TESTS_END} rc=0\n", "ERROR: x"),
        (f"4 passed in 0.10s\n{TESTS_END} rc=0\nERROR: 3 resources still in use at exit\n", "still in use"),
    ],
)
def test_the_engine_may_not_end_early_or_complain(output: str, fault: str) -> None:
    faults = judge(ENGINE, Ended(0, False, output)).faults
    assert len(faults) == 1
    assert fault in faults[0]


def test_a_clean_engine_run_passes() -> None:
    assert judge(ENGINE, Ended(0, False, f"4 passed in 0.10s\n{TESTS_END} rc=0\n")).faults == ()


def test_a_suite_without_tests_fails_for_real(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "test_nothing.py").write_text("def helper(): pass\n")
    monkeypatch.setenv("TEST_LIMIT", "60")
    verdict = run_suite(Suite(str(tmp_path), False, False), environment())
    assert verdict.faults == ("ran no test",)
    assert verdict.closing.startswith("no tests ran")


def test_a_suite_with_a_test_passes_for_real(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "test_one.py").write_text("def test_one(): pass\n")
    monkeypatch.setenv("TEST_LIMIT", "60")
    assert run_suite(Suite(str(tmp_path), False, False), environment()).faults == ()


def test_an_engine_that_dies_in_mid_run_fails(script: Callable[[str, str], Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEST_LIMIT", "60")
    godot = script("godot", 'echo "$@"; kill -SEGV $$\n')
    verdict = run_suite(Suite("tests/engine/nowhere", True, False), environment(godot))
    assert any("never printed" in fault for fault in verdict.faults)


def test_selection(tmp_path: Path) -> None:
    addon = "addons/godot_python/tests"
    for name in ("tests/unit", "tests/engine", "tests/stories", "tests/grid", "tests/data", f"{addon}/engine", f"{addon}/outside"):
        (tmp_path / name).mkdir(parents=True)
    for name in ("tests/unit/test_a.py", "tests/engine/test_b.py", "tests/grid/test_c.py"):
        (tmp_path / name).touch()
    everything = select("", tmp_path)
    assert [suite.target for suite in everything] == [
        "tests/unit",
        "tests/grid",
        f"{addon}/engine",
        "tests/engine",
        f"{addon}/outside",
        "tests/stories",
    ]
    assert [suite.in_engine for suite in everything] == [False, False, True, True, False, False]
    assert [suite.draws for suite in everything] == [False, False, False, False, False, True]
    assert select("tests/engine/test_b.py::test_x", tmp_path) == [Suite("tests/engine/test_b.py::test_x", True, False)]
    assert select(f"{tmp_path}/tests/unit/", tmp_path) == [PLAIN]
    with pytest.raises(SetupError, match="there is no tests/unix"):
        select("tests/unix", tmp_path)


def test_the_table_names_every_suite() -> None:
    good = judge(PLAIN, Ended(0, False, "4 passed in 0.10s\n"))
    bad = judge(ENGINE, Ended(0, False, ""))
    lines = table([good, bad]).split(os.linesep)
    assert "ok" in lines[0]
    assert "FAILED" in lines[1]
    assert "tests/engine" in lines[1]


def test_suites_side_by_side_are_shown_whole_and_judged_each(tmp_path, capfd):
    """Two at a time: each one's output comes in one piece, and the verdicts come in the order asked for."""
    for name, body in (("good", "assert True is not False"), ("bad", "assert 1 == 2")):
        (tmp_path / name).mkdir()
        (tmp_path / name / f"test_{name}.py").write_text(f"def test_{name}():\n    {body}\n", encoding="utf-8")
    good, bad = (Suite(str(tmp_path / name), False, False) for name in ("good", "bad"))
    verdicts = run_all([bad, good], environment())
    assert [verdict.suite for verdict in verdicts] == [bad, good]
    assert [bool(verdict.faults) for verdict in verdicts] == [True, False]
    shown = capfd.readouterr().out
    assert "1 failed in" in shown
    assert "1 passed in" in shown
