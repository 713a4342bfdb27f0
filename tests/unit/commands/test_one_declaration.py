"""One declaration feeds every surface: a new module with one command is all it takes."""

import importlib
import sys

import littlefolk.verbs  # noqa: F401 (importing it declares the commands)
import pytest
from littlefolk.agent.providers.offline.grammar import Reader
from littlefolk.commands import TABLES
from littlefolk.commands.admission import admitted, execute
from littlefolk.commands.parsing import parse_json, parse_line
from littlefolk.commands.reference import reference
from littlefolk.commands.schema import tool
from littlefolk.commands.situation import Situation
from littlefolk.panels.bindings import suggested
from littlefolk.panels.metabar import metabar_of
from littlefolk.panels.palette import Palette
from littlefolk.panels.palette_rows import Around
from littlefolk.policy import RESIDENT_GRANTS, Capability, Grants
from littlefolk.present.call import Call, Caller
from littlefolk.present.context import Pose, ReadContext, Snapshot
from littlefolk.present.outcome import Denied, Done, Failed, Invalid
from littlefolk.present.outcome_text import shown_to_people
from littlefolk.world.cells import Cell, Direction

POSE = Pose(Cell(0, 64, 0), (0.5, 64.0, 0.5), 0.0, Direction.NORTH)

MODULE = '''
from typing import Annotated
from littlefolk.commands import command
from littlefolk.policy import Capability, Risk
from littlefolk.present.types import Integer, OneOf


PHRASES = ("hop {count} times? on {foot} foot", "hop {count} times?")


@command("movement", Capability.MOVE, Risk.REVERSIBLE, family="read", key="J", phrases=PHRASES)
def hop(
    acting,
    count: Annotated[int, Integer(1, 9), "how many times"],
    foot: Annotated[str, OneOf("foot", ("left", "right")), "on which foot"] = "left",
):
    """Hop on one foot."""
    if count == 9:
        raise ZeroDivisionError("too tired")
    return f"hopped {count} times on the {foot} foot"
'''


@pytest.fixture
def hop(tmp_path, monkeypatch):
    """The command `hop`, declared by a module that is imported for the test and taken out after it."""
    (tmp_path / "hopping_verbs.py").write_text(MODULE, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    importlib.import_module("hopping_verbs")
    yield TABLES.get("hop")
    TABLES.remove("hop")
    del sys.modules["hopping_verbs"]


def residents():
    return TABLES.granted(["resident"], RESIDENT_GRANTS)


def moss(*capabilities):
    return Caller("Moss", grants=Grants.of(*capabilities))


def test_it_is_in_the_tables_that_inherit_from_its_own(hop):
    assert hop in TABLES.within(["movement"])
    assert hop in TABLES.within(["player"])
    assert hop not in TABLES.within(["world"])
    assert hop in residents()
    assert (hop.title, hop.key, hop.description) == ("Hop", "J", "Hop on one foot.")


def test_it_is_a_strict_tool(hop):
    made = tool(hop)
    assert made["description"] == "Hop on one foot."
    assert made["parameters"]["required"] == ["count", "foot"]
    assert made["parameters"]["properties"]["count"] == {"type": "integer", "minimum": 1, "maximum": 9, "description": "how many times"}
    assert made["parameters"]["properties"]["foot"]["anyOf"][1] == {"type": "null"}


def test_it_is_read_from_lines_and_from_json(hop):
    line = parse_line(TABLES.within(["player"]), "hop 3 right", moss(), ReadContext())
    data = parse_json(residents(), "hop", '{"count": 3, "foot": "right"}', moss(), ReadContext())
    assert dict(line.arguments) == dict(data.arguments) == {"count": 3, "foot": "right"}
    assert parse_json(residents(), "hop", '{"count": 3, "foot": null}', moss(), ReadContext()).arguments["foot"] == "left"
    assert parse_line(TABLES.within(["player"]), "hop", moss(), ReadContext()).unsupplied == ("count",)
    wrong = parse_json(residents(), "hop", '{"count": 12, "foot": null}', moss(), ReadContext())
    assert (wrong.argument, "from 1 to 9" in wrong.message) == ("count", True)


def test_it_can_be_said_at_once(hop):
    (step,) = Reader(residents()).read("hop four times on right foot, please")
    assert step.command is hop
    assert step.slots == {"count": "4", "foot": "right"}


def around():
    snapshot = Snapshot(bodies={"player": POSE})
    return Around(TABLES.within(["player"]), Situation(Caller("player"), snapshot), ReadContext("player", snapshot), keys={"hop": "J"})


def test_the_palette_finds_it_and_prompts_for_both_arguments(hop):
    calls = []
    palette = Palette(around, calls.append, lambda: None)
    (row,) = [row for row in palette.rows if row.text == "Hop"]
    assert (row.hint, row.key, row.reason) == ("Hop on one foot", "J", "")
    palette.write("hpo")
    palette.enter()
    assert palette.wanted == "count: how many times; a whole number from 1 to 9"
    palette.write("12")
    assert "out of range" in palette.problem
    palette.write("3")
    palette.enter()
    assert {row.text for row in palette.rows} == {"default", "left", "right"}
    palette.write("righ")
    palette.enter()
    assert [dict(call.arguments) for call in calls] == [{"count": 3, "foot": "right"}]


def test_its_key_is_in_the_key_map_and_the_metabar(hop):
    inputs = suggested(TABLES.within(["player"]), {"jump": ["Space"], "focus_nearest": ["Tab", "Pad X"]})
    assert inputs["hop"] == ["J"]
    assert inputs["focus_nearest"] == ["Tab", "Pad X"], "the key file overrides what a command suggests"
    assert suggested(TABLES.within(["player"]), {"hop": ["K"]})["hop"] == ["K"]
    now = around()
    shown = metabar_of(now.commands, now.situation, {action: first for action, (first, *_) in inputs.items()}, busy=False, captured=True)
    assert ("J", "hop") in shown


def test_help_finds_and_explains_it(hop, games, outcome):
    game = games.open()
    explained = shown_to_people(outcome(game, game.submit_line("help hop")))
    assert "hop(count, foot?)" in explained
    assert "count: how many times; a whole number from 1 to 9" in explained
    assert "it applies now" in explained
    assert "hop(count, foot?): Hop on one foot" in shown_to_people(outcome(game, game.submit_line("help")))
    assert "hop(" in shown_to_people(outcome(game, game.submit_line("apropos one foot")))


def test_it_is_done_in_a_game_by_a_line_by_the_palette_and_by_a_sentence(hop, games, outcome, frames):
    game = games.open()
    assert outcome(game, game.submit_line("hop 2")) == Done("hopped 2 times on the left foot")
    outcome(game, game.submit("spawn_gnome", name="Moss"))
    moss = game.agents["Moss"]
    moss.ask("hop three times on right foot", "player")
    frames(game, lambda: not moss.busy)
    (call,) = moss.turn.calls
    assert call.outcome == Done("hopped 3 times on the right foot")


def test_it_is_in_the_regenerated_reference(hop):
    page = reference(TABLES)
    assert "### hop\n\nHop on one foot.\n\n*needs `move` (reversible), key `J`*" in page
    assert "| `count` | how many times | a whole number from 1 to 9 | required |" in page
    assert "| `foot` | on which foot | a foot: left, right | `left` |" in page


def test_it_is_admitted_like_every_other(hop):
    call = parse_json(residents(), "hop", '{"count": 2, "foot": "left"}', moss(Capability.MOVE), ReadContext())
    bugs = []
    assert execute(TABLES, call, lambda call: None, lambda *bug: bugs.append(bug)) == Done("hopped 2 times on the left foot")
    denied = admitted(TABLES, Call("hop", {"count": 2, "foot": "left"}, moss(Capability.LOOK)))
    assert isinstance(denied, Denied)
    assert "`move`" in denied.reason
    missing = admitted(TABLES, Call("hop", {}, moss(Capability.MOVE), ("count",)))
    assert isinstance(missing, Invalid)
    assert missing.argument == "count"
    assert bugs == []


def test_a_body_that_raises_is_failed_and_reported(hop):
    bugs = []
    call = Call("hop", {"count": 9, "foot": "left"}, moss(Capability.MOVE))
    outcome = execute(TABLES, call, lambda call: None, lambda *bug: bugs.append(bug))
    assert isinstance(outcome, Failed)
    assert "ZeroDivisionError" in outcome.message
    assert "too tired" not in outcome.message, "what is inside an exception stays in the log"
    ((reported, error),) = bugs
    assert (reported, type(error)) == (call, ZeroDivisionError)


def test_taken_out_it_is_gone_from_every_surface(tmp_path):
    assert TABLES.get("hop") is None
    assert "hop" not in [command.name for command in residents()]
    assert isinstance(parse_json(residents(), "hop", "{}", moss(), ReadContext()), Invalid)
    assert isinstance(admitted(TABLES, Call("hop", {}, moss(Capability.MOVE))), Invalid)


@pytest.mark.parametrize(
    ("source", "error", "part"),
    [
        ("def bad(acting):\n    pass", TypeError, "docstring"),
        ('def bad(acting, count: int):\n    """Do."""', TypeError, "count"),
        ('def where_am_i(acting):\n    """Do."""', ValueError, "declared in"),
    ],
)
def test_a_wrong_declaration_is_refused_at_import(source, error, part):
    space = {"__name__": "bad_verbs"}
    start = "from littlefolk.commands import command\nfrom littlefolk.policy import Capability\n@command('world', Capability.LOOK)\n"
    with pytest.raises(error, match=part):
        exec(start + source, space)
    assert TABLES.get("bad") is None


def test_an_unknown_table_is_refused():
    with pytest.raises(ValueError, match="no table 'cellar'"):
        exec(
            "from littlefolk.commands import command\nfrom littlefolk.policy import Capability\n"
            "@command('cellar', Capability.LOOK)\ndef bad(acting):\n    'Do.'",
            {"__name__": "bad_verbs"},
        )
