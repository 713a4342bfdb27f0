"""Five minutes of play by a script: walking, flying, digging, building, talking, saving and reloading, watched from outside.

The story runs drawn on a virtual screen, in frames of one length and so faster than the clock on the wall. What fails it: an expectation,
an error in the engine's log, or memory that goes on growing: a later round may not hold much more than an early one.
"""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path

from setup import descendants, engine_log
from setup.console import SetupError, note, step
from setup.install import Environment
from setup.places import BUILD, ROOT, relative

ROUNDS = 10
GROWTH = 40.0
"""Megabytes that the rounds of the last third may hold more than those of the second third, at their most."""
LIMIT = 900.0  # seconds on the wall
WORLD_SECONDS = 300.0
FIRST = """world seed=7 window=320x180 radius=3 fps=12 start=title
until widget TitleScreen visible within 60s
click widget NewName
key Ctrl+A
type "Soak"
click widget Create
until ready within 120s
do place block at crystal 2 100 2
"""
ROUND = """click left
key Shift+W 4s
look {turn} 0
key W 4s
do spawn gnome {name}
ask {name} "put 16 bricks in a column behind you, then put a lantern to your left and say that is round {number}"
look 0 -60
press mouse left
advance 3s
release mouse left
key {slot}
click right
advance 500ms
click right
look 0 60
key F
key Space 1s
key Shift+W 6s
look {turn} 0
key Shift+W 5s
key F
advance 2s
do set time {time}
until turn {name} over within 60s
do dismiss {name}
advance 2500ms
"""
RELOAD = """key Escape
key Escape
until widget Pause visible within 10s
click widget Leave
until widget World_1 visible within 60s
expect text "Soak"
click widget Play
until ready within 120s
"""


def story() -> str:
    """The story's lines: ten rounds, each saved and taken up again, the player somewhere else each time.

    The gnome of a round is sent away at its end, as each keeps the land around itself loaded.
    """
    parts = [FIRST]
    for number in range(1, ROUNDS + 1):
        times = ("sunset", "22:00", "6:00", "noon")
        words = {"turn": (90, 70, -100, 110)[number % 4], "name": f"Moss{number}", "number": number, "slot": number % 9 + 1}
        parts += [ROUND.format(time=times[number % 4], **words), RELOAD]
    return "".join(parts) + "expect widget TitleScreen hidden\nexpect edits crystal 1\n"


def run(environment: Environment, out: Path = BUILD / "soak") -> int:
    """Play it; 0 when nothing went wrong and memory stays flat."""
    if environment.xvfb is None:
        raise SetupError("there is no virtual screen here to play on")
    out.mkdir(parents=True, exist_ok=True)
    file, log = out / "soak.story", out / "soak.log"
    file.write_text(story(), encoding="utf-8")
    command = [environment.python, "-m", "littlefolk", "story", str(file), "--out", str(out)]
    step(f"Playing {ROUNDS} rounds of {WORLD_SECONDS / ROUNDS:g} s of the world; the log is {relative(log)}")
    begun = time.monotonic()
    held: list[float] = []
    env = {**os.environ, **environment.env, "PYTHONPATH": str(ROOT / "python"), "PYTHONUNBUFFERED": "1"}
    with descendants.none_left_behind(), log.open("wb") as sink:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=sink, stderr=subprocess.STDOUT, cwd=ROOT, env=env)
        told = 0.0
        while process.poll() is None:
            time.sleep(0.5)
            passed = time.monotonic() - begun
            held.append(memory_of(environment.godot))
            if passed - told >= 10.0:
                told = passed
                note(f"{passed:4.0f} s: {held[-1]:.0f} MB")
            if passed > LIMIT:
                process.kill()
                note(f"it is not through after {LIMIT:g} s")
        code = process.wait()
    return judge(code, log.read_text(encoding="utf-8", errors="replace"), [value for value in held if value])


def judge(code: int, output: str, held: list[float]) -> int:
    """Say what came of it, from the exit code, what was printed and the megabytes held, in order; 0 when all is well."""
    faults = [f"the story ended with {code}"] if code else []
    faults += engine_log.unexpected(output)[:5]
    third = len(held) // 3
    if third:
        early, late = max(held[third : 2 * third]), max(held[2 * third :])
        note(f"at most {max(held[:third]):.0f}, {early:.0f} and {late:.0f} MB in the three thirds")
        if late - early > GROWTH:
            faults.append(f"memory grows: {early:.0f} MB in the second third, {late:.0f} MB in the last")
    else:
        faults.append("the engine was not seen to run")
    for fault in faults:
        note(fault)
    if faults:
        print(output[-3000:])
    return 1 if faults else 0


def memory_of(program: str) -> float:
    """Megabytes that the engine below this process holds at the moment; 0 while there is none."""
    wanted, total = Path(program).name, 0
    for pid in _below(os.getpid()):
        try:
            words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[0].partition("(")[2]
            if wanted.startswith(words):
                total += int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
        except (OSError, IndexError, ValueError):
            continue
    return total / 1e6


def _below(pid: int) -> list[int]:
    """The processes that a process started, and theirs."""
    found = []
    for path in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            children = [int(word) for word in path.read_text().split()]
        except OSError:
            continue
        for child in children:
            found += [child, *_below(child)]
    return found
