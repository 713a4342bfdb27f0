"""Packages of the operating system: what is missing, and installing it (as root) or saying how."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

from setup.console import SetupError, note, step
from setup.places import LOGS
from setup.process import answer, must_run
from setup.pythons import Choice, Python, candidates, choose

SYSTEM_PYTHON = "/usr/bin/python3"


def has_compiler() -> bool:
    """Whether the C compiler that the builds call (`$CC`, else `gcc`) makes an object from a file that includes a system header."""
    compiler = (os.environ.get("CC") or "gcc").split()
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "try.c"
        source.write_text('#include <stdio.h>\nint main(void) { return puts("") < 0; }\n')
        return answer([*compiler, os.fspath(source), "-o", f"{folder}/try"]) is not None


def install(packages: list[str], reason: str) -> None:
    """Install Debian packages as root; an ordinary user gets the command to type, as the error."""
    command = f"apt-get install --no-install-recommends {' '.join(packages)}"
    if not shutil.which("apt-get"):
        raise SetupError(f"{reason}. Install what the Debian packages {', '.join(packages)} hold, then call make again")
    if os.geteuid() != 0:
        raise SetupError(f"{reason}. Install the missing system packages, then call make again:\n\n    sudo {command}\n")
    step(f"System packages: {' '.join(packages)} ({reason})")
    env = {"DEBIAN_FRONTEND": "noninteractive"}
    log = LOGS / "system_packages.log"
    must_run(["apt-get", "-q", "update"], what="reading the package lists", log=log, limit=600, env=env)
    must_run(["apt-get", "-q", "-y", *command.split()[1:]], what="installing system packages", log=log, limit=1800, env=env)


def prepare() -> Python:
    """An interpreter to embed, and a compiler that works; what is missing is installed or asked for in one go.

    The interpreter named in `$PYTHON` is taken as it is or refused; the default `python3` may be passed over for another.
    """
    wanted = os.environ.get("PYTHON") or "python3"
    explicit = wanted != "python3"
    tried = [wanted] if explicit else candidates(wanted)
    choice = choose(tried)
    packages, reasons = [], []
    if choice.python is None and (not explicit or _same(wanted, SYSTEM_PYTHON)):
        packages += ["python3", "python3-dev", "python3-venv"]
        reasons += list(choice.passed_over[:1]) or ["no python3 is installed"]
    if not has_compiler():
        packages += ["gcc", "libc6-dev"]
        reasons.append("no C compiler that works (gcc, or $CC)")
    if packages:
        install(packages, "; ".join(reasons))
        choice = choose(tried)
    if choice.python is None:
        raise SetupError(_why_none(choice))
    if not has_compiler():
        raise SetupError("the C compiler still compiles nothing; set CC to one that works")
    for line in choice.passed_over:
        note(f"passed over: {line}")
    return choice.python


def _same(command: str, path: str) -> bool:
    return os.path.realpath(shutil.which(command) or command) == os.path.realpath(path)


def _why_none(choice: Choice) -> str:
    lines = "\n".join(f"    {line}" for line in choice.passed_over)
    return (
        f"no Python here can be embedded:\n{lines}\n"
        "Install CPython 3.11 to 3.14 with its shared library and headers (Debian: python3 python3-dev python3-venv; "
        "pyenv: PYTHON_CONFIGURE_OPTS=--enable-shared), and name it: make PYTHON=/path/to/python3"
    )
