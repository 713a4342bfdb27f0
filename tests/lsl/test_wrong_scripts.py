"""Scripts of the kinds language models write wrongly: the repair must be plain from the message alone."""

import pytest
from littlefolk.lsl import check, parse

# Each: the script, and for each finding in order the kind and words the message must hold.
SCRIPTS = {
    "ternary": (
        'default { touch_start(integer n) { string who = n > 1 ? "many" : "one"; llSay(0, who); } }',
        [("ternary", ["no ?: operator", "if (condition)", "else"])],
    ),
    "break": (
        "default { state_entry() { integer i; while (TRUE) { if (++i > 3) break; } } }",
        [("absent-statement", ["'break'", "jump", "@"])],
    ),
    "void": (
        'void greet(string who) { llSay(0, "Hi " + who); }\ndefault { state_entry() { greet("you"); } }',
        [("absent-statement", ["'void'", "a function without a type in front returns nothing"])],
    ),
    "endless for": (
        'default { state_entry() { for (;;) { llSleep(1.0); } } }',
        [("for-header", ["empty condition", "TRUE"])],
    ),
    "declaration in for": (
        "default { state_entry() { for (integer i = 0; i < 3; i++) { llSay(0, (string)i); } } }",
        [("for-header", ["declare it before the loop", "integer i;"])],
    ),
    "indexing": (
        'list names = ["a", "b"];\ndefault { state_entry() { llSay(0, names[0]); } }',
        [("indexing", ["llList2String", "no indexing"])],
    ),
    "list appended to a string": (
        'default { state_entry() { string all; list more = ["a"]; all += more; } }',
        [("operator-type", ["string += list", "llDumpList2String"])],
    ),
    "items appended without brackets": (
        'default { state_entry() { list names; names += "a", "b"; } }',
        [("syntax", ["','", "square brackets: [a, b]"])],
    ),
    "missing return": (
        "integer sign(integer n) { if (n > 0) { return 1; } else if (n < 0) { return -1; } }\ndefault { state_entry() { sign(1); } }",
        [("missing-return", ["'sign'", "integer", "every path"])],
    ),
    "event without its parameter": (
        'default { touch_start() { llSay(0, "Touched."); } }',
        [("event-signature", ["touch_start()", "touch_start(integer num_detected)"])],
    ),
    "string in single quotes": (
        "default { state_entry() { llSay(0, 'Hello'); } }",
        [("single-quotes", ["double quotes", '"Hello"'])],
    ),
    "template string": (
        'string name = "x";\ndefault { state_entry() { llSay(0, `Hello ${name}!`); } }',
        [("template-string", ["double quotes", "joined with +"])],
    ),
    "lower-case booleans": (
        "integer open = false;\ndefault { state_entry() { open = true; } }",
        [("unknown-name", ["'false'", "did you mean FALSE?"]), ("unknown-name", ["'true'", "did you mean TRUE?"])],
    ),
    "number added to text": (
        'integer count;\ndefault { touch_start(integer n) { llSay(0, "Touches: " + ++count); } }',
        [("operator-type", ["string + integer", "(string)(++count)"])],
    ),
    "key added to text": (
        'default { touch_start(integer n) { llSay(0, "By " + llDetectedKey(0)); } }',
        [("operator-type", ["string + key", "(string)llDetectedKey(0)"])],
    ),
    "type of another language": (
        "int count = 0;\ndefault { state_entry() { bool done = TRUE; count = done; } }",
        [("unknown-type", ["did you mean integer?"]), ("unknown-type", ["did you mean integer?"])],
    ),
    "method call": (
        'default { state_entry() { string s = "abc"; integer n = s.length(); } }',
        [("member", ["no methods", "llStringLength"])],
    ),
    "misspelled function": (
        'default { state_entry() { llOwnersay("x"); llsetText("a", <1, 1, 1>, 1.0); } }',
        [("unknown-function", ["did you mean llOwnerSay?"]), ("unknown-function", ["did you mean llSetText?"])],
    ),
    "function after the states": (
        'default { state_entry() { greet(); } }\ngreet() { llSay(0, "Hi"); }',
        [("declaration-order", ["'greet'", "top of the script"])],
    ),
    "missing semicolons": (
        'default { state_entry() {\n llSay(0, "a")\n llSay(0, "b")\n} }',
        [("missing-semicolon", ["';'"]), ("missing-semicolon", ["';'"])],
    ),
    "switch": (
        "default { touch_start(integer n) { switch (n) { case 1: llSay(0, \"one\"); break; default: llSay(0, \"more\"); } } }",
        [("absent-statement", ["'switch'", "if and else if"]), ("absent-statement", ["'case'"]), ("absent-statement", ["'break'"]),
         ("absent-statement", ["'default:'"])],
    ),
    "arrays": (
        "integer[] a;\nadd(string[] names) { }\ndefault { state_entry() { integer[] b; } }",
        [("indexing", ["'['", "use a list"])] * 3,
    ),
    "include": ("#include <x>\ndefault { state_entry() { } }", [("absent-statement", ["'include'", "no preprocessor"])]),
    "include of a text": ('#include "x.lsl"\ndefault { state_entry() { } }', [("absent-statement", ["'include'", "no preprocessor"])]),
    "arguments the wrong way round": (
        'default { state_entry() { llSay("hi", 0); } }',
        [("argument-type", ["1 and 2 are the wrong way round", "channel comes before msg"]), ("argument-type", ["wrong way round"])],
    ),
    "outer arguments the wrong way round": (
        'default { state_entry() { llSetText(1.0, <1, 1, 1>, "x"); } }',
        [("argument-type", ["1 and 3 are the wrong way round"]), ("argument-type", ["wrong way round"])],
    ),
    "arguments that need casts": (
        "default { state_entry() { llSay(1.5, 0); } }",
        [("argument-type", ["(integer)1.5"]), ("argument-type", ["(string)0"])],
    ),
    "string with braces": (
        'default { state_entry() { string x; llOwnerSay(f"Hello {x}!"); string y = f"{x}"; } }',
        [("template-string", ["f in front", "joined with +", "casts"])] * 2,
    ),
    "several values printed": (
        'default { state_entry() { print("a", "b"); } }',
        [("syntax", ["print takes one value", "join several with +"])],
    ),
    "compound operator": ("default { state_entry() { integer a; a |= 4; } }", [("absent-operator", ["a = a | b"])]),
    "statement outside": ('llSay(0, "Hi");\ndefault { state_entry() { } }', [("statement-outside", ["state_entry() {"])]),
    "computed global": ("float start = llGetTime();\ndefault { state_entry() { } }", [("global-initializer", ["state_entry"])]),
}  # fmt: skip


@pytest.mark.parametrize("name", SCRIPTS)
def test_wrong_script(name):
    source, expected = SCRIPTS[name]
    found = [d for d in check(parse(source)) if d.severity == "error"]
    assert [d.kind for d in found] == [kind for kind, _ in expected], [str(d) for d in found]
    for diagnostic, (_, words) in zip(found, expected, strict=True):
        for word in words:
            assert word in diagnostic.message


def test_several_errors_are_reported_at_once():
    source = "\n".join(
        (
            "int total = 0;",
            "integer add(integer a, integer b) { total = a + b }",
            "default",
            "{",
            "    state_entry() { llsay(0, 'start'); }",
            "    touch_start() { total += 'x'; if (total = 3) state lost; }",
            "}",
        )
    )
    found = {(d.line, d.kind) for d in check(parse(source))}
    assert found >= {
        (1, "unknown-type"), (2, "missing-semicolon"), (2, "missing-return"), (5, "single-quotes"), (5, "unknown-function"),
        (6, "event-signature"), (6, "operator-type"), (6, "unknown-state"), (6, "assigned-condition"),
    }  # fmt: skip
