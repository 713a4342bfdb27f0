"""The palette: every command by name, a prompt for each argument, filled by typing, choosing or pointing. Knows no engine."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from littlefolk.commands import Command
from littlefolk.commands.affordances import affordances
from littlefolk.commands.declaration import Argument
from littlefolk.commands.parsing import line_of, parse_line
from littlefolk.panels.palette_rows import Around, Row, command_rows, value_rows
from littlefolk.present.call import Call
from littlefolk.present.outcome import Invalid
from littlefolk.present.translating import stands_for
from littlefolk.present.types.one_of import folded
from littlefolk.present.untrusted import one_line
from littlefolk.present.views import TEXT, present

HISTORY = 50  # lines


@dataclass(frozen=True, slots=True)
class Slot:
    """One argument of the command being filled: what it is so far, and whether it is the one prompted for."""

    name: str
    text: str
    current: bool


class Palette:
    """One palette of one player. `around` gives what is true now; `submit` takes a finished call, `leave` closes the palette.

    Either a command is being looked for (`command` is None), or its arguments are prompted for one after another. `rows` are what can
    be chosen, `selected` the row that Enter takes (-1: the text itself), `problem` what is wrong with the text.
    """

    def __init__(self, around: Callable[[], Around], submit: Callable[[Call], object], leave: Callable[[], object]) -> None:
        self._around, self._submit, self._leave = around, submit, leave
        self.history: list[str] = []
        self.version = 0
        """Changes with everything that is shown."""
        self.begin()

    def begin(self) -> None:
        """Start anew with an empty line."""
        self.command: Command | None = None
        self._values: dict[str, Any] = {}
        self._pending: list[Argument] = []
        self._filled: list[tuple[Argument, str]] = []
        self.shown: object = None
        self.write("")

    # What is shown

    @property
    def argument(self) -> Argument | None:
        """The argument that is prompted for, or None while a command is looked for."""
        return self._pending[0] if self._pending else None

    @property
    def title(self) -> str:
        """What the prompt is for."""
        if self.command is not None:
            return self.command.title
        return "Command" if self.shown is None else f"With {one_line(str(present(self.shown, TEXT)), 40)}"

    @property
    def wanted(self) -> str:
        """What to write, in a sentence."""
        argument = self.argument
        if argument is None:
            return "a command's name, or a whole line such as place block at stone 3 64 -5"
        return f"{argument.name}: {argument.description}; {argument.type.describe()}"

    @property
    def slots(self) -> tuple[Slot, ...]:
        """The arguments of the command, in order, as far as they are filled."""
        if self.command is None:
            return ()
        return tuple(Slot(argument.name, self._written(argument), argument is self.argument) for argument in self.command.arguments)

    # What a person does

    def write(self, text: str) -> None:
        """The line holds this text now: rows and problem follow it."""
        self.text = text
        self.problem = ""
        self.version += 1
        argument = self.argument
        if argument is None:
            self._look_for_commands()
            return
        around = self._around()
        self.rows = value_rows(argument, text, around)
        read = argument.type.parse(text, around.context)
        wrong = isinstance(read, Invalid)
        if wrong and text.strip():
            self.problem = read.message
        completed = bool(argument.type.complete(text, around.context))
        self.selected = 0 if wrong and text.strip() and completed else -1

    def move(self, step: int) -> None:
        """Select another row: 1 for the next, -1 for the one before; past the ends it comes round."""
        if self.rows:
            at = self.selected + step if self.selected >= 0 else (0 if step > 0 else -1)
            self.selected = at % len(self.rows)
            self.version += 1

    def enter(self) -> None:
        """Take the selected row, or else the text."""
        if 0 <= self.selected < len(self.rows):
            self.choose(self.selected)
        elif self.argument is not None:
            self._take(self.text)
        else:
            self._say("write a command's name" if not self.text.strip() else self.problem or "no command is called so")

    def choose(self, index: int) -> None:
        """Take a row, as a click on it does. A row that cannot be chosen says why."""
        row = self.rows[index]
        if row.reason:
            self._say(row.reason)
        elif row.insert is not None:
            self._take(row.insert)
        elif row.call is not None:
            self._fill(row.call)
        else:
            self.write(row.line)
            self._read_line(row.line)

    def complete(self) -> None:
        """Put the selected row, or the first one, into the line."""
        if not self.rows:
            return
        row = self.rows[max(0, self.selected)]
        self.write(row.insert if row.insert is not None else row.line or row.text.lower())

    def back(self) -> None:
        """One step back: to the argument before, to the search for a command, or out of the palette."""
        if self.command is None:
            self._leave()
        elif not self._filled:
            title = self.command.title.lower()
            self.begin()
            self.write(title)
        else:
            argument, text = self._filled.pop()
            self._values.pop(argument.name)
            self._pending.insert(0, argument)
            self.write(text)

    def takes(self, shown: object) -> bool:
        """Whether pointing at something would fill the argument that is prompted for; such things light up."""
        argument = self.argument
        return argument is not None and stands_for(shown, argument.type, self._around().context) is not None

    def point(self, shown: object) -> bool:
        """Point at something shown: it fills the argument, or, while a command is looked for, its menu is listed. False where it cannot."""
        argument = self.argument
        if argument is not None:
            value = stands_for(shown, argument.type, self._around().context)
            if value is None:
                return False
            self._take(argument.type.unparse(value))
            return True
        around = self._around()
        if not affordances(shown, around.commands, around.context):
            return False
        self.shown = shown
        self.write("")
        return True

    def repeat(self) -> bool:
        """Make the last call again, without the palette being open; False when there is none or it cannot be read any more."""
        call = self._call_of(self.history[-1]) if self.history else None
        if not isinstance(call, Call) or not call.complete:
            return False
        self._submit(call)
        return True

    # Inside

    def _look_for_commands(self) -> None:
        around, text = self._around(), self.text
        if self.shown is not None:
            found = affordances(self.shown, around.commands, around.context)
            calls = {each.command.name: each.call(around.situation.caller) for each in found}
            rows = command_rows(text, Around([each.command for each in found], around.situation, around.context, around.keys))
            self.rows = tuple(
                Row(row.text, row.hint, row.key, row.reason, call=calls[row.call.command]) for row in rows if row.call is not None
            )
        else:
            self.rows = command_rows(text, around, self.history)
        call = self._call_of(text) if text.strip() else None
        if isinstance(call, Call) and call.arguments and folded(text) != call.command:
            command = next(each for each in around.commands if each.name == call.command)
            self.rows = (Row(text.strip(), command.summary, call=call), *self.rows)
        elif isinstance(call, Invalid) and (call.argument or not self.rows):
            self.problem = call.message
        self.selected = 0 if text.strip() and self.rows and not self.problem else -1

    def _read_line(self, line: str) -> None:
        call = self._call_of(line)
        if isinstance(call, Call):
            self._fill(call)
        else:
            self._say(call.message)

    def _fill(self, call: Call) -> None:
        """Begin with a call: what it leaves out is prompted for."""
        command = next(each for each in self._around().commands if each.name == call.command)
        self.command, self._values, self._filled = command, dict(call.arguments), []
        self._pending = [argument for argument in command.arguments if argument.name in call.unsupplied]
        self._next()

    def _take(self, text: str) -> None:
        """Take a text as the value of the argument; one that cannot be read stays in the line, with what is wrong."""
        argument = self._pending[0]
        if not text.strip() and not argument.required:
            value = argument.default
        else:
            value = argument.type.parse(text, self._around().context)
        if isinstance(value, Invalid):
            self.write(text)
            self._say(value.message)
            return
        self._values[argument.name] = value
        self._filled.append((argument, text))
        del self._pending[0]
        self._next()

    def _next(self) -> None:
        command = self.command
        assert command is not None
        if self._pending:
            self.write("")
            return
        call = Call(command.name, self._values, self._around().situation.caller)
        line = line_of(call, command)
        self.history = [*(earlier for earlier in self.history if earlier != line), line][-HISTORY:]
        self.begin()
        self._leave()
        self._submit(call)

    def _written(self, argument: Argument) -> str:
        if argument.name not in self._values:
            return ""
        value = self._values[argument.name]
        return "default" if value is None else argument.type.unparse(value)

    def _call_of(self, line: str) -> Call | Invalid:
        around = self._around()
        return parse_line(around.commands, line, around.situation.caller, around.context)

    def _say(self, problem: str) -> None:
        self.problem = problem
        self.version += 1
