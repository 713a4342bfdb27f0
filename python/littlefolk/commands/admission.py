"""Admission and execution: every call, whoever made it, passes here on the frame's thread."""

from collections.abc import Callable
from typing import Any

from littlefolk.commands.tables import Registry
from littlefolk.present.call import Call
from littlefolk.present.outcome import Busy, Cancelled, Denied, Done, Failed, Invalid, Outcome, Running
from littlefolk.present.types import quoted

OUTCOMES = (Done, Running, Invalid, Denied, Failed, Cancelled, Busy)


def admitted(registry: Registry, call: Call) -> Outcome | None:
    """None when the call may run now; otherwise the outcome that refuses it."""
    command = registry.get(call.command)
    if command is None:
        return Invalid(f"there is no command {quoted(call.command)}")
    if not call.complete:
        first = command.argument(call.unsupplied[0])
        wanted = f"write {first.type.describe()}" if first else "supply it"
        return Invalid(f"{call.unsupplied[0]} is missing: {wanted}", argument=call.unsupplied[0])
    if not call.caller.grants.allow(command.row):
        return Denied(f"{quoted(call.caller.name)} was not granted `{command.row.capability}`, which {command.name} needs")
    return None


def execute(registry: Registry, call: Call, acting: Callable[[Call], Any], report: Callable[[Call, BaseException], None]) -> Outcome:
    """Admit a call and run its body. A plain result is wrapped in Done; a body that raises is Failed, and `report` gets the bug."""
    refusal = admitted(registry, call)
    if refusal is not None:
        return refusal
    command = registry.get(call.command)
    assert command is not None
    try:
        result = command.body(acting(call), **call.arguments)
    except Exception as error:
        report(call, error)
        return Failed(f"{command.name} broke inside ({type(error).__name__}): nothing more is known; other commands still work")
    return result if isinstance(result, OUTCOMES) else Done(result)
