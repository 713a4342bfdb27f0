"""The block in somebody's hands: a small cube with its kind's tile."""

from godot import ArrayMesh, Mesh, MeshInstance3D, Node3D, PackedInt32Array, PackedVector2Array, PackedVector3Array, Vector2, Vector3
from godot.singletons import ResourceLoader

from littlefolk.panels.surroundings import Surroundings
from littlefolk.world.kinds import KINDS

MATERIAL = "res://scenes/blocks/chips.tres"  # whose tiles are those of the world
PLACE, SIZE = Vector3(0.0, 0.395, -0.31), 0.21  # metres, before the figure's chest
SIDE = 1  # face of a block whose tile is shown
CORNERS = ((-1, -1), (1, -1), (1, 1), (-1, 1))


class Carried:
    """Belongs to one figure; has no node until something is carried."""

    def __init__(self, figure: Node3D) -> None:
        self._figure = figure
        self._node: MeshInstance3D | None = None
        self._kind = ""

    def show(self, kind: str, light: Surroundings) -> None:
        """Show a block of a kind in the hands, or none for ""."""
        if kind == self._kind:
            return
        self._kind = kind
        if self._node is not None:
            self._node.queue_free()
            self._node = None
        if kind:
            node = self._node = MeshInstance3D(mesh=cube(SIZE), position=PLACE, material_override=ResourceLoader.load(MATERIAL))
            node.cast_shadow = MeshInstance3D.SHADOW_CASTING_SETTING_OFF
            self._figure.add_child(node)
            node.set_instance_shader_parameter("layer", float(KINDS.tiles.index(KINDS[kind].tiles[SIDE])))
            node.set_instance_shader_parameter("brightness", Vector2(light.sky, light.lamp))


def cube(size: float) -> ArrayMesh:
    """A cube whose every face shows the same square of a texture, metres wide."""
    places: list[Vector3] = []
    normals: list[Vector3] = []
    squares: list[Vector2] = []
    indices: list[int] = []
    for axis in range(3):
        for sign in (1, -1):
            first = len(places)
            for right, up in CORNERS:
                place = [0.0, 0.0, 0.0]
                place[axis], place[(axis + 1) % 3], place[(axis + 2) % 3] = sign * size / 2, sign * right * size / 2, up * size / 2
                normal = [0.0, 0.0, 0.0]
                normal[axis] = float(sign)
                places.append(Vector3(*place))
                normals.append(Vector3(*normal))
                squares.append(Vector2((right + 1) / 2 * 0.999, (up + 1) / 2 * 0.999))
            indices += [first, first + 2, first + 1, first, first + 3, first + 2]
    arrays: list[object] = [None] * Mesh.ARRAY_MAX
    arrays[Mesh.ARRAY_VERTEX] = PackedVector3Array(places)
    arrays[Mesh.ARRAY_NORMAL] = PackedVector3Array(normals)
    arrays[Mesh.ARRAY_TEX_UV] = PackedVector2Array(squares)
    arrays[Mesh.ARRAY_INDEX] = PackedInt32Array(indices)
    mesh = ArrayMesh()
    mesh.add_surface_from_arrays(Mesh.PRIMITIVE_TRIANGLES, arrays)
    return mesh
