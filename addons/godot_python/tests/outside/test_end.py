"""Quitting: exit code 0, nothing left, no crash, whatever Python still does."""

from __future__ import annotations

THINGS = """
import gc, threading, time
import godot
from godot import Node, Node3D, Resource, StandardMaterial3D, Timer, export, signal

class Thing(Resource):
    value: int = export(3)

class Main(Node3D):
    happened = signal()
    def __init__(self):
        self.material = StandardMaterial3D()
        self.thing = Thing()
        self.thing.owner_cycle = self.thing
        self.cycle = [self]
        self.happened.connect(self.hear)
        self.happened.connect(lambda: self.hear())
    def hear(self): pass
    def _ready(self):
        self.set_meta("thing", self.thing)
        timer = Timer(); self.add_child(timer); timer.timeout.connect(self.hear)

KEPT = [Resource(), Thing(), StandardMaterial3D()]
KEPT.append(KEPT)
KEPT[1].own = KEPT[1]

def forever():
    while True:
        time.sleep(0.001)
threading.Thread(target=forever, daemon=True).start()
def busy():
    x = 0
    while True: x += 1
threading.Thread(target=busy, daemon=True).start()

def talking():
    while True:
        print("talking")
        time.sleep(0.001)
threading.Thread(target=talking, daemon=True).start()

frames = 0
@godot.on_frame
def count():
    global frames
    frames += 1
    if frames == 10:
        godot.tree().quit(0)

@godot.on_shutdown
def down():
    print("SHUTDOWN", godot.tree() is not None)
"""
SCENE = '[gd_scene format=3]\n\n[node name="Main" type="Main"]\n\n[node name="Child" type="Node3D" parent="."]\n'


def test_nothing_is_left_and_nothing_crashes(project):
    run = project({"things": THINGS}, scene=SCENE).run("--fixed-fps", "60", "--verbose")
    assert "SHUTDOWN True" in run.log
    assert run.code == 0, run.log[-3000:]
    assert run.problems() == [], run.log[-3000:]


def test_quit_after_in_the_middle(project):
    run = project({"things": THINGS.replace("godot.tree().quit(0)", "pass")}, scene=SCENE).run("--fixed-fps", "60", "--quit-after", "5")
    assert "SHUTDOWN" in run.log
    assert run.code == 0
    assert run.problems() == []


HANGING_TEST = """
def test_waits(wait_frames):
    wait_frames(100000)
"""


def test_an_early_quit_interrupts_the_tests_and_fails(project):
    made = project({})
    tests = made.folder / "tests"
    tests.mkdir()
    (tests / "test_hanging.py").write_text(HANGING_TEST)
    run = made.run("--fixed-fps", "60", "--quit-after", "20", "--", "--pytest", str(tests), "-p", "no:cacheprovider")
    assert "KeyboardInterrupt" in run.log
    assert "LITTLEFOLK-ENGINE-TESTS-END rc=2" in run.log, run.log
    assert run.code != 0


GUARDED = """
import pytest
from godot import Node, push_error, tree
from godot.testing import expect_errors

def test_leaves_a_node():
    Node(name="Lost")

def test_prints_an_error():
    push_error("unexpected")

def test_expects_an_error():
    with expect_errors(match="wanted"):
        push_error("wanted")

KEPT = []

def test_keeps_a_freed_object():
    KEPT.append(Node())
    KEPT[0].free()

def test_leaves_a_connection():
    tree().root.renamed.connect(lambda: None)

def test_expects_in_vain():
    with expect_errors():
        pass
"""


def test_the_guard_finds_leaks_and_errors(project):
    made = project({})
    tests = made.folder / "tests"
    tests.mkdir()
    (tests / "test_guarded.py").write_text(GUARDED)
    run = made.run("--fixed-fps", "60", "--", "--pytest", str(tests), "-p", "no:cacheprovider", "-q", "-rA")
    assert "1 nodes were left outside the tree and not freed: Lost (Node)" in run.log, run.log
    assert "the engine printed an error:\nunexpected" in run.log
    assert "1 Python objects of engine objects and 0 callables were left over" in run.log
    assert "0 Python objects of engine objects and 1 callables were left over" in run.log
    assert "the engine printed no error, one was expected" in run.log
    assert "1 failed, 5 passed, 4 errors" in run.log
    assert run.log.index("EXPECTED-ERRORS-BEGIN") < run.log.index("ERROR: wanted") < run.log.index("EXPECTED-ERRORS-END")
    assert "LITTLEFOLK-ENGINE-TESTS-END rc=1" in run.log
    assert run.code == 1
