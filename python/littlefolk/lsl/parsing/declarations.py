"""Globals, functions and states: the frame of a script."""

from __future__ import annotations

from ..diagnostics import quoted
from ..lexer import END, FLOAT, INTEGER, NAME, STRING, TYPE
from ..table import EVENTS, TYPES
from ..tree import (
    Block,
    EventHandler,
    Expression,
    FloatLiteral,
    Function,
    GlobalVariable,
    IntegerLiteral,
    ListLiteral,
    Malformed,
    Name,
    Node,
    Parameter,
    RotationLiteral,
    State,
    StringLiteral,
    Unary,
    VectorLiteral,
)
from .cursor import Unreadable
from .statements import StatementParser
from .words import DROPPED_WORDS, FOREIGN_STATEMENTS, FOREIGN_TYPES

#: The type of something whose type is not known; the checks let it pass everywhere.
ANY = ""
_STATEMENTS = frozenset(("if", "for", "while", "do", "return", "jump", "else", "@", ";", "{", "print"))


class ScriptParser(StatementParser):
    """Reads a whole script."""

    def script(self) -> tuple[tuple[GlobalVariable | Function, ...], tuple[State, ...]]:
        """The definitions and states; what cannot be read is reported and skipped."""
        definitions: list[GlobalVariable | Function] = []
        states: list[State] = []
        while self.kinds[self.index] != END:
            self.unit = self.starts[self.index]
            self.nesting = 0
            self.deadline.check()
            before = self.index
            try:
                if self.kinds[self.index] in ("default", "state"):
                    states.append(self._state(states))
                else:
                    definition = self._definition(bool(states))
                    if definition is not None:
                        definitions.append(definition)
            except Unreadable:
                self._next_definition(before)
        if not any(state.name == "default" for state in states):
            self.unit = self.starts[self.index]
            self.error("default-state", self.index, "default { … } with at least one event handler", found="no default state")
        return tuple(definitions), tuple(states)

    def _next_definition(self, before: int) -> None:
        """Skips to what looks like the start of a definition or state."""
        depth = 0
        while True:
            i = self.index
            kind = self.kinds[i]
            if kind == END:
                return
            if i > before and depth <= 0 and self._starts_definition(i):
                return
            if kind == TYPE and self.kinds[i + 1] == NAME:
                self.doubtful.add(self.texts[i + 1])
            depth += (kind == "{") - (kind == "}")
            self.index += 1
            if i >= before and depth <= 0 and kind in (";", "}"):
                return

    def _starts_definition(self, i: int) -> bool:
        kind = self.kinds[i]
        if kind == "default" or kind == "state":
            return self.kinds[i + (1 if kind == "default" else 2)] == "{"
        return kind in (TYPE, NAME) and self.starts_line(i)

    # Globals and functions

    def _definition(self, after_states: bool) -> GlobalVariable | Function | None:
        i = self.index
        start = self.starts[i]
        if self.kinds[i] == "}":
            while self.kinds[self.index] == "}":
                self.index += 1
            self.error("syntax", i, "a definition or a state", note="there are closing braces too many, perhaps further up")
            return None
        if self.kinds[i] == NAME and self.texts[i] in EVENTS and self._is_definition(i + 1):
            self._outside(i)
            self._function("void", self.texts[i], start)
            return None
        type_ = self._type(i)
        if self.kinds[self.index] == NAME and self.kinds[self.index + 1] == "(":
            name = self.texts[self.index]
            if self.kinds[self.index - 1] != TYPE and type_ == "void" and not self._has_body(self.index + 1):
                raise self._outside(i)
            definition: GlobalVariable | Function = self._function(type_, name, start)
        elif type_ == "void" and self.index == i:
            raise self._outside(i)
        else:
            definition = self._global(type_ if type_ != "void" else "", start)
        if after_states:
            self.error(
                "declaration-order", i, "globals and functions before the default state",
                found=f"the definition of {quoted(definition.name)} after a state", note="move it to the top of the script",
            )  # fmt: skip
        return definition

    def _has_body(self, opening: int) -> bool:
        """Whether the parenthesis at a token closes right before a brace, as that of a definition does."""
        depth = 0
        for i in range(opening, len(self.kinds)):
            kind = self.kinds[i]
            depth += (kind == "(") - (kind == ")")
            if depth == 0:
                return self.kinds[i + 1] == "{"
            if kind in ("{", "}", ";") or depth > self.caps.nesting:
                return False
        return False

    def _type(self, i: int) -> str:
        """The type at the cursor, or "void" when a name stands there; foreign words are reported and stepped over."""
        kind, text = self.kinds[i], self.texts[i]
        if kind == TYPE:
            self.index += 1
            return TYPES[text]
        following = self.kinds[i + 1]
        if kind != NAME or following not in (NAME, TYPE):
            return "void"
        if text in FOREIGN_TYPES and (text not in DROPPED_WORDS or self.kinds[i + 2] in ("=", ";")):
            self.index += 1
            nearest = FOREIGN_TYPES[text]
            self.error(
                "unknown-type", i, "a type: integer, float, string, key, vector, rotation or list", found=f"{quoted(text)}, no type here",
                nearest=nearest or None,
            )  # fmt: skip
            return nearest
        if text in DROPPED_WORDS:
            self.error(
                "absent-statement", i, FOREIGN_STATEMENTS.get(text, "nothing in front of a definition"),
                found=f"{quoted(text)}, which the language does not have",
            )  # fmt: skip
            self.index += 1
            after = self._type(i + 1)
            return ANY if after == "void" and text != "void" else after  # what it returns is not written
        if following == NAME and self.kinds[i + 2] in ("=", ";", "(") and text not in FOREIGN_STATEMENTS:
            raise self.fail("unknown-type", i, "a type: integer, float, string, key, vector, rotation or list")
        return "void"

    def _outside(self, i: int) -> Unreadable:
        """What stands at the top level is neither a definition nor a state."""
        if self.kinds[i] == NAME and self.texts[i] in FOREIGN_STATEMENTS and self.kinds[i + 1] in (NAME, STRING, "{", "<"):
            foreign = f"{quoted(self.texts[i])}, which the language does not have"
            return self.fail("absent-statement", i, FOREIGN_STATEMENTS[self.texts[i]], found=foreign)
        if self.kinds[i] == NAME and self.texts[i] in EVENTS and self.kinds[i + 1] == "(":
            return self.fail(
                "statement-outside", i, "a definition or a state", found=f"the event {quoted(self.texts[i])} outside of a state",
                note="put it into default { … }",
            )  # fmt: skip
        if self.kinds[i] in _STATEMENTS or (self.kinds[i] == NAME and self.kinds[i + 1] in ("(", "=", "+=", "++", ".")):
            return self.fail(
                "statement-outside", i, "a definition or a state", found=f"a statement at {self.describe(i)} outside of a function",
                note="put it into an event handler: default { state_entry() { … } }",
            )  # fmt: skip
        return self.fail("syntax", i, "a global variable, a function, or the state default { … }")

    def _global(self, type_: str, start: int) -> GlobalVariable:
        name = self.expect_name("the global variable")
        value: Expression | None = None
        if self.kinds[self.index] == "[":
            raise self.fail("indexing", self.index, "a plain name", note="there are no arrays: use a list, list items = [];")
        if self.kinds[self.index] == "=":
            self.index += 1
            first = self.index
            try:
                value = self.expression()
            except Unreadable:
                self._synchronise(first)
                return GlobalVariable(type_, name, Malformed(start=start, end=start), start=start, end=self.end_of(self.index - 1))
            value = self._constant(value, first)
        if self.kinds[self.index] == ",":
            self._several([], type_, start, name, value)
        value = self._end_of_declaration("the global variable", value)
        return GlobalVariable(type_, name, value, start=start, end=self.end_of(self.index - 1))

    def _constant(self, value: Expression, first: int) -> Expression:
        """A global starts with a literal, a negated number, a name, or a list or vector of those, without parentheses."""
        bad = _not_constant(value)
        if bad is None and "(" in self.kinds[first : self.index]:
            bad = value
        if bad is None:
            return value
        self.report.add(
            "global-initializer",
            bad.start,
            bad.end,
            f"the expression {quoted(self.source.text[bad.start : bad.end])}",
            "a literal, a constant, a global above, or a list or vector of those",
            note="compute it in state_entry",
        )
        return Malformed(start=value.start, end=value.end)

    def _function(self, returns: str, name: str, start: int) -> Function:
        self.index += 1
        parameters = self._parameters(name)
        body = self._body(f"the function {quoted(name)}")
        return Function(returns, name, parameters, body, start=start, end=body.end)

    def _body(self, owner: str) -> Block:
        if self.kinds[self.index] == ";":
            raise self.fail("syntax", self.index, f"'{{' to open the body of {owner}", note="there are no forward declarations")
        return self.body()

    def _parameters(self, owner: str) -> tuple[Parameter, ...]:
        """``(type name, …)`` at the cursor; after an error the rest up to the body is skipped."""
        opening = self.index
        parameters: list[Parameter] = []
        try:
            self.expect("(", f"'(' after {quoted(owner)}")
            if self.kinds[self.index] == ")":
                self.index += 1
                return ()
            while True:
                parameters.append(self._parameter())
                if self.kinds[self.index] == ",":
                    self.index += 1
                    continue
                self.expect(")", "',' or ')' after a parameter")
                return tuple(parameters)
        except Unreadable:
            i = self.index
            while self.kinds[i] not in ("{", "}", ";", END):
                if self.kinds[i] == NAME:
                    self.doubtful.add(self.texts[i])
                i += 1
            self.index = i
            if self.kinds[i] != "{" or i == opening:
                raise
            # One without a name stands for what could not be read.
            return (*parameters, Parameter("", "", start=self.starts[opening], end=self.starts[opening]))

    def _parameter(self) -> Parameter:
        i = self.index
        start = self.starts[i]
        kind, text = self.kinds[i], self.texts[i]
        if kind == TYPE:
            self.index += 1
            type_ = TYPES[text]
        elif kind == NAME and text in FOREIGN_TYPES and self.kinds[i + 1] == NAME:
            type_ = FOREIGN_TYPES[text]
            self.index += 1
            self.error("unknown-type", i, "the type of a parameter", found=f"{quoted(text)}, no type here", nearest=type_ or None)
        elif kind == NAME and text == "void" and self.kinds[i + 1] == ")":
            raise self.fail("absent-statement", i, "nothing between the parentheses", found="'void' as a parameter")
        elif kind == NAME:
            raise self.fail("syntax", i, "the type of a parameter before its name", note=f"such as: integer {text}")
        else:
            raise self.fail("syntax", i, "a parameter: a type and a name")
        name = self.expect_name("the parameter")
        if self.kinds[self.index] == "=":
            raise self.fail("syntax", self.index, "',' or ')'", note="parameters have no default values")
        return Parameter(type_, name, start=start, end=self.end_of(self.index - 1))

    # States

    def _state(self, states: list[State]) -> State:
        i = self.index
        start = self.starts[i]
        self.index += 1
        if self.kinds[i] == "default":
            name = "default"
            if any(state.name == "default" for state in states):
                self.error("default-state", i, "one default state", found="a second default state", note="give it a name: state name { … }")
            elif states:
                self.error("declaration-order", i, "the default state before all others", found="the default state after another")
        else:
            if self.kinds[self.index] == "default":
                raise self.fail("default-state", i, "default { … } without the word state", found="'state default' outside of a function")
            name = self.expect_name("the state")
            if not states:
                self.error("declaration-order", i, "the default state first", found=f"the state {quoted(name)} before the default state")
        if self.kinds[self.index] == NAME and self.kinds[self.index + 1] == "(":
            self.error("syntax", self.index, f"'{{' to open the state {quoted(name)}")
        else:
            self.expect("{", f"'{{' to open the state {quoted(name)}")
        handlers: list[EventHandler] = []
        self._handlers(name, start, handlers)
        return State(name, tuple(handlers), start=start, end=self.end_of(self.index - 1))

    def _handlers(self, name: str, start: int, handlers: list[EventHandler]) -> None:
        """The event handlers of a state up to and with its closing brace."""
        broken = False
        while True:
            i = self.index
            kind = self.kinds[i]
            self.unit = self.starts[i]
            if kind == "}":
                self.index += 1
                if not handlers and not broken:
                    self.error("empty-state", i, "at least one event handler", found=f"the state {quoted(name)} without event handlers")
                return
            if kind == END or kind == "default" or (kind == "state" and self.kinds[i + 2] == "{"):
                at = self.source.position(start)
                self.error("syntax", i, "'}'", note=f"the state {quoted(name)} at {at.line}:{at.column} is not closed")
                return
            before = i
            try:
                handlers.append(self._handler())
            except Unreadable:
                broken = True
                self._next_handler(before)

    def _handler(self) -> EventHandler:
        i = self.index
        start = self.starts[i]
        kind = self.kinds[i]
        if kind in (TYPE, NAME) and self.kinds[i + 1] == NAME and self.kinds[i + 2] == "(":
            event = self.texts[i + 1]
            if kind == NAME and self.texts[i] in DROPPED_WORDS:
                foreign = f"{quoted(self.texts[i])}, which the language does not have"
                self.error("absent-statement", i, FOREIGN_STATEMENTS.get(self.texts[i], "nothing in front of a definition"), found=foreign)
                self.index += 1
            elif event in EVENTS:
                self.error("syntax", i, f"the event {quoted(event)} without a type in front", note="event handlers return nothing")
                self.index += 1
            else:
                raise self.fail(
                    "declaration-order", i, "an event handler", found=f"the function {quoted(event)} inside a state",
                    note="functions stand before the default state",
                )  # fmt: skip
        elif kind == TYPE:
            raise self.fail(
                "declaration-order", i, "an event handler", found=f"a variable inside a state, at {self.describe(i)}",
                note="move it into a handler, or before the default state to share it",
            )  # fmt: skip
        elif kind != NAME or self.kinds[i + 1] != "(":
            if kind == NAME and self.kinds[i + 1] == "{" and self.texts[i] in EVENTS:
                raise self.fail("syntax", i + 1, f"'(' and the parameters of {self.texts[i]}")
            raise self.fail("syntax", i, "an event handler such as touch_start(integer n) { … }")
        elif not self._is_definition(i + 1) and self.texts[i] not in EVENTS and self._is_call(i + 1):
            raise self.fail(
                "statement-outside", i, "an event handler", found=f"a statement at {self.describe(i)} straight in a state",
                note="put it into an event handler such as state_entry() { … }",
            )  # fmt: skip
        name = self.texts[self.index]
        name_start = self.starts[self.index]
        self.index += 1
        parameters = self._parameters(name)
        body = self._body(f"the event {quoted(name)}")
        return EventHandler(name, parameters, body, start=name_start if name_start < start else start, end=body.end)

    def _is_call(self, opening: int) -> bool:
        return self.kinds[opening + 1] in (NAME, STRING, INTEGER, FLOAT, "(", "[", "<", "-")

    def _next_handler(self, before: int) -> None:
        """Skips to the next event handler or the end of the state."""
        depth = 0
        while True:
            i = self.index
            kind = self.kinds[i]
            if kind == END or (depth <= 0 and (kind in ("}", "default") or (kind == "state" and self.kinds[i + 2] == "{"))):
                return
            if depth <= 0 and i > before and kind == NAME and self.kinds[i + 1] == "(" and self.texts[i] in EVENTS:
                return
            if kind == TYPE and self.kinds[i + 1] == NAME:
                self.doubtful.add(self.texts[i + 1])
            depth += (kind == "{") - (kind == "}")
            self.index += 1


def _not_constant(value: Node) -> Node | None:
    """The first part of an initialiser that is more than a constant."""
    if isinstance(value, IntegerLiteral | FloatLiteral | StringLiteral | Name | Malformed):
        return None
    if isinstance(value, Unary) and value.operator == "-" and isinstance(value.operand, IntegerLiteral | FloatLiteral):
        return None
    if isinstance(value, VectorLiteral | RotationLiteral | ListLiteral):
        for part in value.children():
            bad = _not_constant(part)
            if bad is not None:
                return bad
        return None
    return value
