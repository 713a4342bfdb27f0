"""Who acts and on what: the first argument of every command's body."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from littlefolk.agent.agent import Agent
from littlefolk.bodies.body import Body
from littlefolk.panels.focus import Focus
from littlefolk.panels.hotbar import Hotbar
from littlefolk.panels.menus import Menus
from littlefolk.present.call import Caller
from littlefolk.residents import Chat, Resident, Roster
from littlefolk.world.world import World


@dataclass(frozen=True, slots=True)
class Acting:
    """One call's context, on the frame's thread. `body` is the caller's own, or None; `now` is world time in seconds."""

    caller: Caller
    world: World
    roster: Roster
    chat: Chat
    focus: Focus
    hotbar: Hotbar
    menus: Menus
    agents: Mapping[str, Agent]
    bodies: Callable[[], Mapping[str, Body]]
    now: float
    frame: int

    @property
    def body(self) -> Body | None:
        """The caller's body, or None for a caller without one."""
        return self.bodies().get(self.caller.name)

    @property
    def focused(self) -> Resident | None:
        """The resident in the player's focus, or None."""
        return self.roster.get(self.focus.name) if self.focus.active else None
