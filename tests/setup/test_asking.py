"""Laws of what a command is asked for: what cannot be is refused before the set-up begins, with what to do."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

VALUES = ("SAY", "OUT", "SEED", "WORLD", "PROVIDER", "DISPLAY", "WAYLAND_DISPLAY")
BEGUN = "==> Looking for"


def make(folder: Path, *words: str, **env: str) -> subprocess.CompletedProcess[str]:
    """`make` in `folder`. A set-up that begins comes no further than a Godot that is none."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("MAKE") and name not in VALUES}
    clean |= {"GODOT": "/nowhere/godot", **env}
    return subprocess.run(["make", "-C", folder, "-s", *words], env=clean, capture_output=True, encoding="utf-8", timeout=120)


def refused(ended: subprocess.CompletedProcess[str], hint: str, code: int = 2) -> bool:
    assert "Traceback" not in ended.stderr
    assert BEGUN not in ended.stdout
    assert hint in ended.stderr
    assert f"Error {code}" in ended.stderr
    return ended.returncode != 0


def test_a_blank_sentence_is_refused(checkout: Path) -> None:
    assert refused(make(checkout, "demo", "SAY="), 'make demo SAY="')
    assert refused(make(checkout, "demo", SAY=" \n\t"), 'make demo SAY="')
    assert refused(make(checkout, "play", "SAY="), 'make demo SAY="')


def test_no_sentence_is_the_usual_one(checkout: Path) -> None:
    assert BEGUN in make(checkout, "demo").stdout
    assert BEGUN in make(checkout, "demo", "SAY=wave").stdout


def test_a_folder_that_cannot_be_is_refused(checkout: Path) -> None:
    assert refused(make(checkout, "demo", "OUT=/proc/nope"), "make demo OUT=")
    (checkout / "file").touch()
    assert refused(make(checkout, "demo", "OUT=file"), "make demo OUT=")
    assert refused(make(checkout, "demo", "OUT=file/below"), "make demo OUT=")
    (checkout / "taken/final.png").mkdir(parents=True)
    assert refused(make(checkout, "demo", "OUT=taken"), "final.png")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_of_others_is_refused(checkout: Path) -> None:
    (checkout / "closed").mkdir(mode=0o500)
    assert refused(make(checkout, "demo", "OUT=closed"), "make demo OUT=")


def test_a_folder_that_can_be_is_made_and_left_empty(checkout: Path) -> None:
    assert BEGUN in make(checkout, "demo", "OUT=new/ö 1").stdout
    assert list((checkout / "new/ö 1").iterdir()) == []


def test_a_display_that_does_not_answer_is_named_and_the_demo_offered(checkout: Path) -> None:
    assert refused(make(checkout, "play", DISPLAY=":7791"), "DISPLAY=:7791 does not answer", 1)
    assert refused(make(checkout, "play", DISPLAY=":7791"), "make demo", 1)
    assert refused(make(checkout, "play", WAYLAND_DISPLAY="wayland-7791"), "make demo", 1)


@pytest.mark.parametrize(("target", "command"), [("demo", "ask"), ("play", "play")])
def test_both_pass_the_choices_on(checkout: Path, target: str, command: str) -> None:
    """The real commands, with a set-up that has nothing to do and a `littlefolk` that prints what it is given."""
    (checkout / "setup/install.py").write_text("class Environment: pass\ndef ensure(**_): pass\n")
    (checkout / "setup/display.py").write_text("def named(): return True\ndef require(): pass\n")
    program = checkout / ".venv/bin/littlefolk"
    program.parent.mkdir(parents=True)
    program.write_text('#!/bin/sh\nprintf "%s|" "$@"\n')
    program.chmod(0o755)
    said = make(checkout, target, "SEED=7", "WORLD=my world", "PROVIDER=scripted").stdout.splitlines()[-1]
    assert said.startswith(f"{command}|")
    assert said.endswith("--seed|7|--world|my world|--provider|scripted|")


def test_a_python_with_broken_packages_still_starts(checkout: Path) -> None:
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", checkout / ".venv"], check=True)
    next((checkout / ".venv").glob("lib/*/site-packages")).joinpath("broken.pth").write_text("import os; os._exit(9)\n")
    assert "make setup" in make(checkout, "help", PATH=f"{checkout / '.venv/bin'}:{os.environ['PATH']}").stdout


def test_an_interruption_while_starting_is_said_in_one_line(checkout: Path) -> None:
    (checkout / "setup/commands.py").write_text(
        "import os, signal, time\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job starts deaf to it\n"
        "os.kill(os.getpid(), signal.SIGINT)\ntime.sleep(30)\n"
    )
    ended = make(checkout, "setup")
    assert "interrupted" in ended.stderr
    assert "Traceback" not in ended.stderr
    assert "Error 130" in ended.stderr
