"""The light of a time of day: where the sun or the moon stands, how bright it is and of which colour."""

import math
from dataclasses import dataclass

HIGHEST = 62.0  # degrees the sun climbs to at noon
HEADING = -52.0  # degrees, the compass heading of its shadows at noon
NIGHT, EVENING, DAY = -4.0, 9.0, 32.0  # degrees of elevation at which each light is whole
MOON_COLOUR, MOON_ENERGY, MOON_ELEVATION = (0.6, 0.7, 1.0), 0.14, 40.0
EVENING_COLOUR, EVENING_ENERGY = (1.0, 0.6, 0.35), 0.7
DAY_COLOUR, DAY_ENERGY = (1.0, 0.93, 0.8), 0.9


@dataclass(frozen=True, slots=True)
class Light:
    """`daylight` 0 (night) to 1 (day); `elevation` and `heading` of the one light in degrees; colour in sRGB; energy."""

    daylight: float
    elevation: float
    heading: float
    colour: tuple[float, float, float]
    energy: float


def light_at(day: float) -> Light:
    """The light at a time of day from 0 (midnight) over 0.5 (noon) to 1."""
    turn = (day - 0.25) * math.tau
    sun = HIGHEST * math.sin(turn)
    daylight = _share(sun, NIGHT, 12.0)
    if sun < NIGHT:
        return Light(0.0, MOON_ELEVATION, HEADING + 40.0, MOON_COLOUR, MOON_ENERGY * _share(-sun, -NIGHT, 8.0))
    risen = _share(sun, NIGHT, EVENING)
    share = _share(sun, EVENING, DAY)
    red, green, blue = (low + (high - low) * share for low, high in zip(EVENING_COLOUR, DAY_COLOUR, strict=True))
    energy = (EVENING_ENERGY + (DAY_ENERGY - EVENING_ENERGY) * share) * risen
    return Light(daylight, max(3.0, sun), HEADING + 80.0 * (day - 0.37), (red, green, blue), energy)


def _share(value: float, low: float, high: float) -> float:
    share = min(1.0, max(0.0, (value - low) / (high - low)))
    return share * share * (3 - 2 * share)
