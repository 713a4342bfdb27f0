"""`make export-test`: starts the exported game where there is nothing but it, as nobody, and looks at what it did and drew."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from setup import engine_log
from setup.console import SetupError, note, step
from setup.export import drivers, jail, layout
from setup.export.display import virtual_screen
from setup.install import Environment
from setup.places import LOGS, VENV_PYTHON, relative
from setup.process import answer, run

HERE = Path(__file__).resolve().parent
END = "littlefolk-end"
LIMIT = 150
DRAWING = ("--audio-driver", "Dummy", "--rendering-method", "gl_compatibility", "--resolution", "640x360")

# Distinct colours and their spread tell a landscape from an empty window.
LOOK = """
import sys
from PIL import Image, ImageStat
picture = Image.open(sys.argv[1]).convert("RGB")
print(picture.width, picture.height, len(set(picture.resize((160, 90)).getdata())), min(ImageStat.Stat(picture).stddev))
"""


@dataclass(frozen=True)
class Trial:
    """One run: what it shows, the story, options for Godot, and what the machine around the game has besides /bin/sh."""

    title: str
    story: str
    options: Sequence[str]
    machine: drivers.Machine


def test(environment: Environment) -> int:
    """Run every trial; returns the exit code. Raises SetupError where the game cannot be tried at all."""
    if not (layout.EXPORTED / layout.RUN).is_file():
        raise SetupError(f"{relative(layout.EXPORTED)} is missing; call make export first")
    bundled = (layout.EXPORTED / layout.LOADER).exists()
    bare = drivers.bare() if bundled else drivers.with_glibc(layout.EXPORTED / layout.PLAYER)
    faults = _run(Trial("without a screen", "first.story", ["--headless"], bare))
    if environment.xvfb is None:
        raise SetupError("no frame was drawn, since there is no virtual screen here: install the package xvfb")
    with virtual_screen(environment.xvfb) as display:
        faults += _run(Trial("on a virtual screen", "drawn.story", DRAWING, drivers.with_graphics(environment, bare, display)))
        if bundled:
            newer = drivers.newer(environment, layout.EXPORTED, display)
            faults += _run(Trial("on a virtual screen, where glibc is newer than the game's", "drawn.story", DRAWING, newer))
    step(f"{len(faults)} faults" if faults else "the exported game runs, does its job and draws")
    return 1 if faults else 0


def _run(trial: Trial) -> list[str]:
    step(f"Starting the export {trial.title}, as nobody, with an empty environment")
    out = layout.WORK / "trial"
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    out.chmod(0o777)
    shutil.copy(HERE / trial.story, out / "main.story")
    specification = {
        "mounts": [[str(layout.EXPORTED), "/game", "ro"], [str(out), "/out", "rw"], *trial.machine.mounts],
        "copies": trial.machine.copies,
        "env": trial.machine.env,
        "cwd": "/tmp",
        "program": f"/game/{trial.machine.program}",
        "argv": [
            "/game/run.sh",
            *trial.options,
            "--",
            "--story",
            "/out/main.story",
            "--seed",
            "7",
            "--folder",
            "/out/world",
            "--out",
            "/out",
        ],
    }
    plan = layout.WORK / "trial.json"
    plan.write_text(json.dumps(specification), encoding="utf-8")
    log = LOGS / f"export_{Path(trial.story).stem}.log"
    ended = run([sys.executable, "-m", "setup.export.jail", plan], log=log, limit=LIMIT)
    if ended.code == jail.CANNOT:
        raise SetupError(f"the export was NOT tested: {ended.output.strip()}\nrun it as root, or where user namespaces are allowed")
    if jail.NO_NAMESPACE in ended.output:
        note("no namespaces can be had here: processes and network of this machine were not hidden, only its files")
    faults = engine_log.unexpected(ended.output)
    if ended.timed_out:
        faults.append(f"it took longer than {LIMIT} s")
    elif ended.code != 0:
        faults.append(f"it ended with {ended.code}")
    if engine_log.end_code(ended.output, END) != 0:
        faults.append(f"it never printed {END} rc=0")
    if trial.story.startswith("drawn"):
        faults += _look(out / "frame.png")
    for fault in faults:
        note(f"FAILED: {fault}")
    note(f"{'failed' if faults else 'passed'}; log: {relative(log)}")
    return faults


def _look(picture: Path) -> list[str]:
    text = answer([VENV_PYTHON, "-c", LOOK, picture]) if picture.is_file() else None
    if text is None:
        return ["it drew no picture"]
    width, height, colours, spread = (float(word) for word in text.split())
    note(f"drew {width:.0f}×{height:.0f} pixels, {colours:.0f} colours, spread {spread:.0f} ({relative(picture)})")
    return [] if colours > 200 and spread > 12 else ["the picture is empty"]
