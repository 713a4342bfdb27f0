"""Which menus lie over the game. One owner of that state; the topmost menu has the keys."""

from dataclasses import dataclass, field
from enum import StrEnum


class Menu(StrEnum):
    """What can be opened over a running game."""

    PAUSE = "pause"
    SETTINGS = "settings"
    INVENTORY = "inventory"
    PALETTE = "palette"
    ROSTER = "roster"
    CHAT = "chat"


@dataclass
class Menus:
    """The open menus, the topmost last."""

    stack: list[Menu] = field(default_factory=list)

    @property
    def top(self) -> Menu | None:
        """The menu that has the keys, or None."""
        return self.stack[-1] if self.stack else None

    @property
    def active(self) -> bool:
        """Whether ordinary player input is suspended."""
        return bool(self.stack)

    @property
    def below(self) -> Menu | None:
        """The topmost menu other than the palette: what a command chosen there is about."""
        return next((menu for menu in reversed(self.stack) if menu is not Menu.PALETTE), None)

    def open(self, menu: Menu) -> None:
        """Lay a menu on top; one that is open already comes up again and what lay over it closes."""
        if menu in self.stack:
            del self.stack[self.stack.index(menu) + 1 :]
        else:
            self.stack.append(menu)

    def back(self) -> None:
        """Close the topmost menu."""
        del self.stack[-1:]

    def close(self) -> None:
        """Close them all."""
        self.stack.clear()
