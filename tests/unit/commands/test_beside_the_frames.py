"""Commands whose bodies run beside the frames: admitted by a frame, at once and together, told to end, and heard of once."""

import threading
from dataclasses import replace

import pytest
from littlefolk.commands.admission import execute
from littlefolk.commands.declaration import Command
from littlefolk.commands.mailbox import Mailbox
from littlefolk.commands.tables import Registry, Table
from littlefolk.commands.workers import Workers
from littlefolk.policy import AskPolicy, Capability, Grants, Row
from littlefolk.present.call import Call, Caller
from littlefolk.present.cancelling import CancelToken
from littlefolk.present.outcome import Cancelled, Denied, Done, Failed

ANN = Caller("ann")
PATIENCE = 60  # seconds that a test waits for another thread at most


class House:
    """A mailbox, its commands, and frames."""

    def __init__(self):
        self.bugs = []
        self.box = Mailbox(report=lambda *bug: self.bugs.append(bug))
        self.registry = Registry([Table("t")])

    def add(self, body, **more):
        made = Command(body.__name__, "t", "Do it.", (), body, Row(Capability.LOOK), where="turn")
        self.registry.add(replace(made, **more))

    def submit(self, name, caller=ANN, **more):
        return self.box.submit(Call(name, {}, caller), **more)

    def frame(self):
        self.box.frame += 1
        self.box.drain(lambda call: execute(self.registry, call, lambda call: call, lambda *bug: self.bugs.append(bug)), 10.0)
        self.box.resolve()


@pytest.fixture
def house():
    made = House()
    yield made
    made.box.close("the test is over")
    assert made.box.abandoned(PATIENCE) == ()


def test_a_body_runs_on_another_thread_once_a_frame_admitted_it(house):
    threads = []

    def look(call):
        threads.append(threading.get_ident())
        return "seen"

    house.add(look)
    ticket = house.submit("look")
    assert not threads
    house.frame()
    assert ticket.future.result(PATIENCE) == Done("seen")
    assert threads[0] != threading.get_ident()
    assert (ticket.runner, ticket.state) == (threads[0], "terminal")
    assert ticket in house.box.settled


def test_several_run_at_the_same_time(house):
    together = threading.Barrier(5)

    def meet(call):
        together.wait(PATIENCE)
        return "met"

    house.add(meet)
    tickets = [house.submit("meet") for _ in range(5)]
    house.frame()
    assert [ticket.future.result(PATIENCE) for ticket in tickets] == [Done("met")] * 5


def test_policy_is_asked_at_the_frame_and_the_body_never_begins(house):
    ran = []
    house.add(lambda call: ran.append(1), name="look")
    house.add(lambda call: ran.append(1), name="ask", asks=True)
    refused = house.submit("look", Caller("ann", grants=Grants.of()))
    asked = house.submit("ask")
    trusted = house.submit("ask", Caller("ann", asks=AskPolicy(trusted=frozenset({Capability.LOOK}))))
    house.frame()
    assert isinstance(refused.future.result(0), Denied)
    assert "nobody is here" in asked.future.result(0).reason
    assert trusted.future.result(PATIENCE) == Done(None)
    assert ran == [1]


def test_one_that_is_taken_back_is_cancelled_at_once_and_told_so(house):
    begun, told = threading.Event(), threading.Event()

    def wait(call):
        begun.set()
        assert call.token.wait(PATIENCE)
        told.set()
        return "too late"

    house.add(wait)
    ticket = house.submit("wait")
    house.frame()
    assert begun.wait(PATIENCE)
    assert house.box.cancel(ticket, "stopped")
    assert ticket.future.result(0) == Cancelled("stopped")
    assert told.wait(PATIENCE)
    assert not house.box.cancel(ticket, "again")
    assert ticket.future.result(0) == Cancelled("stopped")


def test_closing_cancels_what_runs_and_starts_nothing_more(house):
    begun = threading.Event()

    def wait(call):
        begun.set()
        call.token.wait(PATIENCE)

    house.add(wait)
    running = house.submit("wait")
    house.frame()
    begun.wait(PATIENCE)
    late = house.submit("wait")
    house.box.close("the game is closing")
    assert running.future.result(0) == late.future.result(0) == Cancelled("the game is closing")
    house.frame()
    assert isinstance(house.submit("wait").future.result(0), Denied)


def test_a_body_that_breaks_is_failed_and_reported(house):
    house.add(lambda call: 1 / 0, name="divide")
    ticket = house.submit("divide")
    house.frame()
    assert isinstance(ticket.future.result(PATIENCE), Failed)
    assert isinstance(house.bugs[0][1], ZeroDivisionError)


def test_a_call_waits_for_the_one_before_it_and_others_do_not_wait_for_it(house):
    ran = []
    release = threading.Event()
    house.add(lambda call: release.wait(PATIENCE), name="slow")
    house.add(lambda call: ran.append("after"), name="then", where="frame")
    house.add(lambda call: ran.append("other"), name="other", where="frame")
    slow = house.submit("slow")
    after = house.submit("then", after=slow)
    house.submit("other")
    for _ in range(3):
        house.frame()
    assert ran == ["other"]
    assert not after.future.done()
    release.set()
    slow.future.result(PATIENCE)
    house.frame()
    assert ran == ["other", "after"]


def test_a_call_that_is_made_out_of_another_is_taken_back_with_it(house):
    ran = []
    house.add(lambda call: ran.append(1), name="look")
    parent = CancelToken()
    nested = house.box.submit(Call("look", {}, ANN, parent=7, token=parent))
    parent.cancel("stopped")
    assert nested.future.result(0) == Cancelled("stopped")
    late = house.box.submit(Call("look", {}, ANN, token=parent))
    assert late.future.result(0) == Cancelled("stopped")
    house.frame()
    assert ran == []


def test_workers_end_when_they_are_closed_and_a_stuck_one_is_named():
    workers, release, begun = Workers("hand"), threading.Event(), threading.Event()
    workers.submit(lambda: (begun.set(), release.wait(PATIENCE)))
    assert begun.wait(PATIENCE)
    workers.close()
    assert len(workers.join(0.0)) >= 1
    release.set()
    assert workers.join(PATIENCE) == ()


def test_a_token_is_cancelled_once_tells_everybody_and_takes_its_children_along():
    parent, heard = CancelToken(), []
    child = parent.child()
    unlisten = parent.listen(lambda reason: heard.append("gone"))
    unlisten()
    child.listen(heard.append)
    assert not child.cancelled
    assert parent.cancel("over")
    assert not parent.cancel("again")
    assert (child.cancelled, child.reason, heard) == (True, "over", ["over"])
    child.listen(heard.append)
    assert heard == ["over", "over"]
    alone = CancelToken()
    released = alone.child()
    released.release()
    alone.cancel("over")
    assert not released.cancelled
