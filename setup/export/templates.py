"""Finding the export template: Godot's player without an editor, into which the project's pack is put."""

from __future__ import annotations

import os
import platform
import re
from dataclasses import dataclass
from pathlib import Path

from setup import archive, recipes
from setup.console import SetupError, note, warn
from setup.process import answer

RELEASE, DEBUG = f"linux_release.{platform.machine()}", f"linux_debug.{platform.machine()}"
DEBIAN = "godot-template-debug"


@dataclass(frozen=True)
class Template:
    """A template that starts.

    `name` is what the editor calls such a template; `share` is the folder with data and licences of its libraries, where there is one.
    """

    path: Path
    version: str
    name: str
    share: Path | None


def find(godot: Path) -> Template:
    """A template for the editor at `godot`. Raises SetupError when there is none, saying what to do."""
    wanted = version_of(godot)
    if not wanted:
        raise SetupError(f"{godot} does not say its version")
    named = os.environ.get("GODOT_TEMPLATE")
    if named:
        path = Path(named).expanduser().absolute()
        return _checked(path, wanted, f"GODOT_TEMPLATE is set to {named}")
    for path in (godot.resolve().parent / DEBIAN, installed_folder(wanted) / RELEASE):
        if path.is_file():
            return _checked(path, wanted, str(path))
    reason = archive.unsupported()
    if reason:
        raise SetupError(
            f"there is no export template of Godot {wanted}, and {reason}.\n"
            f"Install Godot's export templates so that {installed_folder(wanted) / RELEASE} exists,\n"
            "or call: GODOT_TEMPLATE=/path/to/linux_release.x86_64 make export"
        )
    prefix = archive.fetch(recipes.TEMPLATE)
    return _checked(prefix / "bin" / DEBIAN, wanted, f"Debian's template in {prefix}")


def version_of(binary: Path) -> str:
    """What Godot calls the folder of its templates, such as `4.6.3.stable`; empty when it does not start."""
    lines = (answer([binary, "--headless", "--version"], limit=60) or "").strip().splitlines()
    match = re.match(r"\d+\.\d+(?:\.\d+)?\.[a-z]+\d*(?:\.mono)?", lines[-1]) if lines else None
    return match[0] if match else ""


def installed_folder(version: str) -> Path:
    """Where Godot's editor installs the templates of its version."""
    data = os.environ.get("XDG_DATA_HOME", "")
    return (Path(data) if os.path.isabs(data) else Path.home() / ".local/share") / "godot/export_templates" / version


def _checked(path: Path, wanted: str, what: str) -> Template:
    version = version_of(path)
    if not version:
        raise SetupError(f"{what}, which does not start; it should be an export template of Godot {wanted} for this machine")
    if version.split(".")[:2] != wanted.split(".")[:2]:
        raise SetupError(
            f"{what} is of Godot {version}, and the editor is {wanted}. If both came from Debian, remove the older one's folder in the "
            "cache and call make export again; otherwise install templates of the editor's version"
        )
    if version != wanted:
        warn(f"{what} is of Godot {version}, and the editor is {wanted}")
    note(f"template {version} ({path})")
    share = path.parent.parent / "share"
    return Template(path, version, DEBUG if "debug" in path.name else RELEASE, share if (share / "X11/locale").is_dir() else None)
