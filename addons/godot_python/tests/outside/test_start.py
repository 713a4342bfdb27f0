"""Starting the game: mistakes in Python are told, and Godot goes on."""

from __future__ import annotations

import pytest

QUITTING = """
import godot
frames = 0
@godot.on_frame
def count():
    global frames
    frames += 1
    if frames == 5:
        print("STILL RUNNING")
        godot.tree().quit(0)
"""

MISTAKES = {
    "syntax": ("def broken(:\n", "SyntaxError", "mistake.py:1"),
    "import": ("import no_such_module_at_all\n", "No module named 'no_such_module_at_all'", "mistake.py:1"),
    "raise": ("x = 1\nraise ValueError('at import')\n", "ValueError: at import", "mistake.py:2"),
    "default": (
        "from godot import Node, export\nclass Wrong(Node):\n    speed: float = export('fast')\n",
        "Wrong.speed: the default 'fast' is str",
        "mistake.py:2",
    ),
    "name": ("from godot import Node\nclass Node3D(Node):\n    pass\n", "class name 'Node3D' is taken by Godot itself", "mistake.py:2"),
    "type": ("from godot import Node\nNode().add_child(3)\n", "argument 1 'node' must be Node, not int", "mistake.py:2"),
    "exit": ("import sys\nsys.exit('stopped on purpose')\n", "stopped on purpose", ""),
}


@pytest.mark.parametrize("kind", MISTAKES)
def test_a_mistake_in_a_module_is_told_and_the_game_goes_on(project, kind):
    source, message, place = MISTAKES[kind]
    run = project({"mistake": source, "quitting": QUITTING}).run("--fixed-fps", "60")
    assert message in run.log
    assert place in run.log
    assert "STILL RUNNING" in run.log, run.log
    assert run.code == 0


RAISING = """
from godot import Node
class Raising(Node):
    def __init__(self):
        raise RuntimeError("in init")
    def _ready(self):
        print("READY ANYWAY")
    def _process(self, delta):
        raise KeyError("in process")
"""


def test_exceptions_in_init_and_process(project):
    scene = '[gd_scene format=3]\n\n[node name="Main" type="Raising"]\n'
    run = project({"raising": RAISING, "quitting": QUITTING}, scene=scene).run("--fixed-fps", "60")
    assert run.log.count("RuntimeError: in init\n") == 2, run.log
    assert "READY ANYWAY" in run.log
    assert run.log.count("raise KeyError") == 1
    assert "came" in run.log.split("STILL RUNNING")[1]
    assert run.code == 0


OUTPUT = """
import sys, godot, threading
sys.stdout.write("no newline at the end")
print("to stderr", file=sys.stderr)
thread = threading.Thread(target=lambda: print("from a thread"))
thread.start()
@godot.on_startup
def up():
    print("argv", sys.argv)
@godot.on_frame
def end():
    thread.join()
    sys.exit(7)
"""


def test_output_arguments_and_exit_code(project):
    run = project({"output": OUTPUT}).run("--", "one", "two")
    for text in ("no newline at the end", "to stderr", "from a thread", "argv ['godot', 'one', 'two']"):
        assert text in run.log
    assert run.code == 7


def test_a_c_locale_and_a_folder_with_umlauts(project):
    run = project({"quitting": QUITTING, "letters": "print('größe 世界')\n"}).run(environment={"LC_ALL": "C"})
    assert "größe 世界" in run.log
    assert run.problems() == []
    assert run.code == 0
