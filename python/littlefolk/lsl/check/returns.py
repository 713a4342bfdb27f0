"""Whether a body can end without its return value."""

from __future__ import annotations

from ..tree import Block, DoWhile, For, If, Node, Return, Statement, While


def always_returns(body: Block) -> bool:
    """Whether every path through a body reaches a return.

    A block returns when one of its statements does; an if when both sides do; a do … while when its body does. Other loops never
    count, whatever their condition.
    """
    order: list[Statement] = []
    pending: list[Statement] = [body]
    while pending:
        one = pending.pop()
        order.append(one)
        if isinstance(one, Block | If | While | DoWhile | For):
            pending.extend(child for child in one.children() if isinstance(child, Statement))
    returning: set[int] = set()
    for one in reversed(order):
        if _returns(one, returning):
            returning.add(id(one))
    return id(body) in returning


def _returns(one: Node, returning: set[int]) -> bool:
    if isinstance(one, Return):
        return True
    if isinstance(one, Block):
        return any(id(statement) in returning for statement in one.statements)
    if isinstance(one, If):
        return one.otherwise is not None and id(one.then) in returning and id(one.otherwise) in returning
    return isinstance(one, DoWhile) and id(one.body) in returning
