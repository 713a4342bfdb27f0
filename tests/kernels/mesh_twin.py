"""A slow, plain mesher and a reader of packed meshes; both speak of unit faces, so that any merging can be compared with none.

A multiset of unit faces is a sorted array of numbers, each of the digits surface, x, y, z, face, layer, emission and the occlusion of
the four corners; `spell` reads one back.
"""

from __future__ import annotations

from itertools import product

import numpy as np
from littlefolk.kernels import SOLID_OUTSIDE, UNAVAILABLE, ChunkMesh

NORMALS = np.array([(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)])
CORNERS = ((0, 0), (0, 1), (1, 0), (1, 1))  # low or high on the two axes of a face, in ascending order
RADIX = (4, 64, 64, 64, 8, 1024, 16, 4, 4, 4, 4)


def code(*digits):
    """One number for a unit face; works on arrays too."""
    number = 0
    for radix, digit in zip(RADIX, digits, strict=True):
        number = number * radix + digit
    return number


def spell(number: int) -> str:
    """The unit face of a number, readable."""
    digits = []
    for radix in reversed(RADIX):
        number, digit = divmod(int(number), radix)
        digits.append(digit)
    surface, x, y, z, face, layer, emission, *shade = reversed(digits)
    return f"surface {surface} cell {(x, y, z)} face {face} layer {layer} emission {emission} corners {shade}"


def assert_same(found: np.ndarray, expected: np.ndarray) -> None:
    """Equality of two multisets, naming a few differences."""
    if not np.array_equal(found, expected):
        extra, missing = np.setdiff1d(found, expected), np.setdiff1d(expected, found)
        lines = [f"{len(found)} faces, expected {len(expected)}"]
        lines += [f"extra: {spell(n)}" for n in extra[:3]] + [f"missing: {spell(n)}" for n in missing[:3]]
        raise AssertionError("\n".join(lines))


def moved(faces: np.ndarray, axis: int, cells: int) -> np.ndarray:
    """The same faces, shifted along an axis."""
    return faces + cells * int(np.prod(RADIX[2 + axis :]))


def without_occlusion(faces: np.ndarray) -> np.ndarray:
    """The same faces with open corners."""
    return np.sort(faces | 255)


def plain_faces(pad: np.ndarray, surface: np.ndarray, tiles: np.ndarray, emission: np.ndarray) -> np.ndarray:
    """Every visible unit face of the cells inside a pad of any size, cell by cell."""
    kinds = pad.tolist()
    of = dict(enumerate(surface.tolist())) | {UNAVAILABLE: -1, SOLID_OUTSIDE: 1}

    def dark(x: int, y: int, z: int) -> bool:
        return of[kinds[x][y][z]] == 1

    faces = []
    for x, y, z in product(*(range(1, n - 1) for n in pad.shape)):
        kind = kinds[x][y][z]
        if of[kind] <= 0:
            continue
        for face, (dx, dy, dz) in enumerate(NORMALS.tolist()):
            front = (x + dx, y + dy, z + dz)
            other = kinds[front[0]][front[1]][front[2]]
            if of[other] in (-1, 1) or (other == kind and of[kind] > 1):
                continue
            u_axis, v_axis = (axis for axis in range(3) if axis != face // 2)
            shade = []
            for u, v in CORNERS:
                beside, above, across = list(front), list(front), list(front)
                beside[u_axis] += 2 * u - 1
                above[v_axis] += 2 * v - 1
                across[u_axis] += 2 * u - 1
                across[v_axis] += 2 * v - 1
                a, b, c = dark(*beside), dark(*above), dark(*across)
                shade.append(0 if a and b else 3 - a - b - c)
            faces.append(code(of[kind] - 1, x - 1, y - 1, z - 1, face, int(tiles[kind, face]), int(emission[kind]), *shade))
    return np.sort(np.array(faces, np.int64))


def read_faces(mesh: ChunkMesh) -> np.ndarray:
    """The unit faces that a packed mesh covers; checks every vertex and triangle on the way."""
    found = [np.empty(0, np.int64)]
    for surface in range(3):
        parts = [part for part in mesh.surfaces if part and part.surface == surface]
        if parts:
            places = np.frombuffer(b"".join(part.vertices for part in parts), np.float32).reshape(-1, 3)
            low, high = places.min(0), places.max(0)
            assert all(part.aabb == (*low, *(high - low)) for part in parts)
    for part in mesh.surfaces:
        if part is None:
            continue
        vertices = np.frombuffer(part.vertices, np.float32).reshape(-1, 4, 3)
        attributes = np.frombuffer(part.attributes, np.float32).reshape(-1, 4, 2)
        indices = np.frombuffer(part.indices, np.uint16).astype(int).reshape(-1, 6)
        quads = len(vertices)
        assert (quads * 4, quads * 6) == (part.vertex_count, part.index_count)
        assert len(attributes) == len(indices) == quads
        assert part.vertex_count <= 65536
        assert (attributes == np.floor(attributes)).all()
        head, tail = attributes.astype(int).transpose(2, 0, 1)
        assert (head == head[:, :1]).all(), "one look a quad"
        assert (tail >> 2 == 15).all(), "open sky, no block light"
        corners = vertices.astype(int)
        face = head[:, 0] >> 10 & 7
        check_triangles(indices - 4 * np.arange(quads)[:, None], corners, face, tail & 3)
        found.append(unit_faces(part.surface, corners, head[:, 0], face, tail & 3))
    return np.sort(np.concatenate(found))


def check_triangles(indices: np.ndarray, corners: np.ndarray, face: np.ndarray, shade: np.ndarray) -> None:
    """Two triangles cover each quad, clockwise from outside, cut along the brighter diagonal."""
    assert indices.min() >= 0
    assert indices.max() <= 3
    quad = np.arange(len(corners))[:, None]
    normal = NORMALS[face]
    area = 0
    for triangle in (indices[:, :3], indices[:, 3:]):
        a, b, c = corners[quad, triangle].transpose(1, 0, 2)
        across = np.cross(b - a, c - a)
        along = (across * normal).sum(1)
        assert (along < 0).all(), "clockwise seen from outside"
        assert (across == normal * along[:, None]).all(), "in the plane of the face"
        area = area - along
    span = corners.max(1) - corners.min(1)
    assert (area == 2 * np.prod(np.where(span > 0, span, 1), axis=1)).all(), "the whole quad"
    cut = np.array([[(triangle == corner).any(1) for corner in range(4)] for triangle in (indices[:, :3], indices[:, 3:])]).all(0).T
    assert (cut.sum(1) == 2).all()
    assert (np.where(cut, shade, 0).sum(1) >= np.where(cut, 0, shade).sum(1)).all(), "along the brighter diagonal"


def unit_faces(surface: int, corners: np.ndarray, head: np.ndarray, face: np.ndarray, shade: np.ndarray) -> np.ndarray:
    """The unit faces of quads; the corners of each have the occlusion of the quad's corners."""
    low, high = corners.min(1), corners.max(1)
    found = []
    for side in range(6):
        u_axis, v_axis = (axis for axis in range(3) if axis != side // 2)
        for i in np.flatnonzero(face == side).tolist():
            place = {
                (int(p[u_axis] > low[i, u_axis]), int(p[v_axis] > low[i, v_axis])): s for p, s in zip(corners[i], shade[i], strict=True)
            }
            shades = [place[c] for c in CORNERS]
            cell = low[i].tolist()
            cell[side // 2] -= 1 - side % 2
            first = code(surface, *cell, side, int(head[i]) & 1023, int(head[i]) >> 13, *shades)
            steps = [moved(0, u_axis, 1), moved(0, v_axis, 1)]
            across = range(high[i, u_axis] - low[i, u_axis]), range(high[i, v_axis] - low[i, v_axis])
            found += [first + u * steps[0] + v * steps[1] for u in across[0] for v in across[1]]
    return np.array(found, np.int64)
