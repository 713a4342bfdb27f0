"""Paths of the machine that builds: finding them in files, and blanking them in compiled ones."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

# Everyone's folders, which tell nothing about the machine.
COMMON = {"/", "/usr", "/usr/local", "/opt", "/tmp", "/home"}


def private(folders: Iterable[Path | str]) -> list[str]:
    """The folders whose names must not leave the machine, each also as its links resolve, the longest first."""
    names = {str(path) for folder in folders for path in (Path(folder).absolute(), Path(folder).resolve())}
    return sorted(names - COMMON, key=len, reverse=True)


def pattern(folders: Sequence[str]) -> re.Pattern[bytes]:
    """Matches each of the folders where a path to it or into it stands."""
    names = b"|".join(re.escape(folder.encode()) for folder in folders)
    return re.compile(b"(?:" + names + rb")(?=[/\0\s\"':;,)\]]|$)")


def blank(data: bytes, folders: Sequence[str]) -> bytes:
    """`data` with every such path's folder crossed out in the same number of bytes."""
    return pattern(folders).sub(lambda match: b"/" + b"-" * (len(match[0]) - 1), data) if folders else data


def found(data: bytes, folders: Sequence[str]) -> list[str]:
    """The paths in `data` that begin with one of the folders, each as far as it can be read."""
    if not folders:
        return []
    return sorted(
        {data[match.start() : match.start() + 120].split(b"\0")[0].decode("utf-8", "replace") for match in pattern(folders).finditer(data)}
    )
