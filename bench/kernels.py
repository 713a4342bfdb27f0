"""Rows of the kernels: what is compared with what, on which input."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from ao_peer import AoMesher, inside, own_faces, peer_faces
from littlefolk.kernels import (
    TERRAIN,
    ChunkMesh,
    LightTables,
    MeshTables,
    census,
    census_box,
    column_floor,
    generate_chunk,
    light_pad,
    mesh_chunk,
    surface_heights,
    terrain,
)
from numpy_mesher import culled_mesh
from timing import Row, compare, compare_timed

sys.path.append(str(Path(__file__).resolve().parents[1] / "tests" / "kernels"))
import chunk_twin
from terrain_twin import ground_heights

SEED = 7
PLANTS = ("flowers", "tall_grass", "mushroom", "cactus")
CORNER = (-4, 1, 1)  # a valley with trees, a shore and a slope


def landscape() -> np.ndarray:
    """Terrain ids of 3 by 3 by 3 chunks, u8 [96, 96, 96]."""
    cx, cy, cz = CORNER
    return np.concatenate(
        [
            np.concatenate(
                [np.concatenate([generate_chunk(SEED, cx + i, cy + j, cz + k) for k in range(3)], axis=2) for j in range(3)], axis=1
            )
            for i in range(3)
        ]
    )


def census_rows(land: np.ndarray) -> Iterator[Row]:
    """A dense box of 16³, and the box of a glance, 25×17×25, that lies across chunks."""
    bins = len(TERRAIN)
    rng = np.random.default_rng(1)
    boxes = {
        "16³ terrain": np.ascontiguousarray(land[24:40, 28:44, 24:40]),
        "16³ random of 16 kinds": rng.integers(0, 16, (16, 16, 16)).astype(np.uint8),
        "extra, not of the target: 16³ kinds 16…31": rng.integers(16, 32, (16, 16, 16)).astype(np.uint8),
    }
    for case, box in boxes.items():
        most = bins if box.max() < bins else 32

        def ours(box=box, most=most):
            return census(box, most)

        def peer(box=box, most=most):
            return np.bincount(box.ravel(), minlength=most)

        floor, stretch = (2.0, None) if "extra" in case else (3.0, 8.0 if "terrain" in case else None)
        yield compare("census", case, "numpy.bincount", ours, peer, lambda o=ours, p=peer: np.array_equal(o(), p()), floor, stretch)

    names = np.arange(bins, dtype=np.uint16)
    blocks = [
        (np.ascontiguousarray(land[32 * i : 32 * i + 32, 32 * j : 32 * j + 32, 32 * k : 32 * k + 32]), (32 * i, 32 * j, 32 * k), names)
        for i in range(2)
        for j in range(2)
        for k in range(2)
    ]
    low, high = (20, 24, 18), (45, 41, 43)

    def across() -> np.ndarray:
        return census_box(blocks, low, high, bins)

    def sliced() -> np.ndarray:
        total = np.zeros(bins, np.int64)
        for cells, origin, palette in blocks:
            cut = tuple(slice(max(a - o, 0), min(b - o, 32)) for a, b, o in zip(low, high, origin, strict=True))
            found = np.bincount(cells[cut].ravel(), minlength=len(palette))
            total[palette] += found
        return total

    yield compare(
        "census across chunks", "25×17×25 over 8 chunks", "numpy slices + bincount", across, sliced,
        lambda: np.array_equal(across(), sliced()) and across().sum() == 25 * 17 * 25, 5.0, 15.0,
    )  # fmt: skip


def covered(mesh: ChunkMesh) -> np.ndarray:
    """Unit faces (head, x, y, z of the lowest corner) of a mesh, sorted; quads of any size are cut into faces."""
    (part, *_) = mesh.surfaces
    corners = np.frombuffer(part.vertices, np.float32).reshape(-1, 4, 3).astype(int)
    heads = np.frombuffer(part.attributes, np.float32).reshape(-1, 4, 2)[:, 0, 0].astype(int)
    low, high = corners.min(1), corners.max(1)
    rows = []
    for head, a, b in zip(heads.tolist(), low.tolist(), high.tolist(), strict=True):
        spans = [range(p, max(q, p + 1)) for p, q in zip(a, b, strict=True)]
        rows += [(head, x, y, z) for x in spans[0] for y in spans[1] for z in spans[2]]
    return np.array(sorted(rows))


def mesh_rows(land: np.ndarray) -> Iterator[Row]:
    """A chunk of landscape of opaque kinds, against the same faces in numpy; the greedy mesh covers the same faces with fewer quads."""
    surface = np.ones(len(TERRAIN), np.uint8)
    surface[0] = 0
    tiles = np.arange(len(TERRAIN) * 6, dtype=np.uint16).reshape(-1, 6)
    tables = MeshTables(surface, tiles, np.zeros(len(TERRAIN), np.uint8))
    opaque = surface == 1
    for case, cells in chunks_of(land).items():
        pad = np.ascontiguousarray(cells[31:65, 31:65, 31:65].astype(np.uint16))

        def peer(pad=pad):
            return culled_mesh(pad, opaque, tiles)

        def culled(pad=pad):
            return mesh_chunk(pad, tables, ao=False, merge=False)

        def greedy(pad=pad):
            return mesh_chunk(pad, tables, ao=False)

        vertices, attributes, _ = peer()
        low = vertices.min(1).astype(int)
        expected = np.array(sorted(np.column_stack([attributes[:, 0, 0].astype(int), low]).tolist()))
        for name, ours, floor, stretch in (("culled mesh", culled, 8.0, 12.0), ("greedy mesh", greedy, 7.3, 9.5)):
            same = np.array_equal(covered(ours()), expected)
            yield compare(name, case, "numpy culled mesher", ours, peer, lambda same=same: same, floor, stretch)


def shaded_rows(land: np.ndarray) -> Iterator[Row]:
    """Greedy meshes with occlusion and with light that varies, against ao-mesher, which has occlusion only, on chunks of opaque kinds."""
    kinds = np.arange(len(TERRAIN))
    tables = MeshTables(kinds > 0, np.repeat(kinds[:, None], 6, axis=1), np.zeros(len(TERRAIN), np.uint8))
    lamps = LightTables(np.where(kinds > 0, 15, 0), np.where(np.array(TERRAIN) == "crystal", 9, 0))
    with AoMesher() as peer:
        for case, cells in chunks_of(land).items():
            pad = np.ascontiguousarray(cells[31:65, 31:65, 31:65].astype(np.uint16))
            around = [
                (kinds.astype(np.uint16), np.ascontiguousarray(cells[32 * x : 32 * x + 32, 32 * y : 32 * y + 32, 32 * z : 32 * z + 32]))
                for x in range(3)
                for y in range(3)
                for z in range(3)
            ]
            floors = [column_floor([around[x * 9 + y * 3 + z] for y in (2, 1, 0)], lamps, 64) for x in range(3) for z in range(3)]
            light = light_pad(around, floors, 0, lamps)

            def shaded(pad=pad, light=light):
                return mesh_chunk(pad, tables, light)

            theirs = peer_faces(peer.load(pad))
            same = inside(theirs) == inside(own_faces(shaded())) and len(theirs) > 0
            yield compare_timed("greedy + AO + light", case, "npm ao-mesher, no light", shaded, peer.seconds, same, 15.0, 30.0)


def chunks_of(land: np.ndarray) -> dict[str, np.ndarray]:
    """Landscapes of 3 by 3 by 3 chunks by name."""
    bare = np.where(np.isin(land, [TERRAIN.index(kind) for kind in ("leaves", "wood", "water", *PLANTS)]), 0, land)
    caves = [[np.concatenate([generate_chunk(SEED, i, -2 + j, k) for k in range(3)], axis=2) for j in range(3)] for i in range(3)]
    return {
        "32³ hills": bare,
        "32³ hills, trees and water": land,
        "32³ caves": np.concatenate([np.concatenate(slab, axis=1) for slab in caves]),
    }


def terrain_rows() -> Iterator[Row]:
    """Whole chunks of the surface, without what a stack of chunks shares, and heights alone, against the same function in numpy."""
    for case, place in {"hills and trees": (-4, 2, 1), "shore": (-4, 1, 1), "mountain": (12, 3, -29)}.items():

        def ours(place=place) -> np.ndarray:
            terrain._columns.cache_clear()
            return generate_chunk(SEED, *place)

        def peer(place=place) -> np.ndarray:
            return chunk_twin.chunk(SEED, *place)

        def same(ours=ours, peer=peer) -> bool:
            return np.array_equal(ours(), peer()) and len(np.unique(peer())) > 3

        yield compare("terrain of a chunk", f"32³ {case}", "numpy of the same function", ours, peer, same, 10.0, 30.0)
    window = (SEED, -18, -23, 64, 64)
    same_heights = np.array_equal(surface_heights(*window), ground_heights(*window))
    yield compare(
        "terrain heights",
        "extra: 64×64 columns, no cells",
        "numpy, without open caves",
        lambda: surface_heights(*window),
        lambda: ground_heights(*window),
        lambda: same_heights,
        3.0,
        None,
    )


def rows() -> Iterator[Row]:
    """Every comparison of the kernels."""
    land = landscape()
    yield from census_rows(land)
    yield from mesh_rows(land)
    yield from shaded_rows(land)
    yield from terrain_rows()
