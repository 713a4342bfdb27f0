"""Who lives in the world: residents with bodies, the roster that knows them, and what was said aloud."""

from littlefolk.residents import moods, resident_text  # the presenters register on import
from littlefolk.residents.chat import Chat, Utterance
from littlefolk.residents.figures import FIGURES, Figure
from littlefolk.residents.resident import Mood, Resident
from littlefolk.residents.roster import Roster

__all__ = ["FIGURES", "Chat", "Figure", "Mood", "Resident", "Roster", "Utterance", "moods", "resident_text"]
