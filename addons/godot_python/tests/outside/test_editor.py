"""The editor: it opens projects with Python classes, shows them, and survives their mistakes."""

from __future__ import annotations

CLASSES = '''
from godot import Node3D, Resource, Vector3, export, signal
from godot.singletons import Engine

class Gnome(Node3D):
    """A gnome in a hat.

    It walks about.
    """
    speed: float = export(4.2, range=(0, 10, 0.1), doc="Cells a second.")
    aim: Vector3 = export(Vector3(1, 2, 3))
    arrived = signal(cell=Vector3)

    def __init__(self):
        print("GNOME INIT IN EDITOR", Engine.is_editor_hint())
        self.ran = True

    def _ready(self):
        print("GNOME READY IN EDITOR")

    def walk(self, to: Vector3) -> bool:
        """Walks there."""
        return True

class Raising(Node3D):
    size: int = export(3)
    def __init__(self):
        raise RuntimeError("in init")

class Helper(Node3D, tool=True):
    def __init__(self):
        print("HELPER INIT")
    def _ready(self):
        print("HELPER READY")
'''
SCENE = """[gd_scene format=3]

[node name="Main" type="Gnome"]
speed = 7.5

[node name="Raising" type="Raising" parent="."]

[node name="Helper" type="Helper" parent="."]
"""

PLUGIN = """@tool
extends EditorPlugin
var frames := 0
var ended := 0
func _process(_delta):
	frames += 1
	if frames == 5: EditorInterface.open_scene_from_path("res://main.tscn")
	if ended > 0 and frames == ended + 10: get_tree().quit()
	if frames < 15 or ended > 0: return
	if frames == 2000: ended = frames
	var root = EditorInterface.get_edited_scene_root()
	if root != null:
		ended = frames
		print("EDITOR SEES ", root.get_class(), " ", root.get("speed"), " ", root.get("aim"), " ", root.get_child_count())
		var size = ClassDB.class_get_property_default_value("Raising", "size")
		print("DEFAULT ", ClassDB.class_get_property_default_value("Gnome", "speed"), " ", size)
		root.set("speed", 2.5)
		var made = ClassDB.instantiate("Gnome")
		made.name = "New"
		root.add_child(made)
		made.owner = root
		# Saving through the editor also makes a thumbnail, which no headless Godot can.
		var packed = PackedScene.new()
		packed.pack(root)
		ResourceSaver.save(packed, "res://saved.tscn")
"""


def test_the_editor_opens_and_quits_without_an_error(project):
    run = project({"classes": CLASSES}, scene=SCENE).run("--editor", "--quit")
    assert run.problems() == [], run.log
    assert run.code == 0, run.log[-3000:]
    assert "GNOME INIT" not in run.log


def test_the_editor_shows_saves_and_does_not_run_a_class(project):
    made = project({"classes": CLASSES}, scene=SCENE)
    made.add_plugin("probe", PLUGIN)
    run = made.run("--editor")
    assert "EDITOR SEES Gnome 7.5 (1.0, 2.0, 3.0) 2" in run.log, run.log
    assert "DEFAULT 4.2 3" in run.log
    assert "GNOME" not in run.log.replace("EDITOR SEES Gnome", "")
    assert "HELPER READY" in run.log
    assert run.problems() == [], run.log
    saved = (made.folder / "saved.tscn").read_text()
    assert "speed = 2.5" in saved
    assert '[node name="New" type="Gnome"' in saved
    assert run.code == 0


def test_an_editor_with_a_broken_module_opens(project):
    run = project({"classes": CLASSES, "broken": "def x(:\n"}).run("--editor", "--quit")
    assert "SyntaxError" in run.log
    assert "broken.py:1" in run.log
    assert run.code == 0


PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16"><rect width="16" height="16" fill="#ff0000"/></svg>'
ICONS = """
from godot import Node

class Pictured(Node, icon="res://pictured.svg"):
    pass

class Heir(Pictured):
    pass

class Plain(Node):
    pass
"""
ICON_PLUGIN = """@tool
extends EditorPlugin
var frames := 0
var ended := 0
func find(item, text):
	while item != null:
		if item.get_text(0) == text: return item
		item = item.get_next_in_tree()
	return null
func red(icon):
	if icon == null: return "none"
	var c = icon.get_image().get_pixel(8, 8)
	return "red" if c.r > 0.9 and c.g < 0.1 else "other"
func _process(_delta):
	frames += 1
	if frames == 10: EditorInterface.popup_create_dialog(func(_name): pass, "Node")
	if ended > 0 and frames == ended + 5: get_tree().quit()
	if frames < 20 or ended > 0: return
	var seen = {}
	for tree in EditorInterface.get_base_control().find_children("*", "Tree", true, false):
		for text in ["Pictured", "Heir", "Plain"]:
			var item = find(tree.get_root(), text) if tree.get_root() else null
			if item != null: seen[text] = red(item.get_icon(0))
	if seen.get("Pictured") == "red" and seen.get("Heir") == "red" and seen.has("Plain") or frames == 2000:
		for text in seen: print("ICON ", text, " ", seen[text])
		ended = frames
"""


def test_a_class_has_its_icon(project):
    made = project({"pictured": ICONS})
    (made.folder / "pictured.svg").write_text(PICTURE)
    made.add_plugin("probe", ICON_PLUGIN)
    run = made.run("--editor")
    assert "ICON Pictured red" in run.log, run.log
    assert "ICON Heir red" in run.log
    assert "ICON Plain other" in run.log
