"""The metabar: a quiet legend of what the keys do now, read from the command tables and the key map."""

from collections.abc import Iterable, Mapping

from littlefolk.commands import Command
from littlefolk.commands.situation import Situation, why_not

Entry = tuple[str, str]
SHORT = {"Escape": "Esc", "Mouse Left": "Click", "Mouse Right": "Right click"}
WALKING = ("walk_forward", "walk_left", "walk_back", "walk_right")


def metabar_of(
    commands: Iterable[Command],
    situation: Situation,
    keys: Mapping[str, str],
    *,
    busy: bool,
    captured: bool,
    meant: str = "",
    unread: int = 0,
) -> tuple[Entry, ...]:
    """(key, what it does) pairs: what hands and feet do, and every command that has a key and applies now.

    `keys` gives the first key of each action and command; `busy` whether whoever is in focus has a running turn, `captured` whether
    the mouse turns the head, `meant` who is looked at, `unread` counts new lines of the chat. In focus it is the vocabulary of the
    figure that is talked to.
    """
    focused = situation.snapshot.focus
    if focused:
        own = [command for command in commands if command.table == situation.snapshot.figures.get(focused)]
        if situation.snapshot.asked:
            own += [command for command in commands if command.name in ("approve", "deny")]
        last = (("Esc", "stop" if busy else "leave"), (shown_key(keys, "leave_focus"), "leave"))
        enter = "answer" if situation.snapshot.asker == focused else f"ask {focused}"
        return (("Enter", enter), *commands_now(own, situation, keys, {}), *last)
    phrases = {"focus_nearest": f"talk to {meant}"} if meant else {}
    if unread:
        phrases["open_chat"] = f"chat ({unread} new)"
    named = commands_now(commands, situation, keys, phrases)
    pause = (shown_key(keys, "free_pointer"), "free the pointer" if captured else "menu")
    if not captured:
        return (("Click", "look around"), *named, pause)
    moves = "".join(shown_key(keys, action) for action in WALKING)
    hands = ((shown_key(keys, action), action) for action in ("jump", "dig", "place"))
    return ((moves, "walk"), *hands, *named, pause)


def commands_now(
    commands: Iterable[Command], situation: Situation, keys: Mapping[str, str], phrases: Mapping[str, str]
) -> tuple[Entry, ...]:
    """(key, what it does) for every command that has a key and applies now; `phrases` are better words for some."""
    keyed = [command for command in commands if command.name in keys and not why_not(command, situation)]
    keyed.sort(key=lambda command: (command.table, command.name))
    return tuple((shown_key(keys, command.name), phrases.get(command.name, command.label)) for command in keyed)


def shown_key(keys: Mapping[str, str], action: str) -> str:
    """The first key of an action as people call it, or `?`."""
    key = keys.get(action, "?")
    return SHORT.get(key, key)
