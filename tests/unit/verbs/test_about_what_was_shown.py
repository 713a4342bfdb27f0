"""Describing what was shown, what can be done with it, and paging through it."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from littlefolk.commands import TABLES
from littlefolk.commands.affordances import affordances, menu_of
from littlefolk.policy import RESIDENT_GRANTS
from littlefolk.present.context import Pose, ReadContext, Snapshot
from littlefolk.present.handles import HandleTable
from littlefolk.present.outcome import Done, Invalid
from littlefolk.present.outcome_text import shown_to_people, told_to_model, whole_text
from littlefolk.present.page import LARGEST, Page, hits_in, lines_of, page_of
from littlefolk.present.translating import stands_for
from littlefolk.present.types import BlockKind, BodyType, CellType, HandleType, Integer, Optional
from littlefolk.present.views import ModelView
from littlefolk.verbs.building import BlockChanged
from littlefolk.verbs.looking import BlockReading
from littlefolk.verbs.speaking import Said
from littlefolk.world.cells import Cell, Direction
from littlefolk.world.kinds import KINDS

POSE = Pose(Cell(0, 64, 0), (0.5, 64.0, 0.5), 0.0, Direction.NORTH)
CHANGED = BlockChanged(Cell(1, 2, 3), "air", "stone", 4)


@pytest.fixture
def table():
    return HandleTable()


@pytest.fixture
def context(table):
    return ReadContext("Moss", Snapshot(1, 0, {"Moss": POSE, "player": POSE}), table)


def commands():
    return TABLES.granted(["resident"], RESIDENT_GRANTS)


class TestTranslators:
    def test_a_value_stands_for_what_it_has(self, context):
        assert stands_for(CHANGED, CellType(), context) == Cell(1, 2, 3)
        assert stands_for(CHANGED, Optional(CellType()), context) == Cell(1, 2, 3)
        assert stands_for(CHANGED, BlockKind(), context) == "stone"
        assert stands_for(BlockChanged(Cell(1, 2, 3), "sand", "air", 4), BlockKind(), context) == "sand"
        assert stands_for(BlockReading(Cell(1, 2, 3), "resident", "grass", None, None), BlockKind(), context) == "grass"
        assert stands_for(KINDS["clay"], BlockKind(), context) == "clay"
        assert stands_for(Said("player", "hi", ()), BodyType(), context) == "player"

    def test_what_would_not_hold_is_nothing(self, context):
        assert stands_for(BlockReading(Cell(1, 2, 3), "resident", "air", None, None), BlockKind(), context) is None
        assert stands_for(BlockChanged(Cell(2**40, 0, 0), "air", "stone", 4), CellType(), context) is None
        assert stands_for(Said("Nobody", "hi", ()), BodyType(), context) is None
        assert stands_for(CHANGED, Integer(), context) is None
        assert stands_for(CHANGED, HandleType(), context) is None, "it was never shown"

    def test_a_shown_value_stands_for_its_handle_and_a_reference_for_what_it_names(self, context, table):
        handle = table.mint(CHANGED)
        reference = stands_for(CHANGED, HandleType(), context)
        assert reference.handle == handle
        assert stands_for(reference, CellType(), context) == Cell(1, 2, 3)


class TestMenu:
    def test_it_lists_the_commands_that_take_it_with_letters_of_their_own(self, context, table):
        table.mint(CHANGED)
        found = affordances(CHANGED, commands(), context)
        names = [affordance.command.name for affordance in found]
        assert {"place_block_at", "remove_block_at", "block_at", "look_at", "describe_handle"} <= set(names)
        assert not {"stat", "head", "tail", "say", "where_am_i", "read", "grep"} & set(names)
        menu = menu_of(found)
        assert len({choice.key for choice in menu.choices}) == len(menu.choices) == len(found)
        assert "[D] describe" in menu.strip
        assert "[P] place here" in menu.strip
        lines = {choice.label: choice.line for choice in menu.choices}
        assert lines["describe"] == "describe_handle(handle=#AAAA)"

    def test_a_long_text_can_be_read_and_searched(self, context, table):
        text = "\n".join(str(number) for number in range(200))
        table.mint(text)
        names = [affordance.command.name for affordance in affordances(text, commands(), context)]
        assert names == ["describe_handle", "grep", "read"]

    def test_a_choice_is_a_call_whose_other_arguments_are_prompted_for(self, context):
        (place,) = [found for found in affordances(Cell(1, 2, 3), commands(), context) if found.command.name == "place_block_at"]
        from littlefolk.present.call import Caller

        call = place.call(Caller("player"))
        assert dict(call.arguments) == {"cell": Cell(1, 2, 3)}
        assert call.unsupplied == ("kind",)

    def test_more_choices_than_letters_end_with_the_letters(self, context):
        many = affordances(Cell(1, 2, 3), commands(), context) * 20
        assert len(menu_of(many).choices) == 26


@given(st.text(max_size=200) | st.lists(st.text(max_size=1500), max_size=6).map("\n".join))
def test_the_lines_of_a_text_are_all_of_it(text):
    lines = lines_of(text)
    assert "".join(lines) == text.replace("\n", "")
    assert all(len(line) <= 1000 for line in lines)


@given(st.lists(st.text(st.characters(exclude_characters="\n"), max_size=1200), min_size=1, max_size=60), st.integers(1, 30))
def test_pages_one_after_another_are_the_whole_text(lines, count):
    lines = lines_of("\n".join(lines))
    read, first = [], 1
    while first <= len(lines):
        page = page_of(lines, first, count, "#AAAA")
        got = page.text.split("\n")
        assert 1 <= len(got) <= count
        assert len(page.text.encode("utf-8", "surrogatepass")) <= LARGEST
        assert f"line {first + len(got)} for more" in page.note or first + len(got) > len(lines)
        read += got
        first += len(got)
    assert read == lines


def test_a_page_beyond_the_end_says_how_long_the_text_is():
    assert page_of(["a", "b"], 3, 80, "#AAAA") == Page("#AAAA has 2 lines; there is no line 3", "")


@given(st.lists(st.sampled_from(["hit", "Hit me", "miss", ""]), min_size=1, max_size=200))
def test_every_hit_is_shown_with_its_lines_around_up_to_fifty(lines):
    page = hits_in(lines, "HIT", "#AAAA")
    shown = page.text.split("\n") if page.text else []
    hits = [number for number, line in enumerate(lines, 1) if "hit" in line.casefold()]
    found = [int(line.split(":")[0]) for line in shown if line[:1].isdigit() and ":" in line.split(" ")[0]]
    near = [int(line.split("-")[0]) for line in shown if line[:1].isdigit() and "-" in line.split(" ")[0]]
    assert found[:50] == hits[:50]
    assert set(found) <= set(hits)
    assert all(min(abs(number - hit) for hit in hits[:50]) <= 3 for number in (*found, *near))
    assert page.note.startswith(f"{len(hits)} of {len(lines)} lines")
    assert ("the first 50 shown" in page.note) == (len(hits) > 50)


def test_a_page_is_never_folded_and_a_page_has_a_handle_to_page_on(table):
    page = page_of([f"line {number}" for number in range(400)], 1, 300, "#AAAA")
    told = told_to_model(Done(page), ModelView(handles=table))
    assert "left out" not in told
    assert "line 299" in told
    assert told.endswith("#AAAA"), "the table is new, so the page is its first"
    assert whole_text(table.read("#AAAA")).startswith("line 0\n")
    small = page_of(["a"], 1, 1, "#AAAA")
    assert told_to_model(Done(small), ModelView(handles=table)) == "a\n(lines 1 to 1 of 1 of #AAAA)"


@pytest.fixture
def moss(games, outcome):
    game = games.open()
    assert isinstance(outcome(game, game.submit("spawn_gnome", name="Moss")), Done)
    return game.agents["Moss"]


@pytest.fixture
def calls(games, moss, frames):
    """Runs tool calls as a model makes them; gives what it is told of each."""
    from littlefolk.agent.providers.scripted import ScriptedProvider

    def run(*tools):
        game = games.games[-1]
        moss.provider = ScriptedProvider([(tool, json.dumps(arguments)) for tool, arguments in tools])
        moss.ask("(scripted)", "player")
        frames(game, lambda: not moss.busy)
        return [call.output for call in moss.turn.calls]

    return run


class TestInAGame:
    def test_what_was_shown_is_described_and_its_menu_is_read(self, calls):
        (placed,) = calls(("place_block_at", {"kind": "stone", "cell": {"x": 3, "y": 0, "z": -5}}))
        handle = placed.split()[-1]
        described, menu = calls(("describe_handle", {"handle": handle}), ("what_can_i_do_with", {"handle": f"`{handle.lower()}`"}))
        assert described.startswith(f"{handle}: BlockChanged\nstone placed at (3, 0, -5)")
        assert "[P] place here: place_block_at(kind=…, cell=3 0 -5)" in menu
        assert "spawn" not in menu, "a gnome may not spawn"

    def test_a_folded_result_is_read_whole_by_its_handle_and_so_is_its_page(self, calls, moss):
        text = "\n".join(f"fact {number}" for number in range(1000))
        handle = moss.handles.mint(text)
        first, last, hits, size = calls(
            ("read", {"handle": handle, "first": 101, "lines": 400}),
            ("tail", {"handle": handle, "lines": 2}),
            ("grep", {"handle": handle, "text": "FACT 77"}),
            ("stat", {"handle": handle}),
        )
        assert first.startswith("fact 100\n")
        assert "fact 499\n" in first
        assert last.startswith("fact 998\nfact 999\n(lines 999 to 1,000 of 1,000")
        assert "78: fact 77" in hits
        assert "771: fact 770" in hits
        assert "1,000 lines" in size
        page = first.split()[-1]
        (head,) = calls(("head", {"handle": page, "lines": 1}))
        assert head.startswith("fact 100\n(lines 1 to 1 of 401")

    def test_help_and_apropos_tell_what_one_may_do(self, calls):
        listed, one, found, none = calls(
            ("help", {"name": None}),
            ("help", {"name": "Place Block At"}),
            ("apropos", {"text": "take away a blokc"}),
            ("apropos", {"text": "qqqq"}),
        )
        assert "place_block_at(kind, cell)" in listed
        assert "spawn_gnome" not in listed
        assert "kind: which kind of block; a block kind: grass" in one
        assert "it applies now" in one
        assert "remove_block_at" in found
        assert none.startswith("no command has anything like it")

    def test_the_player_has_handles_of_his_own_and_reads_the_same_menu(self, games, outcome):
        game = games.open(folder=games.folder.parent / "other")
        handle = game.handles.mint(BlockChanged(Cell(1, 0, 2), "air", "stone", 1))
        done = outcome(game, game.submit_line(f"what can i do with {handle}"))
        assert isinstance(done, Done)
        assert "[P] place here: place_block_at(kind=…, cell=1 0 2)" in shown_to_people(done)
        assert isinstance(game.submit_line("describe handle #ZZZZ"), Invalid)

    def test_somebody_who_left_since_is_invalid_at_the_frame(self, games, outcome, moss):
        game = games.games[-1]
        game.frame(0.0)
        ticket = game.submit_line("where is Moss")
        game.roster._residents.clear()
        gone = outcome(game, ticket)
        assert isinstance(gone, Invalid)
        assert gone.argument == "name"
