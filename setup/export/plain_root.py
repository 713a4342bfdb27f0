"""A root folder without mounts: hard links where the file system allows, copies elsewhere."""

from __future__ import annotations

import contextlib
import os
import shutil
import stat
from collections.abc import Iterable
from pathlib import Path
from typing import Any


def furnish(root: Path, specification: dict[str, Any], devices: Iterable[str]) -> None:
    """Fill `root` as the specification says; a device that may not be made is left out."""
    for name in ("tmp", "dev/shm"):
        (root / name).mkdir(parents=True)
        (root / name).chmod(0o1777)
    # All of /proc that a program needs to know where it lies.
    (root / "proc/self").mkdir(parents=True)
    (root / "proc/self/exe").symlink_to(specification["program"])
    for name in devices:
        with contextlib.suppress(PermissionError):
            os.mknod(root / "dev" / name, stat.S_IFCHR | 0o666, os.stat(f"/dev/{name}").st_rdev)
            (root / "dev" / name).chmod(0o666)
    for source, target in specification["copies"]:
        (root / target.lstrip("/")).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, root / target.lstrip("/"))
    for source, target, access in specification["mounts"]:
        inside = root / target.lstrip("/")
        if os.path.isdir(source):
            shutil.copytree(source, inside, symlinks=True, dirs_exist_ok=True, copy_function=_copy if access == "ro" else _link_sockets)
        else:
            inside.parent.mkdir(parents=True, exist_ok=True)
            _copy(source, str(inside))
        if access == "rw":
            inside.chmod(0o1777)


def give_back(root: Path, specification: dict[str, Any]) -> None:
    """Copy what was written in writable folders to where they came from."""
    for source, target, access in specification["mounts"]:
        if access == "rw":
            _take(root / target.lstrip("/"), Path(source))


def _take(inside: Path, source: Path) -> None:
    for path in inside.iterdir():
        if path.is_dir():
            (source / path.name).mkdir(exist_ok=True)
            _take(path, source / path.name)
        elif path.is_file() and not path.is_symlink():
            shutil.copy(path, source / path.name)


def _copy(source: str, target: str) -> str:
    """A link to what nobody can write to anyway, or a copy."""
    try:
        os.link(source, target)
    except OSError:
        if os.path.isfile(source):
            shutil.copy2(source, target)
    return target


def _link_sockets(source: str, target: str) -> str:
    return shutil.copy2(source, target) if os.path.isfile(source) else _copy(source, target)
