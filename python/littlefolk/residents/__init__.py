"""Who lives in the world: residents with bodies, the roster that knows them, and what was said aloud."""

from littlefolk.residents import resident_text  # its presenters register on import
from littlefolk.residents.chat import Chat, Utterance
from littlefolk.residents.resident import Resident
from littlefolk.residents.roster import Roster

__all__ = ["Chat", "Resident", "Roster", "Utterance", "resident_text"]
