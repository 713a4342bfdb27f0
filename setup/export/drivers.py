"""The machines an exported game is tried on: what they have besides the game, as mounts and copies for the jail."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from addons.godot_python.export import libraries
from addons.godot_python.export.elf import Elf
from setup.export import layout
from setup.install import Environment

SHELL = Path("/bin/sh")
SYSTEM = "/usr/lib/x86_64-linux-gnu"
SOCKETS = Path("/tmp/.X11-unix")
SYSTEM_FOLDERS = ("/usr/lib", "/usr/lib64", "/lib", "/lib64", "/etc/ld.so.cache", "/usr/share/glvnd", "/usr/share/drirc.d")


@dataclass(frozen=True)
class Machine:
    """Folders to show (source, target, "ro"), files to copy (source, target), environment variables; and which program runs there."""

    mounts: list[list[str]] = field(default_factory=list)
    copies: list[list[str]] = field(default_factory=list)
    env: dict[str, str] = field(default_factory=dict)
    program: str = layout.LOADER


def bare() -> Machine:
    """A shell and what the shell itself needs."""
    return Machine(copies=[[str(SHELL), str(SHELL)], *_with_libraries(SHELL.resolve())])


def with_glibc(player: Path) -> Machine:
    """As `bare`, and the libraries that a template takes from every machine."""
    return Machine(copies=[*bare().copies, *_with_libraries(player)], program=layout.PLAYER)


def with_graphics(environment: Environment, machine: Machine, display: int) -> Machine:
    """`machine` with graphics drivers and the screen `display`."""
    drivers = _driver_folder(environment)
    if drivers:
        mounts = [[str(drivers), SYSTEM, "ro"]]
    else:
        mounts = [[str(Path(name).resolve()), name, "ro"] for name in SYSTEM_FOLDERS if Path(name).exists()]
    return Machine([*mounts, _socket()], machine.copies, {"DISPLAY": f":{display}"}, machine.program)


def newer(environment: Environment, game: Path, display: int) -> Machine:
    """A machine whose own glibc is at least the game's: its loader and libraries are the game's, and `getconf` says so."""
    getconf = layout.WORK / "getconf"
    getconf.write_text("#!/bin/sh\necho glibc 2.999\n", encoding="utf-8")
    getconf.chmod(0o755)
    copies = [[str(SHELL), str(SHELL)], [str(getconf), "/bin/getconf"], [str(game / layout.LOADER), "/lib64/ld-linux-x86-64.so.2"]]
    copies += [[str(path), f"/lib/x86_64-linux-gnu/{path.name}"] for path in (game / layout.GLIBC).iterdir()]
    return with_graphics(environment, Machine(copies=copies, program=layout.PLAYER), display)


def _socket() -> list[str]:
    return [str(SOCKETS), str(SOCKETS), "rw"]


def _driver_folder(environment: Environment) -> Path | None:
    """The libraries of a fetched Godot, which Mesa is among."""
    folder = Path(environment.godot).resolve().parent.parent / "lib"
    return folder if (folder / "libGLX_mesa.so.0").exists() else None


def _with_libraries(binary: Path) -> list[list[str]]:
    loader = Elf(binary).interpreter
    if loader is None:
        return []
    found = libraries.resolve(loader, binary)
    return [[loader, loader], *([str(path), str(path)] for path in found.values() if path.is_absolute() and os.path.exists(path))]
