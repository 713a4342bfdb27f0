"""Laws of presentation types: what they write they read, what their schema allows they take, and nothing makes them raise."""

import json

import jsonschema
import littlefolk.verbs  # noqa: F401 (importing it declares the commands)
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from littlefolk.commands import TABLES
from littlefolk.present.context import Pose, ReadContext, Snapshot
from littlefolk.present.handles import HandleTable
from littlefolk.present.outcome import Invalid
from littlefolk.present.types import BlockKind, CellType, HandleType, Integer, OneOf, Optional, Text
from littlefolk.present.types.handle import Reference
from littlefolk.world.cells import EDGE, Cell, Direction
from littlefolk.world.kinds import KINDS

HANDLES = HandleTable()
SHOWN = Cell(7, 8, 9)
NAMED = [HANDLES.mint(SHOWN), HANDLES.mint("a text"), HANDLES.mint(KINDS["stone"])]
POSE = Pose(Cell(10, 64, -20), (10.5, 64.0, -19.5), 0.0, Direction.NORTH)
CONTEXT = ReadContext("Moss", Snapshot(1, 0, {"Moss": POSE}), HANDLES)
BARE = ReadContext()

SIDES = ("left", "right side", "top-most", "bottom_most")
coordinates = st.integers(-EDGE, EDGE - 1)
cells = st.builds(Cell, coordinates, coordinates, coordinates)
texts = st.text(st.characters(exclude_categories=("Cc", "Cs")) | st.sampled_from("\n\t"), min_size=1, max_size=50).filter(str.strip)
hostile = st.text(max_size=80) | st.text(st.characters(categories=("Cs", "Cc", "Cf", "Zs", "Zl", "Nd", "No", "Lm", "Mn")), max_size=40)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | hostile | st.sampled_from(["here", "#AAAA", "1 2 3", 64.0, -0.0, 1e300]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["x", "y", "z"]) | hostile, inner, max_size=4),
    max_leaves=8,
)

TYPES = {
    "integer": (Integer(), st.integers(-(10**17), 10**17)),
    "integer in a range": (Integer(-3, 12), st.integers(-3, 12)),
    "integer from below": (Integer(low=0), st.integers(0, 10**9)),
    "text": (Text(), texts),
    "one of": (OneOf("side", SIDES), st.sampled_from(SIDES)),
    "block kind": (BlockKind(), st.sampled_from([kind.name for kind in KINDS.placeable])),
    "cell": (CellType(), cells),
    "handle": (HandleType(), st.sampled_from([Reference(name, HANDLES.read(name)) for name in NAMED])),
    "handle of a cell": (HandleType(Cell, "a cell"), st.just(Reference(NAMED[0], SHOWN))),
    "optional cell": (Optional(CellType()), st.none() | cells),
    "optional text": (Optional(Text(24)), st.none() | texts.filter(lambda text: len(text) <= 24)),
}
SCHEMAS = {name: jsonschema.Draft202012Validator(type_.json_schema()) for name, (type_, _) in TYPES.items()}
by_type = pytest.mark.parametrize("name", TYPES)


@by_type
@given(data=st.data())
def test_what_is_written_is_read_back(name, data):
    type_, values = TYPES[name]
    value = data.draw(values)
    assert type_.parse(type_.unparse(value), CONTEXT) == value
    written = json.loads(json.dumps(type_.to_json(value)))
    assert type_.from_json(written, CONTEXT) == value
    SCHEMAS[name].validate(written)


@by_type
@given(value=json_values)
@example(value=[[[[]]]] * 3)
@example(value={"x": 1, "y": 2, "z": 3.0})
@example(value={"x": True, "y": 2, "z": 3})
@example(value={"x": 1, "y": 2, "z": 3, "w": 4})
@example(value={"x": 10**400, "y": 2, "z": 3})
@example(value="")
def test_json_is_a_value_or_invalid_with_a_message_and_never_more_than_the_schema(name, value):
    type_, _ = TYPES[name]
    read = type_.from_json(value, CONTEXT)
    allowed = SCHEMAS[name].is_valid(value)
    if isinstance(read, Invalid):
        assert len(read.message) > 10
        assert read.message.isprintable()
        assert read.argument == "", "only the caller knows the argument's name"
    else:
        # a choice may be spelled in another way than the schema lists it; nothing else goes beyond the schema
        assert allowed or isinstance(type_, OneOf)
        assert type_.parse(type_.unparse(read), CONTEXT) == read
    # words that no schema can tell apart are judged by the type alone
    if allowed and not isinstance(value, str) and not isinstance(read, Invalid):
        assert type_.from_json(type_.to_json(read), CONTEXT) == read


@by_type
def test_an_integer_of_thousands_of_digits_makes_nothing_raise(name):
    for value in (10**5000, {"x": 10**5000, "y": 0, "z": 0}, [10**5000]):
        read = TYPES[name][0].from_json(value, CONTEXT)
        assert isinstance(read, Invalid) or read == value


@given(st.integers(-3, 12) | st.integers(-3, 12).map(float))
def test_every_whole_number_that_the_schema_allows_is_taken(value):
    assert TYPES["integer in a range"][0].from_json(value, CONTEXT) == value


@given(coordinates, coordinates, coordinates, st.booleans())
def test_every_object_of_whole_numbers_inside_the_world_is_a_cell(x, y, z, as_float):
    number = float if as_float else int
    assert CellType().from_json({"x": number(x), "y": number(y), "z": number(z)}, BARE) == Cell(x, y, z)


@by_type
@given(text=hostile | st.binary(max_size=40).map(lambda data: data.decode("utf-8", "surrogateescape")))
@example(text="1" + " " * 200_000)
@example(text="here+" + "1," * 100_000)
@example(text="[" * 100_000)
@example(text="٣ ٤ ٥")
@example(text="ﬀ²½")
@example(text="\x00")
@example(text="#ſſſſ")
def test_any_text_is_a_value_or_invalid(name, text):
    type_, _ = TYPES[name]
    for context in (CONTEXT, BARE):
        read = type_.parse(text, context)
        if isinstance(read, Invalid):
            assert read.message
            assert all(isinstance(suggestion, str) for suggestion in read.suggestions)
        else:
            assert type_.parse(type_.unparse(read), CONTEXT) == read
        assert all(completion.insert for completion in type_.complete(text[:40], context))


@pytest.mark.parametrize("command", list(TABLES), ids=lambda command: command.name)
@settings(max_examples=30)
@given(data=st.data())
def test_any_bytes_in_any_argument_of_any_command_are_a_value_or_invalid(command, data):
    for argument in command.arguments:
        raw = data.draw(st.binary(max_size=60) | hostile.map(lambda text: text.encode("utf-8", "surrogatepass")), label=argument.name)
        text = raw.decode("utf-8", "surrogateescape")
        for read in (argument.type.parse(text, CONTEXT), argument.type.from_json(text, CONTEXT)):
            assert isinstance(read, Invalid) == (type(read).__name__ == "Invalid")
            if not isinstance(read, Invalid) and read is not None:
                argument.type.unparse(read)
                json.dumps(argument.type.to_json(read))


@given(st.sampled_from([kind.name for kind in KINDS.placeable]), st.data())
def test_a_kind_is_read_in_any_case_and_with_any_word_break(kind, data):
    ways = [data.draw(st.sampled_from(" -_" if sign == "_" else [sign.upper(), sign.lower()])) for sign in kind]
    spelled = "".join(ways)
    assert BlockKind().parse(f"  {spelled} ", BARE) == kind


@given(st.sampled_from([kind.name for kind in KINDS.placeable if len(kind.name) > 4]), st.data())
def test_a_kind_with_one_letter_missing_is_suggested(kind, data):
    at = data.draw(st.integers(0, len(kind) - 1))
    wrong = kind[:at] + kind[at + 1 :]
    read = BlockKind().parse(wrong, BARE)
    if read != kind and wrong not in KINDS.names:
        assert isinstance(read, Invalid)
        assert kind in read.suggestions
        assert kind in read.message


@pytest.mark.parametrize("type_", [BlockKind(), TYPES["one of"][0]])
@given(prefix=st.text(st.characters(codec="ascii"), max_size=3))
def test_completions_read_as_values_and_begin_with_what_begins_so(type_, prefix):
    completions = [completion.insert for completion in type_.complete(prefix, BARE)]
    assert all(type_.parse(insert, BARE) == insert for insert in completions)
    assert len(set(completions)) == len(completions)
