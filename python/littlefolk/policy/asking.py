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

    def asking(self, capability: Capability, when: str) -> "AskPolicy":
        """This policy with calls of one capability asked about `always`, `never`, or as commands have `declared` it."""
        one = frozenset({capability})
        before, trusted = self.before - one, self.trusted - one
        return AskPolicy(before | one if when == "always" else before, trusted | one if when == "never" else trusted)


AS_DECLARED = AskPolicy()
NEVER = AskPolicy(trusted=frozenset(Capability))
