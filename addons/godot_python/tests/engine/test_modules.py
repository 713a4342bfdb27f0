"""The package's face: names, lists of names, versions, subprocesses."""

from __future__ import annotations

import subprocess
import sys

import godot
import pytest
from godot import singletons


def test_names_are_found_and_listed():
    names = dir(godot)
    for name in ("Node3D", "KEY_W", "Key", "lerp", "export", "Vector3", "ERR_BUSY"):
        assert name in names
        assert getattr(godot, name) is not None
    assert godot.Key.KEY_W == godot.KEY_W
    assert godot.KEY_MASK_SHIFT | godot.KEY_MASK_CTRL
    assert "Input" in dir(singletons)
    with pytest.raises(AttributeError, match="NoSuchClass"):
        godot.NoSuchClass  # noqa: B018


def test_every_class_of_the_api_can_be_made_into_python():
    import _godot

    for name in _godot.table("classes"):
        assert isinstance(getattr(godot, name), type)


def test_methods_tell_their_signature():
    assert "node: Node" in godot.Node.add_child.__doc__
    assert "force_readable_name" in godot.Node.add_child.__text_signature__


def test_python_started_by_the_game_is_the_one_of_the_environment():
    done = subprocess.run([sys.executable, "-c", "import numpy; print(1)"], capture_output=True, text=True)
    assert done.stdout.strip() == "1", done.stderr


def test_version():
    assert godot.version() >= (4, 6, 0)
