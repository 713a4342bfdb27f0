"""Compiled kernels behind plain names. Arrays are numpy, indexed [x, y, z]; shapes and types are checked here, once, and assumed within."""

from littlefolk.kernels.terrain import CHUNK, SEA_LEVEL, TERRAIN, generate_chunk, surface_height, surface_heights

__all__ = ["CHUNK", "SEA_LEVEL", "TERRAIN", "generate_chunk", "surface_height", "surface_heights"]
