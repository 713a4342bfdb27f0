"""The virtual environment `.venv`: pinned packages and the `littlefolk` command."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from setup import stamps
from setup.console import Progress, note, step
from setup.places import BUILD, LOGS, ROOT, VENV, VENV_PYTHON
from setup.process import Command, answer, must_run
from setup.pythons import Python

LOCK = ROOT / "requirements.lock"
BENCH_LOCK = ROOT / "requirements-bench.lock"
STAMP = "littlefolk.json"
REPLACEMENT = BUILD / "venv-replacement"
REPLACED = BUILD / "venv-replaced"
COMMAND = VENV / "bin/littlefolk"

# A shell finds the interpreter beside the script: a `#!` line takes neither spaces nor long paths.
COMMAND_TEXT = """#!/bin/sh
'''exec' "$(dirname "$(readlink -f "$0")")/python" "$(readlink -f "$0")" "$@"
' '''
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))

from littlefolk.cli import main

sys.exit(main())
"""


def pinned(text: str) -> list[str]:
    """The `name==version` of each requirement in the text of a lock file."""
    return re.findall(r"^[\w.-]+==[^ ;\\]+", text, re.MULTILINE)


def key(python: Python) -> str:
    """What the environment depends on: the interpreter, where the checkout is, and the pinned packages."""
    return stamps.digest(python.executable, python.version, VENV, LOCK.read_bytes())


def ensure(python: Python) -> None:
    """Make `.venv` from `python` with everything in the lock file, unless it is there already."""
    wanted = key(python)
    if stamps.read(VENV / STAMP).get("key") != wanted or answer([VENV_PYTHON, "-c", "import sys"]) is None:
        _replace(python, wanted)
    _make_importable()
    if not COMMAND.exists() or COMMAND.read_text(encoding="utf-8") != COMMAND_TEXT:
        COMMAND.write_text(COMMAND_TEXT, encoding="utf-8")
        COMMAND.chmod(0o755)


def _make_importable() -> None:
    """Let this Python, outside the engine, run `python -m littlefolk` from any folder; inside the engine paths are set by the project.

    The path is relative to the `.pth` file: before 3.13 such files are read in the locale's encoding, which may not have the letters of
    the checkout's path.
    """
    for packages in VENV.glob("lib/python3.*/site-packages"):
        path = packages / "littlefolk.pth"
        text = "../../../../python\n"
        if not path.exists() or path.read_bytes() != text.encode():
            path.write_text(text, encoding="ascii")


def ensure_bench() -> None:
    """Install what benchmarks compare with, into the same environment."""
    wanted = stamps.digest(stamps.read(VENV / STAMP).get("key"), BENCH_LOCK.read_bytes())
    stamp = VENV / "littlefolk-bench.json"
    if stamps.read(stamp).get("key") == wanted:
        return
    step("Packages for benchmarks")
    _install(BENCH_LOCK, VENV_PYTHON)
    stamps.write(stamp, {"key": wanted})


def _replace(python: Python, wanted: str) -> None:
    """Make the environment beside `.venv` and swap the two, so that a failure or an interruption leaves the old one."""
    step(f"Virtual environment in .venv from {python.name}")
    if stamps.read(REPLACEMENT / STAMP).get("key") != wanted:
        shutil.rmtree(REPLACEMENT, ignore_errors=True)
        must_run(
            [python.executable, "-m", "venv", "--prompt", VENV.name, REPLACEMENT], what="making .venv", log=LOGS / "venv.log", limit=300
        )
        _install(LOCK, REPLACEMENT / "bin/python")
        _name_its_future_place()
        stamps.write(REPLACEMENT / STAMP, {"key": wanted, "python": python.executable})
    shutil.rmtree(REPLACED, ignore_errors=True)
    if VENV.is_symlink() or VENV.is_file():
        VENV.unlink()
    elif VENV.exists():
        shutil.move(VENV, REPLACED)
    shutil.move(REPLACEMENT, VENV)
    shutil.rmtree(REPLACED, ignore_errors=True)


def _name_its_future_place() -> None:
    """Let the scripts in the replacement name `.venv`. Only the end of the path is replaced: how the rest is quoted differs."""
    here, there = (f"/{path.relative_to(ROOT)}".encode() for path in (REPLACEMENT, VENV))
    for path in (REPLACEMENT / "pyvenv.cfg", *(REPLACEMENT / "bin").iterdir()):
        content = path.read_bytes() if path.is_file() and not path.is_symlink() else b""
        if here in content and b"\0" not in content:
            path.write_bytes(content.replace(here, there))


def _install(lock: Path, python: Path) -> None:
    """Install exactly what `lock` lists into the environment of `python`, each file checked against its hash."""
    total = len(pinned(lock.read_text(encoding="utf-8")))
    if total == 0:
        return
    seen = 0
    with Progress("installing packages") as bar:

        def show(line: str) -> None:
            nonlocal seen
            if line.startswith(("Collecting ", "Processing ")):
                seen += 1
                bar.update(seen / (total + 1), re.split(r"[=-]", Path(line.split()[1]).name)[0])

        pip: Command = [python, "-m", "pip", "install", "--disable-pip-version-check", "--no-input", "--progress-bar", "off"]
        options: Command = ["--no-deps", "--prefer-binary", "--require-hashes", "-r", lock]
        must_run([*pip, *options], what="installing packages", log=LOGS / "pip.log", limit=3600, each_line=show)
    note(f"{seen} packages, as pinned in {lock.name}")
