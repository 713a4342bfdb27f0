"""Text that came from outside, made safe to show and told apart from the harness's own words."""

import re
import textwrap
from collections.abc import Iterator

from littlefolk.present.graphemes import boundary

_ESCAPES = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[@-Z\\-_])")
_OPEN, _CLOSE = "«", "»"
# controls, surrogates, and the signs that turn the direction of the text around them
_UNSHOWN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def plain(text: str) -> str:
    """Text without terminal escape sequences, control characters other than newline and tab, and signs that reverse its direction."""
    return _UNSHOWN.sub("", _ESCAPES.sub("", text))


def one_line(text: str, limit: int = 160) -> str:
    """Plain text on one line of at most `limit` characters."""
    text = " ".join(plain(text).split())
    return cut(text, limit)


def cut(text: str, limit: int) -> str:
    """A text of at most `limit` characters; a cut, which lies between two signs, is shown by `…`."""
    return text if len(text) <= limit else text[: boundary(text, max(0, limit - 1))] + "…"


def traced(text: str, lines: int, width: int) -> str:
    """Plain text in at most so many lines of so many characters; a cut is shown by `…`."""
    found = [line.rstrip() for line in plain(text).splitlines() if line.strip()]
    shown = [cut(line, width) for line in found[:lines]]
    if len(found) > lines:
        shown[-1] = f"{shown[-1][: boundary(shown[-1], width - 2)].rstrip('…')} …"
    return "\n".join(shown)


def wrapped(text: str, width: int) -> list[str]:
    """Plain text as lines of at most so many characters, broken between words where there is room for them; no empty lines."""
    return [part for line in plain(text).splitlines() for part in _Wrapper(width).wrap(line.strip())]


class _Wrapper(textwrap.TextWrapper):
    """Breaks words that are too long between two signs."""

    def _split(self, text: str) -> list[str]:
        return [piece for chunk in super()._split(text) for piece in self._pieces(chunk)]

    def _pieces(self, chunk: str) -> Iterator[str]:
        while len(chunk) > self.width:
            at = boundary(chunk, self.width) or self.width
            yield chunk[:at]
            chunk = chunk[at:]
        yield chunk


def marked(text: str) -> str:
    """Untrusted text between guillemets for the model; guillemets inside are replaced, so nothing inside can close them."""
    return _OPEN + plain(text).replace(_OPEN, "‹").replace(_CLOSE, "›") + _CLOSE
