"""Two entrances, one funnel: a typed line or a model's JSON becomes a `Call`, or says what is wrong with it."""

import json
import re
from collections.abc import Iterable
from typing import Any, NamedTuple

from littlefolk.commands.declaration import Command
from littlefolk.present.call import Call, Caller
from littlefolk.present.context import ReadContext
from littlefolk.present.outcome import Invalid
from littlefolk.present.suggest import did_you_mean
from littlefolk.present.types import Optional, Text, quoted
from littlefolk.present.types.one_of import folded

LONGEST_NAME = 12  # words
_WORDS = re.compile(r"""(?:"(?P<double>(?:[^"\\]|\\.)*)"|'(?P<single>[^']*)')(?=\s|$)|(?P<plain>\S+)""", re.DOTALL)
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)


class _Word(NamedTuple):
    """A word of a line, and whether it stood in quotes."""

    text: str
    quoted: bool = False


def parse_json(commands: Iterable[Command], name: str, arguments: Any, caller: Caller, context: ReadContext) -> Call | Invalid:
    """A model's call. `arguments` is a JSON text or the object it holds; null stands for an argument's default."""
    known = {command.name: command for command in commands}
    command = known.get(name)
    if command is None:
        return _no_such(name, known, "tool")
    if isinstance(arguments, str):
        try:
            arguments = json.loads(arguments or "{}", parse_constant=_refuse_constant)
        except (ValueError, RecursionError) as error:
            return Invalid(f"the arguments are not valid JSON ({quoted(str(error), 120)}): send one JSON object")
    if not isinstance(arguments, dict):
        return Invalid(f"the arguments are {quoted(arguments)}: send one JSON object")
    expected = [argument.name for argument in command.arguments]
    for extra in arguments:
        if extra not in expected:
            clause, found = did_you_mean(str(extra), expected)
            return Invalid(f"{command.name} has no argument {quoted(extra)}{clause or ';'} it takes {', '.join(expected) or 'none'}", found)
    values = {}
    for argument in command.arguments:
        given = arguments.get(argument.name)
        if given is None and not argument.required:
            values[argument.name] = argument.default
            continue
        if argument.name not in arguments:
            return Invalid(f"{argument.name} is missing: write {argument.type.describe()}", argument=argument.name)
        value = argument.type.from_json(given, context)
        if isinstance(value, Invalid):
            return Invalid(value.message, value.suggestions, argument.name)
        values[argument.name] = value
    return Call(command.name, values, caller)


def parse_line(commands: Iterable[Command], line: str, caller: Caller, context: ReadContext) -> Call | Invalid:
    """A person's line: a command's name (`place block at` or `place_block_at`), then its arguments in order.

    Quotes keep words together, and `""` stands for an argument's default; without them the last argument takes the rest of the line,
    and an argument that reads more words takes as many as it can. Arguments at the end may be left out: the call then lists them as
    `unsupplied`.
    """
    known = {command.name: command for command in commands}
    words = _words(line)
    if not words:
        return Invalid("the line is empty: write a command's name")
    for count in range(min(len(words), LONGEST_NAME), 0, -1):
        named = all(folded(word.text) and not word.quoted for word in words[:count])
        command = known.get(folded(_joined(words[:count]))) if named else None
        if command is not None:
            return _parse_arguments(command, words[count:], caller, context)
    return _no_such(_joined(words[:4]), known, "command")


def line_of(call: Call, command: Command) -> str:
    """The line that `parse_line` reads as this call, with what is unsupplied left out from the first such argument on."""
    written: list[tuple[str, bool]] = []
    for argument in command.arguments:
        if argument.name not in call.arguments:
            break
        value = call.arguments[argument.name]
        type_ = argument.type.inner if isinstance(argument.type, Optional) else argument.type
        written.append(("" if value is None else argument.type.unparse(value), isinstance(type_, Text)))
    while written and not written[-1][0]:
        written.pop()
    # A text before other arguments would take their words, too, if it had no quotes.
    words = (_quoted(text, always=free and place < len(written)) for place, (text, free) in enumerate(written, 1))
    return " ".join([call.command, *words])


def _parse_arguments(command: Command, words: list[_Word], caller: Caller, context: ReadContext) -> Call | Invalid:
    values: dict[str, Any] = {}
    unsupplied = []
    for index, argument in enumerate(command.arguments):
        if not words:
            if argument.required:
                unsupplied.append(argument.name)
            else:
                values[argument.name] = argument.default
            continue
        last = index == len(command.arguments) - 1
        problem: Invalid | None = None
        whole = next((at for at, word in enumerate(words) if at and word.quoted), len(words))  # a word in quotes begins anew
        counts = [len(words)] if last else list(range(whole, 0, -1))
        if words[0].quoted and len(words) > 1:
            counts.insert(0, 1)
        for count in counts:
            if words[0].quoted and count == 1 and not words[0].text and not argument.required:
                values[argument.name], words, problem = argument.default, words[1:], None
                break
            value = argument.type.parse(_joined(words[:count]), context)
            if not isinstance(value, Invalid):
                values[argument.name], words, problem = value, words[count:], None
                break
            problem = value
        if problem is not None:
            return Invalid(problem.message, problem.suggestions, argument.name)
    if words:
        return Invalid(f"{quoted(_joined(words))} is left over: {command.name} takes {len(command.arguments) or 'no'} argument(s)")
    return Call(command.name, values, caller, tuple(unsupplied))


def _words(line: str) -> list[_Word]:
    """The words of a line; what stands in quotes of its own is one. An apostrophe in ordinary speech is no quotation."""
    return [
        _Word(_ESCAPED.sub(r"\1", found["double"]) if found["double"] is not None else found["single"] or "", True)
        if found["plain"] is None
        else _Word(found["plain"])
        for found in _WORDS.finditer(line)
    ]


def _joined(words: Iterable[_Word]) -> str:
    return " ".join(word.text for word in words)


def _quoted(text: str, *, always: bool = False) -> str:
    """A text as one word, in double quotes where it has to be: signs alone could belong to the word before them."""
    plain = not always and any(sign.isalnum() for sign in text) and '"' not in text and "'" not in text
    if plain and not any(sign.isspace() for sign in text):
        return text
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _no_such(name: str, known: dict[str, Command], noun: str) -> Invalid:
    clause, found = did_you_mean(folded(name)[:80], known)
    return Invalid(
        f"there is no {noun} {quoted(name)}{clause or ';'} {'' if clause else 'one of ' + ', '.join(sorted(known))}".rstrip(), found
    )


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")
