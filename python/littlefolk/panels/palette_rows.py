"""The rows of the palette: what can be chosen at a prompt, best first."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from littlefolk.commands import Command
from littlefolk.commands.declaration import Argument
from littlefolk.commands.finding import ranked
from littlefolk.commands.situation import Situation, why_not
from littlefolk.panels.pointed import Pointed
from littlefolk.present.call import Call
from littlefolk.present.context import ReadContext
from littlefolk.present.outcome import Invalid
from littlefolk.present.translating import stands_for

MOST = 200  # rows
RECENT = 3  # earlier calls that an empty line offers


@dataclass(frozen=True, slots=True)
class Around:
    """What the palette sees of the game: the player's commands, the situation, how words are read, the first key of each action.

    `look` gives what the player looks at; it is asked only where an argument is prompted for.
    """

    commands: Sequence[Command]
    situation: Situation
    context: ReadContext
    keys: Mapping[str, str] = field(default_factory=dict)
    look: Callable[[], Pointed | None] = lambda: None


@dataclass(frozen=True, slots=True)
class Row:
    """One row. Choosing it takes `insert` as the prompt's text, begins `call`, or reads `line` as a whole line.

    `reason` says why it cannot be chosen now, or is empty.
    """

    text: str
    hint: str = ""
    key: str = ""
    reason: str = ""
    insert: str | None = None
    call: Call | None = field(default=None, compare=False)
    line: str = ""


def command_rows(text: str, around: Around, recent: Sequence[str] = ()) -> tuple[Row, ...]:
    """The commands that a text means, best first; one that does not apply says why.

    An empty text means all of them: earlier calls first, then what applies, then the others.
    """
    rows = [_row(command, around) for command in ranked(text, around.commands)]
    if text.strip():
        return tuple(rows[:MOST])
    rows.sort(key=lambda row: (bool(row.reason), not row.key))  # what has a key is what is wanted often
    earlier = [Row(line, "again", line=line) for line in list(reversed(recent))[:RECENT]]
    return tuple([*earlier, *rows][:MOST])


def _row(command: Command, around: Around) -> Row:
    missing = tuple(argument.name for argument in command.arguments)
    call = Call(command.name, {}, around.situation.caller, missing)
    return Row(command.title, command.summary, around.keys.get(command.name, ""), why_not(command, around.situation), call=call)


def value_rows(argument: Argument, text: str, around: Around) -> tuple[Row, ...]:
    """What an argument can be: completions of the text, what was meant instead, what the player looks at, and the default."""
    type_, context = argument.type, around.context
    rows = [Row(found.display, found.hint, insert=found.insert) for found in type_.complete(text, context)]
    read = type_.parse(text, context)
    if text.strip() and isinstance(read, Invalid):
        rows += [Row(word.replace("_", " "), "did you mean", insert=word) for word in read.suggestions]
    pointed = around.look()
    value = None if pointed is None else stands_for(pointed, type_, context)
    written = "" if value is None else type_.unparse(value)
    if pointed is not None and written and written.startswith(text.strip()):
        rows.append(Row(written, f"{pointed.label}, which you look at", insert=written))
    if not argument.required and not text.strip():
        default = "nothing" if argument.default is None else type_.unparse(argument.default)
        rows.insert(0, Row("default", default, insert=""))
    unique: dict[str | None, Row] = {}
    for row in rows:
        unique.setdefault(row.insert, row)
    return tuple(unique.values())[:MOST]
