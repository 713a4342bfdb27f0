"""What one turn may use up before it is ended with a reason."""

from dataclasses import dataclass

from littlefolk.present.records import Bounds


@dataclass(frozen=True, slots=True)
class Budget:
    """Bounds of one turn: tool calls, seconds of wall clock, output tokens, identical failing calls, seconds a call may take.

    `settle_seconds` bound the waiting for an action that a call began: past them the model gets a handle to it.
    """

    calls: int = 40
    seconds: float = 300.0
    tokens_out: int = 32_000
    repeats: int = 3
    call_seconds: float = 20.0
    settle_seconds: float = 20.0

    @property
    def bounds(self) -> Bounds:
        """What people are shown of it."""
        return Bounds(self.calls, self.seconds, self.tokens_out)
