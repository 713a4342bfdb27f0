"""Fitting what hangs over a head into the picture: lower where it would leave it above, and then beside the head, not before it."""

from typing import NamedTuple

MARGIN = 0.02  # share of the picture's height that is kept free at its edges
BESIDE = 0.38  # metres from the middle of a body to what hangs beside it
CLEAR = 0.15  # metres by which it hangs lower, from which on it is all beside


class Picture(NamedTuple):
    """Where the edges of the free part of a picture are: metres to the right of its middle and above it, a metre before the eye."""

    left: float
    right: float
    bottom: float
    top: float


class Fit(NamedTuple):
    """Metres by which something is moved to the right and up, and by what it is made smaller."""

    right: float = 0.0
    up: float = 0.0
    scale: float = 1.0


def picture(slope: float, aspect: float, below: float = 0.0, beside: float = 0.0) -> Picture:
    """The free part of a picture. slope: tangent of half the vertical field of view; aspect: its width by its height.

    below: share of the height that is taken at the bottom; beside: share of the width that is taken at the right.
    """
    margin = 2 * MARGIN * slope
    return Picture(-slope * aspect + margin, (1 - 2 * beside) * slope * aspect - margin, (2 * below - 1) * slope + margin, slope - margin)


def fitted(foot: tuple[float, float, float], size: tuple[float, float], body: float, free: Picture) -> Fit:
    """How a stack is brought into the free part of a picture.

    foot: its lower middle in metres to the right, up, and before the eye; size: its width and height; body: metres that who it belongs to
    reaches down below the foot. The stack of somebody who is not in the picture themselves stays where it is.
    """
    x, y, depth = foot
    left, right, bottom, top = (edge * depth for edge in free)
    if depth <= 0.0 or abs(x) > -left or y - body > top or y < -top:
        return Fit()
    scale = min(1.0, (top - bottom) / size[1], (right - left) / size[0])
    width, height = size[0] * scale, size[1] * scale
    place = max(bottom, min(y, top - height))
    lower = min(1.0, max(0.0, (y - place) / CLEAR))
    aside = lower * lower * (3.0 - 2.0 * lower) * (width / 2 + BESIDE)
    if x - aside - width / 2 < left and x + aside + width / 2 <= right:
        aside = -aside
    beside = max(left + width / 2, min(x - aside, right - width / 2))
    return Fit(beside - x, place - y, scale)
