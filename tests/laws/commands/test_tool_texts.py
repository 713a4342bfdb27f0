"""What a model is told of a tool is fit for it: units, bounds, what comes back; and hostile input never raises."""

import json

import jsonschema
import littlefolk.verbs  # noqa: F401 (importing it declares the commands)
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from littlefolk.commands import TABLES
from littlefolk.commands.parsing import parse_json, parse_line
from littlefolk.commands.schema import tool
from littlefolk.commands.situation import Situation
from littlefolk.panels.palette import Palette
from littlefolk.panels.palette_rows import Around
from littlefolk.present.call import Call, Caller
from littlefolk.present.context import Pose, ReadContext, Snapshot
from littlefolk.present.handles import HandleTable
from littlefolk.present.outcome import Invalid
from littlefolk.present.types import Duration, Integer, Optional, Real, Text
from littlefolk.world.cells import Cell, Direction

by_command = pytest.mark.parametrize("command", list(TABLES), ids=lambda command: command.name)
residents = pytest.mark.parametrize("command", TABLES.within(["resident"]), ids=lambda command: command.name)
TABLE = HandleTable()
TABLE.mint(Cell(7, 8, 9))
POSE = Pose(Cell(10, 64, -20), (10.5, 64.0, -19.5), 0.0, Direction.NORTH)
SNAPSHOT = Snapshot(1, 0, {"player": POSE, "Moss": POSE}, "Moss", "pause", "say hi")
CONTEXT = ReadContext("player", SNAPSHOT, TABLE)
PLAYER = Caller("player")
hostile = (
    st.binary(max_size=60).map(lambda data: data.decode("utf-8", "surrogateescape"))
    | st.text(st.characters(categories=("Cs", "Cc", "Cf", "Zs", "Zl", "Nd", "No", "Lm", "Mn")), max_size=40)
    | st.sampled_from(["'", '"', '""', "\\", '"\\', "#", "#AAAA" * 50, "here" * 99, "9" * 500, "\x1b[2J", "\u202e", "a" * 9000, "1 " * 500])
)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | hostile,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["x", "y", "z"]) | hostile, inner, max_size=4),
    max_leaves=6,
)


@residents
def test_the_description_says_what_it_does_and_what_comes_back(command):
    made = tool(command)
    assert 30 <= len(made["description"]) <= 1024
    assert made["description"][0].isupper()
    assert made["description"].rstrip().endswith(".")
    words = ("gives back", "say ", "says", "read", "find", "list", "explain", "describe")
    assert any(word in made["description"].casefold() for word in words), "a model has to know what comes back"


@residents
def test_every_argument_tells_its_unit_and_bounds(command):
    for argument in command.arguments:
        schema = tool(command)["parameters"]["properties"][argument.name]
        told = json.dumps(schema, ensure_ascii=False)
        type_ = argument.type.inner if isinstance(argument.type, Optional) else argument.type
        assert argument.description in schema["description"]
        if isinstance(type_, Text):
            assert f"{type_.maximum:,}" in told
        if isinstance(type_, Integer):
            assert type_.low is None or str(type_.low) in told
            assert type_.high is None or str(type_.high) in told
        if isinstance(type_, Real):
            assert type_.unit
        if isinstance(type_, Duration):
            assert "seconds" in told
        if not argument.required:
            assert "null for the default" in schema["description"]


@by_command
@settings(max_examples=40)
@given(data=st.data())
def test_json_that_the_schema_allows_is_taken_and_the_rest_names_the_argument(command, data):
    """A value may still be Invalid, with a reason; what the schema refuses is never taken, but for another spelling of a choice."""
    schema = jsonschema.Draft202012Validator(tool(command)["parameters"])
    arguments = {argument.name: data.draw(json_values, label=argument.name) for argument in command.arguments}
    read = parse_json(TABLES, command.name, json.dumps(arguments), PLAYER, CONTEXT)
    if isinstance(read, Invalid):
        assert read.argument in arguments, "the message names the argument"
        assert read.message.isprintable()
        assert len(read.message) < 700
    else:
        assert read.complete
        loaded = json.loads(json.dumps(arguments))
        assert schema.is_valid(loaded) or any(isinstance(value, str) for value in loaded.values())


@by_command
@settings(max_examples=25)
@given(data=st.data())
def test_hostile_text_in_every_argument_of_a_line_and_of_the_palette_is_a_call_or_invalid(command, data):
    words = [data.draw(hostile, label=argument.name) for argument in command.arguments]
    read = parse_line(TABLES, " ".join([command.name, *words]), PLAYER, CONTEXT)
    assert isinstance(read, Call | Invalid)
    calls = []
    palette = Palette(lambda: Around(TABLES.within(["player"]), Situation(PLAYER, SNAPSHOT), CONTEXT), calls.append, lambda: None)
    palette.write(command.title)
    palette.enter()
    for word in words:
        palette.write(word)
        assert "\n" not in palette.problem
        palette.enter()
    for call in calls:
        for argument in TABLES.get(call.command).arguments:
            value = call.arguments[argument.name]
            assert value is argument.default or argument.type.recheck(value, CONTEXT) is None
