"""Tools for testing the set-up: real files and real programs, no network."""

from __future__ import annotations

import shutil
import stat
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

from setup.places import ROOT


@pytest.fixture
def script(tmp_path: Path) -> Callable[[str, str], Path]:
    """Make an executable shell script: script(name, text) -> its path."""

    def make(name: str, text: str) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("#!/bin/sh\n" + textwrap.dedent(text), encoding="utf-8")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return path

    return make


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout of the Makefile and the set-up alone, at a path with spaces and letters beyond ASCII; nothing is set up in it."""
    folder = tmp_path / "ü b" / "little folk"
    for name in ("setup", "addons/godot_python/export"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "Makefile", folder)
    (folder / "python/littlefolk").mkdir(parents=True)
    (folder / "python/littlefolk/__init__.py").touch()
    (folder / "requirements.lock").touch()
    return folder
