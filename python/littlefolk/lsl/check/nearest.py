"""The right name that looks most like a wrong one."""

from __future__ import annotations

from collections.abc import Iterable

from rapidfuzz import fuzz, process

from ..table import CONSTANTS, EVENTS, FUNCTIONS

#: Names of other languages and libraries whose counterpart does not look like them.
_COUNTERPARTS: dict[str, str] = {
    "printf": "llOwnerSay", "println": "llOwnerSay", "echo": "llOwnerSay", "puts": "llOwnerSay", "log": "llOwnerSay", "alert": "llDialog",
    "strlen": "llStringLength", "len": "llStringLength", "length": "llStringLength", "count": "llGetListLength",
    "substr": "llGetSubString", "substring": "llGetSubString", "strpos": "llSubStringIndex", "indexOf": "llSubStringIndex",
    "split": "llParseString2List", "join": "llDumpList2String", "replace": "llReplaceSubString", "trim": "llStringTrim",
    "upper": "llToUpper", "lower": "llToLower", "rand": "llFrand", "random": "llFrand", "sleep": "llSleep", "wait": "llSleep",
    "delay": "llSleep", "time": "llGetUnixTime", "now": "llGetUnixTime", "append": "llListInsertList", "sort": "llListSort",
    "parseInt": "(integer)value", "parseFloat": "(float)value", "int": "(integer)value", "str": "(string)value",
    "String": "(string)value", "Number": "(float)value", "atoi": "(integer)value", "atof": "(float)value", "toString": "(string)value",
    "max": "if (a > b)", "min": "if (a < b)", "fmod": "llPow", "sprintf": '"text" + (string)value', "format": '"text" + (string)value',
    "setTimeout": "llSetTimerEvent", "setInterval": "llSetTimerEvent", "exit": "llResetScript", "print": "llOwnerSay",
    "fetch": "llHTTPRequest", "distance": "llVecDist", "normalize": "llVecNorm", "magnitude": "llVecMag",
    "null": "NULL_KEY", "NULL": "NULL_KEY", "nil": "NULL_KEY", "None": "NULL_KEY", "undefined": 'NULL_KEY or ""', "yes": "TRUE",
    "no": "FALSE", "on": "TRUE", "off": "FALSE", "this": "llGetKey()", "self": "llGetKey()", "owner": "llGetOwner()",
    "onTouch": "touch_start", "on_touch": "touch_start", "touched": "touch_start", "start": "state_entry", "init": "state_entry",
    "main": "state_entry", "onChat": "listen", "on_listen": "listen", "chat": "listen", "onTimer": "timer", "rez": "on_rez",
    "inventory": "changed", "http": "http_response",
}  # fmt: skip


def nearest(name: str, choices: Iterable[str]) -> str | None:
    """The choice most like a name: the same but for case, or close in spelling; None when none comes near."""
    found = process.extractOne(name, list(choices), scorer=fuzz.ratio, processor=str.lower, score_cutoff=72.0)
    return found[0] if found else None


def nearest_function(name: str, own: Iterable[str]) -> str | None:
    """A function of the script or the language for a wrong name; names without the prefix ll are tried with it."""
    pool = [*own, *FUNCTIONS]
    if name in _COUNTERPARTS and name not in own:
        return _COUNTERPARTS[name]
    if name.lower().startswith(("ll", "os")):
        return nearest(name, pool)
    prefixed = f"ll{name}".lower()
    for choice in FUNCTIONS:
        if choice.lower() == prefixed:
            return choice
    return nearest(name, own) or nearest(f"ll{name}", pool)


def nearest_value(name: str, variables: Iterable[str]) -> str | None:
    """A variable or constant for a wrong name."""
    own = list(variables)
    close = nearest(name, own)
    if close:
        return close
    return _COUNTERPARTS.get(name) or nearest(name, CONSTANTS)


def nearest_event(name: str) -> str | None:
    """An event for a wrong name."""
    return _COUNTERPARTS.get(name) or nearest(name, EVENTS)
