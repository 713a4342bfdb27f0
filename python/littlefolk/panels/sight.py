"""Whom a person means by looking: of those in view, the one nearest the centre of the view."""

import math
from collections.abc import Iterable

from littlefolk.bodies.body import Body, Vector

SIGHT = 24.0  # metres
CONE = math.radians(65)  # off the centre of the view; further aside nobody is in view
ATTENTION = 7.0  # metres within which somebody looks back
TURN, NOD, BEHIND = 1.1, 0.6, 2.0  # radians: how far a head turns, how far it nods, and what is behind it
NEARNESS = 0.015  # radians that a metre of distance counts as


def meant(looker: Body, others: Iterable[tuple[str, Body]]) -> str | None:
    """The name of whom `looker` means, or None with nobody in view. Of two in line the nearer one is meant."""
    best, name = math.inf, None
    for other, body in others:
        distance, angle = bearing(looker, body)
        score = angle + NEARNESS * distance
        if distance <= SIGHT and angle <= CONE and score < best:
            best, name = score, other
    return name


def head_towards(body: Body, point: Vector, within: float = ATTENTION) -> tuple[float, float] | None:
    """How a body turns its head (yaw to the left, pitch upwards, radians) to look at a point; None for one too far, or behind it."""
    x, y, z = (there - here for there, here in zip(point, body.eyes, strict=True))
    flat = math.hypot(x, z)
    if flat > within or flat < 1e-3:
        return None
    yaw = math.remainder(math.atan2(-x, -z) - body.yaw, math.tau)
    if abs(yaw) > BEHIND:
        return None
    return min(TURN, max(-TURN, yaw)), min(NOD, max(-NOD, math.atan2(y, flat)))


def bearing(looker: Body, other: Body) -> tuple[float, float]:
    """The distance in metres, and the angle in radians between the gaze and the other's face."""
    offset = [there - here for there, here in zip(other.eyes, looker.eyes, strict=True)]
    distance = math.hypot(*offset)
    if distance < 1e-6:
        return 0.0, 0.0
    cosine = sum(a * b for a, b in zip(offset, looker.gaze, strict=True)) / distance
    return distance, math.acos(min(1.0, max(-1.0, cosine)))
