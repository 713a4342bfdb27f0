"""A mistake in Python never takes the editor or the game down; each is told with its place (users' pain: it kills the editor)."""

from __future__ import annotations

import pytest
from projects import Project

# kind: (module source, what the message says, where it points)
MISTAKES = {
    "syntax error": ("def broken(:\n", "SyntaxError", "syntax_error.py:1"),
    "import error": ("import no_such_module_at_all\n", "No module named 'no_such_module_at_all'", "import_error.py:1"),
    "raising init": (
        "from godot import Node\nclass RaisingInit(Node, tool=True):\n    def __init__(self):\n        raise RuntimeError('in init')\n",
        "RuntimeError: in init",
        "raising_init.py:4",
    ),
    "wrong default": (
        "from godot import Node, export\n\n\nclass WrongDefault(Node):\n    speed: float = export('fast')\n",
        "WrongDefault.speed: the default 'fast' is str, the annotation says float",
        "wrong_default.py:4",
    ),
    "wrong item": (
        "from godot import Node, export\nclass WrongItem(Node):\n    names: list[str] = export([3])\n",
        "WrongItem.names: the default holds 3, which is int",
        "wrong_item.py:2",
    ),
}
HEALTHY = """
import godot
from godot import Node
from godot.singletons import Engine

class Healthy(Node):
    number: int = godot.export(7)

frames = 0

@godot.on_frame
def count():
    global frames
    frames += 1
    if frames == 30 and not Engine.is_editor_hint():
        main = godot.tree().current_scene
        print("GAME STILL UP", main.get_child(1).get_class(), main.get_child_count())
        godot.tree().quit(0)
"""
SCENE = """[gd_scene format=3]

[node name="Main" type="Node"]

[node name="Raising" type="RaisingInit" parent="."]

[node name="Healthy" type="Healthy" parent="."]
"""
PLUGIN = """@tool
extends EditorPlugin
var frames := 0
var ended := 0
func _process(_delta):
	frames += 1
	if frames == 5: EditorInterface.open_scene_from_path("res://main.tscn")
	if ended > 0 and frames == ended + 5: get_tree().quit()
	if frames < 20 or ended > 0: return
	var root = EditorInterface.get_edited_scene_root()
	if root != null and root.get_child_count() == 2:
		print("EDITOR STILL UP ", root.get_child_count(), " ", root.get_child(1).get("number"))
		ended = frames
	if frames == 2000: ended = frames
"""


@pytest.fixture(scope="module")
def broken_project(tmp_path_factory):
    modules = {kind.replace(" ", "_"): source for kind, (source, _, _) in MISTAKES.items()}
    return Project(tmp_path_factory.mktemp("mistakes") / "game", {**modules, "healthy": HEALTHY}, scene=SCENE)


@pytest.fixture(scope="module")
def game(broken_project):
    return broken_project.run("--fixed-fps", "60")


@pytest.fixture(scope="module")
def editor(broken_project):
    broken_project.add_plugin("probe", PLUGIN)
    return broken_project.run("--editor")


def told(log, kind):
    _, message, place = MISTAKES[kind]
    lines = log.splitlines()
    at = next((number for number, line in enumerate(lines) if message in line), None)
    assert at is not None, log
    # Godot prints the place on a line of its own after the message and its traceback.
    shown = lines[at : at + 12]
    assert any(line.strip().startswith("at:") and place in line for line in shown), "\n".join(shown)


@pytest.mark.parametrize("kind", MISTAKES)
def test_the_game_tells_it(game, kind):
    told(game.log, kind)


@pytest.mark.parametrize("kind", MISTAKES)
def test_the_editor_tells_it(editor, kind):
    told(editor.log, kind)


def test_the_game_stays_up(game):
    assert "GAME STILL UP Healthy 2" in game.log, game.log
    assert game.code == 0


def test_the_editor_stays_up(editor):
    assert "EDITOR STILL UP 2 7" in editor.log, editor.log
    assert editor.code == 0
