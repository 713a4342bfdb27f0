"""Admission and execution: every call, whoever made it, passes here on the frame's thread."""

from collections.abc import Callable
from typing import Any

from littlefolk.commands.declaration import Command
from littlefolk.commands.parked import NOBODY, Parked, Work
from littlefolk.commands.situation import Situation, inapplicable
from littlefolk.commands.tables import Registry
from littlefolk.present.call import Call
from littlefolk.present.context import ReadContext
from littlefolk.present.outcome import Busy, Cancelled, Denied, Done, Failed, Invalid, Outcome, Running
from littlefolk.present.types import quoted

OUTCOMES = (Done, Running, Invalid, Denied, Failed, Cancelled, Busy)
Report = Callable[[Call, BaseException], None]
Propose = Callable[[Command, Call], Outcome | Parked]


def unread(call: Call) -> ReadContext:
    """The context of a caller of whom nothing is known."""
    return ReadContext(call.caller.name)


def admitted(registry: Registry, call: Call, context: Callable[[Call], ReadContext] = unread) -> Outcome | None:
    """None when the call may run now; otherwise the outcome that refuses it.

    `context` gives what is true at this frame: arguments were read from an earlier snapshot, and what they name may be gone.
    """
    command = registry.get(call.command)
    if command is None:
        return Invalid(f"there is no command {quoted(call.command)}")
    if not call.complete:
        first = command.argument(call.unsupplied[0])
        wanted = f"write {first.type.describe()}" if first else "supply it"
        return Invalid(f"{call.unsupplied[0]} is missing: {wanted}", argument=call.unsupplied[0])
    if not call.caller.grants.allow(command.row):
        return Denied(f"{quoted(call.caller.name)} was not granted `{command.row.capability}`, which {command.name} needs")
    now = context(call)
    reason = inapplicable(command, Situation(call.caller, now.snapshot))
    return Failed(reason) if reason else _rechecked(command, call, now)


def _rechecked(command: Command, call: Call, now: ReadContext) -> Invalid | None:
    """What is wrong with an argument at this frame, or None."""
    for name in call.arguments:
        if command.argument(name) is None:
            return Invalid(f"{command.name} has no argument {quoted(name)}", argument=name)
    for argument in command.arguments:
        if argument.name not in call.arguments:
            if argument.required:
                return Invalid(f"{argument.name} is missing: write {argument.type.describe()}", argument=argument.name)
            continue
        value = call.arguments[argument.name]
        wrong = None if value is argument.default else argument.type.recheck(value, now)
        if wrong is not None:
            return Invalid(wrong.message, wrong.suggestions, argument.name)
    return None


def perform(registry: Registry, call: Call, acting: Callable[[Call], Any], report: Report) -> Outcome | Work | Parked:
    """Do an admitted call: run its body here, or give the work that a thread beside the frames has to do."""
    command = registry.get(call.command)
    assert command is not None
    if command.where == "turn":
        return Work(command, call, acting(call))
    return body_of(command, call, acting(call), report)


def body_of(command: Command, call: Call, acting: Any, report: Report) -> Outcome | Work | Parked:
    """Run a body. A plain result is wrapped in Done; a body that raises is Failed, and `report` gets the bug."""
    try:
        result = command.body(acting, **call.arguments)
    except Exception as error:
        report(call, error)
        return Failed(f"{command.name} broke inside ({type(error).__name__}): nothing more is known; other commands still work")
    return result if isinstance(result, (*OUTCOMES, Parked)) else Done(result)


def execute(
    registry: Registry,
    call: Call,
    acting: Callable[[Call], Any],
    report: Report,
    context: Callable[[Call], ReadContext] = unread,
    propose: Propose | None = None,
) -> Outcome | Work | Parked:
    """Admit a call and do it, or `propose` it where a person has to approve it first. Without `propose` such a call is denied."""
    refusal = admitted(registry, call, context)
    if refusal is not None:
        return refusal
    command = registry.get(call.command)
    assert command is not None
    if not call.caller.asks.needs(command.row, declared=command.asks):
        return perform(registry, call, acting, report)
    return Denied(NOBODY) if propose is None else propose(command, call)
