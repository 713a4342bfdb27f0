"""Laws of a home folder that is missing or cannot be written: Godot, which would crash, is given folders of the checkout."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from setup import variables
from setup.places import in_home, writable

XDG = ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME")
BUILD = """
from pathlib import Path
from setup import builds
from setup.godot import Godot
builds.binding(Godot(Path("/bin/true"), "4.6", "test"))
"""
WRITE = "import json, os, pathlib; pathlib.Path('environ.json').write_text(json.dumps(dict(os.environ)))"


@pytest.mark.parametrize("home", ["/nowhere/home", "/proc", "not/absolute"])
def test_the_build_of_the_binding_starts_godot_with_folders_that_exist(checkout: Path, home: str) -> None:
    (checkout / "addons/godot_python/build.py").write_text(WRITE)
    (checkout / ".venv/bin").mkdir(parents=True)
    (checkout / ".venv/bin/python").symlink_to(sys.executable)
    env = {**{name: value for name, value in os.environ.items() if name not in XDG}, "HOME": home}
    subprocess.run([sys.executable, "-c", BUILD], cwd=checkout, env=env, check=True, timeout=120)
    seen = json.loads((checkout / "environ.json").read_text())
    for name in XDG:
        assert Path(seen[name]).is_dir()
        assert Path(seen[name]).is_relative_to(checkout / "build")


def test_a_good_home_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in XDG:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert not set(XDG) & set(variables.for_every_start(Path("/bin/true")))
    assert in_home("x") == tmp_path / "x"
    assert list(tmp_path.iterdir()) == []


def test_folders_named_by_the_user_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/nowhere/home")
    for name in XDG:
        monkeypatch.setenv(name, str(tmp_path / name))
    assert not set(XDG) & set(variables.for_every_start(Path("/bin/true")))


def test_writable_is_what_can_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert writable(tmp_path)
    assert writable(tmp_path / "new/folder")
    assert not writable(tmp_path / "file")
    assert not writable(tmp_path / "file/below")
    assert not writable(Path("/proc/nope"))
