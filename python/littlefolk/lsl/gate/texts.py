"""Every text of a script, searched for capability URLs, secrets and viewer commands."""

from __future__ import annotations

from collections.abc import Iterable

from ..tree import Binary, Call, Cast, Expression, ListLiteral, Name, Node, Script, StringLiteral, walk
from . import secrets
from .addresses import HOLE, capability_url
from .channel import is_command
from .decoding import readings
from .flow import Facts, Flow, Variable
from .folding import Folder, Overrun
from .library import FOLDS
from .refusal import Refusals
from .values import Items, Text, Value, as_text

_MOST_TEXT = 16 * 65_536  # characters of folded text that are searched


class Texts:
    """Literals, comments, and what expressions that build text come to. ``commands`` tells whether a viewer command is among them."""

    def __init__(self, script: Script, flow: Flow, folder: Folder, refusals: Refusals) -> None:
        self._script = script
        self._flow = flow
        self._folder = folder
        self._refusals = refusals
        self._room = _MOST_TEXT
        self.commands = False

    def judge(self) -> None:
        """Searches all texts."""
        found: dict[tuple[str, int], int] = {}  # text and start to end
        for part in walk(self._script):
            if isinstance(part, StringLiteral):
                found.setdefault((part.value, part.start), part.end)
        for place, owner in self._flow.places:
            for part in _building(place):
                for value in self._folder.fold(part, owner):
                    self._collect(value, part, found)
        for variable, facts in self._flow.facts.items():
            for piece, _ in facts.appended:
                for value in self._folder.values(variable):
                    self._collect(value, piece, found)
            if secrets.secret_name(variable[1]):
                self._named(variable, facts)
        for comment in self._script.comments:
            found.setdefault((comment.text, comment.start), comment.end)
        self._joined_comments(found)
        self._search(found)

    def _collect(self, value: Value, part: Node, found: dict[tuple[str, int], int]) -> None:
        shown = as_text(value).shown(HOLE) if isinstance(value, Text | Items) else ""
        if len(shown) < 4 or shown == HOLE:
            return
        if (shown, part.start) not in found:
            self._room -= len(shown)
            if self._room < 0:
                raise Overrun
            found[shown, part.start] = part.end

    def _joined_comments(self, found: dict[tuple[str, int], int]) -> None:
        """Line comments under each other, and the lines of a block comment, are read as one text as well."""
        run: list[str] = []
        start = end = -1
        for comment in (*self._script.comments, None):
            if comment is not None and run and comment.text.startswith("//") and not self._script.source.text[end : comment.start].strip():
                run.append(comment.text[2:])
                end = comment.end
                continue
            if len(run) > 1:
                found.setdefault((_joined(run), start), end)
            if comment is not None and comment.text.startswith("/*") and "\n" in comment.text:
                found.setdefault((_joined(line.strip().lstrip("*") for line in comment.text[2:-2].split("\n")), comment.start), comment.end)
            if comment is not None:
                run, start, end = [comment.text[2:]], comment.start, comment.end

    def _named(self, variable: Variable, facts: Facts) -> None:
        """Whatever a variable named like a secret is set to, in one piece or in several."""
        given = [(place, self._folder.fold(place, owner)) for place, owner in facts.assigned]
        given += [(place, self._folder.values(variable)) for place, _ in facts.appended]
        for place, values in given:
            if any(isinstance(value, Text) and value.known and secrets.secret_value(value.known) for value in values):
                self._secret(place.start, place.end, f"a secret in the variable '{variable[1]}'")

    def _search(self, found: dict[tuple[str, int], int]) -> None:
        everything = {shown: list(readings(shown)) for shown, _ in found}
        plain = [one.replace(HOLE, " ") for ones in everything.values() for one in ones]
        suspicious = secrets.suspicious(plain)
        for (shown, start), end in found.items():
            for one in everything[shown]:
                self.commands = self.commands or (not shown.startswith(("//", "/*")) and is_command(one))
                address = capability_url(one)
                if address:
                    self._refusals.add(
                        "capability URL",
                        start,
                        end,
                        f"the capability address {address[:60]}",
                        "leave it out: it gives its power to whoever reads it",
                    )
                what = secrets.secret(one.replace(HOLE, " ")) if suspicious else None
                if what:
                    self._secret(start, end, what)

    def _secret(self, start: int, end: int, what: str) -> None:
        self._refusals.add("secret", start, end, what, "leave it out: read it from a notecard of the owner instead")


def _joined(lines: Iterable[str]) -> str:
    """Lines as one text. What a colon ends introduces the next line and is no part of a word in it."""
    return "".join(f"{line} " if line.endswith(":") else line for line in (line.strip() for line in lines))


def _building(place: Expression) -> list[Expression]:
    """The parts of an expression that build text and are no piece of such a part themselves."""
    parts: list[Expression] = []
    pending: list[Node] = [place]
    while pending:
        one = pending.pop()
        if (
            (isinstance(one, Binary) and one.operator == "+")
            or (isinstance(one, Call) and one.function in FOLDS)
            or (isinstance(one, Cast) and isinstance(one.operand, ListLiteral | Binary | Name))
        ):
            parts.append(one)
        pending.extend(child for child in one.children() if not _piece(one, child))
    return parts


def _piece(parent: Node, child: Node) -> bool:
    return isinstance(parent, Binary) and parent.operator == "+" and isinstance(child, Binary) and child.operator == "+"
