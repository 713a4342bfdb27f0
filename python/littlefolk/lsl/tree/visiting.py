"""Walking a tree without recursion."""

from __future__ import annotations

from collections.abc import Iterator

from .base import Node


def walk(root: Node) -> Iterator[Node]:
    """The node and everything below it, each parent before its children, in source order."""
    pending = [root]
    while pending:
        one = pending.pop()
        yield one
        pending.extend(reversed(list(one.children())))


class Visitor:
    """Calls ``enter_<Type>(node)`` before the children of a node and ``leave_<Type>(node)`` after them, where a subclass has them.

    ``enter_…`` may return False to skip the children (``leave_…`` is still called). Ancestors are in ``self.path``, outermost first,
    the node itself not included.
    """

    def __init__(self) -> None:
        self.path: list[Node] = []

    def visit(self, root: Node) -> None:
        """Visits a node and everything below it."""
        pending: list[tuple[Node, bool]] = [(root, False)]
        while pending:
            one, done = pending.pop()
            name = type(one).__name__
            if done:
                self.path.pop()
            else:
                enter = getattr(self, f"enter_{name}", None)
                deeper = enter is None or enter(one) is not False
                if deeper:
                    self.path.append(one)
                    pending.append((one, True))
                    pending.extend((child, False) for child in reversed(list(one.children())))
                    continue
            leave = getattr(self, f"leave_{name}", None)
            if leave is not None:
                leave(one)
