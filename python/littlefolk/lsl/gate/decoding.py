"""The texts a text may stand for: as it is, and with the usual encodings taken off."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from urllib.parse import unquote

from .library import decode_base64

_ZERO_WIDTH = re.compile("[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]")
_BASE64 = re.compile(r"[A-Za-z0-9+/]{16,8192}={0,2}|[A-Za-z0-9_-]{16,8192}")
_ESCAPED = re.compile(r"\\(?:u\{?([0-9a-fA-F]{4})\}?|x([0-9a-fA-F]{2}))")
_WRAPPED = re.compile(r"(?<=[A-Za-z0-9+/_-]{12})[ \t\r]*\n[ \t]*(?=[A-Za-z0-9+/_-]{4,8192}={0,2}(?:\s|\Z))")
_UUID = re.compile(r"[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}")
_ENTITY = re.compile(r"&#(?:x([0-9a-fA-F]{1,6})|([0-9]{1,7}));")
_DEEPEST = 3


def readings(original: str) -> Iterator[str]:
    """A text and what it decodes to, up to three layers: percent signs, \\u and \\x escapes, JSON slashes, numeric entities, base64."""
    seen = {original}
    layer = [original]
    yield original
    for _ in range(_DEEPEST):
        following: list[str] = []
        for one in layer:
            for decoded in _decoded(one):
                if decoded and decoded not in seen:
                    seen.add(decoded)
                    following.append(decoded)
                    yield decoded
        layer = following


def _decoded(one: str) -> Iterator[str]:
    if not one.isascii():
        yield _ZERO_WIDTH.sub("", one)
        yield unicodedata.normalize("NFKC", one)
    if "%" in one:
        yield unquote(one, errors="replace")
    if "\\u" in one or "\\x" in one:
        yield _ESCAPED.sub(lambda m: chr(int(m[1] or m[2], 16)), one)
    if "\n" in one:
        yield _WRAPPED.sub("", one)
    if "\\/" in one:
        yield one.replace("\\/", "/")
    if "&#" in one:
        yield _ENTITY.sub(lambda m: chr(min(int(m[1], 16) if m[1] else int(m[2]), 0x10FFFF)), one)
    for match in _BASE64.finditer(one):
        if _UUID.fullmatch(match[0]):
            continue
        decoded = decode_base64(match[0].replace("-", "+").replace("_", "/"))
        if decoded and decoded.isprintable() and "\ufffd" not in decoded:
            yield decoded
