"""What agents wrote down for themselves: notes that outlive turns and games, each for the audience under which it was written."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError
from rapidfuzz import fuzz, utils

from littlefolk.policy import Audience, visible
from littlefolk.present.untrusted import marked

KEPT = 200  # notes of one agent: the oldest go first
LONGEST = 400
MATCH = 60.0  # of 100: less is no match


@dataclass(frozen=True, slots=True)
class Note:
    """One note. `number` is its own among all notes of the world; `asker` is for whom it was written, `at` when (world time, seconds)."""

    number: int
    agent: str
    text: str
    audience: Audience
    asker: str
    at: float


class _Kept(BaseModel):
    model_config = ConfigDict(extra="ignore")
    number: int = Field(ge=1)
    agent: str
    text: str = Field(max_length=LONGEST)
    audience: Audience
    asker: str = ""
    at: float = 0.0


class Memory:
    """The notes of a world's agents. Changed on the frame's thread alone; read from any.

    `keep` gets all notes as JSON after each change. What is read under an audience holds nothing that was written under a narrower one.
    """

    def __init__(self, kept: Any = (), keep: Callable[[list[dict[str, Any]]], None] = lambda notes: None) -> None:
        self.problem = ""
        """Why notes of an earlier game could not be read, for people; "" where they could."""
        self._keep = keep
        self._notes: Mapping[str, tuple[Note, ...]] = {}
        self._next = 1
        try:
            notes = TypeAdapter(list[_Kept]).validate_python(list(kept))
        except (ValidationError, TypeError) as error:
            self.problem = f"what the residents wrote down could not be read ({type(error).__name__}); they begin anew"
            return
        for note in notes:
            self._add(Note(**note.model_dump()))
            self._next = max(self._next, note.number + 1)

    def remember(self, agent: str, text: str, audience: Audience, asker: str, at: float) -> Note:
        """Write a note down; the same words for the same audience again are the note that is there."""
        for note in self._notes.get(agent.casefold(), ()):
            if (note.text, note.audience, note.asker) == (text, audience, asker):
                return note
        note = Note(self._next, agent, text, audience, asker, at)
        self._next += 1
        self._add(note)
        self._written()
        return note

    def forget(self, agents: Sequence[str], number: int, audience: Audience, asker: str) -> Note | None:
        """Take a note out that may be read under this audience; None where there is no such one."""
        note = next((note for note in self.notes(agents, audience, asker) if note.number == number), None)
        if note is not None:
            key = note.agent.casefold()
            self._notes = {**self._notes, key: tuple(other for other in self._notes[key] if other is not note)}
            self._written()
        return note

    def notes(self, agents: Sequence[str], audience: Audience, asker: str) -> tuple[Note, ...]:
        """What somebody of these names (their own, and former ones) may read under an audience, oldest first."""
        kept = self._notes
        found = [note for name in dict.fromkeys(name.casefold() for name in agents) for note in kept.get(name, ())]
        return tuple(
            sorted(
                (note for note in found if visible(note.audience, note.asker, audience, asker)),
                key=lambda note: note.number,
            )
        )

    def told(self, agents: Sequence[str], audience: Audience, asker: str) -> tuple[str, ...]:
        """The notes as a model reads them; what was not written for the person at the keyboard is quoted."""
        texts = ((note.audience, f"{note.number}. {note.text}") for note in self.notes(agents, audience, asker))
        return tuple(text if kept is Audience.LOCAL else marked(text) for kept, text in texts)

    def recall(self, agents: Sequence[str], words: str, audience: Audience, asker: str, most: int) -> tuple[Note, ...]:
        """The notes that come nearest to some words, the best first; for no words the latest."""
        notes = self.notes(agents, audience, asker)
        if not words.strip():
            return notes[::-1][:most]
        scored = [(fuzz.token_set_ratio(words, note.text, processor=utils.default_process), note) for note in notes]
        scored = [(max(score, fuzz.partial_ratio(words.casefold(), note.text.casefold())), note) for score, note in scored]
        best = sorted((pair for pair in scored if pair[0] >= MATCH), key=lambda pair: (-pair[0], -pair[1].number))
        return tuple(note for _score, note in best[:most])

    def _add(self, note: Note) -> None:
        key = note.agent.casefold()
        self._notes = {**self._notes, key: (*self._notes.get(key, ()), note)[-KEPT:]}

    def _written(self) -> None:
        self._keep([asdict(note) for notes in self._notes.values() for note in notes])
