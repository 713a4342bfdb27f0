"""The hotbar: ten kinds at hand, one of them selected."""

from dataclasses import dataclass, field

from littlefolk.world.kinds import KINDS

SLOTS = 10
FIRST = ("grass", "dirt", "stone", "cobblestone", "planks", "wood", "bricks", "glass", "sand", "lantern")


@dataclass
class Hotbar:
    """Ten slots of block kinds; `selected` is an index from 0."""

    slots: list[str] = field(default_factory=lambda: list(FIRST))
    selected: int = 2

    @property
    def kind(self) -> str:
        """The selected kind."""
        return self.slots[self.selected]

    def select(self, index: int) -> None:
        """Select a slot; any integer, counted round."""
        self.selected = index % SLOTS

    def pick(self, kind: str) -> bool:
        """Select a kind, putting it into the selected slot where no slot has it; False when it cannot be placed."""
        known = KINDS.get(kind)
        if known is None or not known.placeable:
            return False
        if kind in self.slots:
            self.selected = self.slots.index(kind)
        else:
            self.slots[self.selected] = kind
        return True
