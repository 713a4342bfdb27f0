"""Who acts and on what: the first argument of every command's body."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from littlefolk.agent.agent import Agent
from littlefolk.agent.evaluating.evaluator import Evaluators
from littlefolk.agent.memory import Memory
from littlefolk.agent.providers.choosing import Providers
from littlefolk.agent.shells import Shells
from littlefolk.bodies.body import Body
from littlefolk.commands.actions import Actions
from littlefolk.commands.parked import Desk
from littlefolk.commands.situation import Situation
from littlefolk.panels.daytime import Daytime
from littlefolk.panels.focus import Focus
from littlefolk.panels.hotbar import Hotbar
from littlefolk.panels.menus import Menus
from littlefolk.panels.palette import Palette
from littlefolk.present.call import Call, Caller
from littlefolk.present.cancelling import CancelToken
from littlefolk.present.context import ReadContext, Snapshot
from littlefolk.present.handles import HandleTable
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
    actions: Actions = field(default_factory=Actions)
    palette: Palette | None = None
    daytime: Daytime = field(default_factory=Daytime)
    memory: Memory = field(default_factory=Memory)
    providers: Providers = field(default_factory=Providers)
    handles: HandleTable | None = None
    """The caller's own presentation history."""
    tables: tuple[str, ...] = ()
    """The tables whose commands the caller may use, as far as granted."""
    snapshot: Snapshot = field(default_factory=Snapshot)
    desk: Desk | None = None
    """Where calls wait for the player."""
    shells: Shells | None = None
    """Where programs run in terminals, or None."""
    evaluators: Evaluators | None = None
    """Where Python is evaluated, or None."""
    call: Call = field(default_factory=lambda: Call("", {}, Caller("")))
    """The call itself."""

    @property
    def cancel(self) -> CancelToken:
        """What tells a body that runs beside the frames that nobody wants it any more."""
        return self.call.token or CancelToken()

    @property
    def situation(self) -> Situation:
        """Who calls, and what is true at this frame."""
        return Situation(self.caller, self.snapshot)

    @property
    def context(self) -> ReadContext:
        """How the caller's words are read at this frame."""
        return ReadContext(self.caller.name, self.snapshot, self.handles)

    @property
    def body(self) -> Body | None:
        """The caller's body, or None for a caller without one."""
        return self.bodies().get(self.caller.name)

    @property
    def focused(self) -> Resident | None:
        """The resident in the player's focus, or None."""
        return self.roster.get(self.focus.name) if self.focus.active else None
