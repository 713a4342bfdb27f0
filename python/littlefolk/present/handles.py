"""Short stable names that one agent gives to what it was shown."""

import re
import threading
import weakref
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # 32 signs, none that looks like another
LENGTH = 4
LONGEST = 40  # signs of a handle with all that may stand around it
KEPT = 4096  # values that one table keeps
_SPELLING = re.compile(rf"[\s`\[(<\"']*(#?)([{ALPHABET}]{{{LENGTH}}})[\s`\])>\"']*", re.IGNORECASE | re.ASCII)


@dataclass(frozen=True, slots=True)
class Unknown:
    """A spelling that was never minted here."""

    handle: str


@dataclass(frozen=True, slots=True)
class Stale:
    """A handle whose object is gone."""

    handle: str


C = TypeVar("C", bound=type)
_GONE = object()
_mortal: set[type] = set()


def mortal(cls: C) -> C:
    """Declare that objects of the decorated class can die: handles hold them weakly."""
    _mortal.add(cls)
    return cls


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

    Objects that can die are held weakly; values are kept, the latest `keep` of them. A handle below the counter whose object is not
    there any more is stale, whether the object died, was let go for newer ones, or belonged to a game before this one.
    """

    def __init__(self, first: int = 0, keep: int = KEPT) -> None:
        self._lock = threading.RLock()  # a dying object may be collected while the lock is held, on the same thread
        self._next = first
        self._keep = keep
        self._values: dict[str, Any] = {}
        self._mortals: dict[str, weakref.ref[Any]] = {}
        self._by_identity: dict[int, str] = {}

    @classmethod
    def restored(cls, counter: int, targets: Mapping[str, Any], keep: int = KEPT) -> "HandleTable":
        """The table of an earlier game: minting goes on at `counter`, and `targets` are what its journal still knows.

        Handles at or beyond the counter, and targets that die, are left out.
        """
        table = cls(counter, keep)
        for handle, target in targets.items():
            if number_of(handle) < counter and type(target) not in _mortal:
                table._hold(handle, target)
        return table

    @property
    def counter(self) -> int:
        """The number of the next handle."""
        with self._lock:
            return self._next

    def mint(self, target: Any) -> str:
        """The handle of `target`, a new one at first sight. Raises OverflowError past 32⁴ handles."""
        with self._lock:
            known = self._known(target)
            if known:
                return known
            handle = spelled(self._next)
            self._next += 1
            self._hold(handle, target)
            return handle

    def known(self, target: Any) -> str:
        """The handle that `target` was given, or an empty text."""
        with self._lock:
            return self._known(target)

    def read(self, text: str) -> Any | Unknown | Stale:
        """What a spelling names: `#AB2C`, `ab2c`, `[#AB2C]`, backquoted. Unknown and Stale are told apart."""
        if _spelling(text) is None:
            return Unknown(text)
        handle = canonical(text)
        with self._lock:
            target = self._dereference(handle)
            if target is not _GONE:
                return target
            return Stale(handle) if number_of(handle) < self._next else Unknown(handle)

    def latest(self) -> list[tuple[str, Any]]:
        """Handles and what they name, the latest first."""
        with self._lock:
            handles = sorted((*self._values, *self._mortals), key=number_of, reverse=True)
            return [(handle, target) for handle in handles if (target := self._dereference(handle)) is not _GONE]

    def __len__(self) -> int:
        with self._lock:
            return len(self._values) + len(self._mortals)

    def _known(self, target: Any) -> str:
        handle = self._by_identity.get(id(target), "")
        return handle if handle and self._dereference(handle) is target else ""

    def _hold(self, handle: str, target: Any) -> None:
        identity = id(target)
        self._by_identity[identity] = handle
        if type(target) in _mortal:
            self._mortals[handle] = weakref.ref(target, lambda _dead: self._forget(handle, identity))
            return
        self._values[handle] = target
        if len(self._values) > self._keep:
            oldest = next(iter(self._values))
            self._forget(oldest, id(self._values[oldest]))

    def _forget(self, handle: str, identity: int) -> None:
        with self._lock:
            self._values.pop(handle, None)
            self._mortals.pop(handle, None)
            if self._by_identity.get(identity) == handle:
                del self._by_identity[identity]

    def _dereference(self, handle: str) -> Any:
        if handle in self._values:
            return self._values[handle]
        reference = self._mortals.get(handle)
        target = reference() if reference is not None else None
        return _GONE if target is None else target


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


def number_of(handle: str) -> int:
    """The counter value of a handle in its canonical spelling, the inverse of `spelled`. Raises ValueError for other signs."""
    number = 0
    for sign in handle[1:]:
        number = number * len(ALPHABET) + ALPHABET.index(sign)
    return number
