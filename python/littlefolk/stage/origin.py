"""Where the scene's zero lies in the world: near the player, as the engine's single floats are too coarse far out (2 mm at 30,000 m)."""

from godot import Vector3
from godot.singletons import RenderingServer

FAR = 4096.0
"""Metres along x or z from the scene's zero at which it is moved; there a float still tells half a millimetre."""
GRID = 1024


class Origin:
    """The world's place of the scene's zero. What stands in the scene goes through `place`, what is read there through `world`."""

    def __init__(self) -> None:
        self.x = self.z = 0
        self.moves = 0
        """How often the zero was moved; whoever keeps places in the scene compares it."""

    def place(self, x: float, y: float, z: float) -> Vector3:
        """A place of the world in the scene."""
        return Vector3(x - self.x, y, z - self.z)

    def world(self, place: Vector3) -> tuple[float, float, float]:
        """A place of the scene in the world."""
        x, y, z = place
        return (x + self.x, y, z + self.z)

    def follow(self, x: float, z: float) -> bool:
        """Stay near a place of the world; whether the zero had to be moved."""
        if max(abs(x - self.x), abs(z - self.z)) <= FAR:
            return False
        self.x, self.z = round(x / GRID) * GRID, round(z / GRID) * GRID
        self.moves += 1
        RenderingServer.global_shader_parameter_set("scene_origin", Vector3(self.x, 0.0, self.z))
        return True


ORIGIN = Origin()
"""The one of the scene."""
