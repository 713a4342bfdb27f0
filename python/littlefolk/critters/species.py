"""Which critters there are, and how many at most."""

from enum import StrEnum

DAWN, NIGHTFALL = 0.245, 0.755
"""Times of day, 0 to 1, between which it is light."""


class Species(StrEnum):
    """A kind of critter."""

    RABBIT = "rabbit"
    BIRD = "bird"
    FIREFLY = "firefly"

    def abroad(self, day: float) -> bool:
        """Whether it is about at a time of day, 0..1: birds by day, fireflies from dusk till dawn, rabbits always."""
        light = DAWN < day < NIGHTFALL
        return {Species.RABBIT: True, Species.BIRD: light, Species.FIREFLY: not light}[self]


MOST = {Species.RABBIT: 6, Species.BIRD: 8, Species.FIREFLY: 24}
"""Never more of a species than these."""

COLUMNS = 10
"""A row for drawing: x, y, z in metres, yaw and roll in radians, size (1 is full grown), and four numbers that its shader knows."""
