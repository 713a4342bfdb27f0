"""What the results of commands stand for, where the types cannot see it themselves."""

from littlefolk.present.translating import translates
from littlefolk.present.types import BlockKind, BodyType
from littlefolk.verbs.building import BlockChanged
from littlefolk.verbs.looking import BlockReading
from littlefolk.verbs.speaking import Said
from littlefolk.world.kinds import AIR


@translates(BlockReading, BlockKind)
def _kind_read(value: BlockReading) -> str | None:
    return value.kind


@translates(BlockChanged, BlockKind)
def _kind_changed(value: BlockChanged) -> str:
    return value.before if value.after == AIR.name else value.after


@translates(Said, BodyType)
def _speaker(value: Said) -> str:
    return value.speaker
