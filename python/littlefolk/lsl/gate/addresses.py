"""Capability URLs: addresses that give whoever holds them a power."""

from __future__ import annotations

import re

#: Stands for unknown parts of a text while it is searched.
HOLE = "\ufffc"

_UUID = r"[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}"
_PATTERNS = (
    re.compile(rf"\b(?:cap|caps|seed-?cap|seed_cap|lslhttps?|ce)/+(?:{_UUID}|{HOLE})", re.IGNORECASE),
    re.compile(r"[\w-]{1,63}\.(?:agni|aditi)\.(?:lindenlab\.com|secondlife\.(?:io|com))(?::[0-9]+)?/", re.IGNORECASE),
    re.compile(r"\bhttps?://[^\s/\"']{1,255}:1204[36]/", re.IGNORECASE),
)


def capability_url(text: str) -> str | None:
    """The part of a text that is a capability URL, or the start of one that the script completes; None when there is none."""
    for pattern in _PATTERNS:
        match = pattern.search(text)
        if match:
            return match[0].replace(HOLE, "…")
    return None
