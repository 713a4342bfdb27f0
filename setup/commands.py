"""The commands behind the Makefile's targets."""

from __future__ import annotations

import os
import shutil
import signal
import sys
from collections.abc import Callable, Sequence

from setup import asked, checks, display, install, lock, suites, venv
from setup import captures as taking
from setup import soak as playing
from setup.console import SetupError, UsageError, note, step
from setup.export import making, trial
from setup.places import ROOT, VENV

# Blank is the same as not given; a blank SAY is refused instead.
VARIABLES = ("OUT", "SEED", "WORLD", "PROVIDER", "SUITE", "GODOT", "PYTHON")
CHOICES = ("SEED", "WORLD", "PROVIDER")


def help_() -> int:
    """list the targets"""
    for name, command in COMMANDS.items():
        print(f"  make {name:<13} {command.__doc__}")
    print(
        "\nValues: SAY='…' OUT=folder (demo), SEED=number WORLD=name PROVIDER=name (demo, play), SUITE=path (test, captures),\n"
        "        GODOT=/path/to/godot PYTHON=/path/to/python3 (all)"
    )
    return 0


def setup() -> int:
    """prepare everything the other targets need, and nothing else"""
    install.ensure(picture=False)
    return 0


def play() -> int:
    """open the game; without a display, run the demo instead"""
    if not display.named():
        step("There is no display here (DISPLAY, WAYLAND_DISPLAY): running the demo instead of opening the game")
        return demo()
    display.require()
    install.ensure(picture=False)
    return _become([str(VENV / "bin/littlefolk"), "play", *_choices()], {})


def demo() -> int:
    """give a gnome the sentence SAY without person or screen; transcript and picture go to OUT (build/demo)"""
    say, image, transcript = asked.sentence(), asked.output("final.png"), asked.output("transcript.jsonl")
    install.ensure(picture=True)
    command = [str(VENV / "bin/littlefolk"), "ask", "--from-env", "SAY"]
    return _become([*command, "--image", str(image), "--transcript", str(transcript), *_choices()], {"SAY": say})


def test() -> int:
    """run every test suite, or the one named: make test SUITE=tests/unit"""
    chosen = suites.select(os.environ.get("SUITE", ""))
    if not chosen:
        raise SetupError("there are no test suites in this checkout")
    environment = install.ensure(picture=any(suite.draws for suite in chosen))
    verdicts = suites.run_all(chosen, environment)
    failed = [verdict for verdict in verdicts if verdict.faults]
    step(f"{len(verdicts) - len(failed)} of {len(verdicts)} suites passed")
    print(suites.table(verdicts), flush=True)
    return 1 if failed else 0


def check() -> int:
    """style, import directions, types, resources, generated files, sizes"""
    return checks.run_all(install.ensure(picture=False))


def captures() -> int:
    """draw the pictures in docs/pictures anew, or those of one recipe: make captures SUITE=walk"""
    return taking.make(install.ensure(picture=True), os.environ.get("SUITE", ""))


def bench() -> int:
    """run the benchmarks"""
    environment = install.ensure(picture=False)
    venv.ensure_bench()
    return _become([environment.python, str(ROOT / "bench/run.py")], {**environment.env, "GODOT": environment.godot})


def bench_frame() -> int:
    """measure frames of a walk inside Godot (writes bench/frame.json)"""
    environment = install.ensure(picture=False)
    return _become([environment.python, str(ROOT / "bench/frame.py")], {**environment.env, "GODOT": environment.godot})


def soak() -> int:
    """play five minutes of a world by a script, drawn, and watch the log and the memory"""
    return playing.run(install.ensure(picture=True))


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
    "captures": captures,
    "bench": bench,
    "bench-frame": bench_frame,
    "bench-binding": bench_binding,
    "soak": soak,
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
    except UsageError as error:
        print(error, file=sys.stderr)
        return 2
    except SetupError as error:
        print(f"\nset-up stopped: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\ninterrupted; call it again to go on", file=sys.stderr)
        return 130


def _choices() -> list[str]:
    """Options of `littlefolk` for the values given."""
    return [word for name in CHOICES if os.environ.get(name) for word in (f"--{name.lower()}", os.environ[name])]


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
