"""Moods: how long they last, and what ends them."""

import math
from collections.abc import Iterable

from littlefolk.residents.resident import Mood, Resident

WALKING = 0.2  # metres a second, from which on nobody sleeps


def feel(resident: Resident, mood: Mood, until: float = math.inf) -> None:
    """Put a resident into a mood until a world time in seconds, or until it is woken."""
    resident.mood, resident.mood_until = mood, until


def wake(resident: Resident) -> None:
    """End a nap: somebody speaks to the resident, or it has something to do."""
    if resident.mood == "nap":
        feel(resident, "")


def settle(residents: Iterable[Resident], now: float) -> None:
    """End the moods whose time is over at world time `now` (seconds), and the naps of those who walk."""
    for resident in residents:
        if not resident.mood:
            continue
        x, _y, z = resident.body.velocity
        if now >= resident.mood_until or (resident.mood == "nap" and math.hypot(x, z) > WALKING):
            feel(resident, "")
