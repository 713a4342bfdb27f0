"""What gnomes and cats do of their own accord, and when the player in talk with them asks."""

import math
from itertools import pairwise

import pytest
from littlefolk.agent.budget import Budget
from littlefolk.bodies.action import GaveUp, Interrupted
from littlefolk.commands import TABLES
from littlefolk.commands.situation import Situation
from littlefolk.policy import EVERYTHING, Capability
from littlefolk.present.call import Call, Caller
from littlefolk.present.outcome import Denied, Done, Failed, Running
from littlefolk.verbs.character import PURR_SECONDS
from littlefolk.verbs.handiwork import WORKS, in_the_open
from littlefolk.world.cells import Cell, Direction
from littlefolk.world.world import Change, Commit

pytestmark = pytest.mark.usefixtures("flat_terrain")
OWN = {"gnome": {"build", "dig_ahead", "fetch"}, "cat": {"tag_along", "nap", "purr"}}


@pytest.fixture
def game(games, tmp_path):
    return games.open(tmp_path)


@pytest.fixture
def moss(game, outcome):
    return come(game, outcome, "gnome", "Moss")


@pytest.fixture
def tansy(game, outcome):
    return come(game, outcome, "cat", "Tansy")


def come(game, outcome, figure, name):
    """A resident far enough from the player to work in peace, looking north."""
    result = outcome(game, game.submit(f"spawn_{figure}", name=name))
    assert isinstance(result, Done), result
    resident = game.roster.get(name)
    resident.body.position, resident.body.yaw = (12.5, 0.0, 0.5), 0.0
    game.frame(0.0)
    return resident


def does(game, outcome, who, command, **arguments):
    """A resident's own call."""
    return outcome(game, game.mailbox.submit(Call(command, arguments, Caller(who.name, grants=who.grants))))


def changed(game):
    return {tuple(cell): edit.kind for cell, edit in game.world.edits.items()}


def offered(game, name, tables, grants=EVERYTHING):
    return {command.name for command in TABLES.applicable(tables, Situation(Caller(name, grants=grants), game.snapshot))}


class TestWhoMay:
    def test_each_figure_has_its_own_words_and_none_of_the_other(self, game, moss, tansy):
        for who, mine, other in ((moss, "gnome", "cat"), (tansy, "cat", "gnome")):
            names = offered(game, who.name, who.tables)
            assert names >= OWN[mine]
            assert not names & OWN[other]

    def test_the_player_has_the_words_of_whom_they_talk_to(self, game, moss, tansy):
        assert not offered(game, "player", ["player"]) & (OWN["gnome"] | OWN["cat"])
        for who, mine, other in ((moss, "gnome", "cat"), (tansy, "cat", "gnome")):
            game.focus.enter(who.name)
            game.frame(0.0)
            names = offered(game, "player", ["player"])
            assert names >= OWN[mine]
            assert not names & OWN[other]

    def test_the_reason_says_who_could(self, game, outcome, moss, tansy):
        refused = outcome(game, game.submit("purr"))
        assert isinstance(refused, Failed)
        assert "turn to one first" in refused.message
        game.focus.enter("Moss")
        game.frame(0.0)
        assert outcome(game, game.submit("purr")).message == "Moss is no cat"

    def test_what_was_not_granted_is_denied_at_once(self, game, outcome, moss):
        call = Call("build", {}, Caller("Moss", grants=moss.grants))
        moss.grants = moss.grants.without([TABLES.get("build").row.capability])
        assert isinstance(outcome(game, game.mailbox.submit(call)), Denied), "the call was made with the grants from before"
        assert game.world.revision == 0


class TestBuilding:
    @pytest.mark.parametrize("what", WORKS)
    @pytest.mark.parametrize("facing", [Direction.NORTH, Direction.EAST], ids=["north", "east"])
    def test_a_small_work_stands_ahead_and_is_one_revision(self, game, outcome, moss, what, facing):
        moss.body.yaw = facing.yaw
        game.frame(0.0)
        result = does(game, outcome, moss, "build", what=what, kind="bricks")
        assert isinstance(result, Done), result
        assert game.world.revision == 1
        here, expected = moss.cell.step(facing, 2), set()
        for right, up, ahead in WORKS[what]:
            cell = here.step(facing.right, right).step(facing, ahead)
            expected.add((cell.x, up, cell.z))
        assert changed(game) == dict.fromkeys(expected, "bricks")
        assert result.value.blocks == len(WORKS[what]) == len(expected)

    def test_it_moves_on_past_what_is_in_the_way_and_says_why_where_it_cannot(self, game, outcome, moss):
        game.world.commit("test", [Change(Cell(12, 0, -1), "stone"), Change(Cell(12, 0, -2), "stone")])
        assert isinstance(does(game, outcome, moss, "build", what="cairn"), Done)
        for z in range(-9, 0):
            for y in range(4):
                game.world.commit("test", [Change(Cell(12, y, z), "stone")])
        before = game.world.revision
        refused = does(game, outcome, moss, "build", what="cairn")
        assert isinstance(refused, Failed)
        assert "more room" in refused.message
        assert game.world.revision == before

    def test_uneven_ground_is_filled_up(self, game, outcome, moss):
        game.world.commit("test", [Change(Cell(11, -1, -2), "air")])
        assert isinstance(does(game, outcome, moss, "build", what="wall", kind="bricks"), Done)
        assert changed(game)[11, -1, -2] == "bricks"

    def test_nobody_is_walled_in(self, game, outcome, moss):
        game.player.body.position = (12.5, 0.0, -1.5)
        assert isinstance(does(game, outcome, moss, "build", what="cairn"), Done)
        assert (12, 0, -2) not in changed(game)


class TestDigging:
    def test_a_hole_in_open_ground(self, game, outcome, moss):
        result = does(game, outcome, moss, "dig_ahead", depth=3)
        assert isinstance(result, Done), result
        assert changed(game) == {(12, -1, -1): "air", (12, -2, -1): "air", (12, -3, -1): "air"}
        assert game.world.revision == 1

    def test_a_passage_through_what_stands_in_the_way(self, game, outcome, moss):
        wall = [Change(Cell(12 + x, y, z), "stone") for x in (-1, 0, 1) for y in (0, 1, 2) for z in (-1, -2)]
        assert isinstance(game.world.commit("test", wall), Commit)
        assert isinstance(does(game, outcome, moss, "dig_ahead"), Done)
        gone = {cell for cell, kind in changed(game).items() if kind == "air"}
        passage = {(12, y, z) for y in (0, 1) for z in (-1, -2)}
        assert all(game.world.read(Cell(*cell)).kind.name == "air" for cell in passage)
        assert gone <= passage
        assert game.world.read(Cell(12, 2, -1)).kind.name == "stone"


def settled(game, result):
    """The ending of an action that a call began."""
    assert isinstance(result, Running), result
    for _ in range(60 * 60):
        if result.action.ended.done():
            return result.action.ended.result()
        game.frame(1 / 60)
    raise AssertionError(f"still {result.action.doing}")


def put(game, kind, *cells):
    assert isinstance(game.world.commit("test", [Change(Cell(*cell), kind) for cell in cells]), Commit)


def patient(game):
    """The gnome's agent, which waits for what it began however slow the frames are."""
    agent = game.agents["Moss"]
    agent._budget = Budget(seconds=math.inf, settle_seconds=math.inf)
    return agent


def lying(game, kind):
    return {cell for cell, placed in changed(game).items() if placed == kind}


def until_it_carries(game, who):
    for _ in range(60 * 60):
        if who.carries:
            return
        game.frame(1 / 60)
    raise AssertionError("nothing is taken")


class TestFetching:
    def test_the_nearest_in_the_open_is_walked_to_taken_and_brought_before_the_player(self, game, outcome, moss):
        game.player.body.position, game.player.body.yaw = (10.5, 0.0, 8.5), 0.0
        put(game, "lantern", (12, -3, -1), (12, 0, -4), (12, 0, -6))
        result = does(game, outcome, moss, "fetch", kind="lantern")
        assert result.action.doing == "goes for lantern at (12, 0, -4)"
        until_it_carries(game, moss)
        assert math.dist(moss.body.position, (12.5, 0.0, -3.5)) < 1.6, "it stands beside what it takes"
        assert game.world.read(Cell(12, 0, -4)).kind.name == "air"
        assert lying(game, "lantern") == {(12, -3, -1), (12, 0, -6)}
        assert result.action.doing == "brings lantern to player"
        path = [moss.body.position]
        while not result.action.ended.done():
            game.frame(1 / 60)
            path.append(moss.body.position)
        fetched = result.action.ended.result().value
        assert (fetched.taken, game.world.read(fetched.cell).kind.name) == (Cell(12, 0, -4), "lantern")
        assert math.dist(fetched.cell, (10, 0, 8)) < 3
        assert moss.carries == ""
        assert max(math.dist(a, b) for a, b in pairwise(path)) < 0.2, "it walks all the way"
        again = settled(game, does(game, outcome, moss, "fetch", kind="lantern"))
        assert again.value.taken == Cell(12, 0, -6), "what was brought stays"

    def test_by_default_what_the_player_holds(self, game, outcome, moss):
        game.hotbar.pick("clay")
        put(game, "clay", (14, 0, -4))
        assert settled(game, does(game, outcome, moss, "fetch", kind=None)).value.kind == "clay"

    def test_who_is_far_from_the_player_comes_back_to_where_it_was(self, game, outcome, moss):
        moss.body.position = (25.5, 0.0, 0.5)
        put(game, "clay", (25, 0, -6))
        fetched = settled(game, does(game, outcome, moss, "fetch", kind="clay")).value
        assert moss.cell == Cell(25, 0, 0)
        assert math.dist(fetched.cell, moss.cell) < 4

    def test_the_player_who_walks_on_meanwhile_is_gone_after(self, game, outcome, moss):
        put(game, "clay", (12, 0, -4))
        result = does(game, outcome, moss, "fetch", kind="clay")
        until_it_carries(game, moss)
        game.frame(1.0)
        game.player.body.position = (-6.5, 0.0, 6.5)
        assert math.dist(settled(game, result).value.cell, (-7, 0, 6)) < 4

    def test_none_near_by_is_told(self, game, outcome, moss):
        refused = does(game, outcome, moss, "fetch", kind="crystal")
        assert isinstance(refused, Failed)
        assert "no crystal in the open within 16 m" in refused.message

    def test_what_hangs_too_high_and_what_is_walled_in_says_why(self, game, outcome, moss):
        put(game, "crystal", (12, 6, -3))
        refused = does(game, outcome, moss, "fetch", kind="crystal")
        assert isinstance(refused, Failed)
        assert refused.message == "the crystal at (12, 6, -3) is out of reach: there is no place beside it to stand and take it from"
        wall = [(x, y, z) for x in range(7, 12) for z in range(-8, -3) for y in range(3) if x in (7, 11) or z in (-8, -4)]
        put(game, "glass", *wall)
        put(game, "clay", (9, 0, -6))
        refused = does(game, outcome, moss, "fetch", kind="clay")
        assert isinstance(refused, Failed)
        assert "the clay at (9, 0, -6) cannot be reached: there is no way on foot" in refused.message
        assert game.actions.of("Moss") is None

    def test_what_cannot_be_reached_is_passed_over_for_what_can(self, game, outcome, moss):
        put(game, "clay", (12, 5, -2), (12, 0, -7))
        assert settled(game, does(game, outcome, moss, "fetch", kind="clay")).value.taken == Cell(12, 0, -7)

    @pytest.mark.parametrize("carrying", [False, True], ids=["on the way there", "on the way back"])
    def test_who_is_stopped_puts_down_what_it_took(self, game, outcome, moss, carrying):
        put(game, "clay", (12, 0, -6))
        result = does(game, outcome, moss, "fetch", kind="clay")
        if carrying:
            until_it_carries(game, moss)
        for _ in range(30):
            game.frame(1 / 60)
        assert isinstance(does(game, outcome, moss, "stop_moving"), Done)
        assert isinstance(settled(game, result), Interrupted)
        (cell,) = lying(game, "clay")
        assert (cell == (12, 0, -6)) is not carrying
        assert math.dist(cell, moss.body.position) < 7
        assert moss.carries == ""

    def test_stopping_the_turn_stops_the_errand(self, game, frames, moss):
        put(game, "clay", (12, 0, -6))
        agent = patient(game)
        agent.ask("fetch me some clay", "player")
        frames(game, lambda: bool(moss.carries), 1 / 60)
        agent.stop("that is enough")
        frames(game, lambda: not agent.busy, 1 / 60)
        assert moss.carries == ""
        assert len(lying(game, "clay")) == 1

    def test_what_somebody_else_takes_first_is_replaced_by_another_or_told(self, game, outcome, moss):
        put(game, "clay", (12, 0, -6), (12, 0, -8))
        result = does(game, outcome, moss, "fetch", kind="clay")
        put(game, "air", (12, 0, -6))
        assert settled(game, result).value.taken == Cell(12, 0, -8)
        put(game, "crystal", (12, 0, -6))
        result = does(game, outcome, moss, "fetch", kind="crystal")
        put(game, "air", (12, 0, -6))
        gone = settled(game, result)
        assert gone == GaveUp(
            "the crystal at (12, 0, -6) is gone, and there is no crystal in the open within 16 m to bring: "
            "go nearer to some, or name another kind"
        )

    def test_who_cannot_come_back_says_where_the_block_lies(self, game, outcome, moss):
        put(game, "clay", (12, 0, -6))
        result = does(game, outcome, moss, "fetch", kind="clay")
        until_it_carries(game, moss)
        x, z = moss.cell.x, moss.cell.z
        ring = [(x + dx, y, z + dz) for dx in range(-2, 3) for dz in range(-2, 3) for y in range(3) if 2 in (abs(dx), abs(dz))]
        put(game, "glass", *ring)
        ended = settled(game, result)
        assert isinstance(ended, GaveUp)
        (cell,) = lying(game, "clay")
        assert ended.message.endswith(f"the clay lies at {cell} now")

    def test_who_may_not_walk_or_build_any_more_does_not(self, game, outcome, moss):
        put(game, "clay", (12, 0, -6))
        result = does(game, outcome, moss, "fetch", kind="clay")
        moss.grants = moss.grants.without([Capability.BUILD])
        assert settled(game, result) == GaveUp("Moss may not change blocks any more")
        assert lying(game, "clay") == {(12, 0, -6)}
        moss.grants = EVERYTHING.without([Capability.MOVE])
        assert isinstance(does(game, outcome, moss, "fetch", kind="clay"), Denied)

    def test_who_leaves_puts_down_what_it_took(self, game, outcome, moss):
        put(game, "clay", (12, 0, -6))
        result = does(game, outcome, moss, "fetch", kind="clay")
        until_it_carries(game, moss)
        assert isinstance(outcome(game, game.submit("dismiss", who="Moss")), Done)
        assert isinstance(settled(game, result), Interrupted)
        assert len(lying(game, "clay")) == 1

    def test_what_is_out_of_reach_or_shut_in_is_not_found(self, game, moss):
        far = moss.cell.step(Direction.NORTH, 17)
        put(game, "crystal", far, (12, -5, 0))
        assert in_the_open(game.world, "crystal", moss.cell, Cell(0, 0, 0)) == []
        put(game, "air", (12, -4, 0))
        assert in_the_open(game.world, "crystal", moss.cell, Cell(0, 0, 0)) == [Cell(12, -5, 0)]


def test_a_cat_that_is_told_to_follow_comes_after_the_player(game, outcome, tansy):
    game.focus.enter("Tansy")
    game.frame(0.0)
    assert isinstance(outcome(game, game.submit("tag_along")), Running)
    game.focus.leave()
    for _ in range(600):
        game.frame(1 / 60)
    assert math.dist(tansy.body.position, game.player.body.position) < 5.0
    assert isinstance(does(game, outcome, tansy, "nap"), Done), "it lies down where it is"
    assert game.actions.of("Tansy") is None


class TestMoods:
    def test_a_purr_is_seen_and_heard_and_ends(self, game, outcome, tansy):
        assert isinstance(does(game, outcome, tansy, "purr"), Done)
        assert tansy.mood == "purr"
        assert game.chat.last.speaker == "Tansy"
        game.frame(PURR_SECONDS - 0.5)
        assert tansy.mood == "purr"
        game.frame(0.6)
        assert tansy.mood == ""

    def test_a_nap_lasts_until_somebody_speaks_to_the_cat(self, game, outcome, frames, tansy):
        assert isinstance(does(game, outcome, tansy, "nap"), Done)
        for _ in range(100):
            game.frame(0.2)
        assert tansy.mood == "nap"
        game.focus.enter("Tansy")
        outcome(game, game.submit("ask", text="say hello"))
        assert tansy.mood == ""
        frames(game, lambda: not game.agents["Tansy"].busy)

    def test_who_walks_is_awake(self, game, outcome, tansy):
        does(game, outcome, tansy, "nap")
        tansy.body.velocity = (0.0, 0.0, -2.0)
        game.frame(0.0)
        assert tansy.mood == ""

    def test_asked_for_in_words_it_ends_asleep(self, game, outcome, frames, tansy):
        game.focus.enter("Tansy")
        outcome(game, game.submit("ask", text="take a nap"))
        frames(game, lambda: not game.agents["Tansy"].busy)
        assert tansy.mood == "nap"


@pytest.mark.parametrize(
    ("sentence", "tool", "arguments"),
    [
        ("build a cairn", "build", {}),
        ("please build something", "build", {}),
        ("dig a hole", "dig_ahead", {}),
        ("dig", "dig_ahead", {}),
        ("fetch me a lantern", "fetch", {"kind": "lantern"}),
        ("bring some clay", "fetch", {"kind": "clay"}),
    ],
)
def test_the_offline_reader_knows_the_words_of_a_gnome(game, frames, moss, sentence, tool, arguments):
    game.world.commit("test", [Change(Cell(14, 0, -4), "clay"), Change(Cell(15, 0, -4), "lantern")])
    agent = patient(game)
    agent.ask(sentence, "player")
    frames(game, lambda: not agent.busy, 1 / 60)
    (call,) = agent.turn.calls
    assert (call.tool, type(call.outcome)) == (tool, Done), agent.turn.reason
    assert arguments.items() <= dict(call.call.arguments).items()


def test_several_are_fetched_one_by_one_and_not_in_a_row(game, frames, moss):
    game.world.commit("test", [Change(Cell(10 + x, 0, -4), "clay") for x in range(4)])
    agent = patient(game)
    agent.ask("fetch me a row of clay", "player")
    frames(game, lambda: not agent.busy, 1 / 60)
    assert agent.turn.calls == ()
    assert "one by one" in agent.turn.reason
    agent.ask("fetch two clay blocks", "player")
    frames(game, lambda: not agent.busy, 1 / 60)
    assert [type(call.outcome) for call in agent.turn.calls] == [Done, Done]
    cells = [call.outcome.value.cell for call in agent.turn.calls]
    assert len(set(cells)) == 2
