"""Finding a CPython that can be embedded: shared libpython, headers, venv, a supported version."""

from __future__ import annotations

import glob
import json
import os
import shutil
from collections.abc import Iterable
from dataclasses import dataclass

from setup.places import in_home
from setup.process import answer

OLDEST = (3, 11)
NEWEST = (3, 14)

# Run inside each candidate. The library and headers are asked for as files: configuration alone says what was built, not what is installed.
# The executable is the real file behind links and virtual environments: one interpreter has one name, however it was called.
PROBE = """
import glob, importlib.util, json, os, sys, sysconfig
v = sysconfig.get_config_var
folders = [v("LIBDIR"), os.path.join(v("LIBDIR") or "", v("MULTIARCH") or ""), os.path.join(sys.base_prefix, "lib")]
def first(name):
    paths = [os.path.join(f, name) for f in folders if f and name]
    return next((p for p in paths if os.path.exists(p)), None)
print(json.dumps({
    "executable": os.path.realpath(getattr(sys, "_base_executable", None) or sys.executable),
    "version": list(sys.version_info[:3]),
    "implementation": sys.implementation.name,
    "free_threaded": bool(v("Py_GIL_DISABLED")),
    "library": first(v("INSTSONAME")) if v("Py_ENABLE_SHARED") else None,
    "link_library": first(v("LDLIBRARY")) if v("Py_ENABLE_SHARED") else None,
    "headers": os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h")),
    "venv": all(importlib.util.find_spec(n) is not None for n in ("venv", "ensurepip")),
}))
"""


@dataclass(frozen=True)
class Python:
    """An interpreter as its own answers describe it; paths are absolute."""

    executable: str
    version: tuple[int, int, int]
    implementation: str = "cpython"
    free_threaded: bool = False
    library: str | None = None
    link_library: str | None = None
    headers: bool = False
    venv: bool = False

    @property
    def name(self) -> str:
        return f"{self.executable} ({'.'.join(map(str, self.version))})"

    def lacks(self) -> list[str]:
        """What keeps this interpreter from being embedded; empty when nothing does."""
        faults = []
        if self.implementation != "cpython":
            faults.append(f"is {self.implementation}, not CPython")
        if not OLDEST <= self.version[:2] <= NEWEST:
            faults.append(f"is not 3.{OLDEST[1]} to 3.{NEWEST[1]}")
        if self.free_threaded:
            faults.append("is a free-threaded build")
        if not self.library:
            faults.append("has no shared libpython")
        elif not self.link_library:
            faults.append("has no libpython to link with")
        if not self.headers:
            faults.append("has no headers (Python.h)")
        if not self.venv:
            faults.append("cannot make virtual environments (venv, ensurepip)")
        return faults


@dataclass(frozen=True)
class Choice:
    """The interpreter picked, or None, and a line about each one passed over."""

    python: Python | None
    passed_over: tuple[str, ...]


def probe(command: str) -> Python | None:
    """Ask the interpreter `command` about itself; None when it does not run."""
    text = answer([command, "-I", "-c", PROBE], limit=20)
    if text is None:
        return None
    facts = json.loads(text)
    facts["version"] = tuple(facts["version"])
    return Python(**facts)


def candidates(wanted: str) -> list[str]:
    """Commands to try in order: the one wanted, then every other python3 of this machine, newest of the system first."""
    folders = [*os.environ.get("PATH", "").split(os.pathsep), "/usr/bin", "/usr/local/bin"]
    commands = [shutil.which(wanted) or wanted]
    for folder in folders:
        named = [os.path.join(folder, "python3")]
        versioned = [os.path.join(folder, f"python3.{minor}") for minor in range(NEWEST[1], OLDEST[1] - 1, -1)]
        commands += [path for path in named + versioned if os.access(path, os.X_OK)]
    pyenv = os.environ.get("PYENV_ROOT") or str(in_home(".pyenv") or "")
    if pyenv:
        commands += sorted(glob.glob(os.path.join(glob.escape(pyenv), "versions", "3.*", "bin", "python3")), reverse=True)
    return list(dict.fromkeys(commands))


def choose(commands: Iterable[str]) -> Choice:
    """The first of `commands` that lacks nothing; it reads no further than that."""
    passed_over: list[str] = []
    seen: set[str] = set()
    for command in commands:
        python = probe(command)
        if python is None:
            passed_over.append(f"{command} does not run")
            continue
        if python.executable in seen:
            continue
        seen.add(python.executable)
        faults = python.lacks()
        if not faults:
            return Choice(python, tuple(passed_over))
        passed_over.append(f"{python.name} {', '.join(faults)}")
    return Choice(None, tuple(passed_over))
