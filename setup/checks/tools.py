"""Checks done by tools of the virtual environment, configured in pyproject.toml."""

from __future__ import annotations

import os

from setup.install import Environment
from setup.places import LOGS, ROOT, VENV
from setup.process import run

# Every class, method, property and signal of the installed engine; written by the addon's build.
STUBS = ROOT / "addons/godot_python/generated/stubs"


def ruff(environment: Environment) -> list[str]:
    return _tool(environment, "ruff", "check", "--no-cache", ".")


def ruff_format(environment: Environment) -> list[str]:
    return _tool(environment, "ruff", "format", "--no-cache", "--check", ".")


def import_directions(environment: Environment) -> list[str]:
    return _tool(environment, "lint-imports", "--no-cache")


def types(environment: Environment) -> list[str]:
    # Without them mypy would take everything of the engine for anything at all.
    if not (STUBS / "godot/__init__.pyi").is_file():
        return [f"the engine's type stubs are missing in {STUBS.relative_to(ROOT)}; `make setup` builds them"]
    return _tool(environment, "mypy", "python/littlefolk") + _tool(environment, "mypy", "setup")


def _tool(environment: Environment, name: str, *arguments: str) -> list[str]:
    """Run a tool; its output is the complaint when it fails."""
    log = LOGS / f"check_{name}.log"
    path = os.pathsep.join(filter(None, [str(ROOT / "python"), os.environ.get("PYTHONPATH")]))
    ended = run([VENV / "bin" / name, *arguments], log=log, limit=900, env={"PYTHONPATH": path, "MYPYPATH": str(STUBS)})
    if ended.code == 0 and not ended.timed_out:
        return []
    return ended.output.splitlines() or [f"{name} ended with {ended.code}"]
