"""Chunk meshes on screen: bytes from the mesher go to the RenderingServer as they are."""

from collections.abc import Iterable

import numpy as np
from godot import (
    AABB,
    RID,
    ArrayMesh,
    Basis,
    Image,
    Mesh,
    Node3D,
    PackedByteArray,
    PackedFloat32Array,
    PackedInt32Array,
    PackedVector3Array,
    ShaderMaterial,
    Texture2DArray,
    Transform3D,
    Vector3,
)
from godot.singletons import RenderingServer, ResourceLoader

from littlefolk.kernels import SurfaceMesh
from littlefolk.stage.origin import ORIGIN
from littlefolk.stage.tiles import paint
from littlefolk.world.cells import Cell, ChunkKey, origin_of
from littlefolk.world.kinds import KINDS
from littlefolk.world.sight import Sight
from littlefolk.world.streaming import Batch

MATERIALS = ("res://scenes/blocks/opaque.tres", "res://scenes/blocks/cutout.tres", "res://scenes/blocks/water.tres")
CUSTOM0_RG_FLOAT = Mesh.ARRAY_CUSTOM_RG_FLOAT << Mesh.ARRAY_FORMAT_CUSTOM0_SHIFT


class ChunkMeshes:
    """Every drawn chunk by key. Belongs to the frame's thread."""

    def __init__(self, parent: Node3D) -> None:
        self._scenario = parent.get_world_3d().get_scenario()
        self.drawn: dict[ChunkKey, tuple[RID, RID]] = {}
        self._hidden: set[ChunkKey] = set()
        self._fresh: set[ChunkKey] = set()  # drawn since the last look
        self.format = _surface_format()
        self.tiles = tile_textures()
        self._materials: list[ShaderMaterial] = [ResourceLoader.load(path) for path in MATERIALS]
        for material in self._materials:
            material.set_shader_parameter("tiles", self.tiles)
        if "water" in KINDS.tiles:
            self._materials[2].set_shader_parameter("water_layer", KINDS.tiles.index("water"))

    def publish(self, batch: Batch) -> None:
        """Draw new meshes, and stop drawing what is gone."""
        for key, mesh in batch:
            self._forget(key)
            surfaces = () if mesh is None else mesh.surfaces
            shown = [self._surface(surface, self._materials[surface.surface]) for surface in surfaces if surface is not None]
            if shown and self.format:
                self._show(key, shown)

    def show_seen(self, sight: Sight, eyes: Iterable[Cell]) -> None:
        """Leave out of the drawing what cannot be seen from any of the cells `eyes`."""
        changed = self.drawn if sight.look(eyes) else self._fresh
        seen, place = sight.seen, sight.place
        for key in changed:
            if seen[place(key)] == (key in self._hidden):
                RenderingServer.instance_set_visible(self.drawn[key][1], key in self._hidden)
                self._hidden ^= {key}
        self._fresh.clear()

    def place_again(self) -> None:
        """The scene's zero was moved."""
        for key, (_mesh, instance) in self.drawn.items():
            RenderingServer.instance_set_transform(instance, Transform3D(Basis(), ORIGIN.place(*origin_of(key))))

    def close(self) -> None:
        """Free everything that is drawn."""
        for key in list(self.drawn):
            self._forget(key)

    def __len__(self) -> int:
        return len(self.drawn)

    def _surface(self, surface: SurfaceMesh, material: ShaderMaterial) -> dict[str, object]:
        x, y, z, width, height, depth = surface.aabb
        return {
            "primitive": Mesh.PRIMITIVE_TRIANGLES,
            "format": self.format,
            "vertex_data": PackedByteArray(surface.vertices),
            "attribute_data": PackedByteArray(surface.attributes),
            "vertex_count": surface.vertex_count,
            "index_data": PackedByteArray(surface.indices),
            "index_count": surface.index_count,
            "aabb": AABB(Vector3(x, y, z), Vector3(width, height, depth)),
            "material": material.get_rid(),
        }

    def _show(self, key: ChunkKey, surfaces: list[dict[str, object]]) -> None:
        mesh = RenderingServer.mesh_create_from_surfaces(surfaces)
        instance = RenderingServer.instance_create2(mesh, self._scenario)
        RenderingServer.instance_set_transform(instance, Transform3D(Basis(), ORIGIN.place(*origin_of(key))))
        self.drawn[key] = (mesh, instance)
        self._fresh.add(key)

    def _forget(self, key: ChunkKey) -> None:
        drawn = self.drawn.pop(key, None)
        self._hidden.discard(key)
        self._fresh.discard(key)
        if drawn is not None:
            mesh, instance = drawn
            RenderingServer.free_rid(instance)
            RenderingServer.free_rid(mesh)


def tile_textures() -> Texture2DArray:
    """The painted tiles of every kind as one texture array with mipmaps, in the order of `KINDS.tiles`."""
    images = []
    for tile in paint(KINDS.tiles):
        image = Image.create_from_data(16, 16, False, Image.FORMAT_RGBA8, PackedByteArray(tile.tobytes()))
        image.generate_mipmaps()
        images.append(image)
    textures = Texture2DArray()
    textures.create_from_images(images)
    return textures


def _surface_format() -> int:
    """The format bits of our surfaces as this engine writes them, read from a template; 0 without a renderer."""
    mesh = ArrayMesh()
    arrays: list[object] = [None] * Mesh.ARRAY_MAX
    corners = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0]], dtype=np.float32)
    arrays[Mesh.ARRAY_VERTEX] = PackedVector3Array(corners)
    arrays[Mesh.ARRAY_CUSTOM0] = PackedFloat32Array(np.zeros(6, dtype=np.float32))
    arrays[Mesh.ARRAY_INDEX] = PackedInt32Array(np.arange(3, dtype=np.int32))
    mesh.add_surface_from_arrays(Mesh.PRIMITIVE_TRIANGLES, arrays, [], {}, CUSTOM0_RG_FLOAT)
    written = RenderingServer.mesh_get_surface(mesh.get_rid(), 0)
    return int(written.get("format", 0)) if written else 0
