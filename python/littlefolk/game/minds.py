"""Whose models think for a game's residents, what they may cost, and what the residents wrote down."""

import logging

from littlefolk.agent.memory import Memory
from littlefolk.agent.providers import Provider
from littlefolk.agent.providers.choosing import FILE, Providers
from littlefolk.agent.spending import Spending
from littlefolk.game.options import Options
from littlefolk.residents import Resident
from littlefolk.world.saving import Save

log = logging.getLogger(__name__)
SPENDING = "spending.json"
NOTES = "notes"


class Minds:
    """Made before a world is opened, since it may be refused: raises ValueError for a provider that is not there."""

    def __init__(self, options: Options) -> None:
        home = options.home
        self.providers = Providers(home / FILE if home else None, options.provider)
        if options.provider not in self.providers.names:
            why = f" ({self.providers.problem})" if self.providers.problem else ""
            raise ValueError(f"there is no provider {options.provider!r}; one of {', '.join(self.providers.names)}{why}")
        self.spending = Spending(home / SPENDING if home else None, self.providers.dollars_a_day)
        self.memory = Memory()

    def remember(self, save: Save) -> None:
        """Take up the notes that a world keeps, and keep them there."""
        self.memory = Memory(save.get(NOTES, []), lambda notes: save.put(NOTES, notes))

    @property
    def problems(self) -> list[str]:
        """What people should hear of once the game is open."""
        return [problem for problem in (self.providers.problem, self.memory.problem) if problem]

    def of(self, resident: Resident) -> Provider:
        """A new provider of the kind that a resident has; the game's where it has one that is not there any more. From any thread."""
        if resident.provider in ("", *self.providers.names):
            return self.providers.make(resident.provider)
        log.warning("%s has the provider %r, which is not there: the usual one thinks for it", resident.name, resident.provider)
        return self.providers.make("")
