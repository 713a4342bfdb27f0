"""Python values through Variants and typed arguments."""

from __future__ import annotations

import enum

import numpy as np
import pytest
from godot import Label, Mesh, Node, Node2D, Node3D, PackedByteArray, StringName, Vector2, Vector3, Vector3i, lerp, str_to_var, var_to_str
from hypothesis import given
from hypothesis import strategies as st

scalars = (
    st.none() | st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.floats(allow_nan=False) | st.text().map(lambda t: t.replace("\0", ""))
)
trees = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text("abc", max_size=3), inner, max_size=4), max_leaves=10
)


@pytest.fixture(scope="module")
def carrier():
    node = Node()
    yield node
    node.free()


@given(trees)
def test_metadata_gives_back_what_it_got(carrier, value):
    carrier.set_meta("value", value)
    if value is not None:
        back = carrier.get_meta("value")
        assert back == value
        assert type(back) is type(value)


def test_what_converts_besides_plain_python(carrier):
    class Kind(enum.IntEnum):
        A = 3

    for value, wanted in [
        (Kind.A, 3),
        (np.int32(5), 5),
        (np.float32(0.5), 0.5),
        (np.bool_(True), True),
        ((1, 2), [1, 2]),
        (b"ab", PackedByteArray(b"ab")),
        (StringName("x"), "x"),
        (Vector3i(1, 2, 3), Vector3i(1, 2, 3)),
        ({Vector3i(1, 2, 3): [1]}, {Vector3i(1, 2, 3): [1]}),
        (carrier, carrier),
    ]:
        carrier.set_meta("value", value)
        assert carrier.get_meta("value") == wanted
    carrier.set_meta("value", None)


def test_a_list_that_contains_itself_is_an_error_and_no_crash(carrier):
    endless = []
    endless.append(endless)
    with pytest.raises(ValueError, match="contains itself"):
        carrier.set_meta("value", endless)


def test_what_does_not_convert_says_so(carrier):
    with pytest.raises(TypeError, match="PackedFloat32Array"):
        carrier.set_meta("value", np.zeros(3))
    with pytest.raises(TypeError, match="complex"):
        carrier.set_meta("value", 1j)
    with pytest.raises(OverflowError):
        carrier.set_meta("value", 2**70)


def test_a_wrong_argument_is_named_with_what_was_expected_and_given(carrier):
    for call, message in [
        (lambda: carrier.add_child("x"), r"Node.add_child\(\): argument 1 'node' must be Node, not str"),
        (lambda: carrier.set_process_priority("high"), r"Node.set_process_priority\(\): argument 1 'priority' must be int, not str"),
        (lambda: carrier.set_process_priority(1.5), "must be int, not float"),
        (lambda: carrier.set_process(Node), "must be bool, not type"),
        (lambda: carrier.get_child(), "takes at least 1 arguments, 0 given"),
        (lambda: carrier.get_child(1, False, 3), "takes at most 2 arguments, 3 given"),
        (lambda: carrier.get_child(index=1), "has no argument 'index'"),
        (lambda: Node3D.set_position(carrier, Vector3()), "needs a Node3D"),
        (lambda: setattr(carrier, "process_priority", Vector2()), "must be int, not Vector2"),
    ]:
        with pytest.raises(TypeError, match=message):
            call()


def test_unknown_attributes_are_errors(carrier):
    with pytest.raises(AttributeError):
        carrier.no_such_thing  # noqa: B018
    with pytest.raises(AttributeError):
        carrier.positoin = 3


def test_keywords_and_defaults(carrier):
    child = Node()
    carrier.add_child(node=child, internal=Node.INTERNAL_MODE_FRONT)
    assert carrier.get_child_count() == 0
    assert carrier.get_child_count(include_internal=True) == 1
    child.free()


def test_sequences_where_the_type_is_known():
    node = Node2D()
    node.position = (3, 4)
    assert node.position == Vector2(3, 4)
    node.position = np.array([5.0, 6.0])
    assert node.position == Vector2(5, 6)
    node.free()


def test_properties_as_constructor_keywords():
    label = Label(text="Grüße, 世界 🌍")
    assert label.text == "Grüße, 世界 🌍"
    assert Mesh.PRIMITIVE_TRIANGLES == 3
    assert Mesh.PrimitiveType.PRIMITIVE_TRIANGLES.name == "PRIMITIVE_TRIANGLES"
    label.free()


def test_utility_functions():
    assert lerp(0.0, 10.0, 0.5) == 5
    assert str_to_var(var_to_str(Vector3(1, 2, 3))) == Vector3(1, 2, 3)
