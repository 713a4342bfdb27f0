"""Keeping bodies apart: those that overlap are moved aside on the level, never into what is solid and never over an edge."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from littlefolk.world.world import World

from .body import Body
from .probe import Probe
from .sweep import Sweep

PUSH = 8.0
"""Metres a second at which two bodies are moved apart, at most: more than anybody walks."""


def separate(world: World, bodies: Sequence[Body], yields: Mapping[str, int], seconds: float) -> None:
    """Move bodies apart that overlap. Of two, the one that `yields` more gives way, alike ones by half each.

    What one cannot give because something is behind it, the other must; both stay where they are supported.
    """
    probe: Probe | None = None
    most = PUSH * seconds
    for number, a in enumerate(bodies):
        for b in bodies[number + 1 :]:
            reach = (a.width + b.width) / 2
            dx, dz = b.position[0] - a.position[0], b.position[2] - a.position[2]
            if abs(dx) >= reach or abs(dz) >= reach or a.held or b.held:
                continue
            low, high = (a, b) if a.position[1] <= b.position[1] else (b, a)
            apart = math.hypot(dx, dz)
            if apart >= reach or high.position[1] >= low.position[1] + low.height:
                continue
            if probe is None:
                probe = Probe(world)
                probe.refresh()
            if apart < 1e-6:  # on the same spot: any way will do, the same for the same two
                dx, dz, apart = 1e-6, 0.0, 1e-6
            gap = min(reach - apart, most)
            way = (dx / apart, dz / apart)
            rank_a, rank_b = yields.get(a.name, 0), yields.get(b.name, 0)
            share = 0.5 if rank_a == rank_b else 1.0 if rank_a > rank_b else 0.0
            left = gap * (1 - share) - _aside(probe, b, way, gap * (1 - share))
            missing = gap * share + left
            left = missing - _aside(probe, a, (-way[0], -way[1]), missing)
            if left > 1e-9 and share > 0.0:
                _aside(probe, b, way, left)


def _aside(probe: Probe, body: Body, way: tuple[float, float], metres: float) -> float:
    """Move a body aside as far as it goes; how far it came along the way."""
    if metres <= 0.0:
        return 0.0
    x, _, z = body.position
    sweep = Sweep(probe, body)
    sweep.move(way[0] * metres, 0.0, way[1] * metres, climbs=False, stays=body.on_ground)
    body.position = (sweep.x, body.position[1], sweep.z)
    return max(0.0, (sweep.x - x) * way[0] + (sweep.z - z) * way[1])
