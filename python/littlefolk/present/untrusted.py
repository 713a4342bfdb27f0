"""Text that came from outside, made safe to show and told apart from the harness's own words."""

import re

_ESCAPES = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[@-Z\\-_])")
_OPEN, _CLOSE = "«", "»"


def plain(text: str) -> str:
    """Text without terminal escape sequences and without control characters other than newline and tab."""
    text = _ESCAPES.sub("", text)
    return "".join(
        sign for sign in text if sign in "\n\t" or (ord(sign) >= 0x20 and not 0x7F <= ord(sign) < 0xA0 and not 0xD800 <= ord(sign) < 0xE000)
    )


def one_line(text: str, limit: int = 160) -> str:
    """Plain text on one line of at most `limit` characters."""
    text = " ".join(plain(text).split())
    return text if len(text) <= limit else text[: limit - 1] + "…"


def marked(text: str) -> str:
    """Untrusted text between guillemets for the model; guillemets inside are replaced, so nothing inside can close them."""
    return _OPEN + plain(text).replace(_OPEN, "‹").replace(_CLOSE, "›") + _CLOSE
