"""Laws of typed lines."""

import littlefolk.verbs  # noqa: F401 (importing it declares the commands)
import pytest
from hypothesis import given
from hypothesis import strategies as st
from littlefolk.commands import TABLES
from littlefolk.commands.parsing import parse_line
from littlefolk.present.call import Call, Caller
from littlefolk.present.context import ReadContext
from littlefolk.present.outcome import Invalid
from littlefolk.world.cells import EDGE, Cell

ANN = Caller("player")
coordinates = st.integers(-EDGE, EDGE - 1)
names = st.sampled_from([command.name for command in TABLES])


def read(line):
    return parse_line(TABLES, line, ANN, ReadContext())


@given(st.text(max_size=80) | st.tuples(names, st.text(max_size=60)).map(" ".join))
def test_any_line_is_a_call_or_invalid(line):
    result = read(line)
    assert isinstance(result, Call | Invalid)
    if isinstance(result, Invalid):
        assert result.message


@given(coordinates, coordinates, coordinates, st.sampled_from(["{} {} {}", "({}, {}, {})", '"{} {} {}"', "{},{},{}"]), st.booleans())
def test_the_words_of_a_cell_need_no_quotes(x, y, z, form, spaced):
    name = "place block at" if spaced else "place_block_at"
    result = read(f"{name} stone {form.format(x, y, z)}")
    assert isinstance(result, Call)
    assert dict(result.arguments) == {"kind": "stone", "cell": Cell(x, y, z)}


@pytest.mark.parametrize("command", list(TABLES), ids=lambda command: command.name)
def test_the_name_alone_leaves_what_is_required_unsupplied(command):
    result = read(command.title)
    assert isinstance(result, Call)
    assert result.unsupplied == tuple(argument.name for argument in command.arguments if argument.required)
    assert result.complete == (not result.unsupplied)


def test_a_kind_of_two_words_is_read_before_the_rest():
    result = read("place block at stone bricks 1 2 3")
    assert dict(result.arguments) == {"kind": "stone_bricks", "cell": Cell(1, 2, 3)}


def test_an_apostrophe_is_no_quotation_mark():
    assert read("say it's fine").arguments["text"] == "it's fine"


@pytest.mark.parametrize(
    ("line", "argument", "part"),
    [
        ("", "", "empty"),
        ("plaec block at", "", "did you mean place_block_at"),
        ("place block at ston 1 2 3", "kind", "ston"),
        ("place block at stone 1 2", "cell", "1 2"),
        ("where am i now", "", "left over"),
        ("select slot 12", "slot", "from 0 to 9"),
    ],
)
def test_a_wrong_line_says_what_is_wrong(line, argument, part):
    result = read(line)
    assert isinstance(result, Invalid)
    assert result.argument == argument
    assert part in result.message
