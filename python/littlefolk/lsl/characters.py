"""Characters that have no place in code, and those that make text look like other text."""

from __future__ import annotations

import re
import unicodedata

from .diagnostics import Report
from .source import Source

#: Quotes of printed text, which editors and chat programs put in place of plain ones.
TYPOGRAPHIC = frozenset("\u201c\u201d\u201e\u201f\u00ab\u00bb")
_ZERO_WIDTH = "\u00ad\u034f\u180e\u200b\u200c\u200d\u2060\u2061\u2062\u2063\u2064\ufe0f"
_DIRECTION = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
_OVERRIDES = re.compile("[\u202a-\u202e\u2066-\u2069]")
_LINE_ENDS = re.compile("\r(?!\n|\\Z)|[\u0085\u2028\u2029]")
_LOOKALIKES = {
    "\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"', "\u201e": '"', "\u00ab": '"', "\u00bb": '"',
    "\u2013": "-", "\u2014": "-", "\u2212": "-", "\u00d7": "*", "\u00f7": "/", "\u2260": "!=", "\u2264": "<=", "\u2265": ">=",
    "\uff1b": ";", "\u037e": ";", "\uff0c": ",", "\uff08": "(", "\uff09": ")", "\u2026": "...",
}  # fmt: skip


def named(character: str) -> str:
    """How a character is shown in messages: itself when it can be seen, with its code point and name."""
    name = unicodedata.name(character, "").lower()
    code = f"U+{ord(character):04X}"
    shown = f"'{character}' " if character.isprintable() and not unicodedata.combining(character) else ""
    return f"the character {shown}({code}{f', {name}' if name else ''})"


def report_character(text: str, offset: int, source: Source, report: Report) -> None:
    """Reports a character in code that belongs to no token; a run of other letters is reported once."""
    character = text[0]
    if character in _ZERO_WIDTH or character in _DIRECTION:
        report.add(
            "invisible-character", offset, offset + 1, named(character), "visible characters only outside strings and comments",
            note="delete it: it makes code read otherwise than it runs",
        )  # fmt: skip
        return
    if character == "?":
        report.add("ternary", offset, offset + 1, "'?'", "if and else", note="there is no ?: operator: if (condition) x = a; else x = b;")
        return
    if offset and source.text[offset - 1] not in "\"' \t\n" and not source.text[offset - 1].isascii():
        return
    nearest = _LOOKALIKES.get(character)
    note = "" if nearest else "outside strings and comments only plain ASCII letters, digits and signs are used"
    if character == "'":
        nearest, note = '"', "strings take double quotes"
    elif character == "\\":
        note = "a backslash means something inside strings only"
    report.add("bad-character", offset, offset + 1, named(character), "code", nearest=nearest, note=note)


def report_hidden_direction(text: str, offset: int, report: Report, where: str) -> None:
    """Warns of characters that turn the direction of text inside strings and comments: what is shown may not be what is there."""
    match = _OVERRIDES.search(text)
    if match:
        at = offset + match.start()
        report.add("hidden-direction", at, at + 1, f"{named(match[0])} in {where}", "text whose order is what is shown", severity="warning")


def report_hidden_line(text: str, offset: int, report: Report) -> None:
    """Refuses other line ends inside a line comment: a reader that knows them takes what follows for code."""
    match = _LINE_ENDS.search(text)
    if match:
        at = offset + match.start()
        report.add(
            "invisible-character", at, at + 1, f"{named(match[0])} in a line comment", "a line end of its own", note="use plain line ends"
        )
