"""A kind of block that can be placed."""

from typing import Any

from littlefolk.present.context import ReadContext
from littlefolk.present.types.one_of import OneOf
from littlefolk.world.kinds import KINDS, Kind


class BlockKind(OneOf):
    """A placeable block kind by its durable name.

    The schema is a plain string, so that a wrong name reaches `from_json` and comes back with the nearest right one.
    """

    def __init__(self) -> None:
        super().__init__("block_kind", tuple(kind.name for kind in KINDS.placeable), "a block kind")

    def taken_from(self, shown: Any, context: ReadContext) -> str | None:
        name = shown.name if isinstance(shown, Kind) else None
        return name if name in self.choices else None

    def json_schema(self) -> dict[str, Any]:
        return {"type": "string", "description": f"one of {', '.join(self.choices)}"}
