"""Constant folding, expression by expression: what is known, what is not, and nothing that is wrong."""

import pytest
from littlefolk.lsl import Caps, parse
from littlefolk.lsl.caps import Deadline
from littlefolk.lsl.gate.flow import Flow
from littlefolk.lsl.gate.folding import Folder
from littlefolk.lsl.gate.values import Hole, Items, Text, Unknown, text
from littlefolk.lsl.tree import Declaration, walk

ANY = Hole.ANYTHING
SEEN = Hole.VISIBLE
UNKNOWN = Unknown.ONE


def fold(expression, top="", before="", kind="string"):
    source = f"{top} default {{ touch_start(integer n) {{ {before} {kind} result = {expression}; }} }}"
    script = parse(source)
    assert script.diagnostics == (), [str(d) for d in script.diagnostics]
    (declared,) = [node for node in walk(script) if isinstance(node, Declaration) and node.name == "result"]
    flow = Flow(script)
    (owner,) = [owner for place, owner in flow.places if place is declared.value]
    return Folder(flow, Caps(), Deadline(Caps())).fold(declared.value, owner)


def shown(value):
    if isinstance(value, Text):
        return value.known if value.known is not None else value.parts
    return [shown(item) for item in value.values] if isinstance(value, Items) else value


TEXTS = [
    ('"a" + "b"', "ab"),
    ('"a" + (string)1', "a1"),
    ('"a" + (string)1.5', "a1.500000"),
    ('"a" + llGetObjectName()', ("a", ANY)),
    ('llGetObjectName() + "a"', (ANY, "a")),
    ("llGetObjectName() + llGetObjectDesc()", UNKNOWN),
    ('"a" + (string)llGetOwner() + "b"', ("a", SEEN, "b")),
    ('"<" + (string)<1, 2, 3>', ("<", SEEN)),
    ('(string)[1, "a", 2]', "1a2"),
    ("(string)n", (ANY,)),
    ("EOF", "\n\n\n"),
    ("NULL_KEY", "00000000-0000-0000-0000-000000000000"),
    ('llGetSubString("abcdef", 1, 2)', "bc"),
    ('llGetSubString("abcdef", 1, -1)', "bcdef"),
    ('llGetSubString("abcdef", -2, -1)', "ef"),
    ('llGetSubString("abcdef", 4, 1)', "abef"),
    ('llGetSubString("abcdef", 0, 99)', "abcdef"),
    ('llGetSubString("abc" + llGetObjectName(), 0, 1)', "ab"),
    ('llGetSubString("abc" + llGetObjectName(), 1, -1)', ("bc", ANY)),
    ('llGetSubString("abc", n, -1)', UNKNOWN),
    ('llDeleteSubString("abcdef", 1, 2)', "adef"),
    ('llDeleteSubString("abcdef", 0, 0)', "bcdef"),
    ('llInsertString("abc", 1, "X")', "aXbc"),
    ('llInsertString("abc", 99, "X")', "abcX"),
    ('llInsertString(llGetObjectName(), 0, "X")', ("X", ANY)),
    ('llInsertString("abc" + llGetObjectName(), 1, "X")', ("aXbc", ANY)),
    ('llInsertString("abc" + llGetObjectName(), 3, "X")', ("abcX", ANY)),
    ('llInsertString("abc" + llGetObjectName(), 4, "X")', UNKNOWN),
    ('llReplaceSubString("aXbX", "X", "-", 0)', "a-b-"),
    ('llReplaceSubString("aXbX", "X", "-", 1)', "a-bX"),
    ('llReplaceSubString("aXbX", "X", "-", -1)', "aXb-"),
    ('llStringTrim("  a  ", STRING_TRIM)', "a"),
    ('llStringTrim("  a  ", STRING_TRIM_HEAD)', "a  "),
    ('llStringTrim("  a  ", STRING_TRIM_TAIL)', "  a"),
    ('llToUpper("aB")', "AB"),
    ('llToLower("aB" + llGetObjectName())', ("ab", ANY)),
    ('llEscapeURL("a/b c")', "a%2Fb%20c"),
    ('llUnescapeURL("%40a%2Fb")', "@a/b"),
    ('llBase64ToString("QGE=")', "@a"),
    ('llStringToBase64("@a")', "QGE="),
    ('llXorBase64("QGE=", "AAA=")', "QGE="),
    ("llChar(64)", "@"),
    ("llChar(n)", UNKNOWN),
    ('llDumpList2String(["a", 1, "b"], "-")', "a-1-b"),
    ('llDumpList2String(["a", llGetObjectName()], "-")', ("a-", ANY)),
    ('llList2CSV(["a", 1])', "a, 1"),
    ('llList2String(["a", "b"], 1)', "b"),
    ('llList2String(["a", "b"], -1)', "b"),
    ('llList2String(["a", "b"], 5)', ""),
    ('llList2String(llParseString2List("a|b||c", ["|"], []), 2)', "c"),
    ('llList2String(llParseStringKeepNulls("a|b||c", ["|"], []), 2)', ""),
    ('llList2String(llParseString2List("a|b", [], ["|"]), 1)', "|"),
    ('llList2String(llCSV2List("a, b,c"), 1)', "b"),
    ('llList2String(llList2List(["a", "b", "c"], 1, 2), 0)', "b"),
    ('llList2String(llDeleteSubList(["a", "b", "c"], 0, 1), 0)', "c"),
    ('(string)(["a"] + "b" + ["c"])', "abc"),
    ('(string)llListReplaceList(["a", "b", "c"], ["X", "Y"], 1, 1)', "aXYc"),
    ('(string)llListReplaceList(["a", "b", "c"], ["X"], -2, -1)', "aX"),
    ('(string)llListReplaceList(["a", "b", "c"], ["X"], 0, -1)', "X"),
    ('(string)llListReplaceList(["a", "b"], ["X"], 2, 2)', "abX"),
    ('(string)llListReplaceList(["a", "b", "c", "d"], ["X"], 3, 0)', "bcX"),
]


@pytest.mark.parametrize(("expression", "value"), TEXTS)
def test_text(expression, value):
    assert [shown(one) for one in fold(expression)] == [value]


NUMBERS = [
    ("1 + 2 * 3", 7), ("7 / 2", 3), ("-7 / 2", -3), ("-7 % 3", -1), ("1 << 4 | 2", 18), ("-1 >> 1", -1), ("~0", -1), ("!5", 0),
    ("5 && 0", 0), ("5 || 0", 1), ("6 & 3", 2), ("6 ^ 3", 5), ("3 > 2", 1), ("2 == 2.0", 1), ("2147483647 + 1", -2147483648),
    ("0xFFFFFFFF", -1), ("1 / 0", UNKNOWN), ("1 % 0", UNKNOWN), ("n + 1", UNKNOWN), ("(integer)\"0x10\"", 16), ("(integer)\"12abc\"", 12),
    ("(integer)\" -3\"", -3), ("(integer)\"x\"", 0), ("(integer)3.9", 3), ("(integer)-3.9", -3), ("llStringLength(\"abc\")", 3),
    ("llOrd(\"@\", 0)", 64), ("llSubStringIndex(\"abc\", \"c\")", 2), ("llGetListLength([1, 2])", 2), ("llList2Integer([1, \"7\"], 1)", 7),
    ("llAbs(-4)", 4), ("llFloor(2.7)", 2), ("llFloor(-2.1)", -3), ("llRound(2.5)", 3), ("(integer)llPow(2, 3)", 8), ("TRUE", 1),
    ("PERMISSION_DEBIT", 2), ("\"a\" == \"a\"", 1), ("\"a\" != \"a\"", 0), ("i = 5", 5), ("i++", UNKNOWN), ("1 << 36", 16),
]  # fmt: skip


@pytest.mark.parametrize(("expression", "value"), NUMBERS)
def test_number(expression, value):
    assert fold(expression, top="integer i;", kind="integer") == (value,)


def known(values):
    return {shown(value) if not isinstance(shown(value), list) else str(shown(value)) for value in values}


def test_variables_have_every_value_they_are_given():
    assert known(fold("s", before='string s = "a"; s = "b"; if (n) s = "c";')) == {"a", "b", "c"}
    assert known(fold("s", before="string s;")) == {""}
    assert known(fold("g", top='string g = "a"; f() { g = "b"; }')) == {"a", "b"}
    assert known(fold("g", top="string g;")) == {""}
    assert fold("n", kind="integer") == (UNKNOWN,)
    assert set(fold("n", kind="integer", before="n = 3;")) == {UNKNOWN, 3}


def test_a_local_hides_the_global_of_its_name():
    assert known(fold("g", top='string g = "a";', before='string g = "b";')) == {"b"}


def test_what_is_appended_is_followed():
    grown = known(fold("s", before='string s = "a"; s += "b"; s += "c";'))
    assert {"a", "abc", ("ab", ANY), ("ac", ANY)} == grown
    assert ("ab", ANY) in known(fold("s", before='string s = "a"; s = s + "b";'))
    assert "['x', 'y']" in known(fold("l", before='list l = ["x"]; l += "y";', kind="list"))


def test_functions_are_followed():
    top = 'string f(string a) { if (a == "") return "none"; return "<" + a + ">"; }'
    assert known(fold('f("x")', top=top)) == {"none", "<x>"}
    assert known(fold('f("x")', top=top, before='f("y");')) == {"none", "<x>", "<y>"}
    assert known(fold("f(1)", top="string f(integer a) { return f(a - 1); }")) == {UNKNOWN}


def test_alternatives_are_multiplied():
    before = 'string a = "a"; a = "b"; string b = "1"; b = "2";'
    assert known(fold("a + b", before=before)) == {"a1", "a2", "b1", "b2"}


def test_too_many_alternatives_keep_their_ends():
    many = "".join(f'a = "{i}";' for i in range(300))
    parts = [value.parts for value in fold("a + a", before="string a;" + many) if isinstance(value, Text)]
    assert ("7", ANY) in parts
    assert (ANY, "7") in parts


def test_numbers_are_held_in_single_precision():
    assert fold("1.99999999", kind="float") == (2.0, 1.99999999)
    assert fold("(integer)0.1", kind="integer") == (0,)
    assert fold("(string)0.1") == (text("0.100000"),)
    assert fold("1e39", kind="float") == (UNKNOWN,)


def test_too_many_arguments_leave_one_call_unknown():
    many = "".join(f"a = {i};" for i in range(70))
    assert UNKNOWN in fold('llGetSubString("x", a, a)', before="integer a;" + many)
    assert shown(fold('["@", a, a]', before="integer a;" + many, kind="list")[-1]) == ["@", UNKNOWN, UNKNOWN]


def test_texts_stop_growing():
    assert len(text("x" * 100_000).shown("")) == 65_536
    assert text("x" * 100_000).parts[-1] is ANY
    doubled = "".join(f"string a{i + 1} = a{i} + a{i};" for i in range(40))
    (value,) = fold("a40", before='string a0 = "xy";' + doubled)
    assert isinstance(value, Text)
    assert len(value.shown("")) <= 65_536
