"""Places for the bubbles of everybody in a picture: over their heads, and where that will not do, beside them, or fewer of them.

All measures are in the plane of the picture: metres to the right of its middle and above it, a metre before the eye.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

MARGIN = 0.02  # share of the picture's height that is kept free at its edges
APART = 0.012  # that is kept between bubbles, and between them and a body
STEADY = 0.02  # more room than is needed that must be over a head before bubbles go back there
FARTHEST = 0.25  # that a stack of several hangs away from the body it belongs to; further off fewer are shown
NEAREST = 12  # bodies and stacks that places are sought beside


class Box(NamedTuple):
    """A part of the picture."""

    left: float
    right: float
    bottom: float
    top: float

    def meets(self, other: "Box", apart: float = 0.0) -> bool:
        """Whether another one is nearer than `apart`."""
        return (
            self.left < other.right + apart
            and other.left < self.right + apart
            and self.bottom < other.top + apart
            and other.bottom < self.top + apart
        )

    def within(self, other: "Box", apart: float = 0.0) -> bool:
        """Whether all of it is in another one, `apart` from its edges."""
        return (
            other.left + apart <= self.left
            and self.right + apart <= other.right
            and other.bottom + apart <= self.bottom
            and self.top + apart <= other.top
        )


class Person(NamedTuple):
    """Somebody in the picture: where their whole body is, and their head."""

    body: Box
    head: Box


class Place(NamedTuple):
    """Where a stack hangs: how far to the right and up of its home, made how much smaller, and how many of its bubbles, newest first."""

    right: float = 0.0
    up: float = 0.0
    scale: float = 1.0
    shown: int = 0


@dataclass(frozen=True, slots=True)
class Stack:
    """The bubbles over one head. `foot`: the middle of the lowest one's lower edge, where they are at home.

    heights: metres from there to the upper edge of the newest bubble, of the newest two, …; width: of the widest. body: of who they
    belong to. before: the place they had.
    """

    foot: tuple[float, float]
    heights: tuple[float, ...]
    width: float
    body: Box
    before: Place | None = None

    def box(self, place: Place) -> Box:
        """What of the picture it covers at a place with at least one bubble."""
        x, y = self.foot[0] + place.right, self.foot[1] + place.up
        half = self.width * place.scale / 2
        return Box(x - half, x + half, y, y + self.heights[place.shown - 1] * place.scale)


def picture(slope: float, aspect: float, below: float = 0.0, beside: float = 0.0) -> Box:
    """The free part of a picture. slope: tangent of half the vertical field of view; aspect: its width by its height.

    below: share of the height that is taken at the bottom; beside: share of the width that is taken at the right.
    """
    margin = 2 * MARGIN * slope
    return Box(-slope * aspect + margin, (1 - 2 * beside) * slope * aspect - margin, (2 * below - 1) * slope + margin, slope - margin)


def arranged(stacks: Sequence[Stack], people: Sequence[Person], free: Box) -> list[Place]:
    """A place for each stack, in their order: no two meet, nobody's head is covered, and all is in the free part of the picture.

    Home comes first, then the place before, then the nearest one, clear of whole bodies where that can be. Where there is no room for
    a whole stack near its body, the oldest of its bubbles yields; one that has no room at all is not shown. The stack of somebody who
    is not in the picture is at home or not there.
    """
    bodies, heads = [person.body for person in people], [person.head for person in people]
    taken: list[Box] = []
    places: list[Place] = []
    for stack in stacks:
        place = _placed(stack, bodies, heads, taken, free)
        places.append(place)
        if place.shown:
            taken.append(stack.box(place))
    return places


def _is_clear(box: Box, others: Iterable[Box], apart: float = 0.0) -> bool:
    """Whether a box meets none of the others."""
    return not any(box.meets(other, apart) for other in others)


def _placed(stack: Stack, bodies: list[Box], heads: list[Box], taken: list[Box], free: Box) -> Place:
    whole = len(stack.heights)
    before = stack.before
    home = Place(shown=whole)
    if not stack.body.meets(free):
        return home if _is_clear(stack.box(home), (*heads, *taken), APART) else Place()
    steady = STEADY if before is not None and before[:3] != (0.0, 0.0, 1.0) else 0.0
    others = [body for body in bodies if body != stack.body]  # over its own head it is at home, however small that looks far off
    for apart in (steady, 0.0):
        box = stack.box(home)
        if box.within(free, apart) and _is_clear(box, (*others, *taken), APART + apart):
            return home
        if before is not None and before.shown >= whole:
            same = before._replace(shown=whole)
            box = stack.box(same)
            if box.within(free) and _is_clear(box, (*bodies, *taken), APART):
                return same
    for count in range(whole, 0, -1):
        for covered in (bodies, heads):
            found = _nearest(stack, count, [*covered, *taken], free)
            if found is not None:
                return found
    return Place()


def _nearest(stack: Stack, count: int, others: list[Box], free: Box) -> Place | None:
    """The clear place that is nearest to home; a single bubble is made smaller where the picture is too small for it."""
    x, y = stack.foot
    wide, high = free.right - free.left, free.top - free.bottom
    scale = min(1.0, wide / stack.width, high / stack.heights[count - 1])
    if (scale < 1.0 and count > 1) or scale <= 0.0:
        return None
    half, height = stack.width * scale / 2, stack.heights[count - 1] * scale
    boxes = np.array(others, dtype=np.float64).reshape(-1, 4)
    far = np.abs(boxes[:, :2].mean(axis=1) - x) + np.abs(boxes[:, 2:].mean(axis=1) - y)
    near = boxes[np.argsort(far, kind="stable")[:NEAREST]]
    gap = APART * 1.001
    held = stack.before or Place()
    across = np.concatenate(([x, x + held.right], near[:, 0] - gap - half, near[:, 1] + gap + half, [free.left + half, free.right - half]))
    up = np.concatenate(([y, y + held.up], near[:, 2] - gap - height, near[:, 3] + gap, [free.bottom, free.top - height]))
    across = np.clip(across, free.left + half, free.right - half)
    up = np.clip(up, free.bottom, max(free.bottom, free.top - height))
    across, up = (each.ravel() for each in np.meshgrid(across, up))
    meets = (
        (across[:, None] - half < boxes[:, 1] + APART)
        & (boxes[:, 0] < across[:, None] + half + APART)
        & (up[:, None] < boxes[:, 3] + APART)
        & (boxes[:, 2] < up[:, None] + height + APART)
    ).any(axis=1)
    body = stack.body
    away = np.maximum(0.0, np.maximum(across - half - body.right, body.left - across - half))
    off = np.maximum(0.0, np.maximum(up - y, body.bottom - up - height))
    cost = np.hypot(across - x, up - y) + np.where(meets, np.inf, 0.0)
    cost -= STEADY * (np.hypot(across - x - held.right, up - y - held.up) < STEADY)
    if count > 1:
        cost[np.maximum(away, off) > FARTHEST] = np.inf
    best = int(np.argmin(cost))
    return Place(float(across[best]) - x, float(up[best]) - y, scale, count) if cost[best] < np.inf else None
