"""Grapheme clusters: what a reader takes for one sign, and where text may be cut between two of them.

The rules are those of UAX #29 that matter here: marks, joined and coloured emoji, flags, tags, and the letters of Hangul.
"""

import unicodedata
from collections.abc import Iterator

JOINER = "\u200d"


def boundary(text: str, at: int) -> int:
    """The place at or before `at` (0..len) that lies between two signs."""
    while 0 < at < len(text) and _joined(text, at):
        at -= 1
    return at


def clusters(text: str) -> Iterator[str]:
    """The signs of a text, one after another."""
    start = 0
    for at in range(1, len(text) + 1):
        if at == len(text) or not _joined(text, at):
            yield text[start:at]
            start = at


def _joined(text: str, at: int) -> bool:
    """Whether the character at a place belongs to the sign before it."""
    before, here = text[at - 1], text[at]
    if here < "\u0300":
        return False
    if here == JOINER or before == JOINER or _extends(here):
        return True
    if _flag(here) and _flag(before):
        start = at
        while start > 0 and _flag(text[start - 1]):
            start -= 1
        return (at - start) % 2 == 1
    return _hangul(before, here)


def _extends(here: str) -> bool:
    coloured = "\U0001f3fb" <= here <= "\U0001f3ff" or "\U000e0020" <= here <= "\U000e007f"
    return coloured or unicodedata.category(here) in ("Mn", "Me", "Mc")


def _flag(here: str) -> bool:
    return "\U0001f1e6" <= here <= "\U0001f1ff"


def _hangul(before: str, here: str) -> bool:
    leads = "\u1100" <= before <= "\u115f"
    vowel = "\u1160" <= here <= "\u11a7"
    ends = "\u11a8" <= here <= "\u11ff"
    syllable = "\uac00" <= before <= "\ud7a3" or "\u1160" <= before <= "\u11ff"
    return (leads and ("\u1100" <= here <= "\u11a7" or "\uac00" <= here <= "\ud7a3")) or (syllable and (vowel or ends))
