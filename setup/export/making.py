"""`make export`: from the checkout to build/linux. The folder appears by one rename, when everything in it has been checked."""

from __future__ import annotations

import os
import shutil
import time
from pathlib import Path

from setup import install
from setup.console import SetupError, note, step
from setup.engine_log import unexpected
from setup.export import layout, runtime, templates, verify
from setup.locks import exclusive
from setup.places import BUILD, LOGS, ROOT, VENV_PYTHON, relative
from setup.process import Command, must_run

BUNDLE = ROOT / "addons/godot_python/export/bundle.py"
PYTHON = ROOT / ".godot/godot_python/python"
PRESET = "Linux"


def export(environment: install.Environment) -> Path:
    """Make build/linux and return it. Raises SetupError when something is missing or wrong."""
    started = time.monotonic()
    with exclusive(BUILD / "export.lock", "the export"):
        godot = Path(environment.godot)
        step("Looking for the export template")
        template = templates.find(godot)
        step("Collecting Python")
        must_run([VENV_PYTHON, BUNDLE, "make", ROOT, PYTHON], what="collecting Python", log=LOGS / "bundle.log", limit=1800, each_line=note)
        step("Exporting from Godot")
        shutil.rmtree(layout.STAGE, ignore_errors=True)
        layout.STAGE.mkdir(parents=True)
        _run_godot(environment, template)
        step("Adding what the template needs")
        runtime.complete(layout.STAGE, template)
        step("Checking the folder")
        verify.check(layout.STAGE, godot.parent.parent, template.path.parent.parent)
        _put_in_place()
    for line in sizes(layout.EXPORTED):
        note(line)
    step(f"{relative(layout.EXPORTED)} is ready after {time.monotonic() - started:.0f} s: start it with {layout.RUN}")
    return layout.EXPORTED


def _run_godot(environment: install.Environment, template: templates.Template) -> None:
    """Export with settings of our own, so that the user's editor settings decide nothing."""
    home = layout.WORK / "home"
    version = templates.version_of(Path(environment.godot))
    installed = home / "data/godot/export_templates" / version / template.name
    shutil.rmtree(home / "data/godot/export_templates", ignore_errors=True)
    installed.parent.mkdir(parents=True, exist_ok=True)
    installed.symlink_to(template.path)
    env = {
        **environment.env,
        "XDG_DATA_HOME": str(home / "data"),
        "XDG_CONFIG_HOME": str(home / "config"),
        "XDG_CACHE_HOME": str(home / "cache"),
    }
    how = "--export-debug" if template.name == templates.DEBUG else "--export-release"
    command: Command = [environment.godot, "--headless", "--path", ROOT, how, PRESET, layout.STAGE / layout.PLAYER]
    log = LOGS / "export.log"
    output = must_run(command, what="the export", log=log, limit=900, env=env)
    faults = unexpected(output)
    missing = [name for name in (layout.PLAYER, layout.PACK, layout.LIBRARY, layout.PYTHON) if not (layout.STAGE / name).exists()]
    faults += [f"{name} is missing" for name in missing]
    if faults:
        listed = "\n".join(f"  {line}" for line in faults[:10])
        raise SetupError(f"Godot's export reported errors:\n{listed}\nall of it is in {relative(log)}")


def _put_in_place() -> None:
    old = layout.WORK / "old"
    shutil.rmtree(old, ignore_errors=True)
    if layout.EXPORTED.exists():
        os.rename(layout.EXPORTED, old)
    os.rename(layout.STAGE, layout.EXPORTED)
    shutil.rmtree(old, ignore_errors=True)


def sizes(folder: Path) -> list[str]:
    """The table of sizes, in megabytes of 10^6 bytes."""
    parts = [(name, layout.size(folder / name)) for name in layout.PARTS]
    parts += [(f"  {path.relative_to(folder)}", layout.size(path)) for path in sorted((folder / layout.PYTHON).iterdir())]
    lines = [f"{name:24} {size / 1e6:7.1f} MB" for name, size in parts if size]
    return [*lines, f"{'in all':24} {layout.size(folder) / 1e6:7.1f} MB"]
