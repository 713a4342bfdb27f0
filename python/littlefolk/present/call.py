"""A command with its arguments, as data."""

import itertools
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from littlefolk.policy import AS_DECLARED, EVERYTHING, AskPolicy, Audience, Grants
from littlefolk.present.cancelling import CancelToken

_numbers = itertools.count(1)


@dataclass(frozen=True, slots=True)
class Caller:
    """Who calls: a name, the entrance they came through, what they may do, and what of it a person approves first."""

    name: str
    audience: Audience = Audience.LOCAL
    grants: Grants = EVERYTHING
    asks: AskPolicy = AS_DECLARED
    asker: str = ""
    """Whom they do it for: who asked for the turn, or ""."""


@dataclass(frozen=True, slots=True)
class Call:
    """One command with parsed arguments; `unsupplied` names those a prompt still has to fill.

    `parent` is the number of the call out of which this one is made, or 0; `token` cancels it.
    """

    command: str
    arguments: Mapping[str, Any]
    caller: Caller
    unsupplied: tuple[str, ...] = ()
    number: int = field(default_factory=lambda: next(_numbers), compare=False)
    parent: int = field(default=0, compare=False)
    token: CancelToken | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "arguments", MappingProxyType(dict(self.arguments)))

    @property
    def complete(self) -> bool:
        """Whether every argument is there."""
        return not self.unsupplied
