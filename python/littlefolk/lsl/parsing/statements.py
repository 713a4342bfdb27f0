"""Statements: blocks and the bodies of if and loops are kept on a stack of their own, for the same reason as expressions."""

from __future__ import annotations

from ..diagnostics import quoted
from ..lexer import END, FLOAT, INTEGER, NAME, STRING, TYPE
from ..table import EVENTS, TYPES
from ..tree import (
    Block,
    Declaration,
    DoWhile,
    Empty,
    Evaluate,
    Expression,
    For,
    If,
    Jump,
    Label,
    Malformed,
    Return,
    StateChange,
    Statement,
    While,
)
from . import habits
from .cursor import GiveUp, Unreadable
from .headers import BLOCK, DO, ELSE, FOR, IF, WHILE, HeaderParser, Open
from .words import FOREIGN_STATEMENTS, FOREIGN_TYPES

_AFTER_WORD = frozenset((NAME, TYPE, STRING, INTEGER, FLOAT, ";", "{", "(", ":", "-", "default"))
_NO_VALUE = frozenset((";", "}", "@", "{", END, "if", "else", "for", "do", "while", "return", "jump", "state", "default", TYPE))
_STATEMENT_WORDS = frozenset(("if", "else", "for", "do", "while", "return", "jump", "state", "default", TYPE))


class BlocksLeft(Exception):
    """Raised inside the parser when a body is left unclosed because what follows belongs to the level of states or globals."""


class StatementParser(HeaderParser):
    """Reads the body of a function or event handler."""

    def body(self) -> Block:
        """The block at the cursor."""
        self.expect("{", "'{' to open the body")
        stack = [Open(BLOCK, self.starts[self.index - 1])]
        nesting = self.nesting
        self.nesting += 1
        try:
            while True:
                self.unit = self.starts[self.index]
                before = self.index
                try:
                    block = self._step(stack)
                except Unreadable:
                    self._synchronise(before)
                    block = self._complete(stack, Empty(start=self.unit, end=self.unit))
                if block is not None:
                    return block
        except BlocksLeft:
            return self._leave(stack)
        finally:
            self.nesting = nesting

    def _leave(self, stack: list[Open]) -> Block:
        """Closes everything that is still open, so that what was read so far can be checked."""
        end = self.end_of(self.index - 1)
        while len(stack) > 1:
            top = stack[-1]
            if top.kind == BLOCK:
                stack.pop()
                self._complete(stack, Block(tuple(top.statements), start=top.start, end=end))
            else:
                self._complete(stack, Empty(start=end, end=end))
        return Block(tuple(stack[0].statements), start=stack[0].start, end=end)

    def _step(self, stack: list[Open]) -> Block | None:
        """Reads one simple statement or the head of a compound one; gives the whole body when it has just closed."""
        self.deadline.check()
        i = self.index
        kind = self.kinds[i]
        start = self.starts[i]
        if kind == "}" and stack[-1].kind == BLOCK:
            top = stack.pop()
            self.index += 1
            self.nesting -= 1
            block = Block(tuple(top.statements), start=top.start, end=start + 1)
            if not stack:
                return block
            return self._complete(stack, block)
        if kind == "{":
            self.deeper(i)
            self.index += 1
            stack.append(Open(BLOCK, start))
            return None
        if kind == "if":
            self.index += 1
            stack.append(Open(IF, start, self._condition("if")))
            return None
        if kind == "while":
            self.index += 1
            stack.append(Open(WHILE, start, self._condition("while")))
            return None
        if kind == "for":
            self.index += 1
            stack.append(self._for_header(start))
            return None
        if kind == "do":
            self.index += 1
            stack.append(Open(DO, start))
            return None
        return self._complete(stack, self._simple(kind, start, stack))

    def _complete(self, stack: list[Open], statement: Statement) -> Block | None:
        """Hands a finished statement to the one it belongs to, which may finish that one in turn."""
        self.count_nodes(1)
        while True:
            top = stack[-1]
            if top.kind == BLOCK:
                top.statements.append(statement)
                return None
            end = statement.end
            condition = top.condition or Malformed(start=top.start, end=top.start)
            if top.kind == IF:
                if self.kinds[self.index] == "else":
                    self.index += 1
                    top.kind, top.then = ELSE, statement
                    return None
                statement = If(condition, statement, start=top.start, end=end)
            elif top.kind == ELSE:
                assert top.then is not None
                statement = If(condition, top.then, statement, start=top.start, end=end)
            elif top.kind == WHILE:
                statement = While(condition, statement, start=top.start, end=end)
            elif top.kind == FOR:
                statement = For(top.initial, condition, top.step, statement, start=top.start, end=end)
            else:
                statement = self._do_tail(top.start, statement)
            stack.pop()

    def _do_tail(self, start: int, body: Statement) -> Statement:
        condition: Expression = Malformed(start=body.end, end=body.end)
        if self.kinds[self.index] != "while":
            self.error("syntax", self.index, "'while (condition);' after the body of do")
            if self.texts[self.index] in FOREIGN_STATEMENTS:
                self._synchronise(self.index)
        else:
            self.index += 1
            try:
                condition = self._condition("while")
                self._semicolon("the condition of do … while")
            except Unreadable:
                self._synchronise(self.index)
        return DoWhile(body, condition, start=start, end=self.end_of(self.index - 1))

    def _simple(self, kind: str, start: int, stack: list[Open]) -> Statement:
        """A statement without a body."""
        i = self.index
        if kind == ";":
            self.index += 1
            return Empty(start=start, end=start + 1)
        if kind == TYPE:
            if self.kinds[i + 1] == NAME and self.kinds[i + 2] == "(" and self._is_definition(i + 2):
                raise self._left_open(i, f"the definition of the function {quoted(self.texts[i + 1])} inside a body")
            return self._declaration(TYPES[self.texts[i]], i, stack)
        if kind == "return":
            self.index += 1
            value = None if self.kinds[self.index] in _NO_VALUE else self.expression()
            return Return(value, start=start, end=self._semicolon("return"))
        if kind == "jump":
            self.index += 1
            name = self.expect_name("the label to jump to")
            return Jump(name, start=start, end=self._semicolon("jump"))
        if kind == "@":
            self.index += 1
            name = self.expect_name("a label")
            return Label(name, start=start, end=self._semicolon("the label"))
        if kind == "state":
            return self._state_change(start)
        if kind == "default" and self.kinds[i + 1] == ":":
            return self._case(i, "'default:'")
        if kind == "default":
            raise self._left_open(i, "'default' inside a body")
        if kind == "else":
            raise self.fail("syntax", i, "an if before else", note="a ; or a second statement may stand between the if and this else")
        if kind == "}" or kind == END:
            if kind == END:
                self._unclosed(stack)
                raise BlocksLeft
            raise self.fail("syntax", i, "a statement", note="write ; for an empty statement")
        if kind == NAME:
            foreign = self._foreign_statement(i, stack)
            if foreign is not None:
                return foreign
            if self.kinds[i + 1] == "(" and self._is_definition(i + 1):
                what = "event" if self.texts[i] in EVENTS else "function"
                raise self._left_open(i, f"the {what} {quoted(self.texts[i])} inside a body")
        expression = self.expression()
        return Evaluate(expression, start=start, end=self._semicolon("the statement"))

    def _is_definition(self, opening: int) -> bool:
        """Whether the parenthesis at a token opens parameters rather than arguments."""
        following = self.kinds[opening + 1]
        if following == ")":
            return self.kinds[opening + 2] == "{"
        return following == TYPE and self.kinds[opening + 2] == NAME

    def _left_open(self, index: int, found: str) -> BlocksLeft:
        self.error("syntax", index, "'}' to close the body before it", found=found, note="a closing brace is missing above")
        return BlocksLeft()

    def _unclosed(self, stack: list[Open]) -> None:
        blocks = [opened for opened in stack if opened.kind == BLOCK]
        at = self.source.position(blocks[-1].start)
        self.error("syntax", self.index, "'}'", note=f"the '{{' at {at.line}:{at.column} is not closed")

    def _state_change(self, start: int) -> Statement:
        i = self.index
        if self.kinds[i + 1] in (NAME, "default") and self.kinds[i + 2] == "{":
            raise self._left_open(i, f"the state {quoted(self.texts[i + 1])} inside a body")
        self.index += 1
        if self.kinds[self.index] == "default":
            self.index += 1
            name = "default"
        else:
            name = self.expect_name("the state to change to")
        return StateChange(name, start=start, end=self._semicolon("the state change"))

    def _declaration(self, type_: str, i: int, stack: list[Open]) -> Declaration:
        """``type name [= value];`` with the type at token ``i``."""
        start = self.starts[i]
        self.index = i + 1
        if self.kinds[i + 1] == "(":
            raise self.fail("syntax", i, "a statement", note=f"a cast is written ({self.texts[i]})value")
        name = self.expect_name("the variable")
        value: Expression | None = None
        if self.kinds[self.index] == "[":
            self.error("indexing", self.index, "a plain name", note="there are no arrays: use a list, list items = [];")
            self._synchronise(self.index)
            return Declaration("", name, Malformed(), start=start, end=self.end_of(self.index - 1))
        if self.kinds[self.index] == "=":
            self.index += 1
            try:
                value = self.expression()
            except Unreadable:
                self._synchronise(self.index)
                value = Malformed(start=start, end=start)
                return Declaration(type_, name, value, start=start, end=self.end_of(self.index - 1))
        if self.kinds[self.index] == ",":
            self._several(stack, type_, start, name, value)
        if stack[-1].kind != BLOCK:
            word = {IF: "if", ELSE: "else", WHILE: "while", FOR: "for", DO: "do"}[stack[-1].kind]
            self.error(
                "bare-declaration", i, f"a statement or a block as the body of {word}", found=f"a declaration of {quoted(name)}",
                note="put it into braces, or declare it before",
            )  # fmt: skip
        value = self._end_of_declaration("the declaration", value)
        return Declaration(type_, name, value, start=start, end=self.end_of(self.index - 1))

    def _several(self, stack: list[Open], type_: str, start: int, name: str, value: Expression | None) -> None:
        """``integer a, b;``: reported, and every name is declared."""
        self.error(
            "several-declarations", self.index, "';' after one variable", found="',' and a second variable",
            note=f"one declaration each: {type_ or 'integer'} {name}; {type_ or 'integer'} {self.texts[self.index + 1] or 'b'};",
        )  # fmt: skip
        while self.kinds[self.index] == "," and self.kinds[self.index + 1] == NAME:
            other = self.texts[self.index + 1]
            self.index += 2
            self.doubtful.add(other)
            if self.kinds[self.index] == "=":
                self.index += 1
                self.expression()

    def _foreign_statement(self, i: int, stack: list[Open]) -> Statement | None:
        """A statement that starts with a word of another language, or None when the word is used as a plain name."""
        word, following = self.texts[i], self.kinds[i + 1]
        if word in FOREIGN_TYPES and following == NAME and (self.kinds[i + 2] in ("=", ";", ",", "[", "(")):
            nearest = FOREIGN_TYPES[word]
            self.error(
                "unknown-type", i, "a type: integer, float, string, key, vector, rotation or list", found=f"{quoted(word)}, no type here",
                nearest=nearest or None,
            )  # fmt: skip
            if self.kinds[i + 2] == "(":
                raise Unreadable
            return self._declaration(nearest, i, stack)
        if word in FOREIGN_STATEMENTS and following in _AFTER_WORD:
            if following == "(" and word not in ("switch", "foreach", "elif", "elseif", "elsif", "catch", "unless", "until"):
                return None
            if word == "case":
                return self._case(i, "'case'")
            raise self.fail("absent-statement", i, FOREIGN_STATEMENTS[word], found=f"{quoted(word)}, which the language does not have")
        return None

    def _case(self, i: int, found: str) -> Statement:
        """Reports a case of a switch and steps over its label, so that the statements after it are read."""
        self.error("absent-statement", i, FOREIGN_STATEMENTS["switch"], found=f"{found}, which the language does not have")
        end = next((n for n in range(i, i + 5) if self.kinds[n] in (":", ";", "{", "}", END)), i)
        self.index = end + 1 if self.kinds[end] == ":" else max(end, i + 1)
        return Empty(start=self.starts[i], end=self.starts[i])

    def _ends_statement(self) -> bool:
        """Whether the token at the cursor cannot go on the statement before it, so that a ; is all that lacks."""
        kind = self.kinds[self.index]
        if kind in ("}", "@", END) or kind in _STATEMENT_WORDS:
            return True
        return self.starts_line(self.index) and (kind in (NAME, "{") or kind == "++" or kind == "--")

    def _semicolon(self, what: str) -> int:
        """Steps over the ; after a statement, or reports that it lacks; gives the offset after it."""
        i = self.index
        if self.kinds[i] == ";":
            self.index += 1
            return self.starts[i] + 1
        end = self.end_of(i - 1)
        if self._ends_statement():
            if not self.explained(i):
                self.report.add("missing-semicolon", end, end, f"{self.describe(i)} after {what}", "';'", note=self._runaway_string(i))
                if self.report.full:
                    raise GiveUp
            return end
        raise self._extra(i, what)

    def _end_of_declaration(self, what: str, value: Expression | None) -> Expression | None:
        """As `_semicolon`, but what cannot be read before it is skipped, so that the name is declared all the same; gives the value."""
        try:
            self._semicolon(what)
        except Unreadable:
            self._synchronise(self.index)
            return Malformed(start=value.start, end=value.end) if value else None
        return value

    def _extra(self, i: int, what: str) -> Unreadable:
        """Something follows a finished statement on its line."""
        special = habits.after_value(self, i)
        if special:
            return special
        if self.kinds[i] == ")":
            return self.fail("syntax", i, "';'", note="there is one closing parenthesis too many")
        if self.kinds[i] == ",":
            return self.fail("syntax", i, "';'", note="several values need square brackets: [a, b]; several statements need ;")
        return self.fail("syntax", i, f"';' after {what}")

    def _synchronise(self, before: int) -> None:
        """Skips to where the next statement surely starts: after a ;, or before a brace or a word that starts a statement on a line of
        its own. Such a word at ``before`` itself is what could not be read, and is skipped."""
        i = self.index
        while True:
            kind = self.kinds[i]
            if kind == ";":
                i += 1
                break
            if kind in ("}", END) or (i > before and self._starts_statement(i)):
                break
            if kind == TYPE and self.kinds[i + 1] == NAME:
                self.doubtful.add(self.texts[i + 1])
            i += 1
        self.index = i

    def _starts_statement(self, i: int) -> bool:
        """Whether a statement surely starts at a token: a word for one at the start of its line, or a brace that opens a block."""
        if self.kinds[i] == "{":
            before = self.kinds[i - 1] in (")", "else", "do") or self.texts[i - 1] in FOREIGN_STATEMENTS
            return before or self.starts_line(i) or self.starts_line(i + 1)
        return self.kinds[i] in _STATEMENT_WORDS and self.starts_line(i)
