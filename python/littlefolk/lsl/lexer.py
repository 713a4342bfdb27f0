"""Text to tokens.

One regular expression splits the text into pairs of skipped text (white space, comments, stray characters the language ignores) and
a token; both parts are linear in the text. Tokens are kept as parallel lists, because a script has thousands of them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from .caps import Caps
from .characters import TYPOGRAPHIC, report_character, report_hidden_direction, report_hidden_line
from .diagnostics import Report, quoted
from .source import Source
from .table import TYPES
from .tree import Comment

#: Kinds of tokens that are not their own text.
NAME, TYPE, INTEGER, FLOAT, STRING, END = "name", "type", "integer literal", "float literal", "string literal", "end of the script"

KEYWORDS = frozenset(("default", "state", "jump", "return", "if", "else", "for", "do", "while", "print"))

_OPERATORS = (
    "++ -- += -= *= /= %= == != <= >= && || << >> ; { } , = ( ) - + * / % @ : > < ] [ & | ^ ~ ! ."  # longest first
).split()

_KINDS: dict[str, str] = {word: word for word in (*KEYWORDS, *_OPERATORS)} | dict.fromkeys(TYPES, TYPE)

_COMMENT = r"//[^\n]*|/\*[^*]*\*+(?:[^/*][^*]*\*+)*/"
_SPLIT = re.compile(
    rf"""
    ( [ \t\r\n]* (?: [ \t\r\n\f\v#$`]+ | [\u00a0\ufeff]+ | {_COMMENT} )* )   # skipped
    (?:
      (   (?!L")[A-Za-z_][A-Za-z0-9_]*
        | [;{{}},()\[\]@:^~]
        | L?"[^"\\]*(?:\\[\s\S][^"\\]*)*"
        | 0[xX][0-9a-fA-F]+
        | (?:[0-9]+\.[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?[fF]?
        | [0-9]+(?:[eE][+-]?[0-9]+)?
        | \+[+=]? | -[-=]? | /(?!\*)=? | [*%=!]=? | <[<=]? | >[>=]? | &&? | \|\|? | \. )
      | (   L?"[\s\S]*       # a string that never ends
        | '[^'\n]*'          # no string of the language
        | [\u201c-\u201f\u00ab\u00bb][^\n\u201c-\u201f\u00ab\u00bb]*[\u201c-\u201f\u00ab\u00bb]   # neither
        | /\*[\s\S]*         # a comment that never ends
        | [\s\S] )
      | \Z )
    """,
    re.VERBOSE | re.ASCII,
)
_LOOKAHEAD = 4
_FIND_COMMENT = re.compile(_COMMENT)
_NUMBERS = frozenset((INTEGER, FLOAT))
_WORDS = frozenset((NAME, TYPE, INTEGER, FLOAT)) | KEYWORDS
_ESCAPES = {"n": "\n", "t": "    "}
_ESCAPE = re.compile(r"\\([\s\S])")


@dataclass(slots=True)
class Tokens:
    """Parallel lists: the kind, text and first offset of each token; several END follow the last, so that a parser may look ahead."""

    kinds: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    comments: list[Comment] = field(default_factory=list)
    truncated: bool = False  # a string or comment swallowed the rest of the text


def decode_string(text: str) -> str:
    """The value of a string token without quotes: ``\\n`` a line end, ``\\t`` four spaces, before anything else the slash is dropped."""
    if "\\" not in text:
        return text
    return _ESCAPE.sub(lambda match: _ESCAPES.get(match[1], match[1]), text)


def string_value(text: str) -> str:
    """The value of a string token, also of one that is not closed or stands in the wrong quotes."""
    body = text[2:] if text[0] == "L" else text[1:]
    closed = body.endswith('"' if text[0] == "L" else text[0]) or body[-1:] in TYPOGRAPHIC
    return decode_string(body[:-1] if closed else body)


def _kind_of(text: str) -> str:
    first = text[0]
    if text[-1] == '"':
        return STRING
    if first.isdigit() or first == ".":
        return INTEGER if text.isdigit() or text[:2] in ("0x", "0X") else FLOAT
    return NAME


def lex(source: Source, caps: Caps, report: Report) -> Tokens:
    """Splits the text. What cannot be read is reported and skipped, so that the parser sees a plausible script."""
    tokens = Tokens()
    kinds, texts, starts = tokens.kinds, tokens.texts, tokens.starts
    known = dict(_KINDS)
    offset = 0
    previous = ""
    for skipped, text, broken in _SPLIT.findall(source.text):
        if skipped:
            if "/" in skipped:
                _keep_comments(tokens, skipped, offset, report)
            offset += len(skipped)
        if broken:
            text = broken
            kind = _repair(tokens, text, offset, source, report)
            if not kind:
                offset += len(text)
                continue
        elif not text:
            break
        else:
            kind = known.get(text) or known.setdefault(text, _kind_of(text))
            if kind == STRING:
                if not text.isascii() or "\\\n" in text:
                    _check_string(text, offset, report)
            elif previous in _NUMBERS and not skipped and kind in _WORDS:
                _join_number(tokens, text, offset, report)
                offset += len(text)
                continue
        kinds.append(kind)
        texts.append(text)
        starts.append(offset)
        offset += len(text)
        previous = kind
        if len(starts) > caps.tokens:
            report.add("cap", offset, offset, f"more than {caps.tokens} tokens", f"at most {caps.tokens} tokens", note="split the script")
            break
    kinds += [END] * _LOOKAHEAD
    texts += [""] * _LOOKAHEAD
    starts += [len(source.text)] * _LOOKAHEAD
    return tokens


def _keep_comments(tokens: Tokens, skipped: str, offset: int, report: Report) -> None:
    for match in _FIND_COMMENT.finditer(skipped):
        start, end = offset + match.start(), offset + match.end()
        tokens.comments.append(Comment(match[0], start=start, end=end))
        if match[0].startswith("//"):
            report_hidden_line(match[0], start, report)
        if not match[0].isascii():
            report_hidden_direction(match[0], start, report, "a comment")


def _check_string(text: str, offset: int, report: Report) -> None:
    at = text.find("\\\n")
    if at >= 0:
        report.add(
            "string-escape", offset + at, offset + at + 1,
            "a backslash at the end of a line in a string", "the next character of the string on the same line",
            note="a string may run over several lines as it is: leave the backslash out",
        )  # fmt: skip
    if not text.isascii():
        report_hidden_direction(text, offset, report, "a string")


def _join_number(tokens: Tokens, text: str, offset: int, report: Report) -> None:
    """A number with something attached (``1F``, ``1e5f``, ``0x1p3``, ``1.2.3``): one message, and the number is kept as it was."""
    whole = tokens.texts[-1] + text
    start = tokens.starts[-1]
    if text in ("f", "F"):
        note = "write 1.0 or 1.0f: the letter f needs a decimal point before it"
    elif whole[:2] in ("0x", "0X"):
        note = "hexadecimal numbers are whole: 0 to 9 and a to f only"
    else:
        note = "put an operator or a space between a number and what follows"
    report.add("bad-number", start, offset + len(text), f"{quoted(whole)}", "a number such as 12, 0x1F, 1.5, .5 or 1e5", note=note)


def _repair(tokens: Tokens, text: str, offset: int, source: Source, report: Report) -> str:
    """Reports text that is no token. Gives the kind of token to go on with, or an empty text to skip it."""
    if len(text) > 1 and text[0] == "'":
        report.add(
            "single-quotes", offset, offset + len(text), f"{quoted(text)} in single quotes", "a string in double quotes",
            nearest='"' + text[1:-1].replace('"', '\\"') + '"',
        )  # fmt: skip
        return STRING
    if len(text) > 1 and text[0] in TYPOGRAPHIC:
        report.add(
            "bad-character",
            offset,
            offset + len(text),
            f"{quoted(text)} in typographic quotes",
            "a string in plain double quotes",
            nearest=f'"{text[1:-1]}"',
        )
        return STRING
    if text.startswith("/*"):
        tokens.truncated = True
        tokens.comments.append(Comment(text, start=offset, end=offset + len(text)))
        report.add(
            "unterminated-comment", offset, offset + 2, "a comment that runs to the end of the script", "*/ to close it",
            note="comments do not nest",
        )  # fmt: skip
        return ""
    if text.startswith(('"', 'L"')):
        tokens.truncated = True
        first_line = text.partition("\n")[0]
        report.add(
            "unterminated-string", offset, offset + len(first_line), f"a string that runs to the end of the script: {quoted(first_line)}",
            'a closing " at the end of the string',
        )  # fmt: skip
        return STRING
    report_character(text, offset, source, report)
    return ""
