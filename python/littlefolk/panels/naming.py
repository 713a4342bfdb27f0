"""Names above heads that would cover one another: the one that is meant and then the nearest is shown, the others are not."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from littlefolk.bodies.body import Vector

SIGN = 0.105  # metres that one sign of a name is wide, at its drawn size
LINE = 0.24  # metres that a name is high


@dataclass(frozen=True, slots=True)
class Tag:
    """A name, the middle of where it hangs, and whether its owner is looked at."""

    name: str
    place: Vector
    meant: bool = False


@dataclass(frozen=True, slots=True)
class _Seen:
    """A tag as it is seen: angles to its middle and half its extent, in radians."""

    across: float
    up: float
    wide: float
    high: float

    def covers(self, other: "_Seen") -> bool:
        apart = abs(math.remainder(self.across - other.across, math.tau)) * math.cos((self.up + other.up) / 2)
        return apart < self.wide + other.wide and abs(self.up - other.up) < self.high + other.high


def hidden(tags: Iterable[Tag], eyes: Vector) -> frozenset[str]:
    """The names that are left out, seen from a point, so that no two of those shown overlap."""
    shown: list[_Seen] = []
    out = set()
    for tag in sorted(tags, key=lambda tag: (not tag.meant, math.dist(tag.place, eyes), tag.name)):
        seen = _seen(tag, eyes)
        if any(seen.covers(other) for other in shown):
            out.add(tag.name)
        else:
            shown.append(seen)
    return frozenset(out)


def _seen(tag: Tag, eyes: Vector) -> _Seen:
    x, y, z = (there - here for there, here in zip(tag.place, eyes, strict=True))
    level = math.hypot(x, z)
    distance = max(0.3, math.hypot(level, y))
    return _Seen(math.atan2(x, -z), math.atan2(y, level), SIGN * len(tag.name) / 2 / distance, LINE / 2 / distance)
