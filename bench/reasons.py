"""Why a row stays short of its stretch: the first entry whose words are in the row's name and case."""

from __future__ import annotations

from timing import Row

REASONS: tuple[tuple[str, str, str], ...] = (
    ("census across", "", "taking eight arrays and palettes over from Python objects is most of the time of so small a box"),
    ("culled mesh", "", "the time goes into the 92 bytes of each face, and beside many faces the peer's fixed costs weigh less"),
    ("greedy mesh", "caves", "hardly a face can be merged in caves, so nearly all quads are written"),
    ("greedy + AO", "", "light at four corners of each face comes on top, which the peer does not do, and uneven land merges little"),
    ("terrain", "", "the heights of all columns are most of it, and their noises keep the same bits without fused operations"),
    ("path", "scipy", "so many detours that nearly half of all places are cheaper than the way; the peer looks at each as fast"),
    ("path", "mineflayer", "the peer, which walks diagonally too, has to look at fewer places for its shorter way"),
    ("terminal", "", "libvterm moves its whole screen for each line that scrolls, and keeping those lines comes on top"),
    ("mesh hand-over", "", "the call with its dictionary takes about 3 µs, and the rest is the engine's own copying of 92 bytes a quad"),
)


def reason(row: Row) -> str | None:
    """Why the row missed its stretch, where it did; a miss that nobody has explained says so."""
    if not row.stretch or row.ratio >= row.stretch:
        return None
    for name, words, why in REASONS:
        if row.name.startswith(name) and words in f"{row.case} {row.peer}":
            return why
    return "no reason is known"
