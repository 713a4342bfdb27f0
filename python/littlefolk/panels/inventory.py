"""The inventory of kinds: what can be placed, by category, narrowed by a search."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from rapidfuzz import fuzz

from littlefolk.world.kinds import KINDS, Kind

CATEGORIES = {"ground": "Ground", "plant": "Plants", "building": "Building", "glass": "Glass", "light": "Lights", "liquid": "Liquids"}
CLOSE = 80.0  # of 100: how alike a misspelt word must be


@dataclass(frozen=True, slots=True)
class Group:
    """Kinds of one category, under its title."""

    title: str
    kinds: tuple[Kind, ...]


def title_of(kind: str) -> str:
    """A kind's name as people read it."""
    return kind.replace("_", " ").capitalize()


def groups_of(search: str, kinds: Sequence[Kind] = KINDS.placeable) -> tuple[Group, ...]:
    """What to show for a search: each word must be in a kind's name or category; where nothing fits, what is spelt alike."""
    words = search.casefold().replace("_", " ").split()
    found = [kind for kind in kinds if all(word in _text(kind) for word in words)]
    if not found:
        wanted = " ".join(words)
        found = [kind for kind in kinds if fuzz.ratio(wanted, kind.name.replace("_", " ")) >= CLOSE]
    order = list(CATEGORIES)
    found.sort(key=lambda kind: order.index(kind.category))
    return tuple(Group(CATEGORIES[category], tuple(members)) for category, members in groupby(found, lambda kind: kind.category))


def _text(kind: Kind) -> str:
    return f"{kind.name.replace('_', ' ')} {CATEGORIES[kind.category].casefold()}"
