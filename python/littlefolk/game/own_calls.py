"""The player's own calls, and the notices that tell what came of them."""

from collections.abc import Callable

from littlefolk.bodies.action import Action
from littlefolk.commands.actions import outcome_of
from littlefolk.commands.mailbox import Mailbox, Ticket
from littlefolk.present.call import Call
from littlefolk.present.handles import HandleTable
from littlefolk.present.outcome import Done, Outcome, Running
from littlefolk.present.outcome_text import shown_to_people
from littlefolk.present.untrusted import traced
from littlefolk.present.worth import worth_naming

NOTICE_SECONDS = 4.0
NOTICE_LINES, NOTICE_WIDTH = 12, 110


class OwnCalls:
    """Submits what the player asks for; `notice` is what the screen tells of it at the moment. Frame thread only."""

    def __init__(self, mailbox: Mailbox, handles: HandleTable, clock: Callable[[], float]) -> None:
        self.notice = ""
        self._mailbox = mailbox
        self._handles = handles
        self._clock = clock
        self._until = 0.0
        self._waiting: list[Ticket] = []
        self._running: list[tuple[int, Action]] = []  # what calls began, by their numbers
        self._shown: set[int] = set()  # numbers of calls whose result is told, too

    def submit(self, call: Call, *, shown: bool = False) -> Ticket:
        """Submit a call: what goes wrong with it becomes the notice, and when it is to be `shown`, also what came of it."""
        ticket = self._mailbox.submit(call)
        self._waiting.append(ticket)
        if shown:
            self._shown.add(call.number)
        return ticket

    def tell(self, text: str) -> None:
        """Show a notice for a few seconds."""
        self.notice, self._until = text, self._clock() + NOTICE_SECONDS

    def hear(self) -> None:
        """Tell of the calls that ended since the last frame, and take down a notice that was shown for long enough."""
        waiting = []
        for ticket in self._waiting:
            if not ticket.future.done():
                waiting.append(ticket)
                continue
            outcome = ticket.future.result()
            if isinstance(outcome, Running) and isinstance(outcome.action, Action):
                self.tell(f"{outcome.action.name} {outcome.action.doing}")
                self._running.append((ticket.call.number, outcome.action))
            else:
                self._tell_end(ticket.call.number, outcome)
        self._waiting = waiting
        ended = [(number, action) for number, action in self._running if action.ended.done()]
        for number, action in ended:
            self._running.remove((number, action))
            self._tell_end(number, outcome_of(action.ended.result()))
        if self.notice and self._clock() > self._until:
            self.notice = ""

    def _tell_end(self, number: int, outcome: Outcome) -> None:
        if not isinstance(outcome, Done):
            self.tell(shown_to_people(outcome))
        elif number in self._shown:
            self._tell_result(outcome)
        self._shown.discard(number)

    def _tell_result(self, outcome: Done) -> None:
        text = shown_to_people(outcome)
        shown = traced(text, NOTICE_LINES, NOTICE_WIDTH)
        handle = self._handles.mint(outcome.value) if worth_naming(outcome.value) or shown != text.rstrip() else ""
        self.tell(f"{shown}  {handle}".rstrip())
