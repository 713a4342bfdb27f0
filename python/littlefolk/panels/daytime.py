"""The clock of the day: it goes with the world's seconds, and can be set."""

from dataclasses import dataclass

MINUTES = 1440


@dataclass(slots=True)
class Daytime:
    """`length`: seconds of a whole day. `ahead`: seconds by which the clock was put on, so that the world's own time never jumps."""

    length: float = 1200.0
    ahead: float = 0.0

    def share(self, seconds: float) -> float:
        """The time of day at a world time, from 0 (midnight) over 0.5 (noon) to 1, which it does not reach."""
        return ((seconds + self.ahead) / self.length) % 1.0

    def set(self, share: float, seconds: float) -> None:
        """Let it be this time of day at this world time."""
        self.ahead = (share * self.length - seconds) % self.length

    def minutes(self, seconds: float) -> int:
        """Whole minutes since midnight on the day's clock."""
        return int(self.share(seconds) * MINUTES + 1e-6) % MINUTES
