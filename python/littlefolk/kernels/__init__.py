"""Compiled kernels behind plain names. Arrays are numpy, indexed [x, y, z]; shapes and types are checked here, once, and assumed within."""

from littlefolk.kernels.counting import census, census_box, uniform_value
from littlefolk.kernels.meshing import EMPTY, PAD, SOLID_OUTSIDE, UNAVAILABLE, ChunkMesh, MeshTables, SurfaceMesh, mesh_chunk
from littlefolk.kernels.terrain import CHUNK, SEA_LEVEL, TERRAIN, generate_chunk, surface_height, surface_heights

__all__ = [
    "CHUNK",
    "EMPTY",
    "PAD",
    "SEA_LEVEL",
    "SOLID_OUTSIDE",
    "TERRAIN",
    "UNAVAILABLE",
    "ChunkMesh",
    "MeshTables",
    "SurfaceMesh",
    "census",
    "census_box",
    "generate_chunk",
    "mesh_chunk",
    "surface_height",
    "surface_heights",
    "uniform_value",
]
