"""What a person points at in the world: a block, or somebody."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from littlefolk.bodies.body import Body
from littlefolk.present.translating import translates
from littlefolk.present.types import BlockKind, BodyType
from littlefolk.present.views import TextView, View, presents
from littlefolk.world.cells import Cell
from littlefolk.world.kinds import Kind
from littlefolk.world.world import World

Vector = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Pointed:
    """A block and the cell before the face that is pointed at; `name` is who stands there, or ""."""

    cell: Cell
    before: Cell
    kind: Kind | None = None
    name: str = ""

    @property
    def label(self) -> str:
        """What it is, in words."""
        return self.name or (self.kind.name.replace("_", " ") if self.kind is not None else "nothing")


@presents(Pointed, TextView)
def _text(value: Pointed, _view: View) -> str:
    return value.label


@translates(Pointed, BlockKind)
def _kind(value: Pointed) -> str | None:
    return value.kind.name if value.kind is not None and value.kind.placeable else None


@translates(Pointed, BodyType)
def _name(value: Pointed) -> str | None:
    return value.name or None


def pointed_along(world: World, bodies: Iterable[tuple[str, Body]], origin: Vector, direction: Vector, reach: float) -> Pointed | None:
    """What a ray meets first within `reach` metres: somebody's body or a block; None for nothing. `direction` has length 1."""
    hit = world.ray(origin, direction, reach)
    nearest = hit.distance if hit is not None else reach
    name, met = "", None
    for other, body in bodies:
        distance = _distance(body, origin, direction)
        if distance is not None and distance < nearest:
            nearest, name, met = distance, other, body
    if met is not None:
        return Pointed(met.cell, met.cell, None, name)
    return None if hit is None else Pointed(hit.cell, hit.before, world.read(hit.cell).kind)


def _distance(body: Body, origin: Vector, direction: Vector) -> float | None:
    """How far along a ray a body's box begins (slab method), or None where the ray misses it."""
    half = body.width / 2
    x, y, z = body.position
    near, far = 0.0, math.inf
    for start, way, low, high in zip(origin, direction, (x - half, y, z - half), (x + half, y + body.height, z + half), strict=True):
        if abs(way) < 1e-12:
            if not low <= start <= high:
                return None
            continue
        one, other = sorted(((low - start) / way, (high - start) / way))
        near, far = max(near, one), min(far, other)
    return near if near <= far else None
