"""Where a camera stands: in conversation with somebody, or for a picture of somebody and what they built."""

import math
from collections.abc import Iterable, Sequence

from littlefolk.bodies.body import Body
from littlefolk.world.cells import Cell
from littlefolk.world.world import World

Point = tuple[float, float, float]
TALKING = 3.0  # metres
TALKS = ((0.0, 0.24), (0.0, 0.5), (0.5, 0.3), (-0.5, 0.3), (0.9, 0.4), (-0.9, 0.4), (0.0, 0.85), (1.4, 0.5), (-1.4, 0.5))
"""Radians aside of the player's direction and above the level, tried in turn until nothing stands before whom one talks to."""
MARGIN = 0.35  # metres kept from terrain
ANGLES = (0.62, -0.62, 0.3, -0.3, 0.95, -0.95, 0.0, 1.4, -1.4, math.pi)  # radians off the face, tried in turn
HEIGHTS = (0.42, 0.7, 0.2, 1.0)  # radians above the level


def conversation(world: World, player: Body, other: Body) -> tuple[Point, Point]:
    """Eye and target: at a conversational distance from the other's face, clear of terrain.

    On the player's side, and from further aside or above where something hides the other from there.
    """
    face = other.eyes
    towards = math.atan2(player.eyes[0] - face[0], player.eyes[2] - face[2])
    best: tuple[float, Point] = (-math.inf, face)
    for aside, above in TALKS:
        direction = (math.sin(towards + aside) * math.cos(above), math.sin(above), math.cos(towards + aside) * math.cos(above))
        eye = clear_towards(world, face, direction, TALKING)
        score = math.dist(eye, face) + _sees(world, eye, _at(other, 0.5)) + _sees(world, eye, _at(other, 0.1))
        if score > best[0] + 0.01:
            best = (score, eye)
        if score >= TALKING + 2.0 - 0.01:
            break
    return best[1], face


def eased(world: World, shot: tuple[Point, Point], wished: tuple[Point, Point], share: float) -> tuple[Point, Point]:
    """Eye and target a share of the way on to wished ones, with nothing solid in between: terrain pulls the eye in at once."""
    eye, target = (_mixed(now, then, share) for now, then in zip(shot, wished, strict=True))
    away = [a - b for a, b in zip(eye, target, strict=True)]
    distance = math.hypot(*away)
    return (clear_towards(world, target, away, distance) if distance > MARGIN else eye), target


def portrait(world: World, body: Body, works: Iterable[Cell], aspect: float, field: float) -> tuple[Point, Point]:
    """Eye and target for a picture of a body and some cells: all in view, before the face, from above, nothing in between.

    `aspect` is width by height, `field` the vertical field of view in radians.
    """
    cells = list(works)
    points = [body.position, body.eyes, *(corner for cell in cells for corner in _corners(cell))]
    low = [min(point[axis] for point in points) for axis in range(3)]
    high = [max(point[axis] for point in points) for axis in range(3)]
    centre = tuple((a + b) / 2 for a, b in zip(low, high, strict=True))
    radius = max(1.0, math.dist(low, high) / 2)
    distance = radius / math.sin(min(field, 2 * math.atan(math.tan(field / 2) * aspect)) / 2) * 1.12
    best: tuple[float, Point] = (-math.inf, body.eyes)
    for height in HEIGHTS:
        for angle in ANGLES:
            yaw = body.yaw + angle
            direction = (-math.sin(yaw) * math.cos(height), math.sin(height), -math.cos(yaw) * math.cos(height))
            wished = tuple(a + b * distance for a, b in zip(centre, direction, strict=True))
            # from the face, which is in the open; the middle of everything may lie inside a block
            eye = clear_towards(world, body.eyes, [a - b for a, b in zip(wished, body.eyes, strict=True)], math.dist(wished, body.eyes))
            seen = _seen(world, eye, body, cells)
            spread = _spread(points, yaw) / (2 * radius)
            score = seen + min(1.0, math.dist(eye, centre) / distance) * 2 + spread * 1.5 - 1.2 * (1.0 - math.cos(angle)) - height * 1.6
            if score > best[0]:
                best = (score, eye)
    return best[1], _point(centre)


def _spread(points: Iterable[Point], yaw: float) -> float:
    """How wide the points lie across the view of a camera that looks along `yaw` or against it."""
    across = [x * math.cos(yaw) - z * math.sin(yaw) for x, _, z in points]
    return max(across) - min(across)


def clear_towards(world: World, start: Point, direction: Sequence[float], distance: float) -> Point:
    """The point `distance` metres along a direction, or nearer where terrain begins."""
    length = math.hypot(*direction)
    unit = tuple(part / length for part in direction)
    hit = world.ray(start, _point(unit), distance + MARGIN)
    reach = distance if hit is None else max(0.2, hit.distance - MARGIN)
    return _point(tuple(a + b * reach for a, b in zip(start, unit, strict=True)))


def _seen(world: World, eye: Point, body: Body, cells: Sequence[Cell]) -> float:
    """How much an eye sees: the face and the feet count most, then the tops of all cells together."""
    x, y, z = body.position
    tops = _tops(cells)
    face = 3.0 * _sees(world, eye, body.eyes) + 4.0 * _sees(world, eye, (x, y + body.height * 0.1, z))
    return face + (3.0 * sum(_sees(world, eye, top) for top in tops) / len(tops) if tops else 0.0)


def _at(body: Body, share: float) -> Point:
    """The point of a body that is a share of its height above its feet."""
    x, y, z = body.position
    return (x, y + body.height * share, z)


def _sees(world: World, eye: Point, point: Point) -> bool:
    offset = tuple(there - here for there, here in zip(point, eye, strict=True))
    distance = math.hypot(*offset)
    return distance < 0.1 or world.ray(eye, _point(offset), distance - 0.05) is None


def _corners(cell: Cell) -> list[Point]:
    return [(float(cell.x), float(cell.y), float(cell.z)), (cell.x + 1.0, cell.y + 1.0, cell.z + 1.0)]


def _tops(works: Iterable[Cell]) -> list[Point]:
    return [(cell.x + 0.5, cell.y + 1.02, cell.z + 0.5) for cell in works]


def _mixed(first: Point, second: Point, share: float) -> Point:
    return _point([a + (b - a) * share for a, b in zip(first, second, strict=True)])


def _point(values: Sequence[float]) -> Point:
    x, y, z = values
    return (x, y, z)
