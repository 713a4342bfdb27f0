"""Library functions whose result is known when their arguments are: those that cut, join and decode text and lists."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Sequence
from urllib.parse import quote, unquote

from .values import LONGEST, Hole, Items, Text, Unknown, Value, as_items, as_text, items, text, wrap

Fold = Callable[[Sequence[Value]], Value | None]


def _span(length: int, start: int, end: int) -> tuple[list[int], bool]:
    """Indices a pair of ends selects, and whether it goes around: a start after the end takes what is outside of both."""
    start += length if start < 0 else 0
    end += length if end < 0 else 0
    if start <= end:
        return list(range(max(start, 0), min(end, length - 1) + 1)), False
    return [*range(min(end, length - 1) + 1), *range(max(start, 0), length)], True


def _known(value: Value) -> str | None:
    return as_text(value).known if not isinstance(value, Unknown) else None


def _integers(values: Sequence[Value]) -> list[int] | None:
    numbers = [int(v) for v in values if isinstance(v, int | float)]
    return numbers if len(numbers) == len(values) else None


def _cut(values: Sequence[Value], keep: bool) -> Value | None:
    whole, ends = _known(values[0]), _integers(values[1:])
    if ends is None:
        return None
    if whole is None:
        # The front of a text is known although its end is not.
        front = as_text(values[0]).parts[:1]
        if keep and ends[0] == 0 and ends[1] == -1:
            return as_text(values[0])
        if front and isinstance(front[0], str) and 0 <= ends[0] <= ends[1] < len(front[0]) and keep:
            return text(front[0][ends[0] : ends[1] + 1])
        if front and isinstance(front[0], str) and 0 <= ends[0] < len(front[0]) and ends[1] == -1 and keep:
            return text(front[0][ends[0] :], *as_text(values[0]).parts[1:])
        return None
    chosen = set(_span(len(whole), *ends)[0])
    return text("".join(c for i, c in enumerate(whole) if (i in chosen) == keep))


def _cut_list(values: Sequence[Value], keep: bool) -> Value | None:
    listed, ends = as_items(values[0]), _integers(values[1:])
    if ends is None or Unknown.MANY in listed:
        return None
    chosen = set(_span(len(listed), *ends)[0])
    return Items(tuple(item for i, item in enumerate(listed) if (i in chosen) == keep))


def _insert(values: Sequence[Value]) -> Value | None:
    whole, at, added = as_text(values[0]), _integers(values[1:2]), as_text(values[2])
    if at is None:
        return None
    known = whole.known
    if known is not None:
        place = max(0, min(at[0] if at[0] >= 0 else len(known) + at[0], len(known)))
        return text(known[:place], *added.parts, known[place:])
    # The front of a text is known although its end is not.
    front = whole.parts[0] if isinstance(whole.parts[0], str) else ""
    if not 0 <= at[0] <= len(front):
        return None
    return text(front[: at[0]], *added.parts, front[at[0] :], *whole.parts[1 if front else 0 :])


def _replace(values: Sequence[Value]) -> Value | None:
    whole, old, new = (_known(v) for v in values[:3])
    if whole is None or new is None or not old or len(new) * whole.count(old) > LONGEST:
        return None
    limit = values[3] if isinstance(values[3], int) else 0
    return text(new.join(whole.rsplit(old, -limit)) if limit < 0 else whole.replace(old, new, limit or -1))


def _trim(values: Sequence[Value]) -> Value | None:
    whole, kind = _known(values[0]), values[1]
    if whole is None or not isinstance(kind, int):
        return None
    whole = whole.lstrip() if kind & 1 else whole
    return text(whole.rstrip() if kind & 2 else whole)


def _mapped(change: Callable[[str], str]) -> Fold:
    """A function that changes each character on its own, so that holes stay where they are."""
    return lambda values: text(*(change(p) if isinstance(p, str) else p for p in as_text(values[0]).parts))


def _whole(change: Callable[[str], str | int | None]) -> Fold:
    """A function of a whole string."""

    def fold(values: Sequence[Value]) -> Value | None:
        whole = _known(values[0])
        if whole is None:
            return None
        result = change(whole)
        return text(result) if isinstance(result, str) else result

    return fold


def decode_base64(encoded: str) -> str:
    """The text of base64, as far as it is text."""
    try:
        return base64.b64decode(encoded.strip() + "=" * (-len(encoded.strip()) % 4)).decode("utf-8", "replace")
    except (binascii.Error, ValueError):
        return ""


def _xor(values: Sequence[Value]) -> Value | None:
    one, two = _known(values[0]), _known(values[1])
    if one is None or two is None:
        return None
    try:
        left, right = base64.b64decode(one), base64.b64decode(two)
    except (binascii.Error, ValueError):
        return None
    if not right:
        return text(one)
    return text(base64.b64encode(bytes(b ^ right[i % len(right)] for i, b in enumerate(left))).decode())


def _join(values: Sequence[Value]) -> Value | None:
    parts: list[str | Hole] = []
    for position, item in enumerate(as_items(values[0])):
        if position:
            parts.extend(as_text(values[1]).parts)
        parts.extend(as_text(item).parts)
    return text(*parts)


def _csv(values: Sequence[Value]) -> Value | None:
    return _join((values[0], text(", ")))


def _split(values: Sequence[Value], nulls: bool) -> Value | None:
    whole = _known(values[0])
    marks = [_known(v) for group in values[1:3] for v in as_items(group)]
    if whole is None or None in marks:
        return None
    dropped = [_known(v) or "" for v in as_items(values[1])]
    parts: list[str] = []
    current, i = "", 0
    while i < len(whole):
        mark = next((m for m in marks if m and whole.startswith(m, i)), None)
        if mark is None:
            current += whole[i]
            i += 1
            continue
        parts.append(current)
        current = ""
        if mark not in dropped:
            parts.append(mark)
        i += len(mark)
    parts.append(current)
    return Items(tuple(text(part) for part in parts if part or nulls))


def _item(values: Sequence[Value]) -> Value | None:
    listed = as_items(values[0])
    if not isinstance(values[1], int) or Unknown.MANY in listed:
        return None
    index = values[1] + len(listed) if values[1] < 0 else values[1]
    return listed[index] if 0 <= index < len(listed) else text("")


def _item_text(values: Sequence[Value]) -> Value | None:
    item = _item(values)
    return None if item is None else as_text(item)


def _item_integer(values: Sequence[Value]) -> Value | None:
    item = _item(values)
    return None if item is None else to_integer(item)


def from_digits(number: int) -> Value:
    """The integer a written number stands for; what does not fit 32 bits is not known."""
    return wrap(number) if abs(number) < 2**32 else Unknown.ONE


def to_integer(value: Value) -> Value:
    """A value cast to integer."""
    if isinstance(value, int | float):
        return wrap(int(value)) if abs(value) < 2**31 else Unknown.ONE
    known = _known(value)
    if known is None:
        return Unknown.ONE
    digits = known.strip().lower()
    sign = -1 if digits.startswith("-") else 1
    digits = digits.lstrip("+-")
    base = 16 if digits.startswith("0x") else 10
    digits = digits.removeprefix("0x")
    taken = ""
    for character in digits:
        if character not in "0123456789abcdef"[:base]:
            break
        taken += character
    # Simulators do not agree on numbers that do not fit.
    return from_digits(sign * int(taken, base)) if taken else 0


def _insert_list(values: Sequence[Value]) -> Value | None:
    whole, added, at = as_items(values[0]), as_items(values[1]), values[2]
    if not isinstance(at, int) or at < 0 or Unknown.MANY in whole[:at]:
        return None
    return items((*whole[:at], *added, *whole[at:]))


def _replace_list(values: Sequence[Value]) -> Value | None:
    whole, added, ends = as_items(values[0]), as_items(values[1]), _integers(values[2:])
    if ends is None or Unknown.MANY in whole:
        return None
    chosen, around = _span(len(whole), *ends)
    kept = [item for i, item in enumerate(whole) if i not in set(chosen)]
    place = len(kept) if around else min(max(ends[0] + (len(whole) if ends[0] < 0 else 0), 0), len(kept))
    return items((*kept[:place], *added, *kept[place:]))


def _power(values: Sequence[Value]) -> Value | None:
    base, exponent = values
    if not isinstance(base, int | float) or not isinstance(exponent, int | float) or abs(base) > 1e6 or abs(exponent) > 64:
        return None
    try:
        result = float(base) ** float(exponent)
    except (OverflowError, ZeroDivisionError):
        return None
    return result if isinstance(result, float) else None


FOLDS: dict[str, Fold] = {
    "llGetSubString": lambda v: _cut(v, True),
    "llDeleteSubString": lambda v: _cut(v, False),
    "llInsertString": _insert,
    "llReplaceSubString": _replace,
    "llStringTrim": _trim,
    "llToLower": _mapped(str.lower),
    "llToUpper": _mapped(str.upper),
    "llEscapeURL": _mapped(lambda s: quote(s, safe="")),
    "llUnescapeURL": _whole(lambda s: unquote(s, errors="replace")),
    "llBase64ToString": _whole(decode_base64),
    "llStringToBase64": _whole(lambda s: base64.b64encode(s.encode("utf-8", "replace")).decode()),
    "llXorBase64": _xor,
    "llXorBase64Strings": _xor,
    "llXorBase64StringsCorrect": _xor,
    # Simulators do not agree on how many characters of a string one beyond the basic plane is.
    "llStringLength": _whole(lambda s: len(s) if s.isascii() or max(s) < "\U00010000" else None),
    "llChar": lambda v: text(chr(v[0])) if isinstance(v[0], int) and 0 < v[0] < 0xD800 else None,
    "llOrd": lambda v: ord(w[v[1]]) if (w := _known(v[0])) and isinstance(v[1], int) and -len(w) <= v[1] < len(w) else None,
    "llSubStringIndex": lambda v: w.find(p) if (w := _known(v[0])) is not None and (p := _known(v[1])) is not None else None,
    "llDumpList2String": _join,
    "llList2CSV": _csv,
    "llCSV2List": lambda v: _split((v[0], Items((text(", "), text(","))), Items(())), True),
    "llParseString2List": lambda v: _split(v, False),
    "llParseStringKeepNulls": lambda v: _split(v, True),
    "llList2String": _item_text,
    "llList2Key": _item_text,
    "llList2Integer": _item_integer,
    "llList2List": lambda v: _cut_list(v, True),
    "llDeleteSubList": lambda v: _cut_list(v, False),
    "llListInsertList": _insert_list,
    "llListReplaceList": _replace_list,
    "llGetListLength": lambda v: len(i) if Unknown.MANY not in (i := as_items(v[0])) else None,
    "llAbs": lambda v: abs(v[0]) if isinstance(v[0], int) else None,
    "llFloor": lambda v: int(v[0] // 1) if isinstance(v[0], int | float) and abs(v[0]) < 2**31 else None,
    "llRound": lambda v: int((v[0] + 0.5) // 1) if isinstance(v[0], int | float) and abs(v[0]) < 2**31 else None,
    "llPow": _power,
}
#: Results that are never empty and never start with @.
VISIBLE = frozenset("llGetOwner llGetKey llGetCreator llGenerateKey llGetTimestamp llGetDate llGetRegionName".split())


def fold_call(name: str, values: Sequence[Value]) -> Value:
    """The result of a library function on these arguments; unknown when it cannot be told."""
    if name in VISIBLE:
        return Text((Hole.VISIBLE,))
    fold = FOLDS.get(name)
    if fold is None:
        return Unknown.ONE
    try:
        result = fold(values)
    except (IndexError, TypeError, ValueError):
        result = None  # a call with the wrong number or types of arguments
    return Unknown.ONE if result is None else result
