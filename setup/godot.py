"""Finding Godot: the one named, one installed, or Debian's, in that order."""

from __future__ import annotations

import os
import re
import shutil
from dataclasses import dataclass
from pathlib import Path

from setup import archive, recipes
from setup.console import SetupError, note, warn
from setup.process import answer

OLDEST = (4, 6)
TESTED = (4, 6)


@dataclass(frozen=True)
class Godot:
    """A Godot editor that starts: its absolute path, its version as it prints it, and where it came from."""

    path: Path
    version: str
    origin: str

    @property
    def minor(self) -> tuple[int, int]:
        match = re.match(r"(\d+)\.(\d+)", self.version)
        return (int(match[1]), int(match[2])) if match else (0, 0)


def find() -> Godot:
    """The Godot to use. Raises SetupError when there is none, saying what to set."""
    named = os.environ.get("GODOT")
    if named:
        godot = _named(named)
    else:
        godot = _installed() or _from_debian()
    if godot.minor > TESTED:
        warn(f"Godot {godot.version} is newer than the tested {TESTED[0]}.{TESTED[1]}; set GODOT to a tested one if something is wrong")
    return godot


def probe(command: str, origin: str) -> Godot | None:
    """Start `command --version`; None when it is not a Godot that starts."""
    path = shutil.which(command)
    if not path:
        return None
    text = answer([path, "--headless", "--version"], limit=60)
    lines = (text or "").strip().splitlines()
    if not lines or not re.match(r"\d+\.\d+", lines[-1]):
        return None
    return Godot(Path(os.path.abspath(path)), lines[-1].strip(), origin)


def _named(command: str) -> Godot:
    godot = probe(os.path.expanduser(command), "$GODOT")
    if godot is None:
        raise SetupError(
            f"GODOT is set to {command}, which is not a Godot that starts; set it to the path of Godot {_wanted()}, or unset it"
        )
    if godot.minor < OLDEST:
        raise SetupError(f"GODOT is set to {command}, which is Godot {godot.version}; {_wanted()} is needed")
    return godot


def _installed() -> Godot | None:
    for name in ("godot4", "godot"):
        godot = probe(name, "PATH")
        if godot and godot.minor >= OLDEST:
            return godot
        if godot:
            note(f"passed over: {godot.path} is Godot {godot.version}, older than {_wanted()}")
    return None


def _from_debian() -> Godot:
    reason = archive.unsupported()
    if reason:
        raise SetupError(
            f"no Godot {_wanted()} found, and {reason}.\n"
            "Download the standard editor of that version from Godot's site (or your distribution) and call: make GODOT=/path/to/godot"
        )
    recipe = recipes.engine(templates=bool(os.environ.get("GODOT_TEMPLATES")))
    godot = probe(str(archive.fetch(recipe) / "bin/godot"), "Debian")
    if godot is None or _older_libc(archive.folder_of(recipe)):
        note("the cached Godot does not start or is older than this system's libraries; fetching it again")
        godot = probe(str(archive.fetch(recipe, again=True) / "bin/godot"), "Debian")
    if godot is None:
        raise SetupError(f"Debian's Godot was fetched and does not start; try {archive.folder_of(recipe)}/bin/godot --headless --version")
    if godot.minor < OLDEST:
        raise SetupError(f"Debian has Godot {godot.version} only; {_wanted()} is needed: make GODOT=/path/to/godot")
    return godot


def _older_libc(prefix: Path) -> bool:
    """Whether the host's glibc is newer than the prefix's, so that the host's libpython might not load beside it."""
    # The loader states its version in its banner; the host's answers through confstr.
    banner = answer([prefix / "lib" / "ld-linux-x86-64.so.2", "--version"]) or ""
    theirs = re.search(r"version (\d+)\.(\d+)", banner)
    ours = re.search(r"(\d+)\.(\d+)", os.confstr("CS_GNU_LIBC_VERSION") or "")
    if not theirs or not ours:
        return False
    return tuple(map(int, ours.groups())) > tuple(map(int, theirs.groups()))


def _wanted() -> str:
    return f"{OLDEST[0]}.{OLDEST[1]} or newer"
