"""Laws of typed lines."""

import littlefolk.verbs  # noqa: F401 (importing it declares the commands)
import pytest
from hypothesis import given
from hypothesis import strategies as st
from littlefolk.agent.evaluating.evaluation import Evaluation
from littlefolk.agent.shells import Session
from littlefolk.bodies.body import Body
from littlefolk.bodies.following import Follow
from littlefolk.commands import TABLES, parsing
from littlefolk.commands.command_name import CommandName
from littlefolk.commands.parsing import line_of, parse_line
from littlefolk.present.call import Call, Caller
from littlefolk.present.context import Pose, ReadContext, Snapshot
from littlefolk.present.handles import HandleTable
from littlefolk.present.outcome import Invalid
from littlefolk.present.types import (
    BlockKind,
    BodyType,
    Boolean,
    CellType,
    DirectionType,
    Duration,
    HandleType,
    Integer,
    OneOf,
    Optional,
    PlaceType,
    Text,
    TimeOfDay,
)
from littlefolk.world.cells import EDGE, Cell, Direction
from littlefolk.world.kinds import KINDS

ANN = Caller("player")
TABLE = HandleTable()
THINGS = (
    Cell(7, 8, 9),
    "a text",
    KINDS["stone"],
    Follow(None, Body("Moss"), "player", lambda: None),
    Evaluation("1", {}, Call("evaluate", {}, ANN)),
    object.__new__(Session),
)
for _thing in THINGS:
    TABLE.mint(_thing)
POSE = Pose(Cell(10, 64, -20), (10.5, 64.0, -19.5), 0.0, Direction.NORTH)
HERE = ReadContext("player", Snapshot(1, 0, {"player": POSE, "Moss": POSE, "Ann of the Hill": POSE}), TABLE)
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


def values_of(argument, type_=None):
    """Values of an argument's type, its default among them."""
    type_ = type_ or argument.type
    if isinstance(type_, Optional):
        return st.none() | values_of(argument, type_.inner)
    if isinstance(type_, HandleType):
        return st.sampled_from(
            [type_.parse(handle, HERE) for handle, thing in TABLE.latest() if isinstance(thing, type_.narrowed or object)]
        )
    bodies = sorted(name for name in HERE.snapshot.bodies if not getattr(type_, "others", False) or name != ANN.name)
    made = {
        CellType: st.builds(Cell, coordinates, coordinates, coordinates),
        Text: st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs")), min_size=1, max_size=20).filter(str.strip),
        BlockKind: st.sampled_from([kind.name for kind in KINDS.placeable]),
        DirectionType: st.sampled_from(Direction),
        TimeOfDay: st.integers(0, 1439),
        Boolean: st.booleans(),
        BodyType: st.sampled_from(bodies),
        PlaceType: st.sampled_from(["Moss", "Ann of the Hill"]) | st.builds(Cell, coordinates, coordinates, coordinates),
        CommandName: names,
    }
    if isinstance(type_, Integer):
        low = -99 if type_.low is None else type_.low
        return st.integers(low, low + 99 if type_.high is None else type_.high)
    if isinstance(type_, OneOf):
        return st.sampled_from(type_.choices)
    if isinstance(type_, Duration):
        return st.integers(int(type_.low), int(min(type_.high, type_.low + 90))).map(float)
    return made[type(type_)]


@pytest.mark.parametrize("command", list(TABLES), ids=lambda command: command.name)
@given(data=st.data())
def test_a_call_written_as_a_line_is_read_as_the_same_call(command, data):
    values = {argument.name: data.draw(values_of(argument), label=argument.name) for argument in command.arguments}
    call = Call(command.name, values, ANN)
    for argument in command.arguments:
        if values[argument.name] is None:
            assert not argument.required
    again = parse_line(TABLES, line_of(call, command), ANN, HERE)
    assert again == call
    assert "\n" not in line_of(call, command)


@given(st.lists(st.text(max_size=8), max_size=4))
def test_quotes_keep_words_together_whatever_is_in_them(words):
    written = " ".join('"' + word.replace("\\", "\\\\").replace('"', '\\"') + '"' for word in words)
    assert [word.text for word in parsing._words(written)] == words


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("say it's fine, isn't it", "it's fine, isn't it"),
        ("say 'tis the season", "'tis the season"),
        ('say "two  spaces"', "two  spaces"),
        ('say he said "stop" twice', "he said stop twice"),
        ('say "half', '"half'),
        ("say a\\b", "a\\b"),
    ],
)
def test_speech_needs_no_quotes(line, text):
    assert read(line).arguments["text"] == text


def test_two_quotes_without_anything_stand_for_the_default():
    assert parse_line(TABLES, 'read #AAAA "" 3', ANN, HERE).arguments["first"] == 1
    refused = parse_line(TABLES, 'place block at "" 1 2 3', ANN, HERE)
    assert isinstance(refused, Invalid)
