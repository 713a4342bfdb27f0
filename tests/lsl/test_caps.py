"""Nothing a text says can exhaust the package: every bound ends in one clear finding."""

import pytest
from littlefolk.lsl import Caps, check, gate, parse, print_tree

SIZE = 65_536


def handler(code):
    return f"default{{state_entry(){{{code}}}}}"


def filled(piece, front="", back=""):
    room = SIZE - len((front + back).encode())
    return front + piece * (room // len(piece.encode())) + back


DEEP = {
    "parentheses": handler("integer i = " + "(" * 5000 + "1" + ")" * 5000 + ";"),
    "unclosed parentheses": handler("(" * 5000),
    "lists": handler("list l = " + "[" * 5000 + "]" * 5000 + ";"),
    "vectors": handler("<" * 5000),
    "spaced vectors": handler("< " * 5000),
    "calls": handler("f(" * 5000 + ")" * 5000 + ";"),
    "blocks": handler("{" * 5000 + "}" * 5000),
    "not": handler("integer i = " + "!" * 5000 + "1;"),
    "minus": handler("integer i = " + "- " * 5000 + "i;"),
    "assignments": handler("integer i; i" + " = i" * 5000 + ";"),
    "casts": handler("string s = " + "(string)(" * 5000 + "1" + ")" * 5000 + ";"),
    "ifs": handler("{if (1) " * 3000 + ";" + "}" * 3000),
}


@pytest.mark.parametrize("name", DEEP)
def test_deep_nesting_ends_in_one_finding(name):
    script = parse(DEEP[name])
    caps = [d for d in check(script) if d.kind == "cap"]
    assert len(caps) == 1 or name in ("vectors", "ifs", "unclosed parentheses")
    assert any(d.severity == "error" for d in check(script))
    for diagnostic in caps:
        assert "200" in diagnostic.message
    assert gate(script)


FLAT = {
    "left-leaning sums": handler("integer i = 1" + " + 1" * 12_000 + ";"),
    "left-leaning text": handler('string s = "a"' + ' + "a"' * 8_000 + ";"),
    "else if": handler("integer i; if (i) ; " + "else if (i) ; " * 4_000),
    "ifs without blocks": handler("integer i; " + "if (i) " * 8_000 + ";"),
    "loops without blocks": handler("integer i; " + "while (i) " * 6_000 + ";"),
    "do without blocks": handler("integer i; " + "do " * 3_000 + "i = 1;" + " while (i);" * 3_000),
    "a long list": handler("list l = [" + "1," * 25_000 + "1];"),
    "many statements": handler("integer i;" + "i=1;" * 14_000),
    "many declarations": handler("".join(f"integer a{i};" for i in range(3_500))),
    "many labels": handler("".join(f"@a{i};jump a{i};" for i in range(2_000))),
    "many globals": "".join(f"integer a{i}=1;" for i in range(2_800)) + handler(";"),
    "many functions": "".join(f"f{i}(){{f{i}();}}" for i in range(2_500)) + handler(";"),
    "many states": handler(";") + "".join(f"state s{i}{{timer(){{}}}}" for i in range(1_500)),
    "a long string": handler('string s = "' + "a" * 65_000 + '";'),
    "a long comment": handler("/*" + "a" * 65_000 + "*/"),
    "a long name": handler("integer " + "a" * 65_000 + ";"),
    "line ends": handler(";") + "\n" * 65_000,
    "a chain of globals": "integer a0=1;" + "".join(f"integer a{i + 1}=a{i};" for i in range(2_000)) + handler(";"),
}


@pytest.mark.parametrize("name", FLAT)
def test_long_scripts_are_read_whole(name):
    source = FLAT[name]
    assert len(source) <= SIZE
    script = parse(source)
    assert [str(d) for d in check(script) if d.severity == "error"] == []
    gate(script)
    assert parse(print_tree(script), caps=Caps(bytes=10_000_000)) == script


WALLS = {
    "(": filled("("),
    "[": filled("["),
    "<": filled("<"),
    "{": filled("{"),
    ")": filled(")"),
    "}": filled("}"),
    "opened comments": filled("/*"),
    "line comments": filled("//"),
    "short comments": filled("/**/"),
    "stars": filled("*", "/*"),
    "quotes": filled('"'),
    "escaped quotes": filled('\\"', '"'),
    "lines of escaped quotes": filled('"\\"\n'),
    "apostrophes": filled("'"),
    "backslashes": filled("\\"),
    "semicolons": filled(";"),
    "digits": filled("1"),
    "points": filled("."),
    "minus": filled("-"),
    "names": filled("a "),
    "calls": filled("f("),
    "lines of calls": filled("f(\n"),
    "types": filled("integer "),
    "states": filled("state "),
    "casts": filled("(string)"),
    "braces and parentheses": filled("{("),
    "backticks": filled("`a "),
    "other letters": filled("é"),
    "question marks": filled("?"),
    "at signs": filled("@"),
    "zeros": filled("\0"),
    "zero-width": filled("\u200b"),
    "defaults": filled("default{"),
    "inside a handler: (": filled("(", "default{timer(){"),
    "inside a handler: [": filled("[", "default{timer(){list l="),
    "inside a handler: <": filled("<", "default{timer(){vector v="),
    "inside a handler: {": filled("{", "default{timer(){"),
    "inside a handler: -": filled("- ", "default{timer(){integer i="),
    "inside a handler: names": filled("a ", "default{timer(){"),
    "inside a handler: ifs": filled("if(", "default{timer(){"),
    "inside a handler: fors": filled("for(;", "default{timer(){"),
    "tokens that look like secrets": filled("eyJ", 'default{timer(){string s="', '";}}'),
    "text that looks like addresses": filled("://a:", 'default{timer(){string s="', '";}}'),
    "text that looks like base64": filled("QUJD", 'default{timer(){string s="', '";}}'),
    "percent signs": filled("%25", 'default{timer(){string s="', '";}}'),
}


@pytest.mark.parametrize("name", WALLS)
def test_walls_of_one_sign_end_in_findings(name):
    source = WALLS[name]
    assert len(source.encode()) <= SIZE
    script = parse(source)
    found = check(script)
    assert found or "string s" in source
    assert len(found) <= Caps().diagnostics * 1.5
    for diagnostic in found:
        assert len(diagnostic.message) < 600
    gate(script)


def test_too_many_bytes():
    (found,) = check(parse("é" * (SIZE // 2) + "x"))
    assert found.kind == "cap"
    assert "65537" in found.message
    assert "65536" in found.message
    assert gate(parse("x" * (SIZE + 1)))
    assert check(parse(";" * SIZE))[0].kind != "not-utf8"


def test_too_many_tokens():
    found = check(parse(handler(";" * 100), caps=Caps(tokens=50)))
    assert [d.kind for d in found] == ["cap"]
    assert "50 tokens" in found[0].message


def test_too_many_nodes():
    found = check(parse(handler("f();" * 100), caps=Caps(nodes=50)))
    assert [d.kind for d in found] == ["cap"]
    assert "50" in found[0].message


def test_nesting_counts_brackets_blocks_and_unary_operators_together():
    code = "{" * 2 + "integer i = (((!!1)));" + "}" * 2
    assert check(parse(handler(code), caps=Caps(nesting=9))) == []
    (found,) = [d for d in check(parse(handler(code), caps=Caps(nesting=7))) if d.kind == "cap"]
    assert (found.line, found.column) == (1, 41)


def test_no_more_diagnostics_than_wanted():
    source = handler("a = 1;" * 500)
    assert len(check(parse(source))) == 100
    assert len(check(parse(source, caps=Caps(diagnostics=7)))) == 7


def test_warnings_have_a_bound_of_their_own():
    source = "// \u202e\n" * 500 + handler("a = 1;" * 500)
    found = check(parse(source))
    assert sum(d.severity == "warning" for d in found) == 50
    assert sum(d.severity == "error" for d in found) == 100


def test_time_runs_out():
    ticks = iter(range(10_000))
    caps = Caps(seconds=3.0, clock=lambda: float(next(ticks)))
    (found,) = check(parse(handler("integer i;" + "i = 1;" * 50), caps=caps))
    assert found.kind == "cap"
    assert "3.0 s" in found.message


def test_time_runs_out_in_the_check_and_in_the_gate():
    script = parse(handler("{ } " * 50))
    for seconds, judge in ((2.0, check), (1.0, gate)):
        ticks = iter(range(10_000))
        slow = Caps(seconds=seconds, clock=lambda ticks=ticks: float(next(ticks)), folds=10_000)
        late = type(script)(script.definitions, script.states, source=script.source, caps=slow)
        found = judge(late)
        if judge is check:
            assert [d.kind for d in found] == ["cap"]


def test_lone_surrogates_are_text_like_any_other():
    script = parse('default { timer() { llSay(0, "\ud800"); } }')
    assert check(script) == []
    gate(script)
    assert check(parse("\udfff"))
