"""The palette: looking for a command, filling its arguments, pointing, going back, repeating."""

import littlefolk.verbs  # noqa: F401 (importing it declares the commands)
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from littlefolk.bodies.body import Body
from littlefolk.commands import TABLES
from littlefolk.commands.situation import Situation
from littlefolk.panels.palette import HISTORY, Palette
from littlefolk.panels.palette_rows import Around
from littlefolk.panels.pointed import Pointed, pointed_along
from littlefolk.policy import Capability, Grants
from littlefolk.present.call import Caller
from littlefolk.present.context import Pose, ReadContext, Snapshot
from littlefolk.present.handles import HandleTable
from littlefolk.verbs.building import BlockChanged
from littlefolk.world.cells import Cell, ChunkKey, Direction
from littlefolk.world.kinds import KINDS
from littlefolk.world.world import World

POSE = Pose(Cell(0, 64, 0), (0.5, 64.0, 0.5), 0.0, Direction.NORTH)
KEYS = {"spawn_gnome": "G", "open_palette": "Alt+X"}
GRASS = Pointed(Cell(3, 63, -5), Cell(3, 64, -5), KINDS["grass"])


class Player:
    """A palette and what became of it."""

    def __init__(self, *bodies, seen=(), grants=None):
        self.calls, self.left = [], 0
        self.bodies, self.seen = dict.fromkeys(("player", *bodies), POSE), tuple(seen)
        self.caller = Caller("player") if grants is None else Caller("player", grants=grants)
        self.handles = HandleTable()
        self.palette = Palette(self.around, self.calls.append, self.leave)

    def around(self):
        snapshot = Snapshot(1, 0, self.bodies)
        commands = TABLES.within(["player"])
        return Around(
            commands,
            Situation(self.caller, snapshot),
            ReadContext("player", snapshot, self.handles),
            KEYS,
            lambda: next(iter(self.seen), None),
        )

    def leave(self):
        self.left += 1

    def say(self, *texts):
        for text in texts:
            self.palette.write(text)
            self.palette.enter()

    @property
    def texts(self):
        return [row.text for row in self.palette.rows]

    def made(self):
        (call,) = self.calls
        return call.command, dict(call.arguments)


@pytest.fixture
def player():
    return Player("Moss", seen=[GRASS])


@pytest.fixture
def palette(player):
    return player.palette


def row(palette, text):
    return next(index for index, row in enumerate(palette.rows) if row.text == text)


class TestLooking:
    def test_an_empty_line_lists_every_command_with_keys_and_docs(self, player, palette):
        assert set(player.texts) == {command.title for command in TABLES.within(["player"])}
        spawn = palette.rows[row(palette, "Spawn Gnome")]
        assert (spawn.key, spawn.reason) == ("G", "")
        assert spawn.hint.startswith("Spawn a gnome at the nearest free")
        assert palette.selected == -1

    def test_what_does_not_apply_comes_last_and_says_why(self, player, palette):
        reasons = [bool(each.reason) for each in palette.rows]
        assert reasons == sorted(reasons)
        index = row(palette, "Ask")
        assert palette.rows[index].reason == "nobody is in focus: turn to somebody first"
        palette.choose(index)
        assert palette.problem == "nobody is in focus: turn to somebody first"
        assert player.calls == []
        poor = Player(grants=Grants.of(Capability.LOOK))
        assert "needs `build`" in poor.palette.rows[row(poor.palette, "Place Block At")].reason

    @pytest.mark.parametrize(
        ("text", "title"),
        [
            ("place", "Place Block At"),
            ("pba", "Place Block At"),
            ("block place", "Place Block At"),
            ("plaec blok at", "Place Block At"),
            ("take away", "Remove Block At"),
            ("gnome", "Spawn Gnome"),
            ("where am", "Where Am I"),
        ],
    )
    def test_a_search_finds_by_beginning_words_initials_likeness_and_description(self, player, palette, text, title):
        palette.write(text)
        assert player.texts[0] == title
        assert palette.selected == 0

    def test_nothing_found_says_what_was_meant(self, player, palette):
        palette.write("xyzzy")
        assert player.texts == []
        assert "there is no command xyzzy" in palette.problem
        palette.enter()
        assert player.calls == []
        assert palette.problem

    def test_a_whole_line_is_taken_at_once(self, player, palette):
        palette.write("place block at stone 3 64 -5")
        assert player.texts[0] == "place block at stone 3 64 -5"
        palette.enter()
        assert player.made() == ("place_block_at", {"kind": "stone", "cell": Cell(3, 64, -5)})
        assert player.left == 1

    def test_a_line_that_stops_early_is_prompted_on(self, player, palette):
        player.say("place block at stone")
        assert palette.argument.name == "cell"
        assert [(slot.name, slot.text, slot.current) for slot in palette.slots] == [("kind", "stone", False), ("cell", "", True)]

    def test_a_wrong_argument_in_a_line_is_told_as_it_is_typed(self, palette):
        palette.write("place block at cheese")
        assert "cheese is not a block kind; did you mean leaves" in palette.problem
        assert palette.selected == -1


class TestFilling:
    def test_each_argument_is_prompted_for_and_the_call_is_made(self, player, palette):
        player.say("place block at")
        assert palette.title == "Place Block At"
        assert palette.wanted.startswith("kind: which kind of block; a block kind: grass")
        player.say("stone", "3 64 -5")
        assert player.made() == ("place_block_at", {"kind": "stone", "cell": Cell(3, 64, -5)})
        assert player.left == 1
        assert palette.command is None, "it is ready for the next time"

    def test_a_wrong_kind_shows_the_suggestion_and_takes_it(self, player, palette):
        player.say("place block at")
        palette.write("cheese")
        assert "cheese is not a block kind; did you mean leaves" in palette.problem
        suggested = palette.rows[row(palette, "leaves")]
        assert suggested.hint == "did you mean"
        palette.enter()
        assert palette.argument.name == "kind", "Enter takes no wrong word"
        palette.move(1)
        palette.enter()
        assert palette.slots[0].text == "leaves"

    def test_completion_as_one_types_and_enter_takes_the_first(self, player, palette):
        player.say("place block at")
        palette.write("sto")
        assert player.texts[:2] == ["stone", "stone bricks"]
        palette.enter()
        assert palette.slots[0].text == "stone"

    def test_a_right_word_wins_over_longer_completions(self, player, palette):
        player.say("place block at", "sand")
        assert palette.slots[0].text == "sand"

    def test_tab_completes_into_the_line(self, palette):
        palette.write("pla")
        palette.complete()
        assert palette.text == "place block at"
        palette.enter()
        palette.write("caly")
        palette.complete()
        assert palette.text == "clay", "what was meant is completed too"
        palette.write("xyzzy")
        palette.complete()
        assert palette.text == "xyzzy"

    def test_an_optional_argument_may_be_left_to_its_default(self, player, palette):
        player.say("spawn gnome")
        assert palette.argument.name == "name"
        assert palette.rows[0].text == "default"
        palette.enter()
        assert player.made() == ("spawn_gnome", {"name": None})

    def test_a_required_one_may_not(self, player, palette):
        player.say("say", "")
        assert palette.argument.name == "text"
        assert "empty" in palette.problem
        assert player.calls == []

    def test_rows_are_chosen_up_and_down_and_round(self, palette):
        palette.move(-1)
        assert palette.selected == len(palette.rows) - 1
        palette.move(1)
        assert palette.selected == 0

    def test_a_command_without_arguments_is_made_at_once(self, player):
        player.say("where am i")
        assert player.made() == ("where_am_i", {})

    def test_back_goes_to_the_argument_before_then_to_the_search_then_out(self, player, palette):
        player.say("place block at", "stone")
        palette.write("3 64")
        palette.back()
        assert (palette.argument.name, palette.text) == ("kind", "stone")
        palette.back()
        assert (palette.command, palette.text) == (None, "place block at")
        palette.back()
        assert player.left == 1
        assert player.calls == []


class TestPointing:
    def test_a_block_fills_a_free_cell_with_the_one_before_its_face(self, player, palette):
        player.say("place block at", "stone")
        assert palette.takes(GRASS)
        assert palette.point(GRASS)
        assert player.made() == ("place_block_at", {"kind": "stone", "cell": Cell(3, 64, -5)})

    def test_a_block_fills_another_cell_with_itself_and_a_kind_with_its_own(self, player, palette):
        player.say("remove block at")
        assert palette.point(GRASS)
        player.say("place block at")
        assert palette.point(GRASS)
        assert palette.slots[0].text == "grass"
        assert player.made() == ("remove_block_at", {"cell": Cell(3, 63, -5)})

    def test_somebody_fills_a_name(self, player, palette):
        player.say("where is")
        assert not palette.takes(GRASS)
        assert palette.point(Pointed(Cell(1, 1, 1), Cell(1, 1, 1), None, "Moss"))
        assert player.made() == ("where_is", {"name": "Moss"})

    def test_what_does_not_fit_does_nothing(self, player, palette):
        player.say("say")
        assert not palette.takes(GRASS)
        assert not palette.point(GRASS)
        assert palette.argument.name == "text"

    def test_a_shown_value_fills_a_cell_and_a_handle(self, player, palette):
        shown = BlockChanged(Cell(1, 2, 3), "air", "stone", 4)
        player.say("describe handle")
        assert not palette.takes(shown), "it has no handle yet"
        handle = player.handles.mint(shown)
        assert palette.point(shown)
        player.say("look at")
        assert palette.point(shown)
        assert [call.command for call in player.calls] == ["describe_handle", "look_at"]
        assert player.calls[0].arguments["handle"].handle == handle
        assert player.calls[1].arguments["cell"] == Cell(1, 2, 3)

    def test_pointing_without_a_command_lists_what_can_be_done_with_it(self, player, palette):
        assert palette.point(GRASS)
        assert {"Place Block At", "Remove Block At", "Block At", "Look At", "Pick Block"} <= set(player.texts)
        assert "Say" not in player.texts
        palette.choose(row(palette, "Remove Block At"))
        assert player.made() == ("remove_block_at", {"cell": Cell(3, 63, -5)})
        assert not palette.point("a text that was never shown")

    def test_what_one_looks_at_is_offered_without_a_mouse(self, player, palette):
        player.say("place block at", "stone")
        assert ("3 64 -5", "grass, which you look at") in [(each.text, each.hint) for each in palette.rows]
        palette.choose(row(palette, "3 64 -5"))
        assert player.made()[1]["cell"] == Cell(3, 64, -5)


class TestHistory:
    def test_earlier_calls_are_offered_first_and_made_again(self, player, palette):
        player.say("place block at stone 3 64 -5", "remove block at 1 2 3")
        palette.begin()
        assert player.texts[:2] == ["remove_block_at 1 2 3", "place_block_at stone 3 64 -5"] or player.texts[:2] == [
            'remove_block_at "1 2 3"',
            'place_block_at stone "3 64 -5"',
        ]
        palette.choose(1)
        assert [call.command for call in player.calls] == ["place_block_at", "remove_block_at", "place_block_at"]
        assert player.calls[2].arguments == player.calls[0].arguments
        assert len(palette.history) == 2, "the same line stands once"

    def test_the_last_call_is_repeated_without_opening(self, player, palette):
        assert not palette.repeat()
        player.say("say hello there")
        assert palette.repeat()
        assert [dict(call.arguments) for call in player.calls] == [{"text": "hello there"}] * 2

    def test_what_cannot_be_read_any_more_is_not_repeated(self, player, palette):
        palette.history = ["describe_handle #AAAA"]
        assert not palette.repeat()
        palette.begin()
        palette.choose(0)
        assert "not a handle" in palette.problem
        assert player.calls == []

    def test_it_is_bounded(self, player, palette):
        for number in range(HISTORY + 10):
            player.say(f"say number {number}")
        assert len(palette.history) == HISTORY
        assert palette.history[-1].endswith('"number 59"')


keys = st.sampled_from(["move", "back", "enter", "complete", "up", "point", "begin", "repeat"])
words = st.text(max_size=12) | st.sampled_from(
    ["place", "place block at", "stone", "1 2 3", "here", "#AAAA", "spawn gnome", "", "'", '"', "cheese"]
)


@given(st.lists(st.tuples(keys, words), max_size=25))
def test_whatever_is_typed_pressed_and_pointed_at_calls_are_whole_and_nothing_raises(steps):
    player = Player("Moss", seen=[GRASS])
    palette = player.palette
    for key, word in steps:
        palette.write(word)
        match key:
            case "move":
                palette.move(1)
            case "up":
                palette.move(-1)
            case "enter":
                palette.enter()
            case "complete":
                palette.complete()
            case "back":
                palette.back()
            case "point":
                palette.point(GRASS)
            case "begin":
                palette.begin()
            case "repeat":
                palette.repeat()
        assert -1 <= palette.selected < max(1, len(palette.rows))
        assert palette.title
        assert palette.wanted
    for call in player.calls:
        assert call.complete
        command = TABLES.get(call.command)
        for argument in command.arguments:
            value = call.arguments[argument.name]
            assert value is argument.default or argument.type.recheck(value, player.around().context) is None


class TestRay:
    def world(self):
        world = World(seed=7, name="Test")
        ids = np.zeros((32, 32, 32), np.uint8)
        ids[5, 1, 5] = KINDS["stone"].id
        world.install(ChunkKey(0, 0, 0), ids)
        return world

    def test_the_nearest_of_a_block_and_a_body_is_meant(self):
        moss = Body("Moss", position=(3.5, 1.0, 5.5), width=0.6, height=1.15)
        east = (1.0, 0.0, 0.0)
        pointed = pointed_along(self.world(), [], (0.5, 1.5, 5.5), east, 20.0)
        assert pointed == Pointed(Cell(5, 1, 5), Cell(4, 1, 5), KINDS["stone"])
        assert pointed_along(self.world(), [("Moss", moss)], (0.5, 1.5, 5.5), east, 20.0).name == "Moss"
        behind = Body("Moss", position=(7.5, 1.0, 5.5))
        assert pointed_along(self.world(), [("Moss", behind)], (0.5, 1.5, 5.5), east, 20.0).name == ""

    @pytest.mark.parametrize(("y", "reach", "name"), [(1.5, 20.0, "Moss"), (3.5, 20.0, None), (1.5, 2.0, None)])
    def test_a_ray_past_a_body_or_too_short_meets_nobody(self, y, reach, name):
        moss = Body("Moss", position=(3.5, 1.0, 9.5), width=0.6, height=1.15)
        pointed = pointed_along(self.world(), [("Moss", moss)], (0.5, y, 9.5), (1.0, 0.0, 0.0), reach)
        assert (pointed.name if pointed else None) == name
