"""Where things lie in the exported folder."""

from __future__ import annotations

from pathlib import Path

from setup.places import BUILD

EXPORTED = BUILD / "linux"
WORK = BUILD / "export"
STAGE = WORK / "stage"

RUN = "run.sh"
LOADER = "game"
PLAYER = "game.bin"
PACK = "game.pck"
LIBRARY = "libgodot_python.so"
LIB = "lib"
GLIBC = "lib/glibc"
PYTHON = "python"

# In the order of the table of sizes.
PARTS = (PLAYER, PACK, LIBRARY, LOADER, LIB, PYTHON, "share", "licences", RUN)


def size(path: Path) -> int:
    """Bytes in a file or a folder."""
    if path.is_dir() and not path.is_symlink():
        return sum(size(inner) for inner in path.iterdir())
    return path.lstat().st_size if path.is_symlink() or path.exists() else 0
