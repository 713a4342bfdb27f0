"""Packed arrays: one copy in, none out, and views that stay what they were."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from godot import (
    Color,
    Image,
    PackedByteArray,
    PackedColorArray,
    PackedFloat32Array,
    PackedFloat64Array,
    PackedInt32Array,
    PackedInt64Array,
    PackedStringArray,
    PackedVector2Array,
    PackedVector3Array,
    PackedVector4Array,
    Vector3,
)
from hypothesis import given
from hypothesis import strategies as st

KINDS = [
    (PackedByteArray, np.uint8, 1),
    (PackedInt32Array, np.int32, 1),
    (PackedInt64Array, np.int64, 1),
    (PackedFloat32Array, np.float32, 1),
    (PackedFloat64Array, np.float64, 1),
    (PackedVector2Array, np.float32, 2),
    (PackedVector3Array, np.float32, 3),
    (PackedColorArray, np.float32, 4),
    (PackedVector4Array, np.float32, 4),
]


@pytest.mark.parametrize(("kind", "dtype", "width"), KINDS)
def test_arrays_survive_the_way_in_and_out(kind, dtype, width):
    given_array = np.arange(12, dtype=dtype).reshape((-1, width) if width > 1 else (-1,))
    packed = kind(given_array)
    assert len(packed) == len(given_array)
    out = np.asarray(packed)
    assert out.dtype == given_array.dtype
    assert np.array_equal(out, given_array)
    assert kind(list(packed)) == packed
    assert len(kind()) == 0
    assert np.asarray(kind()).size == 0


def test_a_view_is_no_copy():
    packed = PackedByteArray(bytes(1000))
    first, second = np.asarray(packed), np.asarray(packed)
    assert first.ctypes.data == second.ctypes.data
    assert not first.flags.writeable


def test_a_view_survives_every_change_of_its_array():
    packed = PackedInt32Array([1, 2, 3])
    view = np.asarray(packed)
    packed.append(4)
    packed[0] = 99
    packed.resize(1000)
    assert view.tolist() == [1, 2, 3]
    del packed
    assert view.tolist() == [1, 2, 3]


def test_numbers_are_never_reinterpreted():
    with pytest.raises(TypeError, match="astype"):
        PackedFloat32Array(np.zeros(4))
    with pytest.raises(TypeError, match="int"):
        PackedInt32Array([1.5])
    with pytest.raises(ValueError, match="3 numbers an item"):
        PackedVector3Array(np.zeros(4, np.float32))
    with pytest.raises(BufferError, match="contiguous"):
        PackedFloat32Array(np.zeros((4, 4), np.float32)[:, 0])


def test_items_and_methods():
    packed = PackedVector3Array([Vector3(1, 2, 3), (4, 5, 6)])
    assert packed[1] == Vector3(4, 5, 6)
    assert packed[-1] == packed[1]
    packed.push_back(Vector3.UP)
    assert list(packed)[2] == Vector3.UP
    with pytest.raises(IndexError):
        packed[3]
    with pytest.raises(TypeError, match="Vector3"):
        packed[0] = "x"
    assert PackedStringArray(["b", "ä"]) == ["b", "ä"]
    assert "ä" in PackedStringArray(["b", "ä"])
    assert PackedStringArray(["b", "ä"]).index("ä") == 1
    assert isinstance(PackedStringArray(), Sequence)
    assert list(reversed(PackedInt32Array([1, 2]))) == [2, 1]
    assert PackedColorArray([Color(1, 0, 0)])[0] == Color(1, 0, 0)


def test_bytes_reach_the_engine_and_come_back():
    pixels = np.arange(4 * 4 * 4, dtype=np.uint8).reshape(4, 4, 4)
    image = Image.create_from_data(4, 4, False, Image.FORMAT_RGBA8, PackedByteArray(pixels))
    assert np.array_equal(np.asarray(image.get_data()).reshape(4, 4, 4), pixels)
    again = Image.create_from_data(4, 4, False, Image.FORMAT_RGBA8, pixels.tobytes())
    assert again.get_data() == image.get_data()


@given(st.lists(st.text()))
def test_texts_round_trip(texts):
    texts = [text.replace("\0", "") for text in texts]
    assert list(PackedStringArray(texts)) == texts
