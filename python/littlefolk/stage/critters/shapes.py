"""What a rabbit and a bird are made of: a few boxes each, engine-free. The feet at the origin, the face along -z, metres."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np


class Box(NamedTuple):
    """A box around `middle`, `size` metres long on each axis. `front`: the share of its width and height that its -z end has.

    special: 1 for fur, which takes on the animal's own tint, and for wings, which beat.
    """

    middle: tuple[float, float, float]
    size: tuple[float, float, float]
    colour: str
    front: float = 1.0
    special: float = 0.0


class Shape(NamedTuple):
    """A mesh as arrays: float32 places, normals and skins (colour in sRGB, and `special`) of vertices, int32 indices of triangles."""

    vertices: np.ndarray
    normals: np.ndarray
    skins: np.ndarray
    indices: np.ndarray


FUR, PALE, DARK, PINK = "#ab8f70", "#f3eee4", "#1d1714", "#d79a90"
RABBIT = (
    Box((0.0, 0.155, 0.06), (0.19, 0.19, 0.25), FUR, front=0.86, special=1.0),
    Box((0.0, 0.135, 0.12), (0.23, 0.17, 0.15), FUR, front=0.92, special=1.0),
    Box((0.0, 0.125, -0.09), (0.15, 0.15, 0.13), FUR, front=0.9, special=1.0),
    Box((0.0, 0.265, -0.15), (0.135, 0.13, 0.16), FUR, front=0.72, special=1.0),
    Box((0.0, 0.23, -0.235), (0.06, 0.05, 0.03), PALE, front=0.8),
    Box((0.0, 0.252, -0.248), (0.028, 0.02, 0.012), PINK),
    Box((0.061, 0.285, -0.175), (0.012, 0.032, 0.03), DARK),
    Box((-0.061, 0.285, -0.175), (0.012, 0.032, 0.03), DARK),
    Box((0.038, 0.40, -0.10), (0.042, 0.17, 0.026), FUR, special=1.0),
    Box((-0.038, 0.40, -0.10), (0.042, 0.17, 0.026), FUR, special=1.0),
    Box((0.038, 0.40, -0.1145), (0.022, 0.13, 0.004), PINK),
    Box((-0.038, 0.40, -0.1145), (0.022, 0.13, 0.004), PINK),
    Box((0.0, 0.18, 0.215), (0.085, 0.085, 0.07), PALE),
    Box((0.075, 0.025, 0.09), (0.05, 0.05, 0.17), FUR, special=1.0),
    Box((-0.075, 0.025, 0.09), (0.05, 0.05, 0.17), FUR, special=1.0),
    Box((0.045, 0.035, -0.125), (0.04, 0.07, 0.05), PALE),
    Box((-0.045, 0.035, -0.125), (0.04, 0.07, 0.05), PALE),
)
BLUE, INK, BEAK, CHEST = "#3d4a63", "#252c3b", "#d99a3e", "#e9dccb"
BIRD = (
    Box((0.0, 0.0, 0.02), (0.11, 0.10, 0.26), BLUE, front=0.8),
    Box((0.0, -0.035, -0.02), (0.09, 0.05, 0.2), CHEST, front=0.8),
    Box((0.0, 0.03, -0.16), (0.10, 0.10, 0.11), BLUE, front=0.7),
    Box((0.0, 0.02, -0.235), (0.035, 0.03, 0.06), BEAK, front=0.3),
    Box((0.0, 0.01, 0.24), (0.05, 0.02, 0.20), INK),
    Box((0.04, 0.01, 0.30), (0.03, 0.018, 0.16), INK),
    Box((-0.04, 0.01, 0.30), (0.03, 0.018, 0.16), INK),
    Box((0.17, 0.03, -0.01), (0.26, 0.022, 0.19), BLUE, special=1.0),
    Box((-0.17, 0.03, -0.01), (0.26, 0.022, 0.19), BLUE, special=1.0),
    Box((0.41, 0.03, 0.03), (0.24, 0.018, 0.12), INK, special=1.0),
    Box((-0.41, 0.03, 0.03), (0.24, 0.018, 0.12), INK, special=1.0),
)
_SIDES = ((0, 1), (0, -1), (1, 1), (1, -1), (2, 1), (2, -1))


def shape_of(boxes: Sequence[Box]) -> Shape:
    """The mesh of some boxes; triangles wind clockwise seen from outside."""
    vertices: list[np.ndarray] = []
    normals: list[np.ndarray] = []
    skins: list[tuple[float, ...]] = []
    indices: list[int] = []
    for box in boxes:
        middle, half = np.array(box.middle), np.array(box.size) / 2
        colour = tuple(int(box.colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
        for axis, side in _SIDES:
            across, along = (axis + 1) % 3, (axis + 2) % 3
            corners = []
            for one, other in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
                corner = np.zeros(3)
                corner[axis], corner[across], corner[along] = side, one, other
                place = corner * half
                if corner[2] < 0:
                    place[:2] *= box.front
                corners.append(middle + place)
            normal = np.zeros(3)
            normal[axis] = side
            first = len(vertices)
            vertices += corners
            normals += [normal] * 4
            skins += [(*colour, box.special)] * 4
            order = (0, 2, 1, 0, 3, 2) if side > 0 else (0, 1, 2, 0, 2, 3)
            indices += [first + number for number in order]
    places, ways, paint = (np.array(each, np.float32) for each in (vertices, normals, skins))
    return Shape(places, ways, paint, np.array(indices, np.int32))
