"""Actions in a running game: the player's and the residents', begun by commands, waited for by turns, ended by hand, Stop and time."""

import math
import time

import pytest
from littlefolk.agent.budget import Budget
from littlefolk.agent.providers.scripted import ScriptedProvider
from littlefolk.bodies.action import Action, Interrupted, Status
from littlefolk.bodies.body import stand_on
from littlefolk.bodies.motor import Wish
from littlefolk.bodies.walk import Arrived
from littlefolk.game.actions import TAKEN_OVER
from littlefolk.panels.cards import cards_of
from littlefolk.panels.paths import OVER_GROUND, dots_of
from littlefolk.present.action_text import corners
from littlefolk.present.outcome import Cancelled, Done, Failed, Invalid, Running
from littlefolk.present.records import CallStatus, TurnStatus
from littlefolk.verbs.moving import Stands
from littlefolk.world.cells import Cell
from littlefolk.world.world import Change

FRAME = 1 / 60
PATIENCE = 120  # seconds until a test gives up; none that passes waits so long


@pytest.fixture
def home(games, outcome):
    """A game with Moss at (0, 0, 0) and the player at (4, 0, 6), looking north."""
    return Home(games.open(), outcome)


class Home:
    """A game and short ways to act in it."""

    def __init__(self, game, outcome):
        self.game, self._outcome = game, outcome
        self.do("spawn_gnome", name="Moss")
        self.agent, self.moss, self.player = game.agents["Moss"], game.bodies["Moss"], game.player.body
        self.moss.position = stand_on(Cell(0, 0, 0))
        self.player.position, self.player.yaw = stand_on(Cell(4, 0, 6)), 0.0
        self.frames(3)

    def do(self, command, **arguments):
        """The outcome of a call of the player."""
        return self._outcome(self.game, self.game.submit(command, **arguments))

    def frames(self, count):
        for _ in range(count):
            self.game.frame(FRAME)

    def until(self, holds, seconds=30.0):
        for _ in range(round(seconds / FRAME)):
            if holds():
                return
            self.game.frame(FRAME)
        raise AssertionError(f"not within {seconds} s of world time")

    def ask(self, *calls, settle=60.0):
        """Have the agent make some calls in one turn, one after another."""
        self.agent._budget = Budget(settle_seconds=settle)
        self.agent.provider = ScriptedProvider(calls)
        self.agent.ask("go", "player")

    def wait(self, seconds=FRAME):
        """Frames until the agent's turn is over. With 0 seconds the world stands still, however long the agent's thread takes."""
        return self._beside(lambda: None if self.agent.busy else self.agent.history[-1], seconds)

    def running(self):
        """Frames until the agent's call has a running action. The world stands still: the action has just begun."""
        return self._beside(self._running, 0.0)

    def _running(self):
        calls = self.agent.turn.calls if self.agent.turn is not None and self.agent.busy else ()
        return next((call for call in calls if isinstance(call.outcome, Running)), None)

    def _beside(self, found, seconds):
        """Frames until the agent's thread, which runs beside them, has come to something."""
        end = time.monotonic() + PATIENCE
        while (result := found()) is None:
            assert time.monotonic() < end, "it never comes to it"
            self.game.frame(seconds)
            time.sleep(0.0002)
        return result


# The player


def test_the_players_body_walks_by_the_same_command(home):
    begun = home.do("move_to", cell=Cell(4, 0, 1))
    assert isinstance(begun, Running)
    assert home.game.notice == "player walks to (4, 0, 1)"
    home.until(lambda: begun.action.status is not Status.RUNNING)
    home.frames(1)
    assert begun.action.ending.value == Arrived("player", Cell(4, 0, 1), begun.action.ending.value.seconds, 0)
    assert home.player.cell == Cell(4, 0, 1)


@pytest.mark.parametrize(
    "wish", [Wish(forward=1.0), Wish(right=-1.0), Wish(jump=True), Wish(fly=True)], ids=["walk", "side", "jump", "fly"]
)
def test_movement_by_hand_takes_over_in_the_same_frame(home, wish):
    begun = home.do("move_to", cell=Cell(4, 0, -2))
    home.frames(10)
    assert begun.action.status is Status.RUNNING
    home.game.player.wish = wish
    home.frames(1)
    assert begun.action.ending == Interrupted(TAKEN_OVER)
    assert home.game.notice == f"cancelled: {TAKEN_OVER}"
    assert begun.action.ended.result(0) == Interrupted(TAKEN_OVER)


@pytest.mark.parametrize(
    ("command", "arguments"),
    [
        ("move_to", {"cell": Cell(4, 0, 1)}),
        ("go_to", {"place": Cell(4, 0, 1)}),
        ("come_here", {"who": "Moss"}),
        ("follow", {"who": "Moss"}),
    ],
    ids=["move_to", "go_to", "come_here", "follow"],
)
def test_who_flies_is_told_to_land_first(home, command, arguments):
    home.game.player.wish = Wish(fly=True)
    home.frames(2)
    refused = home.do(command, **arguments)
    assert refused == Failed("you are flying, and this is a way on foot: land first, then ask again")
    assert home.game.notice == f"failed: {refused.message}"
    home.game.player.wish = Wish()
    home.frames(2)
    assert isinstance(home.do(command, **arguments), Running)


def test_who_falls_or_swims_goes_from_there(home):
    home.player.position = (4.5, 6.0, 6.5)
    begun = home.do("move_to", cell=Cell(4, 0, 1))
    home.until(lambda: begun.action.ended.done())
    assert home.player.cell == Cell(4, 0, 1)
    pool = [Change(Cell(x, y, z), "water") for x in range(2, 7) for y in (-1, -2) for z in range(3, 6)]
    home.game.world.commit("test", pool)
    home.player.position = (4.5, -2.0, 4.5)
    home.frames(2)
    assert home.player.in_water
    begun = home.do("move_to", cell=Cell(4, 0, 1))
    home.until(lambda: begun.action.ended.done())
    assert home.player.cell == Cell(4, 0, 1)


def test_looking_about_and_crouching_do_not_take_over(home):
    begun = home.do("move_to", cell=Cell(4, 0, -2))
    home.game.player.wish = Wish(crouch=True)
    home.game.player.look(0.3, 0.1)
    home.frames(10)
    assert begun.action.status is Status.RUNNING


def test_what_is_impossible_is_the_notice(home):
    refused = home.do("move_to", cell=Cell(4, 5, 3))
    assert isinstance(refused, Invalid)
    assert "up or down" in home.game.notice


# One action a body


def test_another_movement_replaces_the_one_before(home):
    first = home.do("move_to", cell=Cell(4, 0, 1))
    second = home.do("move_to", cell=Cell(8, 0, 6))
    assert first.action.ending == Interrupted("replaced: player walks to (8, 0, 6) now")
    home.until(lambda: second.action.ended.done())
    assert home.player.cell == Cell(8, 0, 6)


def test_stopping_gives_back_where_one_stands_and_what_was_done(home):
    begun = home.do("move_to", cell=Cell(4, 0, -3))
    home.frames(30)
    stopped = home.do("stop_moving")
    assert stopped == Done(Stands("player", home.player.cell, "walks to (4, 0, -3)"))
    assert begun.action.status is Status.CANCELLED
    assert home.do("wait_here") == Done(Stands("player", home.player.cell, ""))


def test_who_leaves_does_nothing_any_more(home):
    home.ask(("follow", "{}"))
    home.wait()
    action = home.game.actions.of("Moss")
    resident = home.game.roster.get("Moss")
    home.game.roster.remove(resident)
    assert action.ending == Interrupted("Moss left")
    assert home.game.actions.latest("Moss") is None


def test_a_new_name_goes_on_with_what_was_begun(home):
    home.ask(("follow", "{}"))
    home.wait()
    home.game.roster.rename(home.game.roster.get("Moss"), "Fern")
    assert home.game.actions.of("Fern").doing == "follows player"
    assert home.game.actions.of("Moss") is None


# Turns


def test_a_turn_and_the_calls_after_it_wait_until_the_body_has_arrived(home):
    home.ask(("move_to", '{"cell": "3 0 -2"}'), ("where_am_i", "{}"))
    call = home.running()
    assert call.status is CallStatus.RUNNING
    frame = home.game.mailbox.frame
    turn = home.wait()
    moved, standing = turn.calls
    assert turn.status is TurnStatus.DONE
    assert moved.outcome.value.cell == standing.outcome.value.cell == Cell(3, 0, -2)
    assert moved.status is CallStatus.OK
    assert moved.output.startswith("Moss stands at (3, 0, -2)")
    assert home.game.mailbox.frame - frame > 60, "frames went on while it walked"


def test_the_card_tells_how_far_it_is(home):
    home.ask(("move_to", '{"cell": "6 0 -2"}'))
    home.running()
    home.frames(40)
    card = next(card for card in cards_of(home.agent.turn, 0.0) if card.title == "move_to")
    assert "running" in card.status
    assert card.lines[0].startswith("Moss walks to (6, 0, -2): 3 of 9 cells, 0.")
    wall = [Change(Cell(4, y, z), "stone") for y in range(3) for z in range(-2, 2)]
    home.game.world.commit("test", wall)
    home.frames(2)
    (line,) = next(card for card in cards_of(home.agent.turn, 0.0) if card.title == "move_to").lines
    assert "replanned 1×" in line
    home.wait()


def test_past_the_bound_the_model_gets_a_handle_and_what_goes_on_from_there(home, loop_clock):
    clock = loop_clock(home.agent)
    home.ask(("move_to", '{"cell": "5 0 -4"}'), settle=10.0)
    home.running()
    home.frames(30)
    clock.advance(11.0)
    turn = home.wait(0.0)
    (call,) = turn.calls
    action = call.outcome.action
    assert isinstance(action, Action)
    assert call.status is CallStatus.OK, "the call is over, its action goes on"
    assert "still running: Moss walks to (5, 0, -4)" in call.output
    assert f"wait_for(action={call.handle})" in call.output
    assert "stop_moving" in call.output
    assert "the way from here: (0, 0, -" in call.output
    assert "→ (5, 0, -4)\n" in call.output
    assert home.agent.handles.read(call.handle) is action
    home.ask(("wait_for", f'{{"action": "{call.handle}"}}'))
    (waited,) = home.wait().calls
    assert waited.outcome.value.cell == Cell(5, 0, -4)
    home.ask(("wait_for", f'{{"action": "{call.handle}"}}'))
    (again,) = home.wait().calls
    assert again.outcome == waited.outcome, "what has ended is told at once"


def test_stop_ends_the_waiting_the_walk_and_the_record(home):
    home.ask(("move_to", '{"cell": "6 0 -3"}'))
    call = home.running()
    home.frames(5)
    assert home.agent.stop()
    turn = home.wait(0.0)
    assert (turn.status, turn.reason) == (TurnStatus.CANCELLED, "stopped")
    assert turn.calls[0].status is CallStatus.CANCELLED
    assert turn.calls[0].outcome == Cancelled("stopped")
    home.frames(1)
    assert call.outcome.action.ending == Interrupted("stopped")
    home.frames(30)
    assert math.hypot(*home.moss.velocity) < 0.01
    home.ask(("move_to", '{"cell": "2 0 0"}'))
    assert isinstance(home.wait().calls[0].outcome, Done), "the next prompt works"


def test_stop_is_acted_upon_by_the_very_next_frame(home):
    home.ask(("move_to", '{"cell": "6 0 -3"}'))
    action = home.running().outcome.action
    action.cancel("stopped")
    home.frames(1)
    assert action.status is Status.CANCELLED
    home.wait()


def test_closing_the_game_ends_what_is_under_way(home):
    home.ask(("move_to", '{"cell": "6 0 -3"}'))
    action = home.running().outcome.action
    home.game.close()
    assert action.ending == Interrupted("the game is closing")
    assert home.agent.history[-1].status is TurnStatus.CANCELLED
    assert home.agent.history[-1].calls[0].outcome in (Cancelled("the game is closing"), Cancelled("stopped"))


def test_what_the_way_ends_in_is_the_calls_outcome(home):
    home.ask(("move_to", '{"cell": "6 0 -3"}'))
    home.running()
    home.frames(20)
    home.game.world.commit("test", [Change(Cell(6, y, -3), "stone") for y in range(2)])
    (call,) = home.wait().calls
    assert isinstance(call.outcome, Failed)
    assert "(6, 0, -3) is stone" in call.output


def test_the_ways_of_all_that_walk_are_drawn_on_request(home):
    begun = home.do("move_to", cell=Cell(4, 0, 1))
    assert not home.game.actions.shown
    home.do("show_path")
    assert home.game.actions.shown
    dots = dots_of(home.game.world, home.game.actions.running())
    assert dots[-1] == (4.5, OVER_GROUND, 1.5, 1.0)
    home.frames(40)
    assert 0 < len(dots_of(home.game.world, home.game.actions.running())) < len(dots), "what lies behind is not drawn"
    home.until(begun.action.ended.done)
    assert dots_of(home.game.world, home.game.actions.running()) == ()
    home.do("show_path")
    assert not home.game.actions.shown


# Coming, following, going


def test_coming_is_coming_to_whoever_asked(home):
    home.ask(("come_here", "{}"))
    (call,) = home.wait().calls
    assert call.outcome.value.cell == Cell(4, 0, 4), "two cells before the player"
    home.ask(("come_here", "{}"))
    (again,) = home.wait().calls
    assert again.outcome == Done(Stands("Moss", Cell(4, 0, 4), ""))


def test_coming_where_there_is_no_room_before_somebody_is_coming_beside_them(home):
    home.game.world.commit("test", [Change(Cell(x, y, z), "stone") for x in range(2, 7) for y in range(3) for z in range(2, 6)])
    home.ask(("come_here", "{}"))
    (call,) = home.wait().calls
    assert 0.9 < math.dist(home.moss.position, home.player.position) < 3.0
    assert isinstance(call.outcome, Done)


def test_following_answers_at_once_and_goes_on_after_the_turn(home):
    home.ask(("follow", "{}"))
    (call,) = home.wait().calls
    assert call.status is CallStatus.OK
    assert "follows player" in call.output
    assert "wait_for" not in call.output, "nobody waits for what has no end"
    home.until(lambda: math.dist(home.moss.position, home.player.position) < 3.3)
    home.player.position = stand_on(Cell(-9, 0, -9))
    home.until(lambda: math.dist(home.moss.position, home.player.position) < 3.3)
    home.ask(("wait_here", "{}"))
    (waits,) = home.wait().calls
    assert waits.outcome.value.before == "follows player"
    assert home.game.actions.of("Moss") is None


def test_going_to_somebody_by_name_and_to_a_far_cell(home):
    home.ask(("go_to", '{"place": "player"}'))
    (call,) = home.wait().calls
    assert math.dist(home.moss.position, home.player.position) < 3.0
    home.ask(("go_to", '{"place": "25 0 -25"}'))
    (call,) = home.wait().calls
    assert call.outcome.value.cell == Cell(25, 0, -25)
    home.ask(("go_to", '{"place": "9000 0 0"}'))
    (call,) = home.wait().calls
    assert isinstance(call.outcome, Invalid)
    assert "at most 512" in call.outcome.message


def test_a_cell_in_which_somebody_stands_is_refused_with_one_beside_them(home):
    home.ask(("move_to", '{"cell": "4 0 6"}'))
    (call,) = home.wait().calls
    assert isinstance(call.outcome, Invalid)
    assert "player stands at (4, 0, 6)" in call.outcome.message
    assert call.outcome.suggestions


def test_nobody_asked_the_player(home):
    refused = home.do("come_here", who=None)
    assert isinstance(refused, Invalid)
    assert "name somebody, one of Moss" in refused.message


# Bodies among each other


def test_the_player_is_not_pushed_by_who_walks_into_them(home):
    home.player.position = stand_on(Cell(3, 0, 0))
    home.frames(2)
    before = home.player.position
    home.ask(("move_to", '{"cell": "6 0 0"}'))
    turn = home.wait()
    assert turn.calls[0].outcome.value.cell == Cell(6, 0, 0)
    assert math.dist(home.player.position, before) < 1e-6


def test_who_stands_about_gives_way_to_the_player_but_not_into_a_wall(home):
    home.player.position, home.player.yaw = stand_on(Cell(0, 0, 3)), 0.0
    home.game.player.wish = Wish(forward=1.0)
    home.frames(60)
    assert home.moss.position[2] < -0.5, "it is moved along"
    home.moss.position, home.player.position = stand_on(Cell(0, 0, 0)), stand_on(Cell(0, 0, 3))
    home.game.world.commit("test", [Change(Cell(x, y, -1), "stone") for x in range(-1, 2) for y in range(3)])
    home.frames(60)
    assert home.moss.position[2] >= 0.3 - 1e-6, "never into the wall"
    assert math.dist(home.moss.position, home.player.position) > 0.55 or abs(home.player.position[0] - home.moss.position[0]) > 0.5


def test_the_way_is_told_by_its_corners():
    path = [Cell(x, 0, 0) for x in range(5)] + [Cell(4, 0, z) for z in (1, 2)] + [Cell(5, 1, 2), Cell(6, 2, 2)]
    assert corners(path) == (Cell(0, 0, 0), Cell(4, 0, 0), Cell(4, 0, 2), Cell(6, 2, 2))
    assert corners(path[:1]) == (Cell(0, 0, 0),)
    assert corners([]) == ()


def test_two_who_walk_towards_each_other_both_arrive(home):
    home.do("spawn_gnome", name="Fern")
    fern = home.game.bodies["Fern"]
    fern.position = stand_on(Cell(6, 0, 0))
    home.frames(3)
    other = home.game.agents["Fern"]
    other.provider = ScriptedProvider([("move_to", '{"cell": "-2 0 0"}')])
    home.ask(("move_to", '{"cell": "8 0 0"}'))
    other.ask("go", "player")
    closest = 9.0
    end = time.monotonic() + PATIENCE
    while home.agent.busy or other.busy:
        assert time.monotonic() < end, "one of them does not arrive"
        home.game.frame(FRAME)
        closest = min(closest, math.dist(home.moss.position, fern.position))
        time.sleep(0.0001)
    assert home.moss.cell == Cell(8, 0, 0), home.agent.turn.calls[0].output
    assert fern.cell == Cell(-2, 0, 0), other.turn.calls[0].output
    assert closest > 0.5, "they never stood in each other"
