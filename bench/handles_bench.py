"""Handles of 10,000 shown objects beside weak dictionaries of the standard library, which know no order, bound or staleness."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

from littlefolk.present.handles import HandleTable, Stale, mortal, spelled
from timing import Row, compare

COUNT = 10_000


@mortal
class Thing:
    """Something that can die."""


class _Weak:
    """The peer: two weak dictionaries and a counter."""

    def __init__(self) -> None:
        self.by_handle: weakref.WeakValueDictionary[str, Thing] = weakref.WeakValueDictionary()
        self.by_thing: weakref.WeakKeyDictionary[Thing, str] = weakref.WeakKeyDictionary()

    def mint(self, thing: Thing) -> str:
        handle = self.by_thing.get(thing)
        if handle is None:
            handle = self.by_thing[thing] = spelled(len(self.by_thing))
            self.by_handle[handle] = thing
        return handle


def rows() -> Iterator[Row]:
    """Minting all, and reading all; the outputs agree where both have one, and no dead object is kept."""
    things = [Thing() for _ in range(COUNT)]
    table, weak = HandleTable(), _Weak()
    handles = [table.mint(thing) for thing in things]

    def mint_ours() -> None:
        fresh = HandleTable()
        for thing in things:
            fresh.mint(thing)

    def mint_theirs() -> None:
        fresh = _Weak()
        for thing in things:
            fresh.mint(thing)

    def same() -> bool:
        agreed = handles == [weak.mint(thing) for thing in things] and all(table.read(h) is weak.by_handle[h] for h in handles)
        short = HandleTable()
        dead = [short.mint(Thing()) for _ in range(COUNT)]
        gc.collect()
        return agreed and len(short) == 0 and all(short.read(handle) == Stale(handle) for handle in dead)

    yield compare("handles", f"mint {COUNT:,} objects that can die", "WeakKeyDictionary", mint_ours, mint_theirs, same, 0.4, None)

    def read_ours() -> None:
        for handle in handles:
            table.read(handle)

    def read_theirs() -> None:
        for handle in handles:
            weak.by_handle.get(handle)

    yield compare(
        "handles", f"read {COUNT:,} handles in any spelling", "WeakValueDictionary", read_ours, read_theirs, lambda: True, 0.06, None
    )
