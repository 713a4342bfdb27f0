"""Handing meshes to the engine: packed bytes through the RenderingServer beside `ArrayMesh.add_surface_from_arrays`, inside Godot.

Run by ``bench/hand_over.py``. Both make the same surface; what the engine then holds is read back and compared before anything is timed.
"""

import json
import os
import statistics
import time
from pathlib import Path

import numpy as np
import pytest
from godot import (
    AABB,
    ArrayMesh,
    Mesh,
    PackedByteArray,
    PackedColorArray,
    PackedFloat32Array,
    PackedInt32Array,
    PackedVector2Array,
    PackedVector3Array,
    Vector3,
)
from godot.singletons import RenderingServer
from littlefolk.kernels import MeshTables, mesh_chunk
from littlefolk.stage.chunks import CUSTOM0_RG_FLOAT, _surface_format

OUT = Path(os.environ["LITTLEFOLK_BENCH_OUT"])
TABLES = MeshTables(np.array([0, 1]), np.zeros((2, 6), int), np.zeros(2, int))


def surface_of(quads):
    """A part of about so many quads."""
    pad = np.zeros((34, 34, 34), np.uint16)
    places = np.argwhere(np.indices((32, 32, 32)).sum(0) % 2 == 0)[: quads // 6]
    pad[tuple((places + 1).T)] = 1
    return mesh_chunk(pad, TABLES).surfaces[0]


def ours(part, form):
    """The bytes as they are."""
    x, y, z, width, height, depth = part.aabb
    return RenderingServer.mesh_create_from_surfaces(
        [
            {
                "primitive": Mesh.PRIMITIVE_TRIANGLES,
                "format": form,
                "vertex_data": PackedByteArray(part.vertices),
                "attribute_data": PackedByteArray(part.attributes),
                "vertex_count": part.vertex_count,
                "index_data": PackedByteArray(part.indices),
                "index_count": part.index_count,
                "aabb": AABB(Vector3(x, y, z), Vector3(width, height, depth)),
            }
        ]
    )


def arrays_of(part):
    """The mesh as a mesher for the peer leaves it: numpy arrays in the types that the engine's arrays have."""
    vertices, attributes = np.frombuffer(part.vertices, np.float32).reshape(-1, 3), np.frombuffer(part.attributes, np.float32)
    return vertices, attributes, np.frombuffer(part.indices, np.uint16).astype(np.int32)


def theirs(made):
    """The peer."""
    arrays = [None] * Mesh.ARRAY_MAX
    arrays[Mesh.ARRAY_VERTEX] = PackedVector3Array(made[0])
    arrays[Mesh.ARRAY_CUSTOM0] = PackedFloat32Array(made[1])
    arrays[Mesh.ARRAY_INDEX] = PackedInt32Array(made[2])
    mesh = ArrayMesh()
    mesh.add_surface_from_arrays(Mesh.PRIMITIVE_TRIANGLES, arrays, [], {}, CUSTOM0_RG_FLOAT)
    return mesh


NORMALS = np.array([(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)], np.float32)


def usual_arrays_of(part):
    """The same triangles as a mesher leaves them that packs nothing: normals, texture places, and light and layer as colours."""
    vertices, attributes, indices = arrays_of(part)
    head, shade = attributes.reshape(-1, 2).astype(int).T
    normals = NORMALS[head >> 10 & 7]
    places = np.ascontiguousarray(vertices[:, :2])
    colours = np.column_stack([(shade & 3) / 3, (shade >> 2 & 15) / 15, (shade >> 6) / 15, (head & 1023) / 1023]).astype(np.float32)
    return vertices, normals, places, colours, indices


def usual(made):
    """The peer, with the arrays that one usually gives it."""
    arrays = [None] * Mesh.ARRAY_MAX
    arrays[Mesh.ARRAY_VERTEX] = PackedVector3Array(made[0])
    arrays[Mesh.ARRAY_NORMAL] = PackedVector3Array(made[1])
    arrays[Mesh.ARRAY_TEX_UV] = PackedVector2Array(made[2])
    arrays[Mesh.ARRAY_COLOR] = PackedColorArray(made[3])
    arrays[Mesh.ARRAY_INDEX] = PackedInt32Array(made[4])
    mesh = ArrayMesh()
    mesh.add_surface_from_arrays(Mesh.PRIMITIVE_TRIANGLES, arrays)
    return mesh


def drawn(rid):
    """Places and triangles that the engine keeps of a surface, whatever its format."""
    kept = RenderingServer.mesh_get_surface(rid, 0)
    places = np.asarray(kept["vertex_data"]).view(np.float32)[: 3 * kept["vertex_count"]]
    return bytes(places), bytes(np.asarray(kept["index_data"])), kept["vertex_count"], kept["index_count"]


def held(rid):
    """What the engine keeps of a surface."""
    kept = RenderingServer.mesh_get_surface(rid, 0)
    return [bytes(np.asarray(kept[name])) for name in ("vertex_data", "attribute_data", "index_data")] + [
        kept["vertex_count"],
        kept["index_count"],
    ]


@pytest.mark.keeps_objects
def test_hand_over():
    form, rows = _surface_format(), []
    assert form, "this renderer keeps no surfaces: run with one"
    for quads in (500, 2000, 12000):
        part = surface_of(quads)
        for case, peer, arrays, read in (
            ("normals, UV, colours", usual, usual_arrays_of(part), drawn),
            ("extra: the packed lanes", theirs, arrays_of(part), held),
        ):
            mesh, rid = peer(arrays), ours(part, form)
            same = read(mesh.get_rid()) == read(rid)
            RenderingServer.free_rid(rid)
            pairs = [
                (timed(lambda part=part: RenderingServer.free_rid(ours(part, form))), timed(lambda p=peer, a=arrays: p(a)))
                for _ in range(41)
            ]
            a, b = (statistics.median(pair[i] for pair in pairs) * 1e6 for i in (0, 1))
            ratio = statistics.median(b / a for a, b in pairs)
            rows.append({"case": f"{part.index_count // 6} quads, {case}", "ours_us": a, "peer_us": b, "ratio": ratio, "identical": same})
    OUT.write_text(json.dumps(rows))


def timed(work):
    """Seconds of processor time of one call, freeing included."""
    start = time.thread_time()
    for _ in range(4):
        work()
    return (time.thread_time() - start) / 4
