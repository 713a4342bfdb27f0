"""Which signs can be drawn: by the game's fonts, or by one of the system's that the engine falls back to."""

import unicodedata

from godot import Font, TextLine
from godot.singletons import ResourceLoader, TextServerManager

from littlefolk.panels.legible import legible

FONT = "res://scenes/fonts/text.tres"
SIZE = 16
UNSEEN = ("Cf", "Cc", "Mn", "Me", "Zs", "Zl", "Zp")  # categories of what has no picture, or none of its own


class Glyphs:
    """Remembers of each character whether it can be drawn; finding out shapes it once."""

    def __init__(self) -> None:
        self._known: dict[str, bool] = {}

    def legible(self, text: str) -> str:
        """A text with every sign that cannot be drawn told in words."""
        return text if text.isascii() else legible(text, self.has)

    def has(self, sign: str) -> bool:
        """Whether a character can be drawn."""
        known = self._known.get(sign)
        if known is None:
            known = self._known[sign] = unicodedata.category(sign) in UNSEEN or self._drawn(sign)
        return known

    def _drawn(self, sign: str) -> bool:
        font: Font = ResourceLoader.load(FONT)
        if font.has_char(ord(sign)):
            return True
        line = TextLine()
        line.add_string(sign, font, SIZE)
        server = TextServerManager.get_primary_interface()
        return all(glyph["font_rid"].is_valid() for glyph in server.shaped_text_get_glyphs(line.get_rid()))


GLYPHS = Glyphs()
"""The ones of the screen."""
