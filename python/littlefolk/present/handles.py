"""Short stable names that one agent gives to what it was shown."""

import itertools
import re
import threading
import weakref
from dataclasses import dataclass
from typing import Any

ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # 32 signs, none that looks like another
LENGTH = 4
LONGEST = 40  # signs of a handle with all that may stand around it
_SPELLING = re.compile(rf"[\s`\[(<\"']*(#?)([{ALPHABET}]{{{LENGTH}}})[\s`\])>\"']*", re.IGNORECASE | re.ASCII)


@dataclass(frozen=True, slots=True)
class Unknown:
    """A spelling that was never minted here."""

    handle: str


@dataclass(frozen=True, slots=True)
class Stale:
    """A handle whose object is gone."""

    handle: str


def spelled(number: int) -> str:
    """The handle with this counter value, such as `#AAAB` for 1. Raises OverflowError past 32⁴ handles."""
    if number >= len(ALPHABET) ** LENGTH:
        raise OverflowError("the handle table is full")
    signs = []
    for _ in range(LENGTH):
        number, digit = divmod(number, len(ALPHABET))
        signs.append(ALPHABET[digit])
    return "#" + "".join(reversed(signs))


class HandleTable:
    """The presentation history of one agent: handle to object, same object same handle, never reused. Thread-safe.

    Objects that can die (`mortal=True`) are held weakly; values are kept.
    """

    def __init__(self, first: int = 0) -> None:
        self._lock = threading.Lock()
        self._counter = itertools.count(first)
        self._targets: dict[str, Any] = {}
        self._by_identity: dict[int, str] = {}

    def mint(self, target: Any, *, mortal: bool = False) -> str:
        """The handle of `target`, a new one at first sight."""
        with self._lock:
            known = self._by_identity.get(id(target))
            if known is not None and self._dereference(known) is target:
                return known
            handle = spelled(next(self._counter))
            self._targets[handle] = weakref.ref(target) if mortal else target
            self._by_identity[id(target)] = handle
            return handle

    def read(self, text: str) -> Any | Unknown | Stale:
        """What a spelling names: `#AB2C`, `ab2c`, `[#AB2C]`, backquoted. Unknown and Stale are told apart."""
        if _spelling(text) is None:
            return Unknown(text)
        handle = canonical(text)
        with self._lock:
            if handle not in self._targets:
                return Unknown(handle)
            target = self._dereference(handle)
            return Stale(handle) if target is None else target

    def _dereference(self, handle: str) -> Any:
        target = self._targets.get(handle)
        return target() if isinstance(target, weakref.ref) else target


def _spelling(text: str) -> "re.Match[str] | None":
    return _SPELLING.fullmatch(text) if len(text) <= LONGEST else None


def canonical(text: str) -> str:
    """The one spelling of a handle that is written in any way, such as `#AB2C` for `[ab2c]`. Raises ValueError for other text."""
    match = _spelling(text)
    if match is None:
        raise ValueError(f"{text!r} is not spelled as a handle")
    return "#" + match[2].upper()


def looks_like_handle(text: str) -> bool:
    """Whether the text is spelled as an explicit handle, with its `#`."""
    match = _spelling(text)
    return match is not None and match[1] == "#"
