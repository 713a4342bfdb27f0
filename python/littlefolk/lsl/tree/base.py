"""The base of all nodes: immutability, equality, hashing and children, all without recursion."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import MISSING, FrozenInstanceError, dataclass, field, fields
from typing import Any, ClassVar, TypeVar, dataclass_transform

_C = TypeVar("_C", bound=type)


def _initializer(cls: type) -> Callable[..., None]:
    """An ``__init__`` that stores through the slot descriptors, past the lock on attributes, in half the time of a frozen dataclass."""
    heads, lines, names = [], [], {}
    for item in fields(cls):
        names[f"set_{item.name}"] = getattr(cls, item.name).__set__
        lines.append(f"    set_{item.name}(self, {item.name})")
        if item.default is MISSING:
            heads.append((item.kw_only, item.name))
        else:
            names[f"default_{item.name}"] = item.default
            heads.append((item.kw_only, f"{item.name}=default_{item.name}"))
    positional = [head for kw_only, head in heads if not kw_only]
    keywords = [head for kw_only, head in heads if kw_only]
    exec("\n".join([f"def __init__(self, {', '.join([*positional, '*', *keywords])}):", *lines]), names)
    return names["__init__"]


@dataclass_transform(frozen_default=True, eq_default=False, field_specifiers=(field,))
def node(cls: _C) -> _C:
    """Makes a class a node: frozen, slotted, with its compared fields and those that hold nodes (``_nested``) worked out."""
    made: Any = dataclass(slots=True, eq=False, repr=False)(cls)
    made.__init__ = _initializer(made)
    made._compared = tuple(item.name for item in fields(made) if item.compare)
    return made


@node
class Node:
    """A part of a script. ``start`` and ``end`` are offsets of its first character and of the one after its last."""

    start: int = field(default=0, compare=False, repr=False, kw_only=True)
    end: int = field(default=0, compare=False, repr=False, kw_only=True)

    #: Names of the fields that hold a node, a tuple of nodes or None, in source order.
    _nested: ClassVar[tuple[str, ...]] = ()
    _compared: ClassVar[tuple[str, ...]] = ()

    def children(self) -> Iterator[Node]:
        """The nodes directly below, in source order."""
        for name in self._nested:
            value = getattr(self, name)
            if type(value) is tuple:
                yield from value
            elif value is not None:
                yield value

    def __eq__(self, other: object) -> bool:
        """Same type and same fields all the way down; positions and spellings do not count."""
        if not isinstance(other, Node):
            return NotImplemented
        pending: list[tuple[Any, Any]] = [(self, other)]
        while pending:
            one, two = pending.pop()
            if one is two:
                continue
            if type(one) is not type(two):
                return False
            if isinstance(one, Node):
                pending.extend((getattr(one, name), getattr(two, name)) for name in one._compared)
            elif type(one) is tuple:
                if len(one) != len(two):
                    return False
                pending.extend(zip(one, two, strict=True))
            elif one != two and not (one != one and two != two):  # two NaNs are the same literal
                return False
        return True

    def __hash__(self) -> int:
        result, pending = 0, [self]
        while pending:
            one = pending.pop()
            plain = tuple(getattr(one, name) for name in one._compared if name not in one._nested)
            result = hash((result, type(one).__name__, plain))
            pending.extend(one.children())
        return result

    def __setattr__(self, name: str, value: object) -> None:
        raise FrozenInstanceError(f"nodes are immutable: make a new {type(self).__name__} instead of setting {name}")

    def __delattr__(self, name: str) -> None:
        raise FrozenInstanceError(f"nodes are immutable: {type(self).__name__} keeps {name}")

    def __copy__(self) -> Node:
        return self

    def __deepcopy__(self, memo: object) -> Node:
        return self

    def __repr__(self) -> str:
        """The node and its plain fields; nested nodes are shown by type only, so that a deep tree has a short repr."""
        parts = []
        for name in self._compared:
            value = getattr(self, name)
            if name not in self._nested:
                parts.append(f"{name}={value!r}")
            elif type(value) is tuple:
                parts.append(f"{name}=<{len(value)} nodes>")
            elif value is not None:
                parts.append(f"{name}=<{type(value).__name__}>")
        return f"{type(self).__name__}({', '.join(parts)})"
