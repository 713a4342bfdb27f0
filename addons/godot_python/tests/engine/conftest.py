"""Shared by the tests that run inside the engine."""

from __future__ import annotations

import pytest
from godot import GDScript, Node


@pytest.fixture
def gdscript():
    """gdscript(source, base=Node): an engine object with a GDScript made from source text; freed at the end."""
    made = []

    def compile_and_attach(source, base=Node):
        script = GDScript()
        script.source_code = source
        assert script.reload() == 0, source
        node = base()
        node.set_script(script)
        made.append(node)
        return node

    yield compile_and_attach
    for node in made:
        node.free()
    made.clear()
