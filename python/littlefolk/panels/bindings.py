"""Key bindings: which inputs do what, as defaults and a person's own changes, without conflicts."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from littlefolk.commands import Command

PAD = ("Pad ", "Left Stick ", "Right Stick ", "Trigger ")


class Device(StrEnum):
    """The two columns of the table of bindings."""

    KEYS = "keys"
    PAD = "pad"


def device_of(name: str) -> Device:
    """Which device an input's name belongs to."""
    return Device.PAD if name.startswith(PAD) else Device.KEYS


def suggested(commands: Iterable[Command], keys: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """The inputs of every action: those of the key file, and for the commands that it does not name the keys that they suggest."""
    named = {action: list(inputs) for action, inputs in keys.items()}
    return named | {command.name: [command.key] for command in commands if command.key and command.name not in named}


@dataclass(frozen=True, slots=True)
class Conflict:
    """An input that another action has already."""

    input: str
    action: str


@dataclass
class Bindings:
    """Inputs by action. `defaults` come from the data file, `changes` from the person's settings."""

    defaults: Mapping[str, Sequence[str]]
    changes: dict[str, list[str]] = field(default_factory=dict)

    def inputs(self, action: str) -> tuple[str, ...]:
        """The inputs of an action, the first one for showing."""
        return tuple(self.changes.get(action, self.defaults.get(action, ())))

    def first(self, action: str, device: Device) -> str:
        """The first input of an action on a device, or ""."""
        return next((name for name in self.inputs(action) if device_of(name) is device), "")

    def conflict(self, action: str, name: str) -> Conflict | None:
        """What another action has this input, or None."""
        for other in self.defaults:
            if other != action and name in self.inputs(other):
                return Conflict(name, other)
        return None

    def bind(self, action: str, name: str, *, take: bool = False) -> Conflict | None:
        """Make an input the first of its device for an action. A conflict changes nothing, unless it is to be taken from the other."""
        if action not in self.defaults:
            raise KeyError(action)
        conflict = self.conflict(action, name)
        if conflict is not None and not take:
            return conflict
        if conflict is not None:
            self.changes[conflict.action] = [other for other in self.inputs(conflict.action) if other != name]
        device = device_of(name)
        mine = [other for other in self.inputs(action) if other != name]
        old = next((index for index, other in enumerate(mine) if device_of(other) is device), None)
        if old is None:
            mine.insert(0 if device is Device.KEYS else len(mine), name)
        else:
            mine[old] = name
        self.changes[action] = mine
        self._forget_defaults()
        return None

    def reset(self) -> None:
        """Back to the defaults."""
        self.changes.clear()

    def every(self) -> dict[str, tuple[str, ...]]:
        """The inputs of all actions."""
        return {action: self.inputs(action) for action in self.defaults}

    def _forget_defaults(self) -> None:
        for action in [action for action, inputs in self.changes.items() if list(self.defaults.get(action, ())) == inputs]:
            del self.changes[action]
