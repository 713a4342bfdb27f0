"""Compiled kernels behind plain names. Arrays are numpy, indexed [x, y, z]; shapes and types are checked here, once, and assumed within."""

from littlefolk.kernels.counting import census, census_box, uniform_value
from littlefolk.kernels.lighting import LightTables, chunk_pad, column_floor, light_pad, relight
from littlefolk.kernels.meshing import EMPTY, PAD, SOLID_OUTSIDE, SUNLIT, UNAVAILABLE, ChunkMesh, MeshTables, SurfaceMesh, mesh_chunk
from littlefolk.kernels.paths import Path, PathCell, PathStatus, find_path
from littlefolk.kernels.sight import OPEN, PART, Hiding, links, look
from littlefolk.kernels.terrain import CHUNK, SEA_LEVEL, TERRAIN, generate_chunk, surface_height, surface_heights

__all__ = [
    "CHUNK",
    "EMPTY",
    "OPEN",
    "PAD",
    "PART",
    "SEA_LEVEL",
    "SOLID_OUTSIDE",
    "SUNLIT",
    "TERRAIN",
    "UNAVAILABLE",
    "ChunkMesh",
    "Hiding",
    "LightTables",
    "MeshTables",
    "Path",
    "PathCell",
    "PathStatus",
    "SurfaceMesh",
    "census",
    "census_box",
    "chunk_pad",
    "column_floor",
    "find_path",
    "generate_chunk",
    "light_pad",
    "links",
    "look",
    "mesh_chunk",
    "relight",
    "surface_height",
    "surface_heights",
    "uniform_value",
]
