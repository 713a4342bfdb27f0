"""Finding commands by words: fuzzy, by name first, then by what they do."""

from collections.abc import Iterable

from rapidfuzz import fuzz

from littlefolk.commands.declaration import Command

LONGEST = 80  # characters of a search
CUTOFF = 60.0  # of 100


def ranked(text: str, commands: Iterable[Command]) -> list[Command]:
    """The commands that a search means, best first, equal ones by name. An empty search means all of them, by name."""
    wanted = " ".join(text[:LONGEST].casefold().replace("_", " ").split())
    in_order = sorted(commands, key=lambda command: command.name)
    if not wanted:
        return in_order
    scores = {command.name: score(wanted, command) for command in in_order}
    found = [command for command in in_order if scores[command.name] >= CUTOFF]
    return sorted(found, key=lambda command: -scores[command.name])


def score(wanted: str, command: Command) -> float:
    """How well a command fits a search, 0..200: what the name begins with and has in it counts most, then likeness, then the text."""
    name = command.name.replace("_", " ")
    if name.startswith(wanted):
        return 200.0 - len(name) / 10
    words = name.split()
    if all(any(word.startswith(part) for word in words) for part in wanted.split()):
        return 170.0 - len(name) / 10
    if wanted in name:
        return 150.0 - len(name) / 10
    initials = "".join(word[0] for word in words)
    if len(wanted) > 1 and initials.startswith(wanted.replace(" ", "")):
        return 140.0
    text = f"{command.description} {' '.join(f'{argument.name} {argument.description}' for argument in command.arguments)}".casefold()
    if all(part in text or part in name for part in wanted.split()):
        return 100.0
    return max(fuzz.ratio(wanted, name), _likeness([part for part in wanted.split() if len(part) > 2], words, text.split()))


def _likeness(parts: list[str], words: list[str], text: list[str]) -> float:
    """The mean over the searched words of how like each is to a word of the name, or less so to a word of the text."""
    if not parts:
        return 0.0
    best = [max(max(fuzz.ratio(part, word) for word in words), 0.8 * max(fuzz.ratio(part, word) for word in text)) for part in parts]
    return sum(best) / len(best)
