"""Everything that can be wrong with a script beyond its grammar."""

from __future__ import annotations

from ..caps import Deadline, OutOfTime
from ..diagnostics import Diagnostic, Report, quoted
from ..table import CONSTANTS, EVENTS
from ..tree import EventHandler, Function, GlobalVariable, Name, Script, State, walk
from .bodies import BodyChecker
from .expressions import ExpressionChecker
from .nearest import nearest_event
from .operators import VOID
from .reserved import check_name, name_offset
from .scopes import Globals


def check(script: Script) -> list[Diagnostic]:
    """Every diagnostic of a script in source order: what the parser found and what types, names, events and returns say.

    A script is well formed when none of them is an error; warnings do not keep a script from compiling.
    """
    report = Report(script.source, script.caps.diagnostics)
    report.take(script.diagnostics)
    if not any(item.kind == "cap" for item in script.diagnostics):
        try:
            _Checker(script, report).run()
        except OutOfTime:
            report.add("cap", 0, 0, f"a script that takes more than {script.caps.seconds} s to check", "a script that takes less")
    return sorted(report.items, key=lambda item: (item.line, item.column))


class _Checker:
    def __init__(self, script: Script, report: Report) -> None:
        self.script = script
        self.report = report
        self.source = script.source
        self.globals = Globals()

    def run(self) -> None:
        self._declare()
        deadline = Deadline(self.script.caps)
        bodies = BodyChecker(ExpressionChecker(self.source, self.report, self.globals, self.script.doubtful), deadline)
        for definition in self.script.definitions:
            if isinstance(definition, Function):
                bodies.check(definition.parameters, definition.body, definition.returns, definition.name, event=False)
        for state in self.script.states:
            seen: dict[str, EventHandler] = {}
            for handler in state.handlers:
                self._handler(state, handler, seen)
                bodies.check(handler.parameters, handler.body, VOID, handler.name, event=True)

    # Globals, functions and states share one set of names.

    def _declare(self) -> None:
        taken: dict[str, str] = {}
        names = {d.name for d in self.script.definitions if isinstance(d, GlobalVariable)}
        functions = {d.name: d for d in self.script.definitions if isinstance(d, Function)}
        above = ExpressionChecker(self.source, self.report, Globals(functions=functions), self.script.doubtful)
        for definition in self.script.definitions:
            what = "function" if isinstance(definition, Function) else "global variable"
            if isinstance(definition, GlobalVariable):
                self._initializer(definition, above, names)
            if not self._take(definition, what, taken):
                continue
            if isinstance(definition, Function):
                self.globals.functions[definition.name] = definition
            else:
                self.globals.variables[definition.name] = above.locals.types[definition.name] = definition.type
        for state in self.script.states:
            if state.name == "default" or self._take(state, "state", taken):
                self.globals.states.setdefault(state.name, state)

    def _take(self, node: GlobalVariable | Function | State, what: str, taken: dict[str, str]) -> bool:
        check_name(self.report, self.source, node, what)
        if node.name not in taken:
            taken[node.name] = what
            return True
        at = name_offset(self.source, node)
        self.report.add(
            "duplicate-name", at, at + len(node.name), f"the {what} {quoted(node.name)}, declared above as a {taken[node.name]}",
            "each name once at the top of a script",
        )  # fmt: skip
        return False

    def _initializer(self, variable: GlobalVariable, above: ExpressionChecker, names: set[str]) -> None:
        """Names in an initialiser must be constants or globals above; the value must fit the type."""
        if variable.value is None:
            return
        above.doubtful = self.script.doubtful
        for part in walk(variable.value):
            if isinstance(part, Name) and part.name in names and part.name not in above.locals.types and part.name not in CONSTANTS:
                self.report.add(
                    "unknown-name", part.start, part.end, f"the global {quoted(part.name)} before its declaration",
                    "a constant or a global declared above",
                )  # fmt: skip
                above.doubtful |= {part.name}
        given = above.value_type(variable.value)
        above.assigned(variable.type, given, variable.value, f"the global {quoted(variable.name)}")

    def _handler(self, state: State, handler: EventHandler, seen: dict[str, EventHandler]) -> None:
        at, name = handler.start, handler.name
        event = EVENTS.get(name)
        if event is None:
            self.report.add(
                "unknown-event", at, at + len(name), f"the event {quoted(name)}, which the language does not have", "an event",
                nearest=nearest_event(name), note="functions of your own stand before the default state",
            )  # fmt: skip
            return
        first = seen.setdefault(name, handler)
        if first is not handler:
            self.report.add(
                "duplicate-event", at, at + len(name), f"a second {quoted(name)} in the state {quoted(state.name)}",
                "each event once in a state",
                note=f"the first is in line {self.source.position(first.start).line}: join the two",
            )  # fmt: skip
        readable = all(p.name for p in handler.parameters)
        if readable and tuple(p.type for p in handler.parameters) != tuple(p.type for p in event.parameters):
            given = ", ".join(p.type for p in handler.parameters)
            wanted = f"{name}({', '.join(f'{p.type} {p.name}' for p in event.parameters)})"
            self.report.add("event-signature", at, at + len(name), f"{name}({given})", wanted)


__all__ = ["check"]
