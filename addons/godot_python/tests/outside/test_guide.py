"""The README's example, followed to the letter in an empty project."""

from __future__ import annotations

import re

from projects import ADDON, Project

CHECK = """
import godot
frames = 0
heard = []

@godot.on_startup
def begin():
    gnome = godot.tree().root.get_node("Main/Gnome")
    gnome.arrived.connect(heard.append)

@godot.on_frame
def count():
    global frames
    frames += 1
    if frames == 120:
        gnome = godot.tree().root.get_node("Main/Gnome")
        print("GUIDE", gnome.position, heard[:1], gnome.get("speed"))
        godot.tree().quit()
"""


def test_the_example_of_the_readme_works(tmp_path):
    readme = (ADDON / "README.md").read_text(encoding="utf-8")
    source = re.search(r"```python\n(# python/gnomes.py\n.*?)```", readme, re.S).group(1)
    node = re.search(r'`(\[node name="Gnome".*?\])`', readme).group(1)
    scene = f'[gd_scene format=3]\n\n[node name="Main" type="Node"]\n\n{node}\nspeed = 5.0\n'
    project = Project(tmp_path / "game", {"gnomes": source, "check": CHECK}, scene=scene)
    settings = re.search(r"^    \[godot_python\]\n(?:    .*\n)+", readme, re.M).group(0)
    for line in settings.splitlines():
        name = line.strip().split("=")[0]
        assert name.strip("[]") in (project.folder / "project.godot").read_text()
    run = project.run("--fixed-fps", "60")
    assert "GUIDE Vector3(5, 0, 0) [Vector3i(5, 0, 0)] 5.0" in run.log, run.log
    assert run.problems() == []
    assert run.code == 0
