"""Looking through the exported folder before it counts as finished: no path of this machine, every library found inside it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from addons.godot_python.export import libraries, paths
from addons.godot_python.export.elf import Elf, is_elf
from setup.console import Progress, SetupError
from setup.export import layout
from setup.places import ROOT, cache_folder


def folders_of_this_machine(*others: Path) -> list[str]:
    """What must not be named in the folder: the checkout, cache, home, and `others`.

    Of root's home only what lies in it counts: Godot calls the root of every scene tree "/root".
    """
    home = Path.home()
    homes = list(home.iterdir()) if home == Path("/root") else [home]
    return paths.private([ROOT, cache_folder(), *homes, Path(sys.base_prefix), *others])


def named_folders(stage: Path, folders: list[str]) -> list[str]:
    """One complaint a file that names one of the folders."""
    complaints = []
    files = sorted(path for path in stage.rglob("*") if path.is_file() or path.is_symlink())
    with Progress("looking for paths of this machine") as bar:
        for number, path in enumerate(files):
            if number % 100 == 0:
                bar.update(number / len(files))
            data = path.readlink().as_posix().encode() if path.is_symlink() else path.read_bytes()
            for text in paths.found(data, folders)[:1]:
                complaints.append(f"{path.relative_to(stage)} names {text}")
    return complaints


def missing_libraries(stage: Path) -> list[str]:
    """One complaint a compiled file that needs a library which neither lies in the folder nor is every machine's own."""
    return [complaint for binary in sorted(stage.rglob("*")) if is_elf(binary) for complaint in _missing(stage, binary)]


def _missing(stage: Path, binary: Path) -> Iterator[str]:
    loader = stage / layout.LOADER
    if binary == loader:
        return
    for folder in (Elf(binary).search_path or "").split(":"):
        if folder and not folder.startswith("$ORIGIN"):
            yield f"{binary.relative_to(stage)} looks for libraries in {folder}"
    folders = ":".join(str(stage / name) for name in (layout.GLIBC, layout.LIB, "python/lib"))
    bundled = loader.exists()
    if not bundled:
        loader = Path(Elf(stage / layout.PLAYER).interpreter or "")
    try:
        found = libraries.resolve(loader, binary, ["--inhibit-cache", "--library-path", folders], env={})
    except libraries.Unresolved as problem:
        yield str(problem)
        return
    for name, path in found.items():
        if not path.is_relative_to(stage) and (bundled or not libraries.of_the_machine(name)) and "ld-linux" not in name:
            yield f"{binary.relative_to(stage)} needs {name}, which would come from {path.parent}"


def check(stage: Path, *folders: Path) -> None:
    """Raises SetupError with everything that is wrong."""
    complaints = missing_libraries(stage) + named_folders(stage, folders_of_this_machine(*folders))
    if complaints:
        raise SetupError("the export is not fit to leave this machine:\n" + "\n".join(f"  {text}" for text in complaints[:40]))
