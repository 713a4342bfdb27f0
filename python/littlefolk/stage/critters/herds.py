"""Critters on screen."""

import numpy as np
from godot import (
    ArrayMesh,
    Mesh,
    MultiMesh,
    Node3D,
    PackedFloat32Array,
    PackedInt32Array,
    PackedVector3Array,
)
from godot.singletons import ResourceLoader

from littlefolk.critters import MOST, Population, Species
from littlefolk.stage.critters.packing import STRIDE, pack
from littlefolk.stage.critters.shapes import BIRD, RABBIT, Shape, shape_of
from littlefolk.stage.origin import ORIGIN

SCENE = "res://scenes/critters/critters.tscn"
CUSTOM0_RGBA_FLOAT = Mesh.ARRAY_CUSTOM_RGBA_FLOAT << Mesh.ARRAY_FORMAT_CUSTOM0_SHIFT
NODES = {Species.RABBIT: "Rabbits", Species.BIRD: "Birds", Species.FIREFLY: "Fireflies"}


class Herds:
    """Belongs to one game; frees its nodes when it is closed."""

    def __init__(self, parent: Node3D) -> None:
        self._node: Node3D = ResourceLoader.load(SCENE).instantiate()
        meshes = {Species.RABBIT: shape_of(RABBIT), Species.BIRD: shape_of(BIRD)}
        self._shown: dict[Species, tuple[MultiMesh, np.ndarray]] = {}
        for species, name in NODES.items():
            node = self._node.get_node(name)
            multimesh = node.multimesh.duplicate()
            node.multimesh = multimesh
            if species in meshes:
                multimesh.mesh = _mesh(meshes[species])
            multimesh.instance_count = MOST[species]
            multimesh.visible_instance_count = 0
            self._shown[species] = (multimesh, np.zeros((MOST[species], STRIDE), np.float32))
        parent.add_child(self._node)

    def show(self, population: Population) -> None:
        """Draw all where they are now."""
        for species, (multimesh, numbers) in self._shown.items():
            count = population.count(species)
            if count:
                pack(population.rows(species), (ORIGIN.x, ORIGIN.z), numbers)
                multimesh.buffer = PackedFloat32Array(numbers.reshape(-1))
            if multimesh.visible_instance_count != count:
                multimesh.visible_instance_count = count

    def close(self) -> None:
        """Free what was drawn."""
        self._node.queue_free()


def _mesh(shape: Shape) -> ArrayMesh:
    arrays: list[object] = [None] * Mesh.ARRAY_MAX
    arrays[Mesh.ARRAY_VERTEX] = PackedVector3Array(shape.vertices)
    arrays[Mesh.ARRAY_NORMAL] = PackedVector3Array(shape.normals)
    arrays[Mesh.ARRAY_CUSTOM0] = PackedFloat32Array(shape.skins.reshape(-1))
    arrays[Mesh.ARRAY_INDEX] = PackedInt32Array(shape.indices)
    mesh = ArrayMesh()
    mesh.add_surface_from_arrays(Mesh.PRIMITIVE_TRIANGLES, arrays, [], {}, CUSTOM0_RGBA_FLOAT)
    return mesh
