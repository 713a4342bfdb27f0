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

    def put(self, kind: str, slot: int | None = None) -> bool:
        """Put a kind into a slot (the selected one for None) and select that; False when the kind cannot be placed."""
        known = KINDS.get(kind)
        if known is None or not known.placeable:
            return False
        self.selected = self.selected if slot is None else slot % SLOTS
        self.slots[self.selected] = kind
        return True

    def restore(self, slots: object, selected: object) -> None:
        """Take over what was saved, as far as it still can be placed."""
        if isinstance(slots, list):
            for index, kind in enumerate(slots[:SLOTS]):
                if isinstance(kind, str) and kind in KINDS and KINDS[kind].placeable:
                    self.slots[index] = kind
        if isinstance(selected, int):
            self.select(selected)

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
