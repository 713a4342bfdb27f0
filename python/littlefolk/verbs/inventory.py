"""Commands of the inventory of block kinds."""

from typing import Annotated

from littlefolk.commands import command
from littlefolk.policy import Capability
from littlefolk.present.outcome import Invalid, Outcome
from littlefolk.present.types import BlockKind, Integer, Optional
from littlefolk.verbs.acting import Acting
from littlefolk.verbs.window import Noticed


@command("window", Capability.INTERFACE)
def put_in_slot(
    acting: Acting,
    kind: Annotated[str, BlockKind(), "which kind of block"],
    slot: Annotated[int | None, Optional(Integer(0, 9)), "0 for the leftmost; the selected one by default"] = None,
) -> Outcome | Noticed:
    """Put a kind into a slot of the hotbar and select it."""
    if not acting.hotbar.put(kind, slot):
        return Invalid(f"{kind} cannot be placed", (), "kind")
    return Noticed(kind)
