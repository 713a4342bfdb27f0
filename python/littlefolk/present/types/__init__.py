"""Presentation types: how values are written, read, completed and described, for people and models alike."""

from littlefolk.present.types.base import Completion, PresentationType, quoted
from littlefolk.present.types.block_kind import BlockKind
from littlefolk.present.types.cell import CellType
from littlefolk.present.types.handle import HandleType
from littlefolk.present.types.integer import Integer
from littlefolk.present.types.one_of import OneOf
from littlefolk.present.types.optional import Optional
from littlefolk.present.types.text import Text

__all__ = ["BlockKind", "CellType", "Completion", "HandleType", "Integer", "OneOf", "Optional", "PresentationType", "Text", "quoted"]
