"""What is compiled or imported inside the checkout: kernels, the engine binding, Godot's own cache of the project."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from setup import libvterm, stamps
from setup.console import note, step, warn
from setup.engine_log import unexpected
from setup.godot import Godot
from setup.places import BUILD, EXTENSION, LOGS, ROOT, VENV_PYTHON, relative
from setup.process import Command, must_run
from setup.variables import for_every_start

EXTENSION_LIST = ROOT / ".godot/extension_list.cfg"
IMPORT_STAMP = ROOT / ".godot/littlefolk_import.json"

# What Godot imports into .godot before it can be loaded, and what it lists there.
IMPORTED = {".png", ".svg", ".jpg", ".webp", ".exr", ".hdr", ".ogg", ".wav", ".mp3", ".ttf", ".otf", ".glb", ".gltf", ".obj", ".csv", ".po"}
LISTED = {".gd", ".gdextension", ".import", ".uid"}


def kernels() -> None:
    """Compile the Cython kernels; the build script does nothing where nothing changed."""
    libvterm.ensure()
    _build(ROOT / "cython/build.py", "kernels")


def binding(godot: Godot) -> None:
    """Compile the extension that embeds Python, against the API of this Godot."""
    _build(ROOT / "addons/godot_python/build.py", "engine binding", "--godot", godot.path, env=for_every_start(godot.path))


def _build(script: Path, what: str, *arguments: str | Path, env: Mapping[str, str] | None = None) -> None:
    step(f"Building the {what}" if not (LOGS / f"{script.parent.name}.log").exists() else f"Checking the {what}")
    log = LOGS / f"{script.parent.name}.log"
    must_run([VENV_PYTHON, script, *arguments], what=f"building the {what}", log=log, limit=1800, env=env, each_line=note)


def name_extension() -> None:
    """List the extension before Godot's first start: a fresh import otherwise crashes when the classes register midway."""
    try:
        listed = EXTENSION_LIST.read_text(encoding="utf-8").splitlines()
    except OSError:
        listed = []
    if EXTENSION not in listed:
        EXTENSION_LIST.parent.mkdir(exist_ok=True)
        EXTENSION_LIST.write_text("\n".join([*listed, EXTENSION]) + "\n", encoding="utf-8")


def import_project(godot: Godot) -> None:
    """Let Godot import the project once for each version of it and of what it imports."""
    BUILD.mkdir(exist_ok=True)
    (BUILD / ".gdignore").touch()
    name_extension()
    key = stamps.digest(godot.version, *(part for path in sorted(resources(ROOT)) for part in (path.relative_to(ROOT), path.read_bytes())))
    if stamps.read(IMPORT_STAMP).get("key") == key:
        return
    step("Importing the project into Godot")
    log = LOGS / "import.log"
    command: Command = [godot.path, "--headless", "--import", "--path", ROOT]
    output = must_run(command, what="importing the project", log=log, limit=900, env=for_every_start(godot.path))
    faults = unexpected(output)
    for line in faults[:10]:
        warn(line)
    if faults:
        warn(f"the import is repeated next time; all of it is in {relative(log)}")
    else:
        stamps.write(IMPORT_STAMP, {"key": key})


def resources(root: Path) -> Iterator[Path]:
    """Files under `root` whose content decides what an import makes; hidden folders and those with a `.gdignore` hold none."""
    for folder, folders, files in os.walk(root):
        if ".gdignore" in files:
            folders.clear()
            continue
        folders[:] = [name for name in folders if not name.startswith(".")]
        yield from (Path(folder, name) for name in files if Path(name).suffix in IMPORTED | LISTED)
