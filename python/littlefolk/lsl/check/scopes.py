"""Names in reach: globals, functions, states, and the variables of the blocks around a place."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..tree import Function, State


@dataclass(slots=True)
class Globals:
    """What the top of a script declares. Variables map to their types."""

    variables: dict[str, str] = field(default_factory=dict)
    functions: dict[str, Function] = field(default_factory=dict)
    states: dict[str, State] = field(default_factory=dict)


class Locals:
    """Variables in reach at one place of a body, in one table; leaving a block restores what it hid."""

    __slots__ = ("_blocks", "_placed", "labels", "types")

    def __init__(self, variables: dict[str, str]) -> None:
        #: Names in reach with their types, globals included.
        self.types: dict[str, str] = dict(variables)
        #: Labels in reach, one set a block, innermost last.
        self.labels: list[frozenset[str]] = []
        self._blocks: list[dict[str, str | None]] = []
        self._placed: list[set[str]] = []

    def enter(self, labels: frozenset[str] = frozenset()) -> None:
        self._blocks.append({})
        self._placed.append(set())
        self.labels.append(labels)

    def leave(self) -> None:
        self.labels.pop()
        self._placed.pop()
        for name, hidden in self._blocks.pop().items():
            if hidden is None:
                del self.types[name]
            else:
                self.types[name] = hidden

    def declare_label(self, name: str) -> bool:
        """Places a label; False when the innermost block has a variable of the name already, for the two share their names."""
        self._placed[-1].add(name)
        return name not in self._blocks[-1]

    def declare(self, name: str, type_: str) -> bool:
        """Adds a variable to the innermost block; False when that block has one, or a label, of the name already."""
        block = self._blocks[-1]
        if name in block or name in self._placed[-1]:
            return False
        block[name] = self.types.get(name)
        self.types[name] = type_
        return True
