"""An agent: one thread with an event loop, on which the turns of one resident run beside the frames."""

import asyncio
import itertools
import logging
import threading
import time
import uuid
from collections.abc import Callable
from dataclasses import replace

from littlefolk.agent.budget import Budget
from littlefolk.agent.memory import Memory
from littlefolk.agent.prompting import spoken
from littlefolk.agent.providers.base import Provider
from littlefolk.agent.spending import Spending
from littlefolk.agent.turn import TurnRun
from littlefolk.commands import Command
from littlefolk.commands.mailbox import Mailbox
from littlefolk.commands.situation import Situation
from littlefolk.commands.tables import Registry
from littlefolk.policy import Audience, bound_of
from littlefolk.present.call import Caller
from littlefolk.present.context import ReadContext, Snapshot
from littlefolk.present.handles import HandleTable
from littlefolk.present.records import Turn
from littlefolk.residents import Resident

log = logging.getLogger(__name__)
KEPT = 64  # finished turns
FORGOTTEN = 16  # at once when there are too many: what a model reads of them changes as seldom as may be
RELEASE_SECONDS = 2.0
INSTRUCTIONS = (
    "You are {name}, a small {figure} living in a block world beside the player. Act with the tools; look before you build; "
    "speak with `say`, in a sentence or two. North is -z, east is +x, y is up."
)


class Agent:
    """The mind of one resident. Prompts are answered one after another; `turn` is the latest record, published whole.

    What the asker of a running turn says in the meantime joins it at its next response, where the provider listens; what comes too
    late for that, or through another entrance, is answered by a turn of its own. Nothing is lost, whether the turn ends well or not.

    `stop_beside` stops what goes on for it beside its turns, for a reason, and gives whether anything did.

    `on_record` gets every new version of a turn, on the agent's thread; `handles` is the table of an earlier game. The agent never
    touches an engine object. `provider` is changed by `use` alone once turns run.
    """

    def __init__(
        self,
        resident: Resident,
        *,
        provider: Provider,
        mailbox: Mailbox,
        registry: Registry,
        snapshot: Callable[[], Snapshot],
        on_record: Callable[[Turn], None] = lambda turn: None,
        budget: Budget | None = None,
        handles: HandleTable | None = None,
        clock: Callable[[], float] = time.monotonic,
        stop_beside: Callable[[str], bool] = lambda reason: False,
        memory: Memory | None = None,
        spending: Spending | None = None,
    ) -> None:
        self.resident = resident
        self.provider = provider
        self.handles = HandleTable() if handles is None else handles
        self.history: tuple[Turn, ...] = ()
        self.turn: Turn | None = None
        self._mailbox = mailbox
        self._registry = registry
        self._snapshot = snapshot
        self._on_record = on_record
        self._budget = budget or Budget()
        self._clock = clock
        self._memory = memory or Memory()
        self.spending = spending or Spending()
        self._stop_beside = stop_beside
        self._waiting = 0
        self._minds: dict[str, Provider] = {}  # by turn: what answers that one alone
        self._done: dict[str, list[Callable[[Turn], None]]] = {}  # by turn: who waits for its end
        self._retired: list[Provider] = []  # no turn is to begin with them any more
        self._releases: set[asyncio.Task[None]] = set()
        self._lock = threading.Lock()
        self._loop = asyncio.new_event_loop()
        self._prompts: asyncio.Queue[Turn] = asyncio.Queue()
        self._current: asyncio.Task[Turn] | None = None
        self._main: asyncio.Task[None] | None = None
        self._closing = False
        self.thread = threading.Thread(target=self._run, name=f"agent {resident.name}", daemon=True)
        self.thread.start()

    @property
    def spent(self) -> float:
        """What its models cost today, in US dollars."""
        return self.spending.of(self.resident.name)

    @property
    def busy(self) -> bool:
        """Whether a turn is running or waiting to run."""
        with self._lock:
            return self._waiting > 0

    def ask(
        self,
        prompt: str,
        asker: str,
        audience: Audience = Audience.LOCAL,
        *,
        mind: Provider | None = None,
        done: Callable[[Turn], None] | None = None,
    ) -> str:
        """Queue a prompt; the id of the turn that will answer it unless it joins a running one. Raises RuntimeError after `close`.

        `mind` answers this one prompt in the provider's place. `done` gets the finished turn that answered it, on the agent's thread.
        """
        leaving = f"{self.resident.name} is leaving and answers no more"
        if self._closing:
            raise RuntimeError(leaving)
        turn = Turn(
            id=f"{self.resident.name.lower().replace(' ', '-')}-{uuid.uuid4().hex[:8]}",
            agent=self.resident.name,
            prompt=prompt,
            asker=asker,
            audience=audience,
            clock=time.time(),
        )
        with self._lock:
            self._waiting += 1
            if mind is not None:
                self._minds[turn.id] = mind
            if done is not None:
                self._done[turn.id] = [done]
        if not self._soon(self._prompts.put_nowait, turn):
            raise RuntimeError(leaving)
        return turn.id

    def offered(self, audience: Audience) -> list[Command]:
        """The commands that a turn for this audience may call at the moment, by name."""
        return self._registry.applicable(self.resident.tables, Situation(self._caller(audience), self._snapshot()))

    def use(self, provider: Provider) -> None:
        """Answer with another provider from the next turn on. The one before is closed as soon as no turn runs with it."""
        before, self.provider = self.provider, provider
        if before is not provider:
            self._soon(self._retire, before)

    def stop(self, turn: str = "") -> bool:
        """End the running turn, or the one with this id; False when there is none. It ends `cancelled` and the next prompt works."""
        # The turn first: what ends beside it would let it go on to its next response.
        stopped = self.busy and self._soon(self._cancel, turn)
        beside = not turn and self._stop_beside("stopped")
        return stopped or beside

    def close(self) -> None:
        """Refuse prompts and end the running turn and the thread. Does not wait: see `closed`."""
        if not self._closing:
            self._closing = True
            self._soon(self._cancel_all)
            self._stop_beside(f"{self.resident.name} is leaving")

    @property
    def closed(self) -> bool:
        """Whether the agent's thread has ended."""
        return not self.thread.is_alive()

    def context(self) -> ReadContext:
        """How this agent's words are read: its pose in the latest snapshot and its handles."""
        return ReadContext(self.resident.name, self._snapshot(), self.handles)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._main = self._loop.create_task(self._serve())
            self._loop.run_until_complete(self._main)
        except asyncio.CancelledError:
            log.debug("%s: the agent's thread ends", self.resident.name)
        finally:
            self._retire(self.provider)
            self._loop.run_until_complete(asyncio.gather(*self._releases))
            self._loop.run_until_complete(self._loop.shutdown_asyncgens())
            while not self._prompts.empty():
                self._drop(self._prompts.get_nowait())
            self._loop.close()

    async def _serve(self) -> None:
        while not self._closing:
            run = self._prepare(await self._prompts.get())
            self._current = self._loop.create_task(run.run(), name=run.turn.id)
            try:
                await asyncio.wait([self._current])
            except asyncio.CancelledError:  # this thread is being closed: let the turn write its end first
                self._current.cancel()
                await asyncio.wait([self._current])
                raise
            finally:
                self._end(run, self._current)

    def _caller(self, audience: Audience) -> Caller:
        return Caller(self.resident.name, audience, self.resident.grants.within(bound_of(audience)), self.resident.asks)

    @property
    def instructions(self) -> str:
        """What its mind is told of who it is."""
        resident = self.resident
        return f"{INSTRUCTIONS.format(name=resident.name, figure=resident.figure)} {resident.instructions}".rstrip()

    def _prepare(self, turn: Turn) -> TurnRun:
        return TurnRun(
            turn.with_changes(started=self._clock(), bounds=self._budget.bounds),
            provider=self._minds.get(turn.id, self.provider),
            instructions=self.instructions,
            commands=self.offered(turn.audience),
            caller=replace(self._caller(turn.audience), asker=turn.asker),
            context=self.context,
            history=self.history,
            mailbox=self._mailbox,
            publish=self._publish,
            budget=self._budget,
            clock=self._clock,
            hear=lambda: self._heard(turn),
            notes=self._memory.told((self.resident.name, *self.resident.formerly), turn.audience, turn.asker),
            spending=self.spending,
        )

    def _heard(self, turn: Turn) -> tuple[str, ...]:
        """Take the prompts out of the queue that join a running turn: those at its front of the same asker and audience."""
        waiting = [self._prompts.get_nowait() for _ in range(self._prompts.qsize())]
        joining = list(itertools.takewhile(lambda prompt: self._joins(prompt, turn), waiting))
        for prompt in waiting[len(joining) :]:
            self._prompts.put_nowait(prompt)
        with self._lock:
            self._waiting -= len(joining)
            for prompt in joining:
                self._done.setdefault(turn.id, []).extend(self._done.pop(prompt.id, ()))
        return tuple(spoken(prompt.prompt, prompt.asker, prompt.audience) for prompt in joining)

    def _joins(self, prompt: Turn, turn: Turn) -> bool:
        return (prompt.asker, prompt.audience) == (turn.asker, turn.audience) and prompt.id not in self._minds

    def _retire(self, provider: Provider) -> None:
        self._retired.append(provider)
        self._release_retired()

    def _release_retired(self) -> None:
        """Close what no turn uses any more, beside the turns that follow."""
        while self._retired and self._current is None:
            closing = self._loop.create_task(self._release(self._retired.pop()))
            self._releases.add(closing)
            closing.add_done_callback(self._releases.discard)

    async def _release(self, provider: Provider) -> None:
        try:
            async with asyncio.timeout(RELEASE_SECONDS):
                await provider.close()
        except Exception as error:
            log.warning("%s: the %s provider could not be closed (%s)", self.resident.name, provider.name, type(error).__name__)

    def _end(self, run: TurnRun, task: "asyncio.Task[Turn] | None") -> None:
        if task is not None:
            self._current = None
        error = None if task is None or task.cancelled() else task.exception()
        if error is not None:
            log.error("%s: the turn %s broke", self.resident.name, run.turn.id, exc_info=error)
        try:
            run.abandon()
        finally:
            kept = self.history if len(self.history) < KEPT else self.history[FORGOTTEN:]
            self.history = (*kept, run.turn)
            with self._lock:
                self._minds.pop(run.turn.id, None)
                waiting = self._done.pop(run.turn.id, [])
            try:
                for done in waiting:
                    done(run.turn)
            finally:
                with self._lock:  # only now: who sees that it is not busy any more may rely on all of this
                    self._waiting -= 1
                self._release_retired()

    def _drop(self, turn: Turn) -> None:
        """End a prompt that was stopped before its turn began."""
        self._end(self._prepare(turn), None)

    def _publish(self, turn: Turn) -> None:
        self.turn = turn
        self._on_record(turn)

    def _soon(self, callback: Callable[..., object], *arguments: object) -> bool:
        """Have the loop call something; False when the loop is closed."""
        try:
            self._loop.call_soon_threadsafe(callback, *arguments)
        except RuntimeError:
            return False
        return True

    def _cancel(self, turn: str) -> None:
        if self._current is not None and turn in ("", self._current.get_name()):
            self._current.cancel()
            return
        waiting = [self._prompts.get_nowait() for _ in range(self._prompts.qsize())]
        stopped = next((prompt for prompt in waiting if prompt.id == turn or (not turn and self._current is None)), None)
        for prompt in waiting:
            if prompt is stopped:
                self._drop(prompt)
            else:
                self._prompts.put_nowait(prompt)

    def _cancel_all(self) -> None:
        if self._main is not None:
            self._main.cancel()
