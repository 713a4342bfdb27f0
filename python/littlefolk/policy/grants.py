"""Sets of capabilities that callers hold."""

from collections.abc import Iterable
from dataclasses import dataclass

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

    def without(self, capabilities: Iterable[Capability]) -> "Grants":
        """These grants less some."""
        return Grants(self.capabilities - frozenset(capabilities))


EVERYTHING = Grants(frozenset(Capability))
RESIDENT_GRANTS = Grants.of(Capability.LOOK, Capability.BUILD, Capability.SPEAK, Capability.MOVE)
