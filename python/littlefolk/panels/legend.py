"""The legend: what the keys do now, read from the same command tables and key map."""

from collections.abc import Mapping

from littlefolk.commands import TABLES

Entry = tuple[str, str]
COMMANDS = ("focus_nearest", "spawn_gnome")


def legend_of(focused: str, busy: bool, keys: Mapping[str, str], *, captured: bool) -> tuple[Entry, ...]:
    """(key, what it does) pairs. `keys` gives the first key of each action and command."""
    if focused:
        return (
            ("Enter", f"ask {focused}"),
            ("Esc", "stop" if busy else "leave"),
            (keys.get("leave_focus", "?"), "leave"),
        )
    named = tuple((keys[name], command.title.lower()) for name in COMMANDS if name in keys and (command := TABLES.get(name)) is not None)
    if not captured:
        return (("Click", "look around"), *named)
    moves = "".join(keys.get(name, "?") for name in ("walk_forward", "walk_left", "walk_back", "walk_right"))
    return (
        (moves, "walk"),
        (keys.get("jump", "?"), "jump"),
        ("Click", "dig"),
        ("Right click", "place"),
        *named,
        ("Esc", "free the pointer"),
    )
