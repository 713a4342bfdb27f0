"""The light of a time of day: where sun and moon stand, and how bright and of which colour the one light of the scene is."""

import math
from dataclasses import dataclass

Vector = tuple[float, float, float]

SUN_TILT, MOON_TILT = 28.0, 36.0  # degrees off the zenith, towards the south, where each stands highest
LOWEST = 5.0  # degrees above the horizon below which no light comes from, so that shadows do not stretch without end
NIGHT, DAY = -5.0, 12.0  # degrees of the sun at which the sky is dark, and light
CHANGE = -1.5  # degrees of the sun below which the moon gives the light; both are dark there
EVENING, NOON = 7.0, 30.0  # degrees of the sun at which its colour is that of the evening, and of the day
EVENING_COLOUR, EVENING_ENERGY = (1.0, 0.56, 0.28), 0.72
DAY_COLOUR, DAY_ENERGY = (1.0, 0.93, 0.8), 0.9
MOON_COLOUR, MOON_ENERGY = (0.62, 0.74, 1.0), 0.17
LEAST_ENERGY = 0.002  # surfaces are lit in the light's own pass, so that it never goes out


@dataclass(frozen=True, slots=True)
class Light:
    """`daylight` 0 (night) to 1 (day); unit vectors towards the sun and the moon, wherever they stand, and towards the light, which is
    above the horizon; its colour in sRGB and its energy."""

    daylight: float
    sun: Vector
    moon: Vector
    towards: Vector
    colour: Vector
    energy: float


def light_at(day: float) -> Light:
    """The light at a time of day from 0 (midnight) over 0.5 (noon) to 1. The sun rises in the east at 0.25; the moon faces it."""
    turn = (day - 0.25) * math.tau
    sun, moon = _on_circle(turn, SUN_TILT), _on_circle(turn + math.pi, MOON_TILT)
    height = _elevation(sun)
    daylight = _share(height, NIGHT, DAY)
    if height < CHANGE:
        energy = MOON_ENERGY * _share(_elevation(moon), 0.0, 14.0)
        return Light(daylight, sun, moon, _lifted(moon), MOON_COLOUR, max(LEAST_ENERGY, energy))
    share = _share(height, EVENING, NOON)
    red, green, blue = (low + (high - low) * share for low, high in zip(EVENING_COLOUR, DAY_COLOUR, strict=True))
    energy = (EVENING_ENERGY + (DAY_ENERGY - EVENING_ENERGY) * share) * _share(height, CHANGE, EVENING)
    return Light(daylight, sun, moon, _lifted(sun), (red, green, blue), max(LEAST_ENERGY, energy))


def _on_circle(turn: float, tilt: float) -> Vector:
    """A place on a circle through east and west; `turn` 0 in the east, a quarter where it is highest."""
    lean = math.radians(tilt)
    return (math.cos(turn), math.sin(turn) * math.cos(lean), math.sin(turn) * math.sin(lean))


def _elevation(place: Vector) -> float:
    return math.degrees(math.asin(max(-1.0, min(1.0, place[1]))))


def _lifted(place: Vector) -> Vector:
    x, y, z = place
    high = max(math.sin(math.radians(LOWEST)), y)
    flat = math.sqrt((1.0 - high * high) / (x * x + z * z)) if x or z else 0.0
    return (x * flat, high, z * flat)


def _share(value: float, low: float, high: float) -> float:
    share = min(1.0, max(0.0, (value - low) / (high - low)))
    return share * share * (3 - 2 * share)
