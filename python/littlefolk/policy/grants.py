"""Sets of capabilities that callers hold."""

from collections.abc import Iterable
from dataclasses import dataclass

from littlefolk.policy.audience import Audience
from littlefolk.policy.row import Capability, Row


@dataclass(frozen=True, slots=True)
class Grants:
    """The capabilities that one caller holds."""

    capabilities: frozenset[Capability]

    @classmethod
    def of(cls, *capabilities: Capability) -> "Grants":
        return cls(frozenset(capabilities))

    def allow(self, row: Row) -> bool:
        """Whether a command with this policy row may be called."""
        return row.capability in self.capabilities

    def within(self, other: "Grants") -> "Grants":
        """The capabilities that both have."""
        return Grants(self.capabilities & other.capabilities)

    def without(self, capabilities: Iterable[Capability]) -> "Grants":
        """These grants less some."""
        return Grants(self.capabilities - frozenset(capabilities))


EVERYTHING = Grants(frozenset(Capability))
RESIDENT_GRANTS = Grants.of(Capability.LOOK, Capability.BUILD, Capability.SPEAK, Capability.MOVE)

_BOUNDS = {
    Audience.LOCAL: EVERYTHING,
    Audience.PUBLIC: Grants.of(Capability.LOOK, Capability.SPEAK),
    Audience.DIRECT: Grants.of(Capability.LOOK, Capability.SPEAK, Capability.MOVE),
    Audience.GRANT: EVERYTHING,
}


def bound_of(audience: Audience) -> Grants:
    """The most that a turn for this audience may do, whatever its resident was granted.

    Whoever is merely overheard makes a resident look and answer; a direct message moves it too; the person at the keyboard, and a
    client within its own grant, are bounded by the resident's grants alone.
    """
    return _BOUNDS[audience]
