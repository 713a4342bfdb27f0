"""Brackets that are open inside an expression."""

from __future__ import annotations

from ..tree import Expression

GROUP, CALL, PRINT, LIST, VECTOR = "group", "call", "print", "list", "vector"


class Frame:
    """An open bracket: its kind, the name in front of it (calls), its first offset, its finished items, and how many operators wait
    outside of it."""

    __slots__ = ("base", "items", "kind", "name", "start")

    def __init__(self, kind: str, name: str, start: int, base: int) -> None:
        self.kind = kind
        self.name = name
        self.start = start
        self.base = base
        self.items: list[Expression] = []
