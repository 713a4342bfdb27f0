"""Presentation types: how values are written, read, completed and described, for people and models alike."""

from littlefolk.present.types.base import Completion, PresentationType, quoted
from littlefolk.present.types.block_kind import BlockKind
from littlefolk.present.types.body import BodyType
from littlefolk.present.types.boolean import Boolean
from littlefolk.present.types.cell import CellType
from littlefolk.present.types.direction import DirectionType
from littlefolk.present.types.duration import Duration
from littlefolk.present.types.file_path import FilePath
from littlefolk.present.types.handle import HandleType
from littlefolk.present.types.integer import Integer
from littlefolk.present.types.one_of import OneOf
from littlefolk.present.types.optional import Optional
from littlefolk.present.types.place import PlaceType
from littlefolk.present.types.real import Real
from littlefolk.present.types.sequence import Sequence
from littlefolk.present.types.text import Text
from littlefolk.present.types.time_of_day import TimeOfDay

__all__ = [
    "BlockKind",
    "BodyType",
    "Boolean",
    "CellType",
    "Completion",
    "DirectionType",
    "Duration",
    "FilePath",
    "HandleType",
    "Integer",
    "OneOf",
    "Optional",
    "PlaceType",
    "PresentationType",
    "Real",
    "Sequence",
    "Text",
    "TimeOfDay",
    "quoted",
]
