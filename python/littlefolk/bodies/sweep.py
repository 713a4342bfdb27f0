"""Moving a box through cells, one axis after the other, and freeing one that is stuck."""

from __future__ import annotations

from math import ceil, floor

from littlefolk.world.cells import CEILING
from littlefolk.world.kinds import HELD

from .body import SKIN, Body
from .probe import BLOCKED, Probe

_PART = 0.5
"""Longest part of a move along an axis, in metres: short parts keep a long diagonal move from turning a corner."""
_TOE = 0.02
"""How much of a crouching body's base stays on the edge it does not fall from, in metres."""


class Sweep:
    """A box on its way. x, y, z: the centre of its base. The other fields tell what happened on the way."""

    __slots__ = ("_half", "_height", "_probe", "grounded", "lifted", "stopped_x", "stopped_y", "stopped_z", "x", "y", "z")

    def __init__(self, probe: Probe, body: Body) -> None:
        self._probe = probe
        self._half = body.width / 2
        self._height = body.height
        self.x, self.y, self.z = body.position
        self._settle()
        self.grounded = self.stopped_x = self.stopped_y = self.stopped_z = False
        self.lifted = 0.0

    def bits(self, dx: float = 0.0, dy: float = 0.0, dz: float = 0.0) -> int:
        """The trait bits of all cells that the box would overlap so far from where it is."""
        inner = self._half - SKIN
        x, y, z = self.x + dx, self.y + dy, self.z + dz
        return self._probe.union(
            floor(x - inner), floor(x + inner), floor(y + SKIN), floor(y + self._height - SKIN), floor(z - inner), floor(z + inner)
        )

    def move(self, dx: float, dy: float, dz: float, *, climbs: bool, stays: bool) -> None:
        """Move as far as the cells allow, sliding along what is in the way.

        climbs: steps of one cell are walked up. stays: no step is made that leaves the box without support.
        """
        parts = max(1, ceil(max(abs(dx), abs(dy), abs(dz)) / _PART))
        dx, dy, dz = dx / parts, dy / parts, dz / parts
        for _ in range(parts):
            if dy and not self.stopped_y:
                self._vertical(dy)
            if abs(dx) >= abs(dz):
                self._along(0, dx, climbs, stays)
                self._along(2, dz, climbs, stays)
            else:
                self._along(2, dz, climbs, stays)
                self._along(0, dx, climbs, stays)
            if self.grounded and dy < 0 and not self._supported():
                # It walked off what stopped its fall; the rest of the move falls on.
                self.grounded = self.stopped_y = False

    def _settle(self) -> None:
        """Lift a base that lies within the skin below a plane onto it: it counts as above the plane sideways, so it must downwards too."""
        self.y = max(self.y, float(floor(self.y + SKIN)))

    def _vertical(self, d: float) -> None:
        inner = self._half - SKIN
        x0, x1, z0, z1 = floor(self.x - inner), floor(self.x + inner), floor(self.z - inner), floor(self.z + inner)
        if d < 0:
            for layer in range(floor(self.y) - 1, floor(self.y + d) - 1, -1):
                if self._probe.union(x0, x1, layer, layer, z0, z1) & BLOCKED:
                    self.y = layer + 1.0
                    self.grounded = self.stopped_y = True
                    return
        else:
            head = self.y + self._height - SKIN
            for layer in range(floor(head) + 1, floor(head + d) + 1):
                if self._probe.union(x0, x1, layer, layer, z0, z1) & BLOCKED:
                    self.y = layer - self._height
                    self.stopped_y = True
                    return
        self.y += d
        self._settle()

    def _along(self, axis: int, d: float, climbs: bool, stays: bool) -> None:
        """One part of a move along x (0) or z (2)."""
        if not d or (self.stopped_x if axis == 0 else self.stopped_z):
            return
        half, inner = self._half, self._half - SKIN
        sign = 1 if d > 0 else -1
        start = self.x if axis == 0 else self.z
        place, stopped = start + d, False
        edge = start + sign * inner
        for layer in range(floor(edge) + sign, floor(edge + d) + sign, sign):
            if self._wall(axis, layer, floor(self.y + SKIN), floor(self.y + self._height - SKIN)):
                if climbs and self._lift(*((d, 0.0) if axis == 0 else (0.0, d))):
                    continue
                place, stopped = (layer - half if sign > 0 else layer + 1 + half), True
                break
        if stays and not self._supported(*((place - start, 0.0) if axis == 0 else (0.0, place - start))):
            place, stopped = self._edge(axis, start, place), True
        if axis == 0:
            self.x, self.stopped_x = place, stopped
        else:
            self.z, self.stopped_z = place, stopped

    def _edge(self, axis: int, start: float, place: float) -> float:
        """Where between start and place a box must stop to keep its toe on what carries it now."""
        inner = self._half - SKIN
        sign = 1 if place > start else -1
        foot = floor(self.y - 0.5)
        for layer in range(floor(start + sign * inner), floor(start - sign * inner) - sign, -sign):
            if self._wall(axis, layer, foot, foot):
                limit = layer + 1 + self._half - _TOE if sign > 0 else layer - self._half + _TOE
                return max(start, min(place, limit)) if sign > 0 else min(start, max(place, limit))
        return start

    def _wall(self, axis: int, layer: int, y0: int, y1: int) -> bool:
        """Whether anything blocks the box's breadth in one layer of cells across the axis, between two heights."""
        inner = self._half - SKIN
        if axis == 0:
            return bool(self._probe.union(layer, layer, y0, y1, floor(self.z - inner), floor(self.z + inner)) & BLOCKED)
        return bool(self._probe.union(floor(self.x - inner), floor(self.x + inner), y0, y1, layer, layer) & BLOCKED)

    def _supported(self, dx: float = 0.0, dz: float = 0.0) -> bool:
        """Whether something directly below would carry the box there."""
        inner = self._half - SKIN
        x, z, foot = self.x + dx, self.z + dz, floor(self.y - 0.5)
        return bool(self._probe.union(floor(x - inner), floor(x + inner), foot, foot, floor(z - inner), floor(z + inner)) & BLOCKED)

    def _lift(self, dx: float, dz: float) -> bool:
        """Raise the box onto the next cell if there is room for it both here and, so far away, there."""
        top = floor(self.y) + 1.0
        rise = top - self.y
        if self.bits(0.0, rise, 0.0) & BLOCKED or self.bits(dx, rise, dz) & BLOCKED:
            return False
        self.y = top
        self.lifted += rise
        return True


def push_out(sweep: Sweep) -> bool:
    """Free a box that overlaps solid cells: by the shortest way (ties: up, east, west, south, north), else straight up.

    False, and the box unmoved, when the way up leads through cells that are not loaded.
    """
    inner = sweep._half - SKIN
    ways = [
        (0.0, floor(sweep.y) + 1.0 - sweep.y, 0.0),
        (floor(sweep.x - inner) + 1 + sweep._half - sweep.x, 0.0, 0.0),
        (floor(sweep.x + inner) - sweep._half - sweep.x, 0.0, 0.0),
        (0.0, 0.0, floor(sweep.z - inner) + 1 + sweep._half - sweep.z),
        (0.0, 0.0, floor(sweep.z + inner) - sweep._half - sweep.z),
    ]
    for way in sorted(ways, key=lambda way: abs(sum(way))):
        if not sweep.bits(*way) & BLOCKED:
            sweep.x, sweep.z = sweep.x + way[0], sweep.z + way[2]
            if way[1]:
                sweep.y = floor(sweep.y) + 1.0
            return True
    for foot in range(floor(sweep.y) + 2, CEILING + 1):
        bits = sweep.bits(0.0, foot - sweep.y, 0.0)
        if bits & HELD:
            return False
        if not bits & BLOCKED:
            sweep.y = float(foot)
            return True
    return False
