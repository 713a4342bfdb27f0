"""Programs that are right by construction are accepted, and broken ones never trouble the package."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from littlefolk.lsl import Caps, check, gate, parse, print_tree, walk

from tests.lsl.generator import program

SLOW = settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck))
ALPHABET = "(){}[]<>;,=+-*/%&|^!~@.:?#$`'\"\\\n \t0123456789abcdefxXLF_é​‮\u0000𝄞"
PIECES = [
    "if", "else", "for", "while", "do", "return", "jump", "state", "default", "integer", "string", "list", "llSay", "timer", "//", "/*",
    "*/", "==", "<=", ">>", "++", "(integer)", "<1,2,3>", '"a"', "1.5f", "@x;", "PI", "break", "case 1:", "?", "=>", "\r\n",
]  # fmt: skip


@SLOW
@given(st.randoms(use_true_random=False))
def test_right_programs_are_accepted(random):
    source = program(random)
    script = parse(source)
    assert [str(d) for d in check(script) if d.severity == "error"] == [], source
    assert [r for r in gate(script) if r.category in ("unreadable", "foreign function")] == []


@SLOW
@given(st.randoms(use_true_random=False))
def test_printing_and_reading_give_the_same_tree(random):
    script = parse(program(random))
    printed = print_tree(script)
    again = parse(printed)
    assert again == script
    assert hash(again) == hash(script)
    assert print_tree(again) == printed


@SLOW
@given(st.randoms(use_true_random=False))
def test_every_node_knows_its_place(random):
    script = parse(program(random))
    text = script.source.text
    for node in walk(script):
        assert 0 <= node.start <= node.end <= len(text)
        children = list(node.children())
        for child in children:
            assert node.start <= child.start <= child.end <= node.end
        if node is not script:
            shown = script.text(node)
            assert shown == shown.strip()


def mutate(random, source):
    """A few random cuts, copies, swaps and insertions."""
    for _ in range(1 + random.randrange(6)):
        i, j = sorted((random.randrange(len(source) + 1), random.randrange(len(source) + 1)))
        j = min(j, i + 40)
        piece = random.choice((random.choice(PIECES), random.choice(ALPHABET), source[i:j]))
        source = random.choice(
            (source[:i] + source[j:], source[:i] + piece + source[i:], source[:i] + piece + source[j:], source[: len(source) - i])
        )
    return source


def survives(source, caps):
    """Everything of the package runs through, reports places inside the text, and keeps to the caps."""
    script = parse(source, caps=caps)
    found = check(script)
    refusals = gate(script)
    lines = source.count("\n") + 1
    assert len(found) <= caps.diagnostics * 1.5 + 1
    for one in [*found, *refusals]:
        assert 1 <= one.line <= lines
        assert one.column >= 1
        assert (one.line, one.column) <= (one.end_line, one.end_column)
        assert one.message
    for diagnostic in found:
        assert diagnostic.found
        assert diagnostic.expected
    nodes = sum(1 for _ in walk(script))
    assert nodes <= 2 * caps.nodes
    if not any(d.severity == "error" for d in script.diagnostics):
        assert parse(print_tree(script), caps=Caps(bytes=10_000_000)) == script
    return script


@SLOW
@given(st.randoms(use_true_random=False))
def test_broken_programs_never_crash(random):
    survives(mutate(random, program(random)), Caps())


@SLOW
@given(st.text(alphabet=ALPHABET, max_size=200))
def test_noise_never_crashes(text):
    survives(text, Caps())


@SLOW
@given(st.lists(st.sampled_from([*PIECES, *ALPHABET]), max_size=80))
def test_pieces_never_crash(pieces):
    survives(" ".join(pieces), Caps())
    survives("default{timer(){" + "".join(pieces), Caps())


@SLOW
@given(st.randoms(use_true_random=False), st.integers(1, 40))
def test_small_caps_hold(random, cap):
    source = program(random)
    survives(source, Caps(nesting=cap, tokens=cap * 20, nodes=cap * 20, diagnostics=cap, folds=cap * 10))
