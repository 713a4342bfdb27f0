"""Laws of the tools that a model gets."""

import copy
import json

import jsonschema
import littlefolk.verbs  # noqa: F401 (importing it declares the commands)
import pytest
from hypothesis import given
from hypothesis import strategies as st
from littlefolk.commands import TABLES
from littlefolk.commands.parsing import parse_json
from littlefolk.commands.schema import tool
from littlefolk.present.call import Call, Caller
from littlefolk.present.context import ReadContext
from littlefolk.present.outcome import Invalid
from strict_schema import problems_of_tool

by_command = pytest.mark.parametrize("command", list(TABLES), ids=lambda command: command.name)
MOSS = Caller("Moss")


@by_command
def test_every_tool_keeps_the_rules_of_strict_mode(command):
    made = tool(command)
    assert problems_of_tool(made) == []
    jsonschema.Draft202012Validator.check_schema(made["parameters"])
    assert list(made["parameters"]["properties"]) == [argument.name for argument in command.arguments]
    assert all(schema["description"] for schema in made["parameters"]["properties"].values())
    assert json.loads(json.dumps(made)) == made


BROKEN = {
    "optional property": lambda root: root["required"].pop(),
    "open object": lambda root: root.pop("additionalProperties"),
    "open inner object": lambda root: root["properties"]["cell"]["anyOf"][0].pop("additionalProperties"),
    "inner optional property": lambda root: root["properties"]["cell"]["anyOf"][0]["required"].pop(),
    "length of a string": lambda root: root["properties"]["kind"].update(maxLength=3),
    "default": lambda root: root["properties"]["kind"].update(default="stone"),
    "allOf": lambda root: root.update(allOf=[]),
    "oneOf": lambda root: root["properties"]["kind"].update(oneOf=[]),
    "no type": lambda root: root["properties"]["kind"].pop("type"),
    "anyOf at the root": lambda root: root.update(anyOf=[{"type": "object"}]),
}


@pytest.mark.parametrize("name", BROKEN)
def test_the_checker_finds_what_strict_mode_refuses(name):
    made = copy.deepcopy(tool(TABLES.get("place_block_at")))
    BROKEN[name](made["parameters"])
    assert problems_of_tool(made) != []


@by_command
def test_an_argument_with_a_default_may_be_null_and_no_other(command):
    for argument in command.arguments:
        schema = tool(command)["parameters"]["properties"][argument.name]
        assert jsonschema.Draft202012Validator(schema).is_valid(None) == (not argument.required)


json_texts = st.text(max_size=60) | st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["cell", "kind", "text", "x", "name"]), inner, max_size=4),
    max_leaves=10,
).map(json.dumps)


@by_command
@given(arguments=json_texts)
def test_any_arguments_are_a_call_or_invalid(command, arguments):
    read = parse_json(TABLES, command.name, arguments, MOSS, ReadContext())
    if isinstance(read, Invalid):
        assert read.message
        assert read.message.isprintable()
    else:
        assert isinstance(read, Call)
        assert read.complete
        assert set(read.arguments) == {argument.name for argument in command.arguments}
        written = {
            argument.name: None if read.arguments[argument.name] is None else argument.type.to_json(read.arguments[argument.name])
            for argument in command.arguments
        }
        again = parse_json(TABLES, command.name, json.dumps(written), MOSS, ReadContext())
        assert again == read, "a call that is written as JSON and read again is the same call"


@pytest.mark.parametrize(
    "arguments", ["[" * 100_000, '{"a":' * 5000, "9" * 5000, '{"cell": ' + "9" * 5000 + "}", "NaN", '{"cell": 1e999}', "\ud800", "{"]
)
def test_hostile_json_is_invalid(arguments):
    read = parse_json(TABLES, "block_at", arguments, MOSS, ReadContext())
    assert isinstance(read, Invalid)
    assert read.message.isprintable()
