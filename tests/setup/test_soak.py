"""The long play: its story can be read, and what went wrong in it is found."""

from __future__ import annotations

import os
import subprocess
import sys

from littlefolk.game.stories import read_story

from setup import soak

FLAT = [300.0, 400.0, 500.0, 600.0, 605.0, 600.0, 610.0, 604.0, 606.0]


def test_its_story_is_read_and_lasts_five_minutes_of_the_world() -> None:
    story = read_story(soak.story(), "soak")
    seconds = sum(step.values["seconds"] for step in story.steps if "seconds" in step.values and " within " not in step.line)
    assert seconds >= 280.0
    assert sum(step.line == "click widget Play" for step in story.steps) == soak.ROUNDS


def test_flat_memory_and_a_clean_log_are_well() -> None:
    assert soak.judge(0, "all is well\n", FLAT) == 0


def test_growth_errors_and_a_story_that_failed_are_faults() -> None:
    assert soak.judge(0, "", [*FLAT[:-3], 640.0, 660.0, 680.0]) == 1
    assert soak.judge(0, "ERROR: a node leaked\n", FLAT) == 1
    assert soak.judge(1, "", FLAT) == 1
    assert soak.judge(0, "", []) == 1


def test_memory_is_that_of_the_program_below() -> None:
    with subprocess.Popen([sys.executable, "-c", "print(flush=True); input()"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        name = os.path.basename(os.path.realpath(f"/proc/{process.pid}/exe"))
        assert soak.memory_of(f"/usr/bin/{name}") > 1.0
        assert soak.memory_of("/usr/bin/none-of-this-name") == 0.0
        process.communicate(b"\n")
