"""Laws of the Makefile: values arrive as they were typed, and help names every target."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from setup.commands import COMMANDS
from setup.places import ROOT

SAY = "say \"hi\" to 'Moss' for $5 $(shell echo no) `id` \\ # 100 %\nzweite Zeile: ✓ ; exit 3"
ECHO = "import os, sys; sys.stdout.buffer.write('|'.join([os.environ[n] for n in ('SAY', 'OUT', 'SEED')]).encode('utf-8'))"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """The real Makefile over a `setup` that prints the values it was given."""
    shutil.copy(ROOT / "Makefile", tmp_path)
    (tmp_path / "setup").mkdir()
    (tmp_path / "setup/__main__.py").write_text(ECHO)
    return tmp_path


def make(folder: Path, *arguments: str, **env: str) -> str:
    clean = {name: value for name, value in os.environ.items() if not name.startswith("MAKE") and name not in ("SAY", "OUT", "SEED")}
    return subprocess.run(["make", "-C", folder, "-s", *arguments], env={**clean, **env}, check=True, capture_output=True).stdout.decode()


def test_values_given_to_make_arrive_untouched(checkout: Path) -> None:
    assert make(checkout, "demo", f"SAY={SAY}", "OUT=a b") == f"{SAY}|a b|"


def test_values_from_the_environment_arrive_untouched(checkout: Path) -> None:
    assert make(checkout, "demo", SAY=SAY, SEED="7") == f"{SAY}||7"


def test_help_is_the_default_and_names_every_target() -> None:
    text = make(ROOT)
    targets = re.findall(r"^  make ([\w-]+)", text, re.MULTILINE)
    assert targets == list(COMMANDS)
    listed = re.search(r"^TARGETS := (.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert listed is not None
    assert set(listed[1].split()) == set(COMMANDS)


def test_an_unknown_command_is_refused() -> None:
    result = subprocess.run([sys.executable, "-m", "setup", "fly"], cwd=ROOT, capture_output=True, text=True)
    assert result.returncode == 2
    assert "usage" in result.stderr
