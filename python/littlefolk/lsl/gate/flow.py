"""What is assigned, passed and returned where."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ..tree import (
    Assign,
    Binary,
    Block,
    Call,
    Declaration,
    EventHandler,
    Expression,
    Function,
    GlobalVariable,
    Member,
    Name,
    Node,
    Return,
    Script,
    Step,
    walk,
)

#: A variable: the function or handler it is declared in (-1 for globals) and its name. Variables of one name in several blocks of a
#: function are taken as one.
Variable = tuple[int, str]
#: An expression and the function or handler it stands in.
Place = tuple[Expression, int]

GLOBAL = -1


@dataclass(slots=True)
class Facts:
    """All that happens to one variable."""

    type: str
    zero: bool = False  # starts as the zero of its type somewhere
    outside: bool = False  # handed over by an event
    stepped: bool = False  # changed by something that is not followed
    assigned: list[Place] = field(default_factory=list)
    appended: list[Place] = field(default_factory=list)


class Flow:
    """Variables, calls and returns of a script; ``places`` lists every expression that is no part of another."""

    def __init__(self, script: Script) -> None:
        self.facts: dict[Variable, Facts] = {}
        self.returns: dict[str, list[Place]] = {}
        self.kinds: dict[str, str] = {}
        self.places: list[Place] = []
        self._parameters: dict[str, list[Variable]] = {}
        bodies = self._declare(script)
        for owner, body in bodies:
            self._read(owner, body)

    def resolve(self, name: str, owner: int) -> Variable | None:
        """The variable a name means inside a function or handler."""
        for variable in ((owner, name), (GLOBAL, name)):
            if variable in self.facts:
                return variable
        return None

    def _declare(self, script: Script) -> list[tuple[int, Block]]:
        bodies: list[tuple[int, Block]] = []
        for one in script.definitions:
            if isinstance(one, GlobalVariable):
                facts = self.facts.setdefault((GLOBAL, one.name), Facts(one.type))
                if one.value is None:
                    facts.zero = True
                else:
                    facts.assigned.append((one.value, GLOBAL))
                    self.places.append((one.value, GLOBAL))
        handlers: list[Function | EventHandler] = [one for one in script.definitions if isinstance(one, Function)]
        handlers += [handler for state in script.states for handler in state.handlers]
        for owner, handler in enumerate(handlers):
            bodies.append((owner, handler.body))
            for parameter in handler.parameters:
                facts = self.facts.setdefault((owner, parameter.name), Facts(parameter.type))
                facts.outside |= isinstance(handler, EventHandler)
            if isinstance(handler, Function):
                self.returns.setdefault(handler.name, [])
                self.kinds.setdefault(handler.name, handler.returns)
                self._parameters.setdefault(handler.name, [(owner, parameter.name) for parameter in handler.parameters])
        for owner, body in bodies:
            for part in walk(body):
                if isinstance(part, Declaration):
                    self.facts.setdefault((owner, part.name), Facts(part.type))
                    if (GLOBAL, part.name) in self.facts and not _hides(part, body):
                        # Some uses of the name may mean the global: the two are taken as one.
                        self.facts[owner, part.name] = self.facts[GLOBAL, part.name]
        self._names = [handler.name if isinstance(handler, Function) else "" for handler in handlers]
        return bodies

    def _read(self, owner: int, body: Block) -> None:
        for part in walk(body):
            if isinstance(part, Declaration):
                facts = self.facts[owner, part.name]
                if part.value is None:
                    facts.zero = True
                else:
                    facts.assigned.append((part.value, owner))
            elif isinstance(part, Return) and part.value is not None and self._names[owner]:
                self.returns[self._names[owner]].append((part.value, owner))
            elif isinstance(part, Assign):
                self._assignment(part, owner)
            elif isinstance(part, Step):
                variable = self.resolve(part.target.name, owner)
                if variable:
                    self.facts[variable].stepped = True
            elif isinstance(part, Call):
                for argument, variable in zip(part.arguments, self._parameters.get(part.function, ()), strict=False):
                    self.facts[variable].assigned.append((argument, owner))
            if not isinstance(part, Expression):
                self.places.extend((child, owner) for child in _expressions(part))

    def _assignment(self, part: Assign, owner: int) -> None:
        variable = self.resolve(part.target.name, owner)
        if variable is None:
            return
        facts = self.facts[variable]
        if isinstance(part.target, Member):
            facts.stepped = True
        elif part.operator == "=":
            appended = _appended(part)
            facts.appended.extend((piece, owner) for piece in appended)
            if not appended:
                facts.assigned.append((part.value, owner))
        elif part.operator == "+=" and facts.type in ("string", "list", "key", ""):
            facts.appended.append((part.value, owner))
        else:
            facts.stepped = True


def _hides(declared: Declaration, body: Block) -> bool:
    """Whether every use of a local's name in a body comes after its declaration and in its reach."""
    if not any(one is declared for one in body.statements):
        return False
    return not any(isinstance(one, Name | Member) and one.name == declared.name and one.start < declared.end for one in walk(body))


def _appended(part: Assign) -> list[Expression]:
    """What ``a = a + b + c`` appends: b and c; nothing when the value does not start with the variable itself."""
    pieces: list[Expression] = []
    value = part.value
    while isinstance(value, Binary) and value.operator == "+":
        pieces.append(value.right)
        value = value.left
    return pieces[::-1] if isinstance(value, Name) and value.name == part.target.name else []


def _expressions(part: Node) -> Iterator[Expression]:
    return (child for child in part.children() if isinstance(child, Expression))
