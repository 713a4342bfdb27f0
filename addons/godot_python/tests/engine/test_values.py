"""Value types: the engine's arithmetic, Python's manners."""

from __future__ import annotations

import copy
import math
import pickle

import numpy as np
import pytest
from godot import (
    AABB,
    RID,
    Basis,
    Color,
    NodePath,
    Plane,
    Projection,
    Quaternion,
    Rect2,
    Rect2i,
    Transform2D,
    Transform3D,
    Vector2,
    Vector2i,
    Vector3,
    Vector3i,
    Vector4,
    Vector4i,
)
from hypothesis import given
from hypothesis import strategies as st

small = st.floats(-1e6, 1e6, width=32)
SAMPLES = [
    Vector2(1.5, -2),
    Vector2i(1, -2),
    Vector3(1, 2.25, -3),
    Vector3i(1, 2, -3),
    Vector4(1, 2, 3, 4),
    Vector4i(1, 2, 3, 4),
    Rect2(1, 2, 3, 4),
    Rect2i(1, 2, 3, 4),
    Plane(0, 1, 0, 5),
    Quaternion(0, 0, 0, 1),
    AABB(Vector3(1, 2, 3), Vector3(4, 5, 6)),
    Basis.from_euler(Vector3(0.1, 0.2, 0.3)),
    Transform2D(0.5, Vector2(3, 4)),
    Transform3D(Basis(), Vector3(1, 2, 3)),
    Projection(Vector4(1, 0, 0, 0), Vector4(0, 1, 0, 0), Vector4(0, 0, 1, 0), Vector4(0, 0, 0, 1)),
    Color(0.25, 0.5, 0.75, 1),
    NodePath("a/b:c"),
]


@pytest.mark.parametrize("value", SAMPLES, ids=lambda value: type(value).__name__)
def test_a_value_equals_its_copies_and_hashes_like_them(value):
    for other in (copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value)), eval(repr(value))):
        assert other == value
        assert hash(other) == hash(value)


@pytest.mark.parametrize(
    "value", [sample for sample in SAMPLES if not isinstance(sample, NodePath)], ids=lambda value: type(value).__name__
)
def test_a_value_is_immutable_and_says_what_to_do(value):
    with pytest.raises(AttributeError, match="immutable"):
        value.x = 1
    member = type(value).__match_args__[0]
    changed = value.replace(**{member: getattr(value, member)})
    assert changed == value


@given(small, small, small, small, small, small)
def test_vector_arithmetic_is_single_precision(a, b, c, d, e, f):
    left, right = Vector3(a, b, c), Vector3(d, e, f)
    wanted = np.array([a, b, c], np.float32) + np.array([d, e, f], np.float32)
    assert np.array_equal(np.asarray(left + right), wanted)
    assert left - right == -(right - left)
    assert left * 2 == left + left
    assert 2 * left == left * 2.0


def test_the_engines_own_methods_and_constants():
    assert Vector3(3, 4, 0).length() == 5
    assert Vector3.RIGHT.cross(Vector3.UP) == Vector3.BACK
    assert Vector3(1, 2, 3).dot(Vector3(4, 5, 6)) == 32
    assert Vector3(0, 3, 0).normalized() == Vector3.UP
    assert Vector3i(7, -7, 5) / 2 == Vector3i(3, -3, 2)
    assert Color("red") == Color(1, 0, 0, 1)
    assert Color.from_hsv(0, 1, 1) == Color("red")
    assert Color(1, 0, 0).h == 0
    assert Rect2(1, 2, 3, 4).end == Vector2(4, 6)
    assert Basis() * Vector3(1, 2, 3) == Vector3(1, 2, 3)
    assert Transform3D(Basis(), Vector3(1, 0, 0)) * Vector3(0, 2, 0) == Vector3(1, 2, 0)
    assert Transform3D.IDENTITY.basis == Basis.IDENTITY
    assert math.isclose(Quaternion(Vector3.UP, 1.0).get_angle(), 1.0, rel_tol=1e-6)
    assert Vector3.AXIS_Z == 2


def test_dividing_integers_by_zero_is_an_exception_and_no_crash():
    with pytest.raises(ZeroDivisionError):
        Vector3i(1, 2, 3) / 0
    with pytest.raises(ZeroDivisionError):
        Vector3i(1, 2, 3) % Vector3i(1, 0, 1)


def test_sequences_of_numbers_make_values():
    assert Vector3([1, 2, 3]) == Vector3(np.array([1.0, 2.0, 3.0]))
    assert list(Vector3(1, 2, 3)) == [1, 2, 3]
    x, y, z = Vector3i(4, 5, 6)
    assert (x, y, z) == (4, 5, 6)
    assert len(Vector2()) == 2
    assert Vector3(1, 2, 3)[-1] == 3
    assert Vector3(x=1, z=3) == Vector3(1, 0, 3)
    assert Vector3(Vector3i(1, 2, 3)) == Vector3(1, 2, 3)


def test_wrong_arguments_name_what_is_possible():
    with pytest.raises(TypeError, match=r"Vector3\(str\) is not possible; it takes .*float, float, float"):
        Vector3("x")
    with pytest.raises(TypeError, match="integers"):
        Vector3i(1.5, 2, 3)
    with pytest.raises(TypeError):
        Vector3(1, 2, 3) + 1


def test_the_default_transform_is_the_identity():
    assert Transform3D() == Transform3D.IDENTITY
    assert Basis() == Basis.IDENTITY
    assert Quaternion() == Quaternion(0, 0, 0, 1)
    assert Color() == Color(0, 0, 0, 1)


def test_values_show_their_numbers_to_numpy():
    flat = np.asarray(Transform3D(Basis(), Vector3(7, 8, 9)))
    assert flat.dtype == np.float32
    assert flat[-3:].tolist() == [7, 8, 9]
    assert not flat.flags.writeable


def test_matching_by_members():
    match Vector3(1, 2, 3):
        case Vector3(x, _, z):
            assert (x, z) == (1, 3)


def test_an_empty_rid():
    assert RID().get_id() == 0
    assert not RID().is_valid()
    assert RID() == RID()


def test_a_path_is_equal_to_its_text():
    assert NodePath("a/b") == "a/b"
    assert hash(NodePath("a/b")) == hash("a/b")
    assert NodePath("a/b:c").get_subname(0) == "c"
