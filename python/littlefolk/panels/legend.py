"""The legend: what the keys do now, read from the same command tables."""

from collections.abc import Mapping

from littlefolk.commands import TABLES

MOVES = "WASD walk · Space jump · Shift sprint"


def legend_of(focused: str, busy: bool, keys: Mapping[str, str], *, captured: bool) -> str:
    """One quiet line. `keys` gives the key that is bound to each command's name."""
    if focused:
        return f"Enter ask {focused} · Esc {'stop' if busy else 'leave'} · {_key(keys, 'leave_focus')} leave"
    if not captured:
        return "Click to look around · " + _commands(keys)
    return f"{MOVES} · left click dig · right click place · {_commands(keys)}"


def _commands(keys: Mapping[str, str]) -> str:
    shown = [
        f"{_key(keys, name)} {TABLES.get(name).title.lower()}"
        for name in ("focus_nearest", "spawn_gnome")
        if TABLES.get(name) and name in keys
    ]  # type: ignore[union-attr]
    return " · ".join(shown)


def _key(keys: Mapping[str, str], name: str) -> str:
    return keys.get(name, "?")
