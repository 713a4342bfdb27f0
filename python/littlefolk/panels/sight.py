"""Whom a person means by looking: of those in view, the one nearest the centre of the view."""

import math
from collections.abc import Iterable

from littlefolk.bodies.body import Body

SIGHT = 24.0  # metres
CONE = math.radians(65)  # off the centre of the view; further aside nobody is in view
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


def bearing(looker: Body, other: Body) -> tuple[float, float]:
    """The distance in metres, and the angle in radians between the gaze and the other's face."""
    offset = [there - here for there, here in zip(other.eyes, looker.eyes, strict=True)]
    distance = math.hypot(*offset)
    if distance < 1e-6:
        return 0.0, 0.0
    cosine = sum(a * b for a, b in zip(offset, looker.gaze, strict=True)) / distance
    return distance, math.acos(min(1.0, max(-1.0, cosine)))
