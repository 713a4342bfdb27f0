"""The legend: what the keys do now, read from the same command tables and key map."""

from collections.abc import Mapping

from littlefolk.commands import TABLES

Entry = tuple[str, str]
COMMANDS = ("focus_nearest", "open_inventory", "spawn_gnome")
PHRASES = {"open_inventory": "blocks"}


def legend_of(focused: str, busy: bool, keys: Mapping[str, str], *, captured: bool, meant: str = "") -> tuple[Entry, ...]:
    """(key, what it does) pairs. `keys` gives the first key of each action and command; `meant` is who is looked at."""
    if focused:
        return (
            ("Enter", f"ask {focused}"),
            ("Esc", "stop" if busy else "leave"),
            (keys.get("leave_focus", "?"), "leave"),
        )
    phrases = PHRASES | ({"focus_nearest": f"talk to {meant}"} if meant else {})
    named = tuple(
        (keys[name], phrases.get(name, command.title.lower()))
        for name in COMMANDS
        if name in keys and (command := TABLES.get(name)) is not None
    )
    if not captured:
        return (("Click", "look around"), *named, (keys.get("free_pointer", "?").replace("Escape", "Esc"), "menu"))
    moves = "".join(keys.get(name, "?") for name in ("walk_forward", "walk_left", "walk_back", "walk_right"))
    return (
        (moves, "walk"),
        (keys.get("jump", "?"), "jump"),
        (keys.get("dig", "?").replace("Mouse Left", "Click"), "dig"),
        (keys.get("place", "?").replace("Mouse Right", "Right click"), "place"),
        *named,
        (keys.get("free_pointer", "?").replace("Escape", "Esc"), "free the pointer"),
    )
