"""One turn: the provider's events become calls, the calls cross to the frame by mailbox, their outcomes go back."""

import asyncio
import contextlib
import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from littlefolk.agent.awaiting import outcome_of
from littlefolk.agent.budget import Budget
from littlefolk.agent.pausing import Pausing
from littlefolk.agent.providers.base import (
    CallArguments,
    CallReady,
    CallStarted,
    Finished,
    Provider,
    ProviderFailed,
    Request,
    Retrying,
    Text,
    Thought,
    Used,
)
from littlefolk.agent.settling import cancel_running, settle, withdraw
from littlefolk.agent.spending import Spending
from littlefolk.commands import Command
from littlefolk.commands.mailbox import Mailbox, Ticket
from littlefolk.commands.parsing import parse_json
from littlefolk.present.call import Caller
from littlefolk.present.context import ReadContext
from littlefolk.present.outcome import Cancelled, Failed, Invalid, Outcome, Running
from littlefolk.present.outcome_text import status_of, told_to_model, value_of
from littlefolk.present.records import CallStatus, Reply, ToolCall, Turn, TurnStatus, Usage
from littlefolk.present.views import ModelView

STOP_SECONDS = 0.08  # stopping ends within 100 ms
STOPPED = "stopped"
ASKS = "waits for an answer"
LETTERS_A_TOKEN = 8  # more than any tokenizer packs into one on average


class Ended(Exception):
    """The turn ends here with a status and a reason that player and model can read."""

    def __init__(self, status: TurnStatus, reason: str) -> None:
        super().__init__(reason)
        self.status, self.reason = status, reason


class TurnRun:
    """Runs one turn to its end on the agent's event loop.

    `publish` gets every new version of the record. `hear` gives, once each, the words that were said to the agent while it worked.
    """

    def __init__(
        self,
        turn: Turn,
        *,
        provider: Provider,
        instructions: str,
        commands: Sequence[Command],
        caller: Caller,
        context: Callable[[], ReadContext],
        history: tuple[Turn, ...],
        mailbox: Mailbox,
        publish: Callable[[Turn], None],
        budget: Budget,
        clock: Callable[[], float] = time.monotonic,
        hear: Callable[[], tuple[str, ...]] = tuple,
        notes: tuple[str, ...] = (),
        spending: Spending | None = None,
    ) -> None:
        self.turn = turn
        self._hear = hear
        self._provider = provider
        self._instructions = instructions
        self._commands = tuple(commands)
        self._caller = caller
        self._context = context
        self._history = history
        self._mailbox = mailbox
        self._publish = publish
        self._budget = budget
        self._clock = clock
        self._notes = notes
        self._spending = spending or Spending()
        self._failures: dict[tuple[str, str], int] = {}
        self._clock_limit: Pausing | None = None
        self._asking = 0

    async def run(self) -> Turn:
        """The finished turn. Whatever happens, the record ends with a final status; being cancelled ends it `cancelled`."""
        self._update()
        limit = asyncio.timeout(self._budget.seconds)
        try:
            async with limit:
                self._clock_limit = Pausing(limit)
                while await self._response():
                    pass
            self._update(status=TurnStatus.DONE)
        except Ended as ended:
            self._update(status=ended.status, reason=ended.reason)
        except asyncio.CancelledError:
            cancel_running(self.turn.calls, STOPPED)
            self._update(status=TurnStatus.CANCELLED, reason=STOPPED)
        except Exception as error:
            if limit.expired():
                self._update(status=TurnStatus.FAILED, reason=f"the turn took longer than {self._budget.seconds:g} s")
                return self.turn
            self._update(status=TurnStatus.FAILED, reason=f"the {self._provider.name} provider broke ({type(error).__name__}: {error})")
            raise
        finally:
            self._settle_open_calls()
            self._update(finished=self._clock())
        return self.turn

    def abandon(self) -> None:
        """Record the end of a turn that was stopped before it ran; nothing for one that ran."""
        if self.turn.finished is None:
            self._update()
            self._update(status=TurnStatus.CANCELLED, reason=STOPPED, finished=self._clock())

    async def _response(self) -> bool:
        """One response of the provider and the calls it asked for; False when it asked for none and nobody said anything meanwhile."""
        refusal = self._spending.refusal(self._provider.price, self._provider.model)
        if refusal:
            raise Ended(TurnStatus.FAILED, refusal)
        request = Request(self._instructions, self.turn, self._history, self._commands, self._context(), self._notes)
        self._update(status=TurnStatus.THINKING)
        begun = self.turn
        ready: list[ToolCall] = []
        open_calls: dict[str, str] = {}
        finished = False
        async with contextlib.aclosing(self._provider.stream(request)) as events:
            async for event in events:
                if self.turn.status is TurnStatus.WAITING:
                    self._update(status=TurnStatus.THINKING, reason="")
                match event:
                    case Thought(delta):
                        self._update(thought=self.turn.thought + delta)
                    case Text(delta):
                        self._update(text=self.turn.text + delta)
                    case CallStarted(id=id_, tool=tool):
                        open_calls[id_] = self._unused(id_)
                        self._record(ToolCall(open_calls[id_], tool, "", started=self._clock()))
                    case CallArguments(id=id_, delta=delta):
                        call = self.turn.call(open_calls.get(id_, id_))
                        self._record(replace(call, raw=call.raw + delta))
                    case CallReady(id=id_, tool=tool, arguments=arguments):
                        call = ToolCall(open_calls.pop(id_, "") or self._unused(id_), tool, arguments, started=self._clock())
                        self._record(call)
                        ready.append(call)
                    case Used(usage=usage):
                        self._use(usage)
                    case Finished(id=id_):
                        finished = True
                        self._update(response_id=id_)
                    case Retrying(message=message):
                        open_calls, ready = {}, []
                        self._take_back_response(begun, message)
                    case ProviderFailed(message=message):
                        raise Ended(TurnStatus.FAILED, message)
                self._check_length(begun)
        if not finished:
            raise Ended(TurnStatus.FAILED, f"the {self._provider.name} provider's stream ended in the middle")
        text = self.turn.text[len(begun.text) :]
        self._update(replies=(*self.turn.replies, Reply(text, tuple(call.id for call in ready))))
        if ready:
            self._update(status=TurnStatus.WORKING)
            await self._perform(ready)
        return self._listen() or bool(ready)

    def _take_back_response(self, begun: Turn, message: str) -> None:
        """Undo what the current response brought; it is asked for again."""
        known = {call.id for call in begun.calls}
        self.turn = self.turn.without_calls({call.id for call in self.turn.calls} - known)
        self._update(text=begun.text, thought=begun.thought, status=TurnStatus.WAITING, reason=message)

    def _listen(self) -> bool:
        """Join what was said to the agent since the last response; whether there was anything."""
        heard = self._hear() if self._provider.listens else ()
        if heard:
            last = self.turn.replies[-1]
            self._update(replies=(*self.turn.replies[:-1], replace(last, heard=(*last.heard, *heard))))
        return bool(heard)

    def _check_length(self, begun: Turn) -> None:
        """End a response that never ends: a server need not count what it sends."""
        new = self.turn.calls[len(begun.calls) :]
        length = len(self.turn.text) + len(self.turn.thought) - len(begun.text) - len(begun.thought) + sum(len(call.raw) for call in new)
        if length > self._budget.tokens_out * LETTERS_A_TOKEN:
            raise Ended(TurnStatus.FAILED, f"the answer grew longer than {self._budget.tokens_out:,} output tokens")
        if len(self.turn.calls) > self._budget.calls:
            raise Ended(TurnStatus.FAILED, f"the turn asked for more than {self._budget.calls} tool calls")

    async def _perform(self, calls: list[ToolCall]) -> None:
        """Submit the calls in the order they were asked and await their outcomes. Those that a frame runs keep their order, also
        where one of them has to wait; the others run beside one another.
        """
        tickets: list[tuple[ToolCall, Ticket]] = []
        before: Ticket | None = None
        for call in calls:
            parsed = parse_json(self._commands, call.tool, call.raw, self._caller, self._context())
            if isinstance(parsed, Invalid):
                self._finish(call, parsed)
                continue
            call = replace(call, call=parsed, status=CallStatus.RUNNING)
            self._record(call)
            in_order = self._command(call).where == "frame"
            ticket = self._mailbox.submit(parsed, before if in_order else None)
            before = ticket if in_order else before
            tickets.append((call, ticket))
        waits: dict[Ticket, asyncio.Task[None]] = {}
        for call, ticket in tickets:
            waits[ticket] = asyncio.ensure_future(self._settle(call, ticket, None if ticket.after is None else waits[ticket.after]))
        try:
            await asyncio.gather(*waits.values())
        except asyncio.CancelledError:
            await self._take_back(tickets)
            raise
        finally:
            for wait in waits.values():
                wait.cancel()
        for call in calls:
            self._count_failure(self.turn.call(call.id))

    async def _settle(self, call: ToolCall, ticket: Ticket, before: "asyncio.Task[None] | None") -> None:
        """Await the outcome of a call, and of the action that it began, and record it. The call `before` is over first."""
        if before is not None:
            await asyncio.wait([before])
        seconds = self._command(call).seconds or self._budget.call_seconds
        outcome = await outcome_of(self._mailbox, ticket, seconds, lambda asks: self._ask(call.id, asks))
        if isinstance(outcome, Running):
            self._record(replace(self.turn.call(call.id), outcome=outcome))
            outcome = await settle(outcome, self._budget.settle_seconds)
            ticket.over = True
        self._finish(call, outcome)

    def _ask(self, call_id: str, asks: bool) -> None:
        """A call begins or ends to wait for a person: the turn's own clock stands still meanwhile."""
        self._asking += 1 if asks else -1
        call = self.turn.call(call_id)
        if not call.status.final:
            self._record(replace(call, status=CallStatus.ASKING if asks else CallStatus.RUNNING))
        if self._clock_limit is not None:
            if asks:
                self._clock_limit.pause()
            else:
                self._clock_limit.resume()
        if self.turn.status.final:
            return
        if self._asking:
            self._update(status=TurnStatus.WAITING, reason=ASKS)
        else:
            self._update(status=TurnStatus.WORKING, reason="")

    def _command(self, call: ToolCall) -> Command:
        return next(command for command in self._commands if command.name == call.tool)

    async def _take_back(self, tickets: list[tuple[ToolCall, Ticket]]) -> None:
        """Cancel what no frame has claimed yet; what was claimed is recorded as it ends, which takes the rest of that frame."""
        claimed: list[tuple[ToolCall, Ticket]] = []
        for call, ticket in tickets:
            if self.turn.call(call.id).status.final:
                continue
            if self._mailbox.cancel(ticket, STOPPED):
                self._finish(call, Cancelled(STOPPED))
            else:
                claimed.append((call, ticket))
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(STOP_SECONDS):
                for call, ticket in claimed:
                    self._finish(call, await withdraw(await asyncio.wrap_future(ticket.future), STOPPED))

    def _settle_open_calls(self) -> None:
        for call in self.turn.calls:
            if call.status is CallStatus.PENDING:
                self._finish(call, Cancelled("the turn ended first"))
            elif not call.status.final and isinstance(call.outcome, Running):
                self._finish(call, Cancelled(STOPPED))
            elif not call.status.final:
                self._finish(call, Failed("the turn ended while a frame was at it; it may have been done"))

    def _finish(self, call: ToolCall, outcome: Outcome) -> None:
        command = next((command for command in self._commands if command.name == call.tool), None)
        view = ModelView(handles=self._context().handles, limit_lines=command.limit_lines if command else ModelView.limit_lines)
        told = told_to_model(outcome, view)
        handle = view.handles.known(value_of(outcome)) if view.handles is not None else ""
        status = CallStatus.OK if isinstance(outcome, Running) else status_of(outcome)  # the call is over; its action goes on
        self._record(replace(call, outcome=outcome, status=status, finished=self._clock(), output=told, handle=handle))

    def _count_failure(self, call: ToolCall) -> None:
        if call.status not in (CallStatus.ERROR, CallStatus.DENIED):
            return
        key = (call.tool, call.raw)
        self._failures[key] = self._failures.get(key, 0) + 1
        if self._failures[key] >= self._budget.repeats:
            raise Ended(TurnStatus.FAILED, f"the same call of {call.tool} failed {self._failures[key]} times")

    def _use(self, usage: Usage) -> None:
        """Add the tokens of one response to the turn's; past the budget the turn ends."""
        used, cost = self.turn.usage, self._spending.spend(self.turn.agent, self._provider.price, usage)
        tokens_in, tokens_out = used.tokens_in + usage.tokens_in, used.tokens_out + usage.tokens_out
        self._update(usage=Usage(tokens_in, tokens_out, used.dollars + cost))
        if self.turn.usage.tokens_out > self._budget.tokens_out:
            raise Ended(TurnStatus.FAILED, f"the turn used more than {self._budget.tokens_out:,} output tokens")

    def _unused(self, id_: str) -> str:
        """This id, or one made of it: some servers count the calls of each response anew."""
        known = {call.id for call in self.turn.calls}
        return next(name for name in (id_, *(f"{id_}.{count}" for count in range(2, len(known) + 3))) if name not in known)

    def _record(self, call: ToolCall) -> None:
        self.turn = self.turn.with_call(call)
        self._publish(self.turn)

    def _update(self, **changes: object) -> None:
        self.turn = self.turn.with_changes(**changes)
        self._publish(self.turn)
