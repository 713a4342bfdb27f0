"""Laws of presentation types: what they write they read, what their schema allows they take, and nothing makes them raise."""

import json
import re
from pathlib import PurePosixPath

import jsonschema
import littlefolk.verbs  # noqa: F401 (importing it declares the commands)
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from littlefolk.commands import TABLES
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
    FilePath,
    HandleType,
    Integer,
    OneOf,
    Optional,
    PlaceType,
    Real,
    Sequence,
    Text,
    TimeOfDay,
)
from littlefolk.present.types.handle import Reference
from littlefolk.world.cells import EDGE, Cell, Direction
from littlefolk.world.kinds import KINDS

HANDLES = HandleTable()
SHOWN = Cell(7, 8, 9)
NAMED = [HANDLES.mint(SHOWN), HANDLES.mint("a text"), HANDLES.mint(KINDS["stone"])]
POSE = Pose(Cell(10, 64, -20), (10.5, 64.0, -19.5), 0.0, Direction.NORTH)
BODIES = {"Moss": POSE, "Ann of the Hill": POSE, "player": POSE}
CONTEXT = ReadContext("Moss", Snapshot(1, 0, BODIES), HANDLES)
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

reals = st.floats(allow_nan=False, allow_infinity=False)
parts = st.text(
    st.characters(codec="utf-8", exclude_characters='<>:"|?*\\/.~', exclude_categories=("Cc", "Cs", "Z")), min_size=1, max_size=9
)
DEVICES = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)  # names that some systems take for devices
fit_parts = parts.filter(lambda part: part == part.strip() and not DEVICES.fullmatch(part))
paths = st.lists(fit_parts, min_size=1, max_size=4).map(lambda found: PurePosixPath(*found))
durations = st.integers(0, 86_400_000).map(lambda milliseconds: milliseconds / 1000)

TYPES = {
    "real": (Real(), reals),
    "real in a range": (Real(-1.5, 2.5, "metres"), st.floats(-1.5, 2.5)),
    "boolean": (Boolean(), st.booleans()),
    "direction": (DirectionType(), st.sampled_from(Direction)),
    "body": (BodyType(), st.sampled_from(sorted(BODIES))),
    "somebody else": (BodyType(others=True), st.sampled_from(sorted(set(BODIES) - {"Moss"}))),
    "place": (PlaceType(), cells | st.sampled_from(sorted(set(BODIES) - {"Moss"}))),
    "file path": (FilePath(), paths),
    "duration": (Duration(), durations),
    "duration in a range": (Duration(0.5, 60.0), durations.filter(lambda seconds: 0.5 <= seconds <= 60.0)),
    "sequence of cells": (Sequence(CellType()), st.lists(cells, max_size=5).map(tuple)),
    "sequence of texts": (Sequence(Text(), 1, 4), st.lists(texts, min_size=1, max_size=4).map(tuple)),
    "sequence of nothing or text": (Sequence(Optional(Text(50))), st.lists(st.none() | texts, max_size=4).map(tuple)),
    "sequence of sequences": (Sequence(Sequence(Text())), st.lists(st.lists(texts, max_size=3).map(tuple), max_size=3).map(tuple)),
    "optional sequence": (Optional(Sequence(Integer(), 1)), st.none() | st.lists(st.integers(-9, 9), min_size=1, max_size=3).map(tuple)),
    "time of day": (TimeOfDay(), st.integers(0, 1439)),
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
    assert type_.holds(value)
    assert type_.recheck(value, CONTEXT) is None
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
        assert allowed or isinstance(type_, OneOf | DirectionType)
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


FOREIGN = [None, "x\0", 10**30, -0.5, True, b"", (), (1, 2), object(), [], {}, float("nan"), Cell(2**60, 0, 0), Reference("#ZZZZ", 1), st]


@by_type
@pytest.mark.parametrize("value", FOREIGN, ids=lambda value: type(value).__name__)
def test_a_value_of_another_type_is_refused_when_it_is_checked_again(name, value):
    type_, _ = TYPES[name]
    refused = type_.recheck(value, CONTEXT)
    fits = type_.holds(value) and type_.from_json(type_.to_json(value), CONTEXT) == value
    assert (refused is None) == fits
    assert refused is None or (isinstance(refused, Invalid) and len(refused.message) > 10)


@by_type
def test_a_description_tells_what_to_write_and_a_message_repeats_it(name):
    type_, _ = TYPES[name]
    assert len(type_.describe()) >= len("a number")
    refused = type_.from_json({"wrong": 1}, CONTEXT)
    assert isinstance(refused, Invalid)
    assert "wrong" in refused.message


@pytest.mark.parametrize("inner", [Optional(Text()), Sequence(Text())], ids=lambda type_: type_.name)
def test_what_is_written_as_nothing_cannot_be_optional(inner):
    with pytest.raises(TypeError, match="cannot be told from nothing"):
        Optional(inner)


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("1.5s", 1.5),
        ("300ms", 0.3),
        ("2min", 120.0),
        ("2 m", 120.0),
        ("1h 30min", 5400.0),
        ("1h30m 5s", 5405.0),
        ("7", 7.0),
        ("3 Seconds", 3.0),
    ],
)
def test_durations_are_read_in_many_forms(text, seconds):
    assert Duration().parse(text, BARE) == seconds


@pytest.mark.parametrize("text", ["", "s", "-1s", "1", "1x", "1s x", "1e9s", "nan", "25h", "1..5s"])
def test_other_texts_are_no_duration_of_a_day_at_most_and_two_seconds_at_least(text):
    assert isinstance(Duration(2.0).parse(text, BARE), Invalid)


@pytest.mark.parametrize(
    "text",
    [
        "/etc/passwd",
        "../x",
        "a/../../b",
        "~/x",
        "a\\b",
        "C:/x",
        "con",
        "a/NUL.txt",
        "a//b",
        "",
        ".",
        "a/",
        "x\0y",
        "a\nb",
        "\ud800",
        "a/b.",
        "/".join("a" * 40),
    ],
)
def test_paths_that_could_leave_the_sandbox_or_mean_a_device_are_refused(text, tmp_path):
    for context in (BARE, ReadContext(sandbox=tmp_path)):
        assert isinstance(FilePath().parse(text, context), Invalid)


def test_a_link_does_not_lead_out_of_the_sandbox(tmp_path):
    sandbox = tmp_path / "sandbox"
    (sandbox / "notes").mkdir(parents=True)
    (sandbox / "notes" / "plan.txt").write_text("dig")
    (tmp_path / "secret").write_text("secret")
    (sandbox / "out").symlink_to(tmp_path)
    (sandbox / "round").symlink_to(sandbox / "round")
    context = ReadContext(sandbox=sandbox)
    existing = FilePath(existing=True)
    assert existing.parse("./notes/plan.txt", context) == PurePosixPath("notes/plan.txt")
    assert FilePath().parse("notes/new.txt", context) == PurePosixPath("notes/new.txt")
    assert "leads out" in existing.parse("out/secret", context).message
    assert isinstance(existing.parse("round", context), Invalid)
    assert "no file" in existing.parse("notes/other.txt", context).message
    assert "no sandbox" in existing.parse("notes/plan.txt", BARE).message
    assert [found.insert for found in existing.complete("no", context)] == ["notes/"]
    assert [found.insert for found in existing.complete("notes/", context)] == ["notes/plan.txt"]
    assert existing.complete("out/", context) == existing.complete("../", context) == []


@pytest.mark.parametrize(
    ("word", "label"), [("N", "north"), ("ahead", "north"), ("left", "west"), ("back", "south"), ("Right", "east"), ("u", "up")]
)
def test_directions_are_read_as_the_body_faces(word, label):
    assert DirectionType().parse(word, CONTEXT).label == label


def test_a_direction_of_the_body_needs_a_body():
    assert "needs a body" in DirectionType().parse("ahead", BARE).message
    assert "did you mean north" in DirectionType().parse("nroth", BARE).message


def test_somebody_is_named_in_any_case_as_me_or_by_handle():
    class Person:
        name = "Ann of the Hill"

    ann = Person()
    handle = HANDLES.mint(ann)
    assert BodyType().parse("  ann  OF the hill", CONTEXT) == "Ann of the Hill"
    assert BodyType().parse("me", CONTEXT) == "Moss"
    assert BodyType().parse(handle, CONTEXT) == "Ann of the Hill"
    assert "nobody in this world; did you mean Moss" in BodyType().parse("Mos", CONTEXT).message
    assert isinstance(BodyType(others=True).parse("Moss", CONTEXT), Invalid)
    assert "#ZZZZ" in BodyType().parse("#ZZZZ", CONTEXT).message
    gone = ReadContext("Moss", Snapshot(2, 0, {"Moss": POSE}), HANDLES)
    assert "nobody in this world" in BodyType().recheck("Ann of the Hill", gone).message


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("1 2 3; 4 5 6", ("1 2 3", "4 5 6")),
        ('"a;b"; c', ("a;b", "c")),
        ("stone, sand", ("stone, sand",)),
        ("", ()),
        ('"say \\"hi\\""', ('say "hi"',)),
    ],
)
def test_sequences_are_written_with_semicolons_and_quotes(text, values):
    assert Sequence(Text()).parse(text, BARE) == values


def test_commas_separate_where_the_whole_is_no_value():
    assert Sequence(BlockKind()).parse("stone, stone bricks", BARE) == ("stone", "stone_bricks")
    wrong = Sequence(BlockKind()).parse("stone, ston", BARE)
    assert "value 2" in wrong.message
    assert "stone" in wrong.suggestions


def test_a_sequence_completes_its_last_value_and_counts():
    kinds = Sequence(BlockKind(), 1, 2)
    assert kinds.complete("stone; sandst", BARE)[0].insert == "stone; sandstone"
    assert "write 1 to 2" in kinds.parse("", BARE).message
    assert "there are 3" in kinds.from_json(["stone"] * 3, BARE).message


@pytest.mark.parametrize("text", ["３", "٣", "³", "½", "\u22123", "１２.５"])
@pytest.mark.parametrize("kind", [Integer(), Real()], ids=["integer", "real"])
def test_numbers_in_other_digits_are_refused_with_the_digits_that_are_read(kind, text):
    refused = kind.parse(text, BARE)
    assert isinstance(refused, Invalid)
    assert "digits 0 to 9" in refused.message
