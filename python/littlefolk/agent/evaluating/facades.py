"""What evaluated code sees of the game: façades whose every act is a call through the mailbox."""

from collections.abc import Callable, Iterable
from typing import Any

from littlefolk.agent.evaluating.evaluation import current
from littlefolk.commands import Command
from littlefolk.commands.declaration import Argument
from littlefolk.commands.mailbox import Mailbox
from littlefolk.commands.reference import call_of
from littlefolk.present.call import Call
from littlefolk.present.context import Pose, ReadContext
from littlefolk.present.handles import Stale, Unknown
from littlefolk.present.outcome import Cancelled, Done, Invalid, Running
from littlefolk.present.outcome_text import shown_to_people
from littlefolk.world.cells import Cell, Direction


class CallFailed(RuntimeError):
    """A call was not done; the message says why. `outcome` is how it ended."""

    def __init__(self, outcome: Any) -> None:
        super().__init__(shown_to_people(outcome))
        self.outcome = outcome


class Commands:
    """Commands as methods: arguments by position or name, as values or as they are written; the value of the outcome comes back.

    Raises CallFailed where the call was not done.
    """

    def __init__(self, commands: Callable[[], Iterable[Command]], context: Callable[[], ReadContext], mailbox: Mailbox) -> None:
        self._commands, self._context, self._mailbox = commands, context, mailbox

    def __getattr__(self, name: str) -> Callable[..., Any]:
        command = next((each for each in self._commands() if each.name == name), None)
        if command is None:
            raise AttributeError(f"there is no {name} here; dir() lists what there is, apropos(text) finds it")

        def call(*values: Any, **named: Any) -> Any:
            return self._call(command, values, named)

        call.__name__, call.__doc__ = name, f"{call_of(command)}\n\n{command.description}"
        return call

    def __dir__(self) -> list[str]:
        own = [name for name in super().__dir__() if not name.startswith("_")]
        return sorted({*own, *(command.name for command in self._commands())})

    def __repr__(self) -> str:
        return f"<{type(self).__name__.lower()}: {', '.join(dir(self))}>"

    def _call(self, command: Command, values: tuple[Any, ...], named: dict[str, Any]) -> Any:
        evaluation = current()
        if len(values) > len(command.arguments):
            raise TypeError(f"{call_of(command)} takes {len(command.arguments)} argument(s)")
        given = {argument.name: value for argument, value in zip(command.arguments, values, strict=False)} | named
        with evaluation.marshalling():
            arguments = {name: self._read(command, name, value) for name, value in given.items()}
            missing = tuple(each.name for each in command.arguments if each.required and each.name not in arguments)
            defaults = {each.name: each.default for each in command.arguments if not each.required}
            parent = evaluation.call
            call = Call(command.name, defaults | arguments, parent.caller, missing, parent=parent.number, token=evaluation.token)
            outcome = self._mailbox.submit(call).future.result()
        match outcome:
            case Done(value):
                return value
            case Running(action):
                return action
            case Cancelled():
                raise CallFailed(outcome)
            case _:
                raise CallFailed(outcome)

    def _read(self, command: Command, name: str, value: Any) -> Any:
        argument = command.argument(name)
        if argument is None:
            raise TypeError(f"{call_of(command)} has no argument {name}")
        read = _value(argument, value, self._context())
        if isinstance(read, Invalid):
            raise CallFailed(Invalid(read.message, read.suggestions, name))
        return read


def _value(argument: Argument, value: Any, context: ReadContext) -> Any:
    """A value as the argument's type has it: as it is, as it is written, or as JSON has it."""
    type_ = argument.type
    if (value is None and not argument.required) or type_.recheck(value, context) is None:
        return value
    if isinstance(value, tuple | list) and all(isinstance(part, int | float) for part in value):
        value = " ".join(map(str, value))
    return type_.parse(value, context) if isinstance(value, str) else type_.from_json(value, context)


class World(Commands):
    """The world: looking at blocks and changing them."""


class Me(Commands):
    """Who evaluates: where it is, and what it can do with itself."""

    @property
    def name(self) -> str:
        """The name."""
        return self._context().subject

    @property
    def cell(self) -> Cell:
        """The cell it stands in."""
        return self._pose.cell

    @property
    def position(self) -> tuple[float, float, float]:
        """Its position in metres."""
        return self._pose.position

    @property
    def facing(self) -> Direction:
        """The direction it faces."""
        return self._pose.facing

    @property
    def _pose(self) -> Pose:
        pose = self._context().pose
        if pose is None:
            raise CallFailed(Invalid("you have no body in this world"))
        return pose


class Session(Commands):
    """The game: every command, the handles, and a sleep that Stop ends."""

    def __getitem__(self, handle: str) -> Any:
        """What a handle such as `#ABCD` names. Raises KeyError."""
        handles = self._context().handles
        found = Unknown(handle) if handles is None else handles.read(handle)
        if isinstance(found, Unknown | Stale):
            raise KeyError(f"{handle} names nothing{' any more' if isinstance(found, Stale) else ''}")
        return found

    def handle(self, target: Any) -> str:
        """The handle of an object, a new one at first sight."""
        handles = self._context().handles
        if handles is None:
            raise CallFailed(Invalid("you have no handles"))
        with current().marshalling():
            return handles.mint(target)

    @property
    def bodies(self) -> dict[str, Cell]:
        """Where everybody stands, by name."""
        return {name: pose.cell for name, pose in self._context().snapshot.bodies.items()}

    def sleep(self, seconds: float) -> None:
        """Let time go by; ends at once when the evaluation is stopped."""
        evaluation = current()
        with evaluation.marshalling():
            evaluation.token.wait(seconds)
