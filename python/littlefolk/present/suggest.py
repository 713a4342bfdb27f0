"""Nearest names, for "did you mean"."""

from collections.abc import Iterable

from rapidfuzz import fuzz, process, utils

FAR = 45.0  # of 100; what is less like is no suggestion


def nearest(word: str, names: Iterable[str], limit: int = 3, cutoff: float = 60.0) -> tuple[str, ...]:
    """The `names` most like `word`, best first, none below `cutoff` (0..100, Indel similarity)."""
    found = process.extract(word, list(names), scorer=fuzz.ratio, processor=utils.default_process, limit=limit, score_cutoff=cutoff)
    return tuple(name for name, _score, _index in found)


def did_you_mean(word: str, names: Iterable[str]) -> tuple[str, tuple[str, ...]]:
    """A clause to append to a message ("; did you mean stone?" or "") and the suggestions in it: near names, or the one least far."""
    known = list(names)
    found = nearest(word, known) or nearest(word, known, limit=1, cutoff=FAR)
    return (f"; did you mean {' or '.join(found)}?" if found else ""), found
