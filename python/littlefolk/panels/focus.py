"""Focus: whom the player talks to, and the line being typed. One owner of the modal state."""

from dataclasses import dataclass, field

HISTORY = 100


@dataclass
class Focus:
    """Nobody in focus, or one resident by name with a prompt line."""

    name: str = ""
    history: list[str] = field(default_factory=list)

    @property
    def active(self) -> bool:
        """Whether ordinary player input is suspended."""
        return bool(self.name)

    def enter(self, name: str) -> None:
        """Focus a resident."""
        self.name = name

    def leave(self) -> None:
        """Give the keys back to the player."""
        self.name = ""

    def remember(self, line: str) -> None:
        """Keep a line that was asked, for the arrow keys."""
        if not self.history or self.history[-1] != line:
            self.history.append(line)
            del self.history[:-HISTORY]
