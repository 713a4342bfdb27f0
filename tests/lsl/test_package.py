"""The package as others use it: its tree, its tables, and that it stands alone."""

import ast
import copy
import dataclasses
import json
import subprocess
import sys
from pathlib import Path

import littlefolk.lsl
import pytest
from littlefolk.lsl import Visitor, check, parse, print_tree, walk
from littlefolk.lsl import tree as nodes
from littlefolk.lsl.command import listing
from littlefolk.lsl.table import CONSTANTS, EVENTS, FUNCTIONS, TYPES
from littlefolk.lsl.table.derive import derive, write
from littlefolk.lsl.tree import Binary, Call, IntegerLiteral, Name, StringLiteral, Unary

PACKAGE = Path(littlefolk.lsl.__file__).parent
SOURCE = 'integer a = 1;\ndefault\n{\n    timer()\n    {\n        llSay(0, "x" + (string)(a + 2) * 3);\n    }\n}\n'


def test_the_package_imports_nothing_else_of_the_project():
    for path in PACKAGE.rglob("*.py"):
        package = ("littlefolk", *path.relative_to(PACKAGE.parent).parts[:-1])
        for part in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(part, ast.ImportFrom) and part.level:
                assert len(package) - part.level >= 1, path
                assert package[: len(package) - part.level + 1][:2] == ("littlefolk", "lsl"), path
            elif isinstance(part, ast.ImportFrom):
                assert not (part.module or "").startswith("littlefolk"), path
            elif isinstance(part, ast.Import):
                assert not any(name.name.startswith("littlefolk") for name in part.names), path


def test_importing_the_package_is_light():
    heavy = ("requests", "detect_secrets", "numpy", "pydantic")
    code = f"import sys, littlefolk.lsl; print([name for name in {heavy} if name in sys.modules])"
    environment = {"PYTHONPATH": str(PACKAGE.parents[1])}
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
    assert ran.stdout.strip() == "[]"


def test_nodes_are_immutable():
    script = parse(SOURCE)
    for node in walk(script):
        for name in ("start", "operator", "name", "statements"):
            with pytest.raises((dataclasses.FrozenInstanceError, AttributeError)):
                setattr(node, name, 1)


def test_equality_and_hashes_leave_places_and_spellings_out():
    one, two = parse("integer a = 0x10;" + SOURCE), parse("\n\ninteger   a=16 ; " + SOURCE)
    assert one == two
    assert hash(one) == hash(two)
    assert one != parse("integer a = 17;" + SOURCE)
    assert Binary("+", Name("a"), IntegerLiteral(1)) != Binary("-", Name("a"), IntegerLiteral(1))
    assert Name("a") != StringLiteral("a")
    assert Name("a") != "a"
    assert IntegerLiteral(1) != IntegerLiteral(2)


def test_positions():
    script = parse(SOURCE)
    call = next(node for node in walk(script) if isinstance(node, Call))
    assert script.position(call) == (6, 9)
    assert script.position(call).line == 6
    assert script.position(call.end).column == 44
    assert script.text(call) == 'llSay(0, "x" + (string)(a + 2) * 3)'
    sums = [script.text(node) for node in walk(script) if isinstance(node, Binary)]
    assert sums == ['"x" + (string)(a + 2) * 3', "(string)(a + 2) * 3", "a + 2"]


def test_visitors_enter_and_leave_in_order():
    class Recorder(Visitor):
        def __init__(self):
            super().__init__()
            self.seen = []

        def enter_Binary(self, node):
            self.seen.append(("enter", node.operator, len(self.path)))

        def leave_Binary(self, node):
            self.seen.append(("leave", node.operator, len(self.path)))

        def enter_Cast(self, node):
            return False

        def enter_Name(self, node):
            self.seen.append(("name", node.name, type(self.path[-1]).__name__))

    recorder = Recorder()
    recorder.visit(parse(SOURCE))
    assert [entry[:2] for entry in recorder.seen] == [("enter", "+"), ("enter", "*"), ("leave", "*"), ("leave", "+")]
    assert recorder.path == []
    assert {entry[2] for entry in recorder.seen if entry[1] == "+"} == {6}


def test_walk_goes_in_source_order():
    starts = [node.start for node in walk(parse(SOURCE)) if not isinstance(node, nodes.Script)]
    assert starts == sorted(starts)


def test_trees_can_be_made_by_hand():
    made = Unary("-", Binary("*", Name("a"), Binary("+", IntegerLiteral(1), Name("b"))))
    assert print_tree(made) == "-a * (1 + b)"
    assert "Binary" in repr(made)
    assert copy.deepcopy(made) is made


@pytest.mark.parametrize(
    ("tree", "text"),
    [
        (Unary("-", IntegerLiteral(1)), "-1"),
        (Unary("-", Unary("-", Name("a"))), "-(-a)"),
        (Unary("-", Binary("+", Name("a"), Name("b"))), "-(a + b)"),
        (Unary("!", Binary("*", Name("a"), Name("b"))), "!(a * b)"),
        (Unary("-", Binary("*", IntegerLiteral(1), Name("a"))), "-(1 * a)"),
        (Binary("*", Unary("-", Name("a")), Name("b")), "(-a) * b"),
        (Binary("-", Name("a"), Binary("-", Name("b"), Name("c"))), "a - (b - c)"),
        (Binary("-", Binary("-", Name("a"), Name("b")), Name("c")), "a - b - c"),
        (Binary("&&", Name("a"), Binary("||", Name("b"), Name("c"))), "a && (b || c)"),
        (nodes.Cast("string", nodes.Cast("integer", Name("a"))), "(string)((integer)a)"),
        (nodes.VectorLiteral(IntegerLiteral(1), IntegerLiteral(2), Binary("==", Name("a"), Name("b"))), "<1, 2, (a == b)>"),
        (StringLiteral('a"b\\c\nd'), '"a\\"b\\\\c\\nd"'),
    ],
)
def test_printing_puts_parentheses_where_they_are_needed(tree, text):
    assert print_tree(tree) == text
    script = parse(f"default {{ timer() {{ {text}; }} }}")
    assert script.diagnostics == ()
    assert script.states[0].handlers[0].body.statements[0].expression == tree


def test_what_cannot_be_printed_says_so():
    for tree in (nodes.Malformed(), IntegerLiteral(-1), nodes.FloatLiteral(float("inf"))):
        with pytest.raises(ValueError, match=r".+"):
            print_tree(tree)


@pytest.mark.parametrize(
    ("written", "value", "wide"),
    [
        (r'"a\nb"', "a\nb", False),
        (r'"a\tb"', "a    b", False),
        (r'"a\\b\"c\x\r"', 'a\\b"cxr', False),
        ('"a\nb"', "a\nb", False),
        ('L"a"', "a", True),
        ('""', "", False),
    ],
)
def test_strings_are_decoded(written, value, wide):
    (literal,) = [n for n in walk(parse(f"default {{ timer() {{ {written}; }} }}")) if isinstance(n, StringLiteral)]
    assert (literal.value, literal.wide) == (value, wide)


@pytest.mark.parametrize(
    ("written", "value"), [("0777", 777), ("0x1F", 31), ("0XaB", 171), ("1.5f", 1.5), (".5", 0.5), ("1e3", 1000.0), ("1.F", 1.0)]
)
def test_numbers_are_read(written, value):
    (literal,) = [n for n in walk(parse(f"default {{ timer() {{ {written}; }} }}")) if isinstance(n, IntegerLiteral | nodes.FloatLiteral)]
    assert literal.value == value
    assert isinstance(literal.value, type(value))


def test_comments_are_kept_beside_the_tree():
    script = parse("// one\ndefault { /* two */ timer() { } } // three")
    assert [comment.text for comment in script.comments] == ["// one", "/* two */", "// three"]
    assert script.position(script.comments[1]) == (2, 11)


def test_warnings_do_not_hide_in_errors():
    found = check(parse("default { timer() { integer i; if (i = 2) ; } }"))
    assert [(d.severity, d.kind) for d in found] == [("warning", "assigned-condition")]
    assert str(found[0]).startswith("1:36: warning: found an assignment")


# Tables


def test_tables_hold_only_known_types():
    for signature in [*FUNCTIONS.values(), *EVENTS.values()]:
        assert signature.returns in {*TYPES, "void"}
        assert {parameter.type for parameter in signature.parameters} <= set(TYPES)
    for constant in CONSTANTS.values():
        kinds = {"integer": int, "float": float, "string": str, "vector": tuple, "rotation": tuple}
        assert type(constant.value) is kinds[constant.type]


def test_facts_the_language_is_known_for():
    assert len(FUNCTIONS) > 500
    assert len(EVENTS) > 40
    assert len(CONSTANTS) > 1000
    assert str(FUNCTIONS["llSay"]) == "llSay(integer channel, string msg)"
    assert [p.type for p in EVENTS["listen"].parameters] == ["integer", "string", "key", "string"]
    assert CONSTANTS["TRUE"].value == 1
    assert CONSTANTS["EOF"].value == "\n\n\n"
    assert CONSTANTS["ZERO_ROTATION"].value == (0.0, 0.0, 0.0, 1.0)
    assert CONSTANTS["PERMISSION_DEBIT"].value == 2


def test_deriving_takes_facts_only():
    argument = {"one": {"type": "integer", "tooltip": "prose"}}
    definitions = {
        "functions": {"llB": {"arguments": [argument], "return": "void", "tooltip": "prose", "deprecated": True},
                      "llA": {"arguments": [], "return": "key", "tooltip": "prose"}},
        "events": {"touched": {"arguments": [argument], "tooltip": "prose"}},
        "constants": {"C": {"type": "integer", "value": "0xFFFFFFFF", "tooltip": "prose"}, "S": {"type": "string", "value": "\\n\\u{FDD0}"},
                      "V": {"type": "vector", "value": "<1.0, 2.0, 3.0>"}, "P": {"type": "float", "value": "1", "private": True}},
    }  # fmt: skip
    tables = derive(definitions)
    assert tables == {
        "functions": {"llB": {"returns": "void", "parameters": [["integer", "one"]], "deprecated": True},
                      "llA": {"returns": "key", "parameters": []}},
        "events": {"touched": {"parameters": [["integer", "one"]]}},
        "constants": {"C": {"type": "integer", "value": -1}, "S": {"type": "string", "value": "\n\ufdd0"},
                      "V": {"type": "vector", "value": [1.0, 2.0, 3.0]}},
    }  # fmt: skip
    text = write(tables)
    assert json.loads(text) == tables
    assert "prose" not in text
    assert text.index("llA") < text.index("llB")


# The page


@pytest.mark.parametrize("name", ["classes", "kinds", "categories"])
def test_the_page_lists_what_there_is(name):
    page = (PACKAGE.parents[2] / "docs" / "lsl.md").read_text(encoding="utf-8")
    assert getattr(listing, name)() in page, f"docs/lsl.md is out of date: put the output of littlefolk lsl {name} in place of its table"
