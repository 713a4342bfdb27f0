"""One turn in the versions that it goes through: every kind of event once, each beside what a journal must show after it."""

import time
from dataclasses import replace

from littlefolk.agent.journal import Journal
from littlefolk.agent.journal_progress import CUT_BEFORE, CUT_CALL
from littlefolk.agent.journal_reading import CUT, turns
from littlefolk.present.call import Call, Caller
from littlefolk.present.outcome import Cancelled, Denied, Done, Failed, Invalid
from littlefolk.present.records import CallStatus, Reply, ToolCall, Turn, TurnStatus, Usage

BEGUN = Turn("moss-1", "Moss", "build", "player", started=1.0)
RAW = '{"kind": "stone"}'


def versions():
    """Name and turn of each version, in order."""
    turn = BEGUN
    found = [("begun", turn)]

    def then(name, **changes):
        nonlocal turn
        turn = turn.with_changes(**changes)
        found.append((name, turn))

    def call(name, call):
        nonlocal turn
        turn = turn.with_call(call)
        found.append((name, turn))

    then("a thought", thought="Let me")
    then("more of it", thought="Let me see.")
    then("a text", text="I will — «gladly» 🧱")
    call("a call", ToolCall("a", "place_block_at", ""))
    call("arguments", replace(turn.call("a"), raw=RAW[:6]))
    then("taken back", text="", thought="", calls=(), status=TurnStatus.WAITING, reason="trying again in 2 s")
    then("thinking again", status=TurnStatus.THINKING, reason="")
    then("usage", usage=Usage(11, 7, 0.25))
    then("a text that stays", text="Now.", thought="Again.")
    for id_ in "bcdefg":
        call(f"call {id_}", ToolCall(id_, "place_block_at", RAW))
    then("a reply", replies=(Reply("Now.", tuple("bcdefg")),), status=TurnStatus.WORKING)
    parsed = Call("place_block_at", {"kind": "stone"}, Caller("Moss"))
    call("running", replace(turn.call("b"), call=parsed, status=CallStatus.RUNNING))
    call("asking", replace(turn.call("c"), call=parsed, status=CallStatus.ASKING))
    ends = {"b": Done("a stone"), "c": Denied("no"), "d": Failed("broke"), "e": Invalid("no such kind", ("clay",), "kind")}
    statuses = {Done: CallStatus.OK, Denied: CallStatus.DENIED, Cancelled: CallStatus.CANCELLED}
    for id_, outcome in (ends | {"f": Cancelled("stopped")}).items():
        status = statuses.get(type(outcome), CallStatus.ERROR)
        call(f"{type(outcome).__name__}", replace(turn.call(id_), status=status, outcome=outcome, output=f"told {id_}", finished=2.0))
    then("heard", replies=(replace(turn.replies[0], heard=("and a door",)),))
    call("the last call", replace(turn.call("g"), status=CallStatus.OK, outcome=Done(1), output="1", finished=2.0))
    then("done", status=TurnStatus.DONE, text="Now. Done.", replies=(*turn.replies, Reply("Done.")), finished=4.0)
    return found


def shown(turn):
    """What must be there of a turn once its game was killed."""
    over = turn.status.final and turn.finished is not None
    calls = []
    for call in turn.calls:
        pending = call.status is CallStatus.PENDING
        status = call.status if call.status.final else CallStatus.CANCELLED if pending else CallStatus.ERROR
        output = call.output if call.status.final else CUT_BEFORE if pending else CUT_CALL
        calls.append((call.id, call.tool, call.raw, status, output))
    status, reason = (turn.status, turn.reason) if over else (TurnStatus.FAILED, CUT)
    return (turn.prompt, turn.thought, turn.text, status, reason, turn.usage, tuple(calls), turn.replies)


def write(folder, last):
    """Record the versions up to the last one, say so in a file, and go on until killed."""
    journal = Journal(folder / "journal.sqlite")
    for _name, version in versions()[: last + 1]:
        journal.record(version)
    wanted = [shown(versions()[last][1])]
    while [shown(turn) for turn in turns(journal.path)] != wanted:
        time.sleep(0.001)
    (folder / "written").touch()
    while True:
        time.sleep(1)
