"""The types operators join and casts turn, cell by cell, against grids written from the language's description."""

import pytest
from littlefolk.lsl import check, parse

TYPES = ("integer", "float", "string", "key", "vector", "rotation", "list")
LETTERS = dict(zip("ifskvrl", TYPES, strict=True))

# Rows are left types, columns right ones, in the order i f s k v r l; a letter is the type of the result, a point is an error.
GRIDS = {
    "+": "if....l ff....l ..s...l ......l ....v.l .....rl lllllll",
    "-": "if..... ff..... ....... ....... ....v.. .....r. .......",
    "*": "if..v.. ff..v.. ....... ....... vv..fv. .....r. .......",
    "/": "if..... ff..... ....... ....... vv...v. .....r. .......",
    "%": "i...... ....... ....... ....... ....v.. ....... .......",
    "==": "ii..... ii..... ..ii... ..ii... ....i.. .....i. ......i",
    "!=": "ii..... ii..... ..ii... ..ii... ....i.. .....i. ......i",
    **dict.fromkeys(("<", ">", "<=", ">="), "ii..... ii..... ....... ....... ....... ....... ......."),
    **dict.fromkeys(("&", "|", "^", "<<", ">>", "&&", "||"), "i...... ....... ....... ....... ....... ....... ......."),
    "=": "i...... ff..... ..sk... ..sk... ....v.. .....r. ......l",
    "+=": "i...... ff..... ..s.... ....... ....v.. .....r. lllllll",
    "-=": "i...... ff..... ....... ....... ....v.. .....r. .......",
    "*=": "if..... ff..... ....... ....... vv...v. .....r. .......",
    "/=": "i...... ff..... ....... ....... vv...v. .....r. .......",
    "%=": "i...... ....... ....... ....... ....v.. ....... .......",
}
CASTS = "ifs...l ifs...l ifskvrl ..sk..l ..s.v.l ..s..rl ..s...l"  # from rows to columns


def cells():
    for operator, grid in GRIDS.items():
        for left, row in zip(TYPES, grid.split(), strict=True):
            for right, result in zip(TYPES, row, strict=True):
                yield operator, left, right, result


def findings(code):
    declared = "".join(f"{kind} a{kind}; {kind} b{kind};" for kind in TYPES)
    source = f"{declared} want(list x) {{ }} default {{ state_entry() {{ {code} }} }}"
    return [d for d in check(parse(source)) if d.severity == "error"]


@pytest.mark.parametrize("operator", GRIDS)
def test_operator(operator):
    for op, left, right, result in cells():
        if op != operator:
            continue
        found = findings(f"a{left} {op} b{right};")
        assert bool(found) == (result == "."), (left, op, right, [str(d) for d in found])
        if found:
            assert {d.kind for d in found} <= {"operator-type", "assignment-type"}
        elif not op.endswith("=") or op in ("==", "!=", "<=", ">="):
            for wanted in TYPES:
                given = LETTERS[result]
                fits = wanted == given or (wanted, given) in {("float", "integer"), ("string", "key"), ("key", "string")}
                assert bool(findings(f"{wanted} got = a{left} {op} b{right};")) != fits


def test_casts():
    for left, row in zip(TYPES, CASTS.split(), strict=True):
        for right, result in zip(TYPES, row, strict=True):
            found = findings(f"({right})a{left};")
            assert bool(found) == (result == "."), (left, right)
            assert all(d.kind == "cast-type" for d in found)


def test_every_mistake_says_what_would_be_right():
    for operator, left, right, result in cells():
        if result == ".":
            (found,) = findings(f"a{left} {operator} b{right};")
            assert left in found.message
            assert operator in found.message or "expected" in found.message
