"""Reloading a module while its objects live."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from pathlib import Path

import godot
import pytest
from godot.testing import expect_errors

FIRST = """
from godot import Node, export, signal

class Reloaded(Node):
    level: int = export(1)
    told = signal(what=str)
    def __init__(self):
        self.log = []
    def _process(self, delta):
        self.log.append("old")
    def hear(self, what):
        self.log.append(("old", what))
    def answer(self):
        return 1
"""
SECOND = """
from godot import Node, export, signal

class Reloaded(Node):
    level: int = export(2)
    added: int = export(3)
    told = signal(what=str)
    more = signal()
    def __init__(self):
        self.log = []
    def _ready(self):
        pass
    def _process(self, delta):
        self.log.append("new")
    def hear(self, what):
        self.log.append(("new", what))
    def answer(self):
        return super().get_child_count() + 2
    def another(self):
        return 3
"""


@pytest.fixture(scope="module")
def module(tmp_path_factory):
    folder = tmp_path_factory.mktemp("reload")
    path = folder / "reloaded_module.py"
    path.write_text(FIRST)
    sys.path.insert(0, str(folder))
    module = importlib.import_module("reloaded_module")
    module.path = path
    yield module
    sys.path.remove(str(folder))


def change(module, source):
    module.path.write_text(source)
    # Two changes within a second would look alike to the cache of compiled modules.
    Path(importlib.util.cache_from_source(str(module.path))).unlink(missing_ok=True)
    return godot.reload(module)


def test_live_objects_and_connections_use_the_new_code(module, spawn, wait_frames):
    change(module, FIRST)
    kept_class = module.Reloaded
    node = spawn(module.Reloaded())
    node.told.connect(node.hear)
    wait_frames(1)
    assert node.log[-1] == "old"
    assert node.answer() == 1
    change(module, SECOND)
    wait_frames(1)
    assert node.log[-1] == "new"
    node.told.emit("x")
    assert node.log[-1] == ("new", "x")
    assert node.answer() == 2
    assert node.call("answer") == 2
    assert node.another() == 3
    assert node.level == 2
    assert module.Reloaded is kept_class


def test_a_broken_source_leaves_the_old_classes(module, spawn):
    change(module, FIRST)
    node = spawn(module.Reloaded())
    with pytest.raises(SyntaxError):
        change(module, "def broken(:\n")
    assert node.answer() == 1
    assert type(node) is module.Reloaded
    with pytest.raises(TypeError, match="class_name"):
        exec("from godot import Node\nclass Reloaded(Node): pass\n", {"__name__": "elsewhere"})


def test_a_warning_is_no_error(module):
    change(module, SECOND)
    with pytest.raises(AssertionError, match="printed no error"), expect_errors():
        change(module, SECOND)
