"""A running game: the world, who lives in it, and the order of a frame."""

import itertools
import logging
import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from littlefolk import verbs
from littlefolk.agent.agent import Agent
from littlefolk.agent.evaluating.evaluator import Evaluators
from littlefolk.agent.journal import Journal, JournalError
from littlefolk.agent.journaled_handles import handles_of
from littlefolk.agent.shells import Shells
from littlefolk.bodies.body import Body, overlaps
from littlefolk.commands import TABLES
from littlefolk.commands.actions import Actions
from littlefolk.commands.admission import execute
from littlefolk.commands.affordances import affordances, menu_of
from littlefolk.commands.mailbox import Mailbox, Result, Ticket
from littlefolk.commands.parsing import parse_line
from littlefolk.commands.situation import Situation, why_not
from littlefolk.critters import Population, Watcher
from littlefolk.game.actions import Stepping
from littlefolk.game.closing import Closing
from littlefolk.game.deciding import Deciding
from littlefolk.game.household import earlier_handles, settle_in
from littlefolk.game.keeping import keep, restore
from littlefolk.game.minds import Minds
from littlefolk.game.options import PLAYER, Options
from littlefolk.game.own_calls import OwnCalls
from littlefolk.game.player import Player
from littlefolk.game.profile import Profile
from littlefolk.game.reaching import door_of
from littlefolk.game.transcript import Transcript
from littlefolk.panels.daytime import Daytime
from littlefolk.panels.focus import Focus
from littlefolk.panels.hotbar import Hotbar
from littlefolk.panels.menus import Menus
from littlefolk.panels.palette import Palette
from littlefolk.panels.palette_rows import Around
from littlefolk.panels.pointed import Pointed
from littlefolk.policy import NEVER
from littlefolk.present.call import Call, Caller
from littlefolk.present.context import Pose, ReadContext, Snapshot
from littlefolk.present.drawables import Menu as DrawnMenu
from littlefolk.present.handles import HandleTable
from littlefolk.present.outcome import Invalid
from littlefolk.present.outcome_text import shown_to_people
from littlefolk.present.records import Turn
from littlefolk.residents import Chat, Resident, Roster, moods
from littlefolk.verbs.acting import Acting
from littlefolk.world.cells import Cell, ChunkKey, Direction, chunk_inside, chunk_of
from littlefolk.world.kinds import KINDS
from littlefolk.world.saving import Save
from littlefolk.world.streaming import Batch, Streaming
from littlefolk.world.transactions import Applied
from littlefolk.world.world import Refused, World

__all__ = ["Game"]
log = logging.getLogger(__name__)
assert verbs  # importing the package declares every command
PLAYER_TABLE = "player"
ABANDON_SECONDS = 0.5  # that a thread which was told to end has for it, once everything is saved
STRIP, STRIPS = 4, 16  # choices of a strip; strips that are kept


class Game:
    """One game, opened once and closed once. Everything but `begin_close` and reading is for the frame's thread.

    A frame: drain calls → fixed steps of bodies → streaming → publish meshes → resolve futures → snapshot. Opening raises ValueError
    for a provider that is not there, SaveError and JournalError for files that cannot be used; nothing is then left open.
    """

    def __init__(self, options: Options, transcript: Transcript | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self.minds = Minds(options)
        self.options = options
        self.transcript = transcript
        self.clock = clock
        self.save = Save.open(options.folder / "world.sqlite", seed=options.seed, name=options.title)
        self.world = World(self.save.seed, self.save.name)
        self.save.load_into(self.world)
        self.save.attach(self.world)
        self.minds.remember(self.save)
        self.world.guard(self._keep_bodies_free)
        try:
            self.journal = Journal(options.folder / "journal.sqlite")
        except JournalError:
            self.save.close()
            raise
        self._earlier_handles = handles_of(self.journal.path)
        self.shells = Shells(options.folder / "shell", options.folder / "shells.ledger")
        self.streaming = Streaming(self.world, radius=options.radius, workers=options.workers, meshing=options.meshing)
        self.profile = Profile()
        self.mailbox = Mailbox(clock, self._report)
        self.deciding = Deciding(self, self._acting, self._context_now, self._report)
        self.roster, self.chat = Roster(), Chat()
        self.focus, self.hotbar, self.menus = Focus(), Hotbar(), Menus()
        self.evaluators = Evaluators(self.mailbox, TABLES, self._context_of, self._tables_of)
        self.abandoned: tuple[str, ...] = ()
        """Once closed: threads that did not end when they were told to; the process has to leave them behind."""
        self.agents: dict[str, Agent] = {}
        self.leaving: list[Agent] = []
        """The minds of residents that went away, whose threads may not have ended yet."""
        self.handles = HandleTable()
        self.player, self.actions = Player(), Actions()
        self.seconds = 0.0
        self.daytime = Daytime(options.day_seconds)
        self.critters = Population(self.world, self.world.seed)
        self.snapshot = Snapshot()
        self.keys: Mapping[str, str] = {}
        """The first key of each action and command, for showing; set by who reads the keys."""
        self.palette = Palette(self.around, self._submit_shown, lambda: self.submit("go_back"))
        self.own = OwnCalls(self.mailbox, self.handles, lambda: self.clock())
        self.bugs: list[str] = []
        self._stepping = Stepping(self.world, self.player, self.roster, self.actions)
        self._strips: dict[int, tuple[object, tuple[str, ...]]] = {}
        self._closing: Closing | None = None
        self._frames = itertools.count(1)
        self.roster.on_arrival(self._give_mind)
        self.roster.on_departure(lambda resident: self.actions.forget(resident.body))
        self.roster.on_departure(lambda resident: self.shells.dismiss(resident.name))
        self.roster.on_naming(lambda resident, before: self.shells.rename(before, resident.name))
        self.roster.on_departure(lambda resident: self.evaluators.forget(resident.name, f"{resident.name} left"))
        restore(self)
        self.dwelling = settle_in(self)
        self.door = door_of(self)
        """Where clients from outside come in, or None."""
        for problem in self.minds.problems:
            self.tell(problem)

    # A frame

    def frame(self, seconds: float, publish: Callable[[Batch], None] = lambda batch: None) -> None:
        """Advance by `seconds` of world time. `publish` draws finished chunk meshes before waiting callers hear of their calls."""
        zone = self.profile.zone
        self.mailbox.frame = next(self._frames)
        with zone("drain"):
            self.mailbox.decide(self.deciding)
            self.mailbox.drain(self._execute, self.options.drain_budget)
        if self._closing is None:
            self.seconds += seconds
            with zone("bodies"):
                self._step_bodies(seconds)
                moods.settle(self.roster, self.seconds)
            with zone("critters"):
                if self.ready:
                    body = self.player.body
                    self.critters.advance(seconds, Watcher(body.position, body.gaze), self.day)
            self.dwelling.advance(self.clock())
            with zone("streaming"):
                self._stream()
            with zone("publication"):
                publish(self.streaming.take_meshes(self.options.meshes_a_frame))
        with zone("resolve"):
            self.actions.resolve()
            self.mailbox.resolve()
            self.own.hear()
            self._hear_journal()
            self._publish_snapshot()

    @property
    def day(self) -> float:
        """The time of day from 0 (midnight) over 0.5 (noon) to 1."""
        return self.daytime.share(self.seconds)

    @property
    def ready(self) -> bool:
        """Whether the player stands in the world."""
        return self.player.placed

    @property
    def progress(self) -> float:
        """How much of the surroundings is loaded, 0..1."""
        done, wanted = self.streaming.progress()
        return done / wanted if wanted else 0.0

    @property
    def drawn(self) -> bool:
        """Whether everything near by is loaded, and what is shown is the world as it is now."""
        return self.ready and self.streaming.idle() and not self.streaming.waiting

    @property
    def bodies(self) -> Mapping[str, Body]:
        """Every body by its owner's name."""
        return {PLAYER: self.player.body} | {resident.name: resident.body for resident in self.roster}

    @property
    def focused_agent(self) -> Agent | None:
        """The agent that the player talks to, or None."""
        return self.agents.get(self.focus.name) if self.focus.active else None

    # The player's entrance

    @property
    def caller(self) -> Caller:
        """The person at the keyboard."""
        return Caller(PLAYER, asks=NEVER)

    @property
    def context(self) -> ReadContext:
        """How the player's words are read: in the snapshot of the last frame, with the player's own handles."""
        return ReadContext(PLAYER, self.snapshot, self.handles)

    def submit_line(self, line: str) -> Ticket | Invalid:
        """Read a typed command line and submit it; a line that cannot be read becomes the notice and comes back."""
        call = parse_line(TABLES.within([PLAYER_TABLE]), line, self.caller, self.context)
        if isinstance(call, Invalid):
            self.tell(shown_to_people(call))
            return call
        return self.own.submit(call)

    def submit(self, command: str, /, **arguments: object) -> Ticket:
        """Submit the player's own call; what goes wrong with it becomes the notice."""
        return self.own.submit(Call(command, arguments, self.caller))

    def _submit_shown(self, call: Call) -> None:
        """Submit a call of the palette: what came of it becomes the notice, also when it is done."""
        self.own.submit(call, shown=True)

    def around(self) -> Around:
        """What the palette sees."""
        snapshot = replace(self.snapshot, menu=str(self.menus.below or ""))
        context = replace(self.context, snapshot=snapshot)
        return Around(TABLES.within([PLAYER_TABLE]), Situation(self.caller, snapshot), context, self.keys, self._looked_at)

    def _looked_at(self) -> Pointed | None:
        hit = self.player.target(self.world) if self.player.placed else None
        return None if hit is None else Pointed(hit.cell, hit.before, self.world.read(hit.cell).kind)

    def use(self, hand: str) -> None:
        """Do at once what a hand does to what the player looks at: `dig`, `place` or `pick`."""
        hit = self.player.target(self.world)
        if hit is None:
            return
        if hand == "dig":
            self.submit("remove_block_at", cell=hit.cell)
        elif hand == "place":
            looked_at = self.world.read(hit.cell).kind
            grown_over = looked_at is not None and looked_at.replaceable  # grass and flowers give way
            self.submit("place_block_at", kind=self.hotbar.kind, cell=hit.cell if grown_over else hit.before)
        else:
            kind = self.world.read(hit.cell).kind
            if kind is not None:
                self.submit("pick_block", kind=kind.name)

    @property
    def suspended(self) -> bool:
        """Whether something lies over the game that has the player's keys: a conversation or a menu."""
        return self.focus.active or self.menus.active

    def menu_for(self, value: object) -> DrawnMenu:
        """What the player can do with something shown, which gets a handle of the player's by that."""
        self.handles.mint(value)
        around = self.around()
        applicable = [command for command in around.commands if not why_not(command, around.situation)]
        return menu_of(affordances(value, applicable, around.context))

    def strip_of(self, value: object) -> tuple[str, ...]:
        """The first choices of `menu_for`; the latest few strips are kept, as cards ask for them every frame."""
        known = self._strips.get(id(value))
        if known is None or known[0] is not value:
            known = self._strips[id(value)] = (value, self.menu_for(value).brief(STRIP))
            if len(self._strips) > STRIPS:
                del self._strips[next(iter(self._strips))]
        return known[1]

    @property
    def notice(self) -> str:
        """What the screen tells the player at the moment, or nothing."""
        return self.own.notice

    def tell(self, text: str) -> None:
        """Show a notice for a few seconds."""
        self.own.tell(text)

    # Closing

    def begin_close(self) -> None:
        """Start closing; frames go on until `closed`. Later calls do nothing."""
        if self._closing is not None:
            return
        keep(self)
        self.dwelling.keep()
        self.mailbox.close("the game is closing")
        self.evaluators.close("the game is closing")
        if self.door is not None:
            self.door.close()
        for agent in self.agents.values():
            agent.close()
        self.actions.close("the game is closing")  # after the turns that wait for them: those end as stopped
        self._closing = Closing(
            [
                *((("close the door", self.door.thread.join),) if self.door else ()),
                *((f"wait for {agent.resident.name}", agent.thread.join) for agent in (*self.agents.values(), *self.leaving)),
                ("end the shells", self.shells.close),
                ("close the journal", self.journal.close),
                ("write the journal", self.journal.thread.join),
                ("write what it cost", self.minds.spending.close),
                ("save the world", self.save.close),
                ("stop streaming", self.streaming.close),
                *((("close the transcript", self.transcript.close),) if self.transcript else ()),
                ("leave behind what does not end", self._abandon),
            ]
        )

    @property
    def closing(self) -> bool:
        """Whether closing has begun."""
        return self._closing is not None

    @property
    def closed(self) -> bool:
        """Whether everything is released."""
        return self._closing is not None and self._closing.finished

    @property
    def problems(self) -> list[str]:
        """What went wrong while closing."""
        return self._closing.problems if self._closing else []

    def close(self) -> list[str]:
        """Close and go on with frames until it is done; the problems that were met. For games without an engine."""
        self.begin_close()
        while not self.closed:
            self.frame(0.0)
            time.sleep(0.002)
        return self.problems

    # Inside

    def _execute(self, call: Call) -> Result:
        return execute(TABLES, self.deciding.current(call), self._acting, self._report, self._context_now, self.deciding.propose)

    def _acting(self, call: Call) -> Acting:
        return Acting(
            caller=call.caller,
            world=self.world,
            roster=self.roster,
            chat=self.chat,
            focus=self.focus,
            hotbar=self.hotbar,
            menus=self.menus,
            palette=self.palette,
            daytime=self.daytime,
            memory=self.minds.memory,
            providers=self.minds.providers,
            agents=self.agents,
            actions=self.actions,
            shells=self.shells,
            bodies=lambda: self.bodies,
            now=self.seconds,
            frame=self.mailbox.frame,
            handles=self._handles_of(call.caller.name),
            tables=self._tables_of(call.caller.name),
            snapshot=self._snapshot_now(),
            desk=self.mailbox.desk,
            evaluators=self.evaluators,
            call=call,
        )

    def _context_now(self, call: Call) -> ReadContext:
        """What is true at this moment, for checking a call again that was read from an earlier snapshot."""
        return ReadContext(call.caller.name, self._snapshot_now(), self._handles_of(call.caller.name))

    def _context_of(self, name: str) -> ReadContext:
        """How somebody's words are read, in the snapshot of the last frame. From any thread."""
        return ReadContext(name, self.snapshot, self._handles_of(name))

    def _abandon(self) -> None:
        self.abandoned = (*self.evaluators.abandoned(ABANDON_SECONDS), *self.mailbox.abandoned(ABANDON_SECONDS))

    def _handles_of(self, name: str) -> HandleTable | None:
        if name == PLAYER:
            return self.handles
        return self.agents[name].handles if name in self.agents else None

    def _tables_of(self, name: str) -> tuple[str, ...]:
        resident = self.roster.get(name)
        return (PLAYER_TABLE,) if name == PLAYER or resident is None else resident.tables

    def _report(self, call: Call, error: BaseException) -> None:
        self.bugs.append(f"{call.command}: {type(error).__name__}: {error}")
        log.error("command %s broke", call.command, exc_info=error)

    def _give_mind(self, resident: Resident) -> None:
        self.agents[resident.name] = Agent(
            resident,
            provider=self.minds.of(resident),
            mailbox=self.mailbox,
            registry=TABLES,
            snapshot=lambda: self.snapshot,
            on_record=self._record,
            handles=earlier_handles(self._earlier_handles, resident),
            clock=self.clock,
            memory=self.minds.memory,
            spending=self.minds.spending,
            stop_beside=lambda reason: self.evaluators.stop(resident.name, reason),
        )

    def _record(self, turn: Turn) -> None:
        self.journal.record(turn)
        if self.transcript is not None:
            self.transcript.record(turn)

    def _step_bodies(self, seconds: float) -> None:
        if not self.player.placed:
            self._arrive()
            return
        self._stepping.advance(seconds)
        self._dig(seconds)

    def _dig(self, seconds: float) -> None:
        player = self.player
        player.aim = None if self.suspended else player.target(self.world)
        cell = player.aim.cell if player.aim is not None else None
        kind = self.world.read(cell).kind if cell is not None else None
        if player.digging.advance(cell, kind, player.digs, seconds) is not None:
            self.submit("remove_block_at", cell=cell)

    def _stream(self) -> None:
        places = {PLAYER: self.player.body.position} | {resident.name: resident.body.position for resident in self.roster}
        self.streaming.focus(places, forward=self.player.body.gaze)
        self.streaming.pump()

    def _arrive(self) -> None:
        near = self.player.body.cell
        if self.streaming.ready(near) and self._surrounded(near):
            self.player.arrive(self.world, near)

    def _surrounded(self, cell: Cell) -> bool:
        """Whether the chunks around a cell are there, so that what one first does does not hang on what was loaded first."""
        here, span = chunk_of(cell), range(-min(1, self.options.radius), min(1, self.options.radius) + 1)
        near = (ChunkKey(here.x + x, here.y + y, here.z + z) for x in span for y in (-1, 0, 1) for z in span)
        return all(key in self.world.chunks or key in self.streaming.failures for key in near if chunk_inside(key))

    def _keep_bodies_free(self, author: str, changes: Sequence[Applied]) -> Refused | None:
        """No solid block is put where somebody stands."""
        for change in changes:
            if KINDS[change.after].solid:
                for name, body in self.bodies.items():
                    if overlaps(body, change.cell):
                        place = f"({change.cell.x}, {change.cell.y}, {change.cell.z})"
                        who = "you stand" if name == author else f"{name} stands"
                        return Refused(change.cell, f"{who} at {place}: step aside, or take another cell", (change.cell,))
        return None

    def _hear_journal(self) -> None:
        if self.journal.problem and self.journal.problem not in self.bugs:
            self.bugs.append(self.journal.problem)
            self.tell(self.journal.problem)

    def _publish_snapshot(self) -> None:
        self.snapshot = self._snapshot_now()

    def _snapshot_now(self) -> Snapshot:
        poses = MappingProxyType({name: _pose(body) for name, body in self.bodies.items()})
        figures = MappingProxyType({resident.name: resident.figure for resident in self.roster})
        focus = self.focus.name if self.focus.active else ""
        last = self.palette.history[-1] if self.palette.history else ""
        menu = str(self.menus.top or "")
        shown = self.deciding.shown
        return Snapshot(
            self.mailbox.frame,
            self.world.revision,
            poses,
            focus,
            menu,
            last,
            figures,
            asked=self.deciding.asked,
            asker=shown.asker if shown is not None else "",
            undoable=self.world.undoable,
            redoable=self.world.redoable,
        )


def _pose(body: Body) -> Pose:
    cell: Cell = body.cell
    return Pose(cell, body.position, math.remainder(body.yaw, math.tau), Direction.from_yaw(body.yaw))
