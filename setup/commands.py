"""The commands behind the Makefile's targets."""

from __future__ import annotations

import os
import shutil
import signal
import sys
from collections.abc import Callable, Sequence

from setup import checks, install, lock, suites, venv
from setup.console import SetupError, note, step
from setup.export import making, trial
from setup.places import ROOT, VENV

VARIABLES = ("SAY", "OUT", "SEED", "WORLD", "PROVIDER", "SUITE", "GODOT", "PYTHON")
DEFAULT_SAY = "put three stone blocks in a row in front of you"


def help_() -> int:
    """list the targets"""
    for name, command in COMMANDS.items():
        print(f"  make {name:<13} {command.__doc__}")
    print(
        "\nValues: SAY='…' OUT=folder SEED=number WORLD=name PROVIDER=name (demo), SUITE=path (test),\n"
        "        GODOT=/path/to/godot PYTHON=/path/to/python3 (all)"
    )
    return 0


def setup() -> int:
    """prepare everything the other targets need, and nothing else"""
    install.ensure(picture=False)
    return 0


def play() -> int:
    """open the game; without a display, run the demo instead"""
    if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        step("There is no display here (DISPLAY, WAYLAND_DISPLAY): running the demo instead of opening the game")
        return demo()
    environment = install.ensure(picture=False)
    words = [word for name in ("SEED", "WORLD") if os.environ.get(name) for word in (f"--{name.lower()}", os.environ[name])]
    return _become([environment.godot, "--path", str(ROOT), "--", *words], environment.env)


def demo() -> int:
    """give a gnome the sentence SAY without person or screen; transcript and picture go to OUT (build/demo)"""
    install.ensure(picture=True)
    out = os.path.abspath(os.environ.get("OUT") or ROOT / "build/demo")
    os.makedirs(out, exist_ok=True)
    say = os.environ.get("SAY") or DEFAULT_SAY
    command = [str(VENV / "bin/littlefolk"), "ask", "--from-env", "SAY"]
    command += ["--image", os.path.join(out, "final.png"), "--transcript", os.path.join(out, "transcript.jsonl")]
    for name in ("SEED", "WORLD", "PROVIDER"):
        if os.environ.get(name):
            command += [f"--{name.lower()}", os.environ[name]]
    return _become(command, {"SAY": say})


def test() -> int:
    """run every test suite, or the one named: make test SUITE=tests/unit"""
    chosen = suites.select(os.environ.get("SUITE", ""))
    if not chosen:
        raise SetupError("there are no test suites in this checkout")
    environment = install.ensure(picture=any(suite.draws for suite in chosen))
    verdicts = [suites.run_suite(suite, environment) for suite in chosen]
    failed = [verdict for verdict in verdicts if verdict.faults]
    step(f"{len(verdicts) - len(failed)} of {len(verdicts)} suites passed")
    print(suites.table(verdicts), flush=True)
    return 1 if failed else 0


def check() -> int:
    """style, import directions, types, resources, generated files, sizes"""
    return checks.run_all(install.ensure(picture=False))


def bench() -> int:
    """run the benchmarks"""
    environment = install.ensure(picture=False)
    venv.ensure_bench()
    return _become([environment.python, str(ROOT / "bench/run.py")], {**environment.env, "GODOT": environment.godot})


def bench_frame() -> int:
    """measure frames of a walk inside Godot (writes bench/frame.json)"""
    environment = install.ensure(picture=False)
    return _become([environment.python, str(ROOT / "bench/frame.py")], {**environment.env, "GODOT": environment.godot})


def export() -> int:
    """make build/linux, a folder that runs where there is neither Python nor this project"""
    making.export(install.ensure(picture=False))
    return 0


def export_test() -> int:
    """start the exported game where there is nothing else, and look at what it does and draws"""
    return trial.test(install.ensure(picture=True))


def bench_binding() -> int:
    """compare Python in Godot with typed GDScript (writes bench/binding.json)"""
    environment = install.ensure(picture=False)
    command = [environment.python, str(ROOT / "addons/godot_python/bench/run.py"), "--out", str(ROOT / "bench/binding.json")]
    return _become(command, {**environment.env, "GODOT": environment.godot})


def lock_() -> int:
    """resolve the pinned packages anew (for maintainers; writes requirements*.lock)"""
    return lock.main()


COMMANDS: dict[str, Callable[[], int]] = {
    "help": help_,
    "setup": setup,
    "play": play,
    "demo": demo,
    "test": test,
    "check": check,
    "bench": bench,
    "bench-frame": bench_frame,
    "bench-binding": bench_binding,
    "export": export,
    "export-test": export_test,
    "lock": lock_,
}


def main(arguments: Sequence[str]) -> int:
    """Run the command named in `arguments`; returns the exit code."""
    for name in VARIABLES:
        if os.environ.get(name) == "":
            del os.environ[name]
    if len(arguments) != 1 or arguments[0] not in COMMANDS:
        print(f"usage: python3 -m setup {{{','.join(COMMANDS)}}}", file=sys.stderr)
        return 2
    # As an exception, so that programs started by us are ended on the way out.
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _stop)
    try:
        return COMMANDS[arguments[0]]()
    except SetupError as error:
        print(f"\nset-up stopped: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\ninterrupted; call it again to go on", file=sys.stderr)
        return 130


def _stop(number: int, _: object) -> None:
    raise SystemExit(128 + number)


def _become(command: list[str], env: dict[str, str]) -> int:
    """Continue as another program, so that it has this terminal and its signals to itself."""
    note(f"starting {os.path.basename(command[0])}")
    sys.stdout.flush()
    program = shutil.which(command[0])
    if program is None:
        raise SetupError(f"{command[0]} is missing")
    os.execve(program, command, {**os.environ, **env})
