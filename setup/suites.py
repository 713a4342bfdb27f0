"""The test suites: which there are, running them, and what counts as passed."""

from __future__ import annotations

import contextlib
import functools
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from setup import engine_log, lanes
from setup.console import SetupError, note, step
from setup.install import Environment
from setup.places import LOGS, ROOT, relative
from setup.process import Ended, run

# In this order; another folder of tests/ runs outside the engine, before those that need it.
PLAIN = ("tests/unit", "tests/laws", "tests/kernels", "tests/agent", "tests/lsl", "tests/setup")
STARTS_ENGINE = "addons/godot_python/tests/outside"
ENGINE = ("addons/godot_python/tests/engine", "tests/engine")
STORIES = "tests/stories"
LANES = 2
SLACK = 60.0  # seconds a suite's process may take to end what the suite left behind
LONGEST = (STORIES, "tests/agent", STARTS_ENGINE, "tests/laws", "tests/setup", "tests/unit")  # begun first, in this order

CLOSING = re.compile(r"^=*\s*((?:\d+ \w+(?:, )?)+|no tests ran) in [\d.]+s.*$", re.MULTILINE)
RAN = re.compile(r"(\d+) (?:passed|failed|xfailed|xpassed|error)")


@dataclass(frozen=True)
class Suite:
    """`target` as pytest takes it, relative to the checkout; whether it runs inside the engine; whether it draws."""

    target: str
    in_engine: bool
    draws: bool


@dataclass(frozen=True)
class Verdict:
    """A suite's closing line, and why it failed (empty when it passed)."""

    suite: Suite
    closing: str
    faults: tuple[str, ...]


def select(wanted: str, root: Path = ROOT) -> list[Suite]:
    """The suite `wanted` (a folder, file or test id), or all that exist when it is empty."""
    if wanted:
        target = wanted.rstrip("/")
        path = target.split("::", 1)[0]
        if not (root / path).exists():
            raise SetupError(f"SUITE={wanted}: there is no {path}; suites here: {' '.join(s.target for s in select('', root))}")
        if os.path.isabs(path):
            target = target.replace(path, os.path.relpath(path, root), 1)
        return [_suite(target)]
    folders = {f"tests/{path.name}" for path in (root / "tests").glob("[a-z]*") if _holds_tests(path)}
    others = sorted(folders - {*PLAIN, *ENGINE, STORIES})
    ordered = [*PLAIN, *others, *ENGINE, STARTS_ENGINE, STORIES]
    return [_suite(target) for target in ordered if (root / target).is_dir()]


def run_all(chosen: Sequence[Suite], environment: Environment) -> list[Verdict]:
    """Run suites and give their verdicts in the same order. One alone shows its output as it comes; several run two at a time.

    Each has a process of its own, so that ending what one suite left behind does not touch the other's. The longest begin first;
    a suite's output is shown whole when it is through.
    """
    if len(chosen) == 1:
        return [run_suite(chosen[0], environment)]
    step(f"{len(chosen)} suites, {LANES} at a time; each is shown when it is through")
    waiting = sorted(chosen, key=lambda suite: LONGEST.index(suite.target) if suite.target in LONGEST else len(LONGEST))
    found: dict[Suite, Verdict] = {}
    one = functools.partial(run_suite, environment=environment, echo=False)
    try:
        for suite, verdict, reason in lanes.side_by_side(one, waiting, lanes=LANES, limit=_limit() + SLACK):
            found[suite] = verdict or Verdict(suite, "no closing line", (reason,))
            _show(found[suite])
    except SystemExit:
        missing = [suite.target for suite in waiting if suite not in found]
        note(f"told to end; not through: {' '.join(missing)}")
        raise
    return [found[suite] for suite in chosen]


def run_suite(suite: Suite, environment: Environment, options: Sequence[str] = (), *, echo: bool = True) -> Verdict:
    """Run one suite for at most TEST_LIMIT seconds (from the environment; 3000 by default); `echo` shows it as it runs."""
    if echo:
        _announce(suite)
    arguments = [suite.target, "-p", "no:cacheprovider", *options]
    if suite.in_engine:
        command = [environment.godot, "--headless", "--fixed-fps", "60", "--path", ".", "--", "--pytest", *arguments]
    else:
        command = [environment.python, "-m", "pytest", *arguments]
    env = {**environment.env, "GODOT": environment.godot}
    ended = run(command, log=_log_of(suite), limit=_limit(), env=env, echo=echo)
    verdict = judge(suite, ended)
    if echo:
        _close(verdict)
    return verdict


def _limit() -> float:
    return float(os.environ.get("TEST_LIMIT") or 3000)


def _show(verdict: Verdict) -> None:
    """What a suite printed, and how it ended."""
    _announce(verdict.suite)
    with contextlib.suppress(FileNotFoundError):
        print(_log_of(verdict.suite).read_text(encoding="utf-8", errors="replace"), end="", flush=True)
    _close(verdict)


def _announce(suite: Suite) -> None:
    step(f"{suite.target}{' (inside Godot)' if suite.in_engine else ''}")


def _close(verdict: Verdict) -> None:
    for fault in verdict.faults:
        note(f"FAILED: {fault}")
    note(f"log: {relative(_log_of(verdict.suite))}")


def _log_of(suite: Suite) -> Path:
    return LOGS / f"test_{re.sub(r'[^A-Za-z0-9]+', '_', suite.target)}.log"


def judge(suite: Suite, ended: Ended) -> Verdict:
    """Decide whether a run passed; code 0 is not enough."""
    closings = [match.group(0).strip("= ") for match in CLOSING.finditer(ended.output)]
    closing = closings[-1] if closings else "no closing line"
    faults = []
    if ended.timed_out:
        faults.append("ran into its time limit and was ended")
    elif ended.code not in (0, 5):
        faults.append(f"ended with {ended.code}")
    if ended.code == 5 or not RAN.search(closing):
        faults.append("ran no test")
    if suite.in_engine:
        code = engine_log.end_code(ended.output, engine_log.TESTS_END)
        if code is None:
            faults.append(f"never printed {engine_log.TESTS_END}: the engine ended before the tests did")
        elif code != 0 and ended.code == 0:
            faults.append(f"pytest inside the engine ended with {code}")
        faults += [f"unexpected in the log: {line}" for line in engine_log.unexpected(ended.output)]
    return Verdict(suite, closing, tuple(faults))


def table(verdicts: Sequence[Verdict]) -> str:
    """One line for each suite."""
    width = max(len(verdict.suite.target) for verdict in verdicts)
    return "\n".join(f"    {'FAILED' if v.faults else 'ok':6}  {v.suite.target:{width}}  {v.closing}" for v in verdicts)


def _suite(target: str) -> Suite:
    def inside(*folders: str) -> bool:
        return any(target == folder or target.startswith((f"{folder}/", f"{folder}::")) for folder in folders)

    return Suite(target, in_engine=inside(*ENGINE), draws=inside(STORIES))


def _holds_tests(folder: Path) -> bool:
    return any(folder.rglob("test_*.py")) or any(folder.rglob("*.story"))
