"""Small Godot projects in temporary folders, run as processes."""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

ADDON = Path(__file__).resolve().parents[2]
PATIENCE = 600.0  # seconds that one run may take on a slow machine that is busy with other tests
PROBLEMS = ("SHADER ERROR", "SCRIPT ERROR", "ERROR:", "Traceback", "leaked", "still in use")


def godot() -> str:
    path = os.environ.get("GODOT")
    if not path:
        raise RuntimeError("set GODOT to the path of the Godot that the library was built for")
    return path


@dataclass
class Run:
    """What one process of Godot did."""

    code: int
    log: str

    def problems(self) -> list[str]:
        return [line for line in self.log.splitlines() if any(word in line for word in PROBLEMS) and "Fontconfig" not in line]


class Project:
    """A project with this addon, Python modules from texts, and a main scene."""

    def __init__(
        self, folder: Path, modules: dict[str, str], scene: str = '[gd_scene format=3]\n\n[node name="Main" type="Node"]\n'
    ) -> None:
        self.folder = folder
        (folder / "addons").mkdir(parents=True)
        (folder / "addons" / "godot_python").symlink_to(ADDON, target_is_directory=True)
        (folder / "python").mkdir()
        for name, text in modules.items():
            (folder / "python" / f"{name}.py").write_text(text, encoding="utf-8")
        (folder / "main.tscn").write_text(scene, encoding="utf-8")
        names = ", ".join(f'"{name}"' for name in modules)
        (folder / "project.godot").write_text(
            'config_version=5\n[application]\nconfig/name="t"\nrun/main_scene="res://main.tscn"\n'
            'config/features=PackedStringArray("4.6")\n[godot_python]\npaths=PackedStringArray("res://python")\n'
            f'modules=PackedStringArray({names})\n[rendering]\nrenderer/rendering_method="gl_compatibility"\n',
            encoding="utf-8",
        )
        # Without this list a first start that imports the project crashes Godot when classes are registered.
        (folder / ".godot").mkdir()
        (folder / ".godot" / "extension_list.cfg").write_text("res://addons/godot_python/godot_python.gdextension\n")

    def add_plugin(self, name: str, script: str) -> None:
        """An editor plugin of GDScript, to ask the editor from inside."""
        folder = self.folder / "addons" / name
        folder.mkdir()
        (folder / f"{name}.gd").write_text(script, encoding="utf-8")
        (folder / "plugin.cfg").write_text(f'[plugin]\nname="{name}"\ndescription=""\nauthor=""\nversion="1"\nscript="{name}.gd"\n')
        settings = self.folder / "project.godot"
        enabled = f'[editor_plugins]\nenabled=PackedStringArray("res://addons/{name}/plugin.cfg")\n'
        settings.write_text(settings.read_text(encoding="utf-8") + enabled, encoding="utf-8")

    def environment(self, more: dict[str, str] | None = None) -> dict[str, str]:
        """Settings, caches and logs of a project's own: editors that run side by side would read what another one is writing."""
        own = {f"XDG_{kind}_HOME": str(self.folder / f".{kind.lower()}") for kind in ("DATA", "CONFIG", "CACHE")}
        return {**os.environ, **own, **(more or {})}

    def run(self, *arguments: str, seconds: float = PATIENCE, environment: dict[str, str] | None = None) -> Run:
        command = [godot(), "--headless", "--path", str(self.folder), *arguments]
        done = subprocess.run(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            timeout=seconds,
            env=self.environment(environment),
        )
        return Run(done.returncode, done.stdout)
