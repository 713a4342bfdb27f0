"""A command with its arguments, as data."""

import itertools
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from littlefolk.policy import EVERYTHING, Audience, Grants

_numbers = itertools.count(1)


@dataclass(frozen=True, slots=True)
class Caller:
    """Who calls: a name, the entrance they came through and what they may do."""

    name: str
    audience: Audience = Audience.LOCAL
    grants: Grants = EVERYTHING


@dataclass(frozen=True, slots=True)
class Call:
    """One command with parsed arguments; `unsupplied` names those a prompt still has to fill."""

    command: str
    arguments: Mapping[str, Any]
    caller: Caller
    unsupplied: tuple[str, ...] = ()
    number: int = field(default_factory=lambda: next(_numbers), compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "arguments", MappingProxyType(dict(self.arguments)))

    @property
    def complete(self) -> bool:
        """Whether every argument is there."""
        return not self.unsupplied
