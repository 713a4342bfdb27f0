"""Text for fonts that lack some of its signs: these are told in words instead of drawn as boxes or not at all."""

import itertools
import unicodedata
from collections.abc import Callable

from littlefolk.present.graphemes import clusters

PICTURE = "So"  # the category of emoji and of other pictures
INVISIBLE = ("Cf", "Mn", "Me")  # categories of what changes the sign before it and needs no picture of its own


def legible(text: str, has: Callable[[str], bool]) -> str:
    """A text with every sign that cannot be drawn told in words: emoji by name, writing by how many signs of which script.

    `has` says whether a character can be drawn. A sign whose first character can be is drawn without what cannot be added to it.
    """
    if text.isascii() or all(map(has, text)):
        return text
    signs = [_sign(cluster, has) for cluster in clusters(text)]
    shown = []
    for script, group in itertools.groupby(signs, key=lambda sign: sign[0]):
        parts = [part for _script, part in group]
        shown.append(f"[{len(parts)} {script}]" if script else "".join(parts))
    return "".join(shown)


def _sign(cluster: str, has: Callable[[str], bool]) -> tuple[str, str]:
    """The script that a sign is counted to, or "" and how it is shown."""
    first = cluster[0]
    if all(map(has, cluster)):
        return "", cluster
    if has(first):
        return "", "".join(itertools.takewhile(has, cluster))
    category = unicodedata.category(first)
    if category in INVISIBLE:
        return "", ""
    name = unicodedata.name(first, "")
    if not name or category == PICTURE:
        return "", f"[{_flag(cluster) or name.lower() or f'U+{ord(first):04X}'}]"
    return name.split()[0].split("-")[0].capitalize() if not name.startswith("CJK") else "CJK", cluster


def _flag(cluster: str) -> str:
    letters = "".join(chr(ord(sign) - 0x1F1E6 + ord("A")) for sign in cluster if "\U0001f1e6" <= sign <= "\U0001f1ff")
    return f"flag {letters}" if letters else ""
