"""Every rule of the language in a good and a bad form: kind, line and column of each finding, and no finding besides."""

from pathlib import Path

import pytest
from littlefolk.lsl import KINDS, check, parse, print_tree

CASES = Path(__file__).with_name("cases")
PRELUDE = """integer i; float f; string s; key k; vector v; rotation r; list l;
nothing() { }
integer number(integer n) { return n; }
string word() { return ""; }
default
{
    state_entry()
    {
"""
CODA = """
    }
}
state other
{
    timer() { }
}
"""
CONTEXTS = {"body": (PRELUDE, CODA), "top": ("", "\ndefault { timer() { } }\n"), "script": ("", "")}


def read_cases():
    for path in sorted(CASES.glob("*.cases")):
        for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
            if line.strip() and not line.startswith("#"):
                head, _, code = line.partition(" | ")
                context, kinds = head.split()
                yield pytest.param(context, kinds, code, id=f"{path.stem}:{number}")


def place(source, context, kinds, code):
    """The script of a case and the findings expected: (line, column, kind)."""
    before, after = CONTEXTS[context]
    whole = before + code.replace("⏎", "\n") + after
    expected = []
    for kind in [] if kinds == "ok" else kinds.split(","):
        at = whole.index("«")
        whole = whole[:at] + whole[at + 1 :]
        expected.append((whole.count("\n", 0, at) + 1, at - (whole.rfind("\n", 0, at) + 1) + 1, kind))
    assert "«" not in whole, "more marks than kinds"
    return whole, expected


@pytest.mark.parametrize(("context", "kinds", "code"), list(read_cases()))
def test_case(context, kinds, code):
    source, expected = place("", context, kinds, code)
    script = parse(source)
    found = check(script)
    assert [(d.line, d.column, d.kind + ("!" if d.severity == "warning" else "")) for d in found] == expected, [str(d) for d in found]
    for diagnostic in found:
        assert diagnostic.kind in KINDS
        assert diagnostic.found
        assert diagnostic.expected
        assert diagnostic.found in diagnostic.message
        assert diagnostic.expected in diagnostic.message
        assert (diagnostic.line, diagnostic.column) <= (diagnostic.end_line, diagnostic.end_column)
    if kinds == "ok":
        assert parse(print_tree(script)) == script


def test_there_are_enough_cases():
    assert len(list(read_cases())) >= 400


def test_every_kind_has_a_case():
    shown = {kind.rstrip("!") for case in read_cases() for kind in case.values[1].split(",")}
    # Bytes, sizes and times are no lines of text; they have tests of their own.
    assert set(KINDS) - shown == {"not-utf8", "cap"}
