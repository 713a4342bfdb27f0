"""Approvals decided, taken back, expiring and closed in any order: each ends once, and what it proposed is done at most once."""

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, invariant, rule
from littlefolk.agent.approvals import Approval, Proposal, State
from littlefolk.commands.mailbox import Mailbox
from littlefolk.commands.parked import Approve, Decline, Reply
from littlefolk.present.call import Call, Caller
from littlefolk.present.outcome import Cancelled, Denied, Done, Failed, Invalid

ENDS = {
    State.APPROVED: Done,
    State.DENIED: Denied,
    State.CHANGES_REQUESTED: Denied,
    State.FAILED: (Failed, Invalid),
    State.WITHDRAWN: (Cancelled, Failed),
}


class Counted(Proposal):
    """Counts what is done with it; `sound` is what validation finds, `breaks` what committing does."""

    title, exhibit = "a proposal", "exactly this"

    def __init__(self, sound, breaks):
        self.sound, self.breaks = sound, breaks
        self.committed = self.detached = 0

    def validate(self, frame):
        return None if self.sound else Invalid("it does not hold any more")

    def commit(self, frame):
        self.committed += 1
        if self.breaks:
            raise ZeroDivisionError
        return Done("done")

    def detach(self, frame):
        self.detached += 1

    def camera_pose(self):
        return None


class Raced(Approval):
    """Something happens on another thread just when a frame has found a decision."""

    meanwhile = None

    def objection(self, decision, frame):
        if self.meanwhile is not None:
            self.meanwhile()
        return super().objection(decision, frame)


class Approvals(RuleBasedStateMachine):
    """One mailbox; calls that propose; people and turns that act on them between frames."""

    tickets = Bundle("tickets")

    def __init__(self):
        super().__init__()
        self.now = 0.0
        self.box = Mailbox(lambda: self.now)
        self.known = {}  # by ticket
        self.ended = {}  # the state in which each was first seen ended
        self.said = {}  # the first decision that can be acted on, by ticket
        self.closed = False

    @rule(target=tickets, sound=st.booleans(), breaks=st.booleans(), seconds=st.none() | st.integers(1, 5))
    def propose(self, sound, breaks, seconds):
        call = Call("do", {}, Caller("Moss"))
        ticket = self.box.submit(call)
        expires = None if seconds is None else self.now + seconds
        self.known[ticket] = Raced(ticket.call, Counted(sound, breaks), expires)
        return ticket

    @rule(ticket=tickets, decision=st.sampled_from([Approve(), Decline(), Reply("otherwise"), Reply("  ")]))
    def decide(self, ticket, decision):
        self.known[ticket].post(decision)

    @rule(ticket=consumes(tickets))
    def take_back(self, ticket):
        done = ticket.future.done()
        assert self.box.cancel(ticket, "stopped") == (not done)

    @rule(ticket=consumes(tickets))
    def take_back_in_the_middle_of_the_frame(self, ticket):
        self.known[ticket].meanwhile = lambda: self.box.cancel(ticket, "stopped")

    @rule(seconds=st.integers(0, 3))
    def go_by(self, seconds):
        self.now += seconds

    @rule()
    def frame(self):
        self.box.frame += 1
        self.box.decide(self)
        self.box.drain(lambda call: next(known for ticket, known in self.known.items() if ticket.call is call), 10.0)
        self.box.resolve()

    @rule()
    def close(self):
        self.box.close("the game is closing")
        self.frame()
        assert self.box.desk.parked == ()
        assert all(ticket.future.done() for ticket in self.known)

    @invariant()
    def each_ends_once(self):
        for ticket, approval in self.known.items():
            ended = approval.state is not State.PROPOSED
            assert self.ended.setdefault(ticket, approval.state) is approval.state if ended else ticket not in self.ended
            assert approval.proposal.detached == int(ended)
            if ended:
                assert isinstance(ticket.future.result(0), ENDS[approval.state])

    @invariant()
    def it_is_done_when_approved_and_only_then(self):
        for approval in self.known.values():
            proposal = approval.proposal
            assert proposal.committed <= 1
            if approval.state is State.APPROVED:
                assert (proposal.committed, proposal.sound, proposal.breaks) == (1, True, False)
            elif approval.state is not State.FAILED:
                assert proposal.committed == 0
            else:
                assert proposal.breaks or not proposal.sound

    @invariant()
    def what_is_asked_lies_on_the_desk(self):
        asking = {approval for ticket, approval in self.known.items() if ticket.state == "asking"}
        assert asking <= set(self.box.desk.parked)

    def drop_preview(self, call):
        """Nothing is shown here."""


TestApprovals = Approvals.TestCase
TestApprovals.settings = settings(max_examples=120, stateful_step_count=40, deadline=None)
