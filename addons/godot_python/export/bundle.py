"""Makes the folder `python` of an exported game, and prepares the extension's library for standing beside it.

Usage: python addons/godot_python/export/bundle.py make PROJECT FOLDER
       python addons/godot_python/export/bundle.py finish LIBRARY

Run it with the interpreter that the game shall have, of the environment that holds its packages. FOLDER becomes

    lib/pythonX.Y/   standard library, compiled, without tests and tools
    lib/*.so*        libpython and the libraries that it and the extension modules load
    site-packages/   the packages that the project's pyproject.toml names, with all that they require
    project/         the project's own Python (setting godot_python/paths) and the package `godot`

Code is compiled once and its sources stay at home. A second run only does what changed.
"""

from __future__ import annotations

import hashlib
import re
import sys
import sysconfig
import time
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).resolve().parent
ADDON = HERE.parent
sys.path.insert(0, str(HERE))

import libraries  # noqa: E402
import packages  # noqa: E402
import paths  # noqa: E402
import stdlib  # noqa: E402
from elf import Elf, ElfError  # noqa: E402
from mirror import Mirror, fresh  # noqa: E402

SEARCH_PATH = "$ORIGIN/python/lib"
started = time.monotonic()


class BundleError(Exception):
    """Something that the user can repair; the message says how."""


def say(text: str) -> None:
    print(f"[python {time.monotonic() - started:5.1f} s] {text}", flush=True)


def private_folders(project: Path) -> list[str]:
    """Folders of this machine that must not be named in the game."""
    return paths.private([project, Path.home(), sys.prefix, sys.base_prefix, ADDON])


def project_paths(project: Path) -> list[Path]:
    """The folders of the setting godot_python/paths."""
    text = (project / "project.godot").read_text(encoding="utf-8")
    section = re.search(r"^\[godot_python\]$(.*?)(?=^\[|\Z)", text, re.MULTILINE | re.DOTALL)
    setting = re.search(r"^paths=PackedStringArray\((.*?)\)", section[1] if section else "", re.MULTILINE | re.DOTALL)
    names = re.findall(r'"((?:[^"\\]|\\.)*)"', setting[1]) if setting else []
    return [project / name.removeprefix("res://") for name in names]


def project_files(folder: Path) -> Iterator[tuple[Path, Path]]:
    """Python below `folder`, and whatever else lies in packages; not hidden folders, tests, or addons of the engine."""
    for path in sorted(folder.iterdir()):
        if path.name.startswith(".") or path.name in ("__pycache__", "addons", "build"):
            continue
        if path.is_dir():
            yield from ((Path(path.name) / inner, file) for inner, file in project_files(path))
        elif path.suffix == ".py" or ((folder / "__init__.py").exists() and path.suffix not in (".pyi", ".pyx", ".pxd", ".pyc", ".md")):
            yield Path(path.name), path


def collect(project: Path) -> dict[Path, Path]:
    """Every file of the folder: target → source."""
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    files = {Path("lib") / version / name: path for name, path in stdlib.files()}
    for package in packages.closure(packages.wanted(project)):
        files |= {Path("site-packages") / name: path for name, path in packages.files(package)}
    for folder in (ADDON / "python", *reversed(project_paths(project))):
        if not folder.is_dir():
            raise BundleError(f"{folder} is missing; correct godot_python/paths in project.godot")
        files |= {Path("project") / name: path for name, path in project_files(folder)}
    licence = Path(sysconfig.get_path("stdlib")) / "LICENSE.txt"
    if licence.is_file():
        files[Path("lib") / version / "LICENSE.txt"] = licence
    return files | shared_libraries(files)


def shared_libraries(files: dict[Path, Path]) -> dict[Path, Path]:
    """libpython, and what it and the extension modules load from the system."""
    loader = Elf(Path(sys.executable).resolve()).interpreter
    if loader is None:
        raise BundleError(f"{sys.executable} is linked statically, and cannot load extension modules")
    libpython = next((path for path in _libpython_candidates() if path.is_file()), None)
    if libpython is None:
        raise BundleError(f"the shared library of Python {sys.version.split()[0]} is not found; on Debian install python3-dev")
    found = {Path("lib") / Elf(libpython).soname: libpython.resolve()}
    carried = {path.resolve() for path in files.values()}
    for binary in [libpython, *(path for name, path in files.items() if ".so" in name.suffixes)]:
        for name, path in libraries.resolve(loader, binary).items():
            if not libraries.of_the_machine(name) and path.resolve() not in carried:
                found[Path("lib") / name] = path.resolve()
    return found


def _libpython_candidates() -> Iterator[Path]:
    settings = sysconfig.get_config_vars()
    names = [settings.get("INSTSONAME"), settings.get("LDLIBRARY")]
    folders = [settings.get("LIBDIR"), f"{settings.get('LIBDIR')}/{settings.get('MULTIARCH')}", f"{sys.base_prefix}/lib"]
    yield from (Path(folder) / name for name in names if name and ".so" in name for folder in folders if folder)


def make(project: Path, folder: Path) -> None:
    """Make or update `folder`."""
    scripts = b"".join(path.read_bytes() for path in sorted(HERE.glob("*.py")))
    fresh(folder, hashlib.sha256(scripts + sys.version.encode() + sys.prefix.encode()).hexdigest())
    files = collect(project)
    hidden = private_folders(project)
    mirror = Mirror(folder, lambda data: paths.blank(data, hidden))
    name, source = stdlib.build_settings()
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    tenth = -1

    def report(fraction: float, what: str) -> None:
        nonlocal tenth
        if mirror.written and int(fraction * 10) > tenth:
            tenth = int(fraction * 10)
            say(f"compiling and copying {fraction:4.0%} {what}")

    mirror.update(files, {Path("lib") / version / name: source}, lambda target: target.parts[0] == "project", report)
    for module in mirror.skipped:
        say(f"left out, since it does not compile: {module}")
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    say(f"{len(files)} files, {mirror.written} of them new, {size / 1e6:.0f} MB in {folder}")


def finish(library: Path) -> None:
    """Let the library find Python beside itself only, and name no folder of this machine."""
    elf = Elf(library)
    elf.set_search_path(SEARCH_PATH)
    elf.data[:] = paths.blank(bytes(elf.data), private_folders(ADDON.parent.parent))
    elf.save()


def main(words: list[str]) -> int:
    if len(words) == 3 and words[0] == "make":
        action = lambda: make(Path(words[1]).resolve(), Path(words[2]).resolve())  # noqa: E731
    elif len(words) == 2 and words[0] == "finish":
        action = lambda: finish(Path(words[1]).resolve())  # noqa: E731
    else:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        action()
    except (BundleError, ElfError, packages.MissingPackage, libraries.Unresolved, SyntaxError, OSError) as problem:
        print(f"godot_python: {problem}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
