"""Completing the word at the end of a typed line: somebody's name, or a handle. Tab takes the first choice, then the next."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

MOST = 5  # choices that are shown
SHORTEST = 1  # signs of a name before it is completed


@dataclass(frozen=True, slots=True)
class Option:
    """One way to go on: what is written for the word, and what it is."""

    text: str
    hint: str = ""


def word_at(line: str, caret: int) -> tuple[int, str]:
    """Where the word before the caret starts, and the word; names of several words are found by their first."""
    start = caret
    while start > 0 and not line[start - 1].isspace():
        start -= 1
    if start < caret and line[start] in "@(\"'“":
        start += 1
    return start, line[start:caret]


def options_for(word: str, names: Iterable[str], handles: Iterable[Option]) -> tuple[Option, ...]:
    """What a word may become: names that start so, whatever the case; handles for a word that starts with `#`, in the order given."""
    if word.startswith("#"):
        wanted = word.upper()
        return tuple(handle for handle in handles if handle.text.startswith(wanted))[:MOST]
    if len(word) < SHORTEST:
        return ()
    start = word.casefold()
    return tuple(Option(name) for name in sorted(names, key=str.casefold) if name.casefold().startswith(start))[:MOST]


class Completion:
    """The completion of one line. What is offered changes with the line; pressing Tab again takes the next of what was offered."""

    def __init__(self) -> None:
        self.options: tuple[Option, ...] = ()
        self._line = ""
        self._start = 0
        self._taken = -1

    def look(self, line: str, caret: int, names: Iterable[str], handles: Iterable[Option]) -> None:
        """Work out what is offered for a line, unless Tab just wrote it."""
        if self._taken >= 0 and line == self._line:
            return
        self._line, self._taken = line, -1
        self._start, word = word_at(line, caret)
        found = options_for(word, names, handles) if caret == len(line) else ()
        self.options = () if len(found) == 1 and found[0].text == word else found

    def take(self, step: int = 1) -> str | None:
        """The line with the next choice in place of the word; None when there is nothing to complete."""
        if not self.options:
            return None
        self._taken = (self._taken + step) % len(self.options) if self._taken >= 0 or step > 0 else len(self.options) - 1
        self._line = self._line[: self._start] + self.options[self._taken].text
        return self._line

    @property
    def ghost(self) -> str:
        """What Tab would add to the line as it is, or ""."""
        if not self.options or self._taken >= 0:
            return ""
        word = self._line[self._start :]
        return self.options[0].text[len(word) :]

    @property
    def shown(self) -> Sequence[tuple[Option, bool]]:
        """What is offered, and which of it the next Tab takes or the last one took."""
        return tuple((option, index == max(0, self._taken)) for index, option in enumerate(self.options))
