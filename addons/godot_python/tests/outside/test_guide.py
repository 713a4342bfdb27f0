"""The README's guide, followed to the letter in an empty folder."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys

import pytest
from projects import ADDON, PATIENCE, godot

BLOCK = re.compile(r"(?:`([\w./]+)`:\n\n)?```(\w+)\n(.*?)```", re.S)
# The one step that is not taken: packages come from the network. The environment at hand, which has them, stands in for it.
INSTALLING = ("python3 -m venv .venv", ".venv/bin/pip install cython numpy")
FRAMES = "200"


def steps():
    """(file name or "", language, text) of each block of the guide, in order."""
    readme = (ADDON / "README.md").read_text(encoding="utf-8")
    guide = readme.split("## From nothing to a Python node\n")[1].split("\n## ")[0]
    return [match.groups(default="") for match in BLOCK.finditer(guide)], guide


def follow(folder, lines):
    for line in lines:
        if line in INSTALLING:
            continue
        words = line.replace("/path/to/godot_python", shlex.quote(str(ADDON))).replace("/path/to/godot", shlex.quote(godot()))
        if words.startswith(shlex.quote(godot())):
            words += f" --headless --fixed-fps 60 --quit-after {FRAMES}"
        # Compiled without optimising, which takes a third of the time.
        environment = {**os.environ, "XDG_DATA_HOME": str(folder / ".data"), "CFLAGS": "-O0"}
        done = subprocess.run(words, shell=True, cwd=folder, env=environment, capture_output=True, text=True, timeout=PATIENCE)
        yield line, done.returncode, done.stdout + done.stderr


@pytest.mark.skipif(sys.prefix == sys.base_prefix, reason="the guide works in a virtual environment")
def test_a_newcomer_who_follows_the_guide_sees_the_gnome_arrive(tmp_path):
    blocks, guide = steps()
    assert [name for name, _, _ in blocks if name] == ["project.godot", "python/gnomes.py", "main.tscn"]
    folder = tmp_path / "garden"
    folder.mkdir()
    (folder / ".venv").symlink_to(sys.prefix, target_is_directory=True)
    log = ""
    for name, language, text in blocks:
        if name:
            (folder / name).write_text(text, encoding="utf-8")
            continue
        assert language == "sh"
        for line, code, log in follow(folder, text.splitlines()):
            assert code == 0, f"{line}\n{log}"
    promised = re.search(r"it prints `(.*?)`", guide).group(1)
    assert promised in log, log
    assert "ERROR" not in log, log
