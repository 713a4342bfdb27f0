"""Which calls of a caller a person has to approve first."""

from dataclasses import dataclass

from littlefolk.policy.row import Capability, Row


@dataclass(frozen=True, slots=True)
class AskPolicy:
    """Calls that need a capability of `before` are asked about whatever the command declares; those of `trusted` never are.

    Where a capability is in both, it is asked about.
    """

    before: frozenset[Capability] = frozenset()
    trusted: frozenset[Capability] = frozenset()

    def needs(self, row: Row, *, declared: bool) -> bool:
        """Whether a call of a command with this row is asked about; `declared` is what the command itself says."""
        return row.capability in self.before or (declared and row.capability not in self.trusted)


AS_DECLARED = AskPolicy()
NEVER = AskPolicy(trusted=frozenset(Capability))
