"""Where things are: world cells, chunk keys, places inside a chunk, and the compass.

East is +x, up is +y, south is +z (so north is -z, the way a Godot camera looks). A cell is the unit cube
``[x, x+1) x [y, y+1) x [z, z+1)``. Conversions use floor division at every sign and live only in this module.
"""

from __future__ import annotations

import math
from enum import Enum
from typing import NamedTuple

CHUNK = 32
"""Cells along each side of a chunk."""
FLOOR = -128
"""Lowest y of the world; everything below is outside and solid."""
CEILING = 384
"""First y above the world; everything from here up is outside and air."""
LOWEST_CHUNK = FLOOR // CHUNK
HIGHEST_CHUNK = CEILING // CHUNK - 1
EDGE = 1 << 25
"""The world spans ``-EDGE <= x, z < EDGE``: what a chunk key of 21 bits an axis can name."""

_SHIFT = 5
_tuple = tuple.__new__
"""Makes a named tuple at half the cost of calling its class; `chunk_of` is asked for every cell that is read or written."""
_MASK = CHUNK - 1
_BITS = 21
_BIAS = 1 << (_BITS - 1)
_FIELD = (1 << _BITS) - 1


class Cell(NamedTuple):
    """A cell of the world, in integer metres."""

    x: int
    y: int
    z: int

    def offset(self, dx: int, dy: int, dz: int) -> Cell:
        """The cell that far away."""
        return Cell(self.x + dx, self.y + dy, self.z + dz)

    def step(self, direction: Direction, count: int = 1) -> Cell:
        """The cell `count` steps along a direction."""
        dx, dy, dz = direction.vector
        return Cell(self.x + dx * count, self.y + dy * count, self.z + dz * count)

    def __str__(self) -> str:
        return f"{self.x} {self.y} {self.z}"


class ChunkKey(NamedTuple):
    """A chunk, counted in chunks: chunk (0, 0, 0) holds the cells 0..31 of each axis."""

    x: int
    y: int
    z: int


class Local(NamedTuple):
    """A place inside a chunk, each coordinate in 0..31."""

    x: int
    y: int
    z: int


def chunk_of(cell: Cell) -> ChunkKey:
    """The chunk that holds a cell."""
    return _tuple(ChunkKey, (cell[0] >> _SHIFT, cell[1] >> _SHIFT, cell[2] >> _SHIFT))


def local_of(cell: Cell) -> Local:
    """The place of a cell inside its chunk."""
    return Local(cell[0] & _MASK, cell[1] & _MASK, cell[2] & _MASK)


def index_of(cell: Cell) -> int:
    """The place of a cell in its chunk's column of 32768 entries, C order over [x, y, z]."""
    return (cell[0] & _MASK) << 10 | (cell[1] & _MASK) << 5 | cell[2] & _MASK


def origin_of(key: ChunkKey) -> Cell:
    """The cell of a chunk with the smallest coordinates."""
    return Cell(key[0] << _SHIFT, key[1] << _SHIFT, key[2] << _SHIFT)


def cell_of(key: ChunkKey, local: Local) -> Cell:
    """The world cell of a place inside a chunk."""
    return Cell((key[0] << _SHIFT) + local[0], (key[1] << _SHIFT) + local[1], (key[2] << _SHIFT) + local[2])


def cell_at(x: float, y: float, z: float) -> Cell:
    """The cell that contains a point (metres)."""
    return Cell(math.floor(x), math.floor(y), math.floor(z))


def inside(cell: Cell) -> bool:
    """Whether a cell belongs to the world, resident or not."""
    return FLOOR <= cell[1] < CEILING and -EDGE <= cell[0] < EDGE and -EDGE <= cell[2] < EDGE


def chunk_inside(key: ChunkKey) -> bool:
    """Whether a chunk belongs to the world, resident or not."""
    return LOWEST_CHUNK <= key[1] <= HIGHEST_CHUNK and -_BIAS <= key[0] < _BIAS and -_BIAS <= key[2] < _BIAS


def pack(key: tuple[int, int, int]) -> int:
    """Three coordinates in one integer of 63 bits, 21 an axis, biased so that order by x, then y, then z is kept.

    Raises ValueError for a coordinate outside ``-2**20 .. 2**20 - 1``.
    """
    packed = 0
    for value in key:
        biased = value + _BIAS
        if not 0 <= biased <= _FIELD:
            raise ValueError(f"coordinate {value} does not fit in {_BITS} bits; it must be from {-_BIAS} to {_BIAS - 1}")
        packed = packed << _BITS | biased
    return packed


def unpack(packed: int) -> ChunkKey:
    """The inverse of `pack`."""
    return ChunkKey((packed >> 2 * _BITS & _FIELD) - _BIAS, (packed >> _BITS & _FIELD) - _BIAS, (packed & _FIELD) - _BIAS)


class Direction(Enum):
    """The six directions, numbered as block faces are: +x, -x, +y, -y, +z, -z."""

    EAST = 0
    WEST = 1
    UP = 2
    DOWN = 3
    SOUTH = 4
    NORTH = 5

    @property
    def vector(self) -> tuple[int, int, int]:
        """The unit step."""
        return _VECTORS[self.value]

    @property
    def opposite(self) -> Direction:
        """The direction that undoes this one."""
        return Direction(self.value ^ 1)

    @property
    def horizontal(self) -> bool:
        """Whether this is one of the four compass directions."""
        return self.value not in (2, 3)

    @property
    def left(self) -> Direction:
        """A quarter turn counter-clockwise seen from above; up and down stay themselves."""
        return _LEFT.get(self, self)

    @property
    def right(self) -> Direction:
        """A quarter turn clockwise seen from above; up and down stay themselves."""
        return self.left.opposite if self.horizontal else self

    @property
    def yaw(self) -> float:
        """The yaw (radians) of a body that looks this way; up and down raise ValueError."""
        if not self.horizontal:
            raise ValueError(f"{self.label} has no yaw")
        return _YAWS[self]

    @property
    def label(self) -> str:
        """The name in prose: ``north``."""
        return self.name.lower()

    @classmethod
    def from_yaw(cls, yaw: float) -> Direction:
        """The compass direction nearest to a yaw in radians; exact diagonals go to the left one."""
        return _QUARTERS[math.floor(yaw / (math.pi / 2) + 0.5) % 4]

    @classmethod
    def from_vector(cls, vector: tuple[float, float, float]) -> Direction:
        """The direction along which a vector is longest; ties prefer x, then y. The zero vector raises ValueError."""
        axis = max(range(3), key=lambda i: (abs(vector[i]), -i))
        if vector[axis] == 0:
            raise ValueError("the zero vector has no direction")
        return cls(2 * axis + (vector[axis] < 0))

    @classmethod
    def named(cls, name: str) -> Direction | None:
        """The direction with that name in any case, or None."""
        return cls.__members__.get(name.strip().upper())


_VECTORS = ((1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1))
_QUARTERS = (Direction.NORTH, Direction.WEST, Direction.SOUTH, Direction.EAST)
_LEFT = {direction: _QUARTERS[(i + 1) % 4] for i, direction in enumerate(_QUARTERS)}
_YAWS = {Direction.NORTH: 0.0, Direction.WEST: math.pi / 2, Direction.SOUTH: math.pi, Direction.EAST: -math.pi / 2}
_POINTS = ("north", "north-west", "west", "south-west", "south", "south-east", "east", "north-east")


def forward_of(yaw: float, pitch: float = 0.0) -> tuple[float, float, float]:
    """The unit vector a yaw and pitch (radians) look along: yaw 0 is north, positive turns left, positive pitch is up."""
    level = math.cos(pitch)
    return (-math.sin(yaw) * level, math.sin(pitch), -math.cos(yaw) * level)


def yaw_towards(dx: float, dz: float) -> float:
    """The yaw in (-pi, pi] that looks along a horizontal offset; the zero offset gives 0 (north)."""
    if dx == 0 and dz == 0:
        return 0.0
    yaw = math.atan2(-dx, -dz)
    return math.pi if yaw == -math.pi else yaw


def compass_point(yaw: float) -> str:
    """The nearest of the eight compass points, in prose: ``north-west``."""
    return _POINTS[math.floor(yaw / (math.pi / 4) + 0.5) % 8]
