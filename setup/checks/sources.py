"""Checks on the text of the repository's files."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from setup.install import Environment
from setup.places import ROOT

LONGEST = 500
CODE = {".py", ".pyi", ".pyx", ".pxd", ".c", ".h", ".sh", ".gd", ".gdshader", ".gdshaderinc"}


def files(root: Path = ROOT) -> list[Path]:
    """Files that are or would be committed."""
    command = ["git", "-C", str(root), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, check=True, capture_output=True).stdout.decode().split("\0")
    return [root / name for name in sorted(set(names)) if name and (root / name).is_file()]


def file_sizes(_: Environment) -> list[str]:
    return [
        f"{path.relative_to(ROOT)} has {count} lines; split it (at most {LONGEST})"
        for path in files()
        if path.suffix in CODE and (count := len(path.read_text(encoding="utf-8").splitlines())) > LONGEST
    ]


def machine_paths(_: Environment) -> list[str]:
    return [complaint for path in files() for complaint in paths_of_a_machine(path, ROOT)]


def paths_of_a_machine(path: Path, root: Path) -> list[str]:
    """Lines of `path` that name the folder of this checkout or somebody's home."""
    data = path.read_bytes()
    if b"\0" in data[:8192]:
        return []
    somewhere = re.compile(rf"{re.escape(str(root))}(?![\w.-])|/(?:home|Users)/[a-z][\w.-]*/")
    lines = enumerate(data.decode("utf-8", "replace").splitlines(), 1)
    return [
        f"{path.relative_to(root)}:{number} names a path of one machine: {line.strip()[:100]}"
        for number, line in lines
        if somewhere.search(line)
    ]
