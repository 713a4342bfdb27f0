"""The mailbox: calls from many threads, run in order by one, taken back only while nobody began them."""

import threading
from concurrent.futures import wait

import pytest
from littlefolk.commands.mailbox import Mailbox
from littlefolk.present.call import Call, Caller
from littlefolk.present.outcome import Cancelled, Denied, Done

ANN = Caller("ann")


class Clock:
    """A clock that a test turns."""

    now = 0.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def box(clock):
    return Mailbox(clock)


def call(name):
    return Call(name, {}, ANN)


def frame(box, execute, budget=1.0):
    """One frame of a game."""
    box.frame += 1
    count = box.drain(execute, budget)
    box.resolve()
    return count


def test_calls_run_in_the_order_in_which_they_came(box):
    ran = []
    tickets = [box.submit(call(f"c{number}")) for number in range(20)]
    assert frame(box, lambda call: ran.append(call.command) or Done(call.command)) == 20
    assert ran == [f"c{number}" for number in range(20)]
    assert [ticket.future.result(0) for ticket in tickets] == [Done(name) for name in ran]


def test_a_future_resolves_after_the_frame_is_published_and_not_before(box):
    ticket = box.submit(call("a"))
    box.frame += 1
    box.drain(lambda call: Done(1), 1.0)
    assert ticket.state == "claimed"
    assert not ticket.future.done()
    box.resolve()
    assert ticket.state == "terminal"
    assert ticket.future.result(0) == Done(1)


def test_at_least_one_call_runs_and_the_budget_ends_the_rest(box, clock):
    for number in range(5):
        box.submit(call(f"c{number}"))

    def slow(call):
        clock.now += 0.4
        return Done(None)

    assert frame(box, slow, budget=0.0) == 1
    assert frame(box, slow, budget=1.0) == 3
    assert frame(box, slow, budget=1.0) == 1
    assert frame(box, slow, budget=1.0) == 0


def test_a_call_that_comes_during_a_frame_waits_for_the_next_one(box):
    late = []

    def execute(call):
        if not late:
            late.append(box.submit(call))
        return Done(box.frame)

    first = box.submit(call("a"))
    assert frame(box, execute) == 1
    assert first.future.result(0) == Done(1)
    assert not late[0].future.done()
    assert frame(box, execute) == 1
    assert late[0].future.result(0) == Done(2)
    assert late[0].done_frame > late[0].ready_frame


def test_a_call_is_taken_back_only_before_a_frame_claims_it(box):
    ran = []
    early, kept, late = (box.submit(call(name)) for name in ("early", "kept", "late"))
    assert box.cancel(early, "changed my mind")
    assert early.future.result(0) == Cancelled("changed my mind")
    assert not box.cancel(early)

    def execute(claimed):
        ran.append(claimed.command)
        assert not box.cancel(kept), "it is claimed or over"
        return Done(claimed.command)

    frame(box, execute)
    assert ran == ["kept", "late"]
    assert kept.future.result(0) == Done("kept")
    assert not box.cancel(late)
    assert late.future.result(0) == Done("late")


def test_closing_cancels_what_waits_lets_finish_what_was_claimed_and_refuses_the_rest(box):
    tickets = [box.submit(call(name)) for name in ("first", "second", "third")]

    def execute(claimed):
        box.close("the game is closing")
        return Done(claimed.command)

    assert frame(box, execute) == 1
    assert tickets[0].future.result(0) == Done("first")
    assert [ticket.future.result(0) for ticket in tickets[1:]] == [Cancelled("the game is closing")] * 2
    refused = box.submit(call("fourth"))
    assert refused.future.result(0) == Denied("the game is closing")
    assert frame(box, execute) == 0


def test_a_waiter_that_went_away_is_no_obstacle(box):
    gone, stays = box.submit(call("gone")), box.submit(call("stays"))
    assert gone.future.cancel()
    ran = []
    frame(box, lambda call: ran.append(call.command) or Done(None))
    assert ran == ["stays"]
    assert stays.future.result(0) == Done(None)
    also_gone = box.submit(call("also gone"))
    assert also_gone.future.cancel()
    assert box.cancel(also_gone)
    waits = box.submit(call("waits"))
    assert waits.future.cancel()
    box.close("over")


def test_many_threads_submit_and_one_thread_runs(box):
    threads, each = 8, 100
    tickets = [[] for _ in range(threads)]
    start = threading.Barrier(threads)

    def submit(index):
        start.wait()
        for number in range(each):
            tickets[index].append(box.submit(Call(f"{index}", {"number": number}, ANN)))

    workers = [threading.Thread(target=submit, args=(index,)) for index in range(threads)]
    for worker in workers:
        worker.start()
    ran = []
    runners = set()

    def execute(call):
        runners.add(threading.get_ident())
        ran.append((call.command, call.arguments["number"]))
        return Done(None)

    while len(ran) < threads * each:
        frame(box, execute, budget=10.0)
    for worker in workers:
        worker.join()
    assert runners == {threading.get_ident()}
    for index in range(threads):
        assert [number for name, number in ran if name == str(index)] == list(range(each)), "each thread's own order is kept"
    everything = [ticket for own in tickets for ticket in own]
    assert not wait([ticket.future for ticket in everything], 0).not_done
    assert all(ticket.sender != ticket.runner == threading.get_ident() for ticket in everything)
    assert all(ticket.done_frame > ticket.ready_frame for ticket in everything)


def test_a_call_is_done_or_taken_back_and_never_both(box):
    tickets = [box.submit(call(str(number))) for number in range(2000)]
    ran, won = [], []
    canceller = threading.Thread(target=lambda: won.extend(ticket for ticket in reversed(tickets) if box.cancel(ticket)))
    canceller.start()
    while any(ticket.state == "queued" for ticket in tickets):
        frame(box, lambda call: ran.append(call.command) or Done(None), budget=0.0)
    canceller.join()
    assert len(ran) + len(won) == len(tickets)
    assert not {ticket.call.command for ticket in won} & set(ran)
    assert all(isinstance(ticket.future.result(0), Cancelled) for ticket in won)
