"""Permission masks: what a script may ask of an avatar."""

from __future__ import annotations

from ..table import CONSTANTS
from .values import Value

_PREFIX = "PERMISSION_"
_HARMLESS = (
    "TAKE_CONTROLS",
    "TRIGGER_ANIMATION",
    "TRACK_CAMERA",
    "CONTROL_CAMERA",
    "OVERRIDE_ANIMATIONS",
)
_BITS = {name: c.value for name, c in CONSTANTS.items() if name.startswith(_PREFIX) and isinstance(c.value, int)}
_NAMES = {bit: name for name, bit in _BITS.items()}
#: Bits that let a script animate, steer and look; all others, named or not, are refused.
ALLOWED: int = sum(_BITS[_PREFIX + name] for name in _HARMLESS)


def refused_bits(value: Value) -> list[str] | None:
    """Names of the dangerous bits of a mask (numbers for unnamed ones); None when the mask is not known."""
    if not isinstance(value, int):
        return None
    bits = value & 0xFFFFFFFF & ~ALLOWED
    return [_NAMES.get(1 << n, f"bit 0x{1 << n:X}") for n in range(32) if bits >> n & 1]


def allowed_names() -> str:
    """The permissions a script may ask for, for messages."""
    return ", ".join(_PREFIX + name for name in _HARMLESS)
