"""A running game without an engine: opening, the player's entrance, closing."""

import asyncio
import functools
import sqlite3
import threading

import pytest
from littlefolk.agent.journal import JournalError, records
from littlefolk.agent.providers.base import Provider
from littlefolk.game import Game, Options
from littlefolk.game import game as game_module
from littlefolk.game.closing import Closing
from littlefolk.game.player import Player
from littlefolk.present.call import Call, Caller
from littlefolk.present.outcome import Cancelled, Denied, Done, Failed, Invalid
from littlefolk.present.records import TurnStatus
from littlefolk.world.cells import Cell
from littlefolk.world.saving import Save, SaveError
from littlefolk.world.streaming import Streaming


class Waiting(Provider):
    """Thinks without end."""

    name = "waiting"

    async def stream(self, request):
        await asyncio.Event().wait()
        yield


def spawned(game, outcome, name="Moss"):
    result = outcome(game, game.submit("spawn_gnome", name=name))
    assert isinstance(result, Done), result
    return game.agents[name]


def threads_of_a_game():
    return [thread.name for thread in threading.enumerate() if thread.name.startswith(("agent", "journal", "chunks", "save", "closing"))]


# Opening


def test_an_unknown_provider_is_refused_before_anything_is_opened(tmp_path):
    with pytest.raises(ValueError, match="no provider 'oracle'; one of chat, offline"):
        Game(Options(tmp_path, provider="oracle"))
    assert list(tmp_path.iterdir()) == []


def test_a_journal_that_cannot_be_used_leaves_the_world_free(tmp_path):
    with sqlite3.connect(tmp_path / "journal.sqlite") as connection:
        connection.execute("CREATE TABLE other (a)")
    connection.close()
    with pytest.raises(JournalError, match="move it away"):
        Game(Options(tmp_path))
    (tmp_path / "journal.sqlite").unlink()
    save = Save.open(tmp_path / "world.sqlite")
    save.close()


def test_a_world_that_cannot_be_used_is_refused(tmp_path):
    (tmp_path / "world.sqlite").write_bytes(b"these are only words" * 100)
    with pytest.raises(SaveError):
        Game(Options(tmp_path))


def test_the_seed_of_a_saved_world_wins(games):
    first = games.open(seed=11, title="Home")
    first.close()
    again = games.open(seed=12)
    assert (again.world.seed, again.world.name) == (11, "Home")


def test_the_player_arrives_only_once_the_chunks_around_are_there(tmp_path, flat_terrain, frames, monkeypatch):
    released = threading.Event()
    ordinary = game_module.Streaming.keywords["generate"]

    def generate(seed, cx, cy, cz):
        if (cx, cz) == (1, 1):
            released.wait(60)
        return ordinary(seed, cx, cy, cz)

    monkeypatch.setattr(game_module, "Streaming", functools.partial(Streaming, generate=generate))
    game = Game(Options(tmp_path, radius=1, meshing=False))
    frames(game, lambda: {(0, -1, 0), (0, 0, 0), (0, 1, 0)} <= {tuple(key) for key in game.world.chunks})
    for _ in range(50):
        game.frame(0.0)
        assert not game.ready
    released.set()
    frames(game, lambda: game.ready)
    around = {(x, y, z) for x in (-1, 0, 1) for y in (-1, 0, 1) for z in (-1, 0, 1)}
    assert around <= {tuple(key) for key in game.world.chunks}
    assert game.close() == []


# The player's entrance


def test_a_call_of_the_player_runs_in_the_next_frame(games):
    game = games.open()
    ticket = game.submit("place_block_at", kind="stone", cell=Cell(3, 0, 3))
    assert game.world.revision == 0
    game.frame(0.0)
    assert ticket.future.result(0).value.revision == 1
    assert ticket.done_frame == ticket.ready_frame + 1
    assert game.notice == ""


def test_what_is_refused_becomes_the_notice_and_fades(games, monkeypatch):
    game = games.open()
    now = [100.0]
    game.clock = lambda: now[0]
    game.submit("remove_block_at", cell=Cell(3, 5, 3))
    game.frame(0.0)
    assert "air already" in game.notice
    now[0] += 3.9
    game.frame(0.0)
    assert game.notice
    now[0] += 0.2
    game.frame(0.0)
    assert game.notice == ""


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("plaec block at stone 1 2 3", "did you mean place_block_at"),
        ("place block at ston 3 0 3", "did you mean stone"),
        ("place block at stone", "cell is missing"),
        ("place block at", "kind is missing"),
        ("ask hello", "nobody is in focus"),
        ("", "empty"),
    ],
)
def test_a_wrong_line_changes_nothing_and_says_why(games, outcome, line, part):
    game = games.open()
    ticket = game.submit_line(line)
    if not isinstance(ticket, Invalid):
        assert not isinstance(outcome(game, ticket), Done)
        game.frame(0.0)
    assert part in game.notice
    assert game.world.revision == 0
    assert game.bugs == []


def test_here_is_where_the_player_stood_when_the_line_was_read(games, outcome):
    game = games.open()
    ticket = game.submit_line("place block at stone here+2,0,0")
    game.player.body.position = (5.5, 0.0, 5.5)
    assert outcome(game, ticket).value.cell == Cell(2, 0, 0)


def test_clicks_are_calls(games):
    game = games.open()
    game.player.look(0.0, -1.0)
    hit = game.player.target(game.world)
    game.use("dig")
    game.frame(0.0)
    assert game.world.read(hit.cell).kind.name == "air"
    game.use("pick")
    game.frame(0.0)
    picked = game.hotbar.kind
    game.use("place")
    game.frame(0.0)
    assert picked in ("stone", "grass")
    assert game.world.revision == 2
    game.player.look(0.0, 3.0)
    game.use("dig")
    game.frame(0.0)
    assert game.world.revision == 2, "there is nothing in the sky"


def test_no_block_is_put_into_a_body(games, outcome):
    game = games.open()
    moss = spawned(game, outcome)
    own = game.player.body.cell
    for cell, who in ((own, "you stand"), (own.offset(0, 1, 0), "you stand"), (moss.resident.cell, "Moss stands")):
        refused = outcome(game, game.submit("place_block_at", kind="stone", cell=cell))
        assert isinstance(refused, Failed)
        assert f"{who} at" in refused.message
    water = outcome(game, game.submit("place_block_at", kind="water", cell=game.player.body.cell))
    assert isinstance(water, Done), "water is no obstacle"


def test_a_command_that_breaks_is_failed_and_the_game_goes_on(games, outcome, monkeypatch):
    game = games.open()
    with monkeypatch.context() as patch:
        patch.setattr(game.chat, "say", lambda _utterance: 1 / 0)
        broken = outcome(game, game.submit("say", text="hello"))
    assert isinstance(broken, Failed)
    assert len(game.bugs) == 1
    assert isinstance(outcome(game, game.submit("where_am_i")), Done)


def test_a_caller_without_the_grant_is_denied(games, outcome):
    game = games.open()
    moss = spawned(game, outcome)
    call = Call("spawn_gnome", {"name": "Fern"}, Caller("Moss", grants=moss.resident.grants))
    denied = outcome(game, game.mailbox.submit(call))
    assert isinstance(denied, Denied)
    assert "Fern" not in game.agents


# Gnomes


def test_a_gnome_is_spawned_ahead_facing_the_player_on_untouched_ground(games, outcome):
    game = games.open()
    moss = spawned(game, outcome).resident
    assert moss.cell == Cell(0, 0, -4)
    assert game.snapshot.bodies["Moss"].facing.label == "south"
    assert game.world.revision == 0


@pytest.mark.parametrize("name", ["Moss", "moss", "MOSS", "player", " Moss "])
def test_a_name_is_given_once(games, outcome, name):
    game = games.open()
    spawned(game, outcome)
    again = outcome(game, game.submit("spawn_gnome", name=name))
    assert isinstance(again, Invalid)
    assert (again.argument, len(again.suggestions)) == ("name", 1)


def test_gnomes_without_a_name_get_free_ones(games, outcome):
    game = games.open()
    names = {outcome(game, game.submit("spawn_gnome", name=None)).value.name for _ in range(14)}
    assert len(names) == 14
    assert len(game.agents) == 14


def test_focus_ask_and_stop(games, outcome, frames):
    game = games.open()
    assert isinstance(outcome(game, game.submit("focus_nearest")), Failed)
    assert isinstance(outcome(game, game.submit("ask", text="hello")), Failed)
    moss = spawned(game, outcome)
    assert isinstance(outcome(game, game.submit("focus_nearest")), Done)
    assert game.focused_agent is moss
    assert isinstance(outcome(game, game.submit("ask", text="put a stone block in front of you")), Done)
    frames(game, lambda: not moss.busy)
    assert moss.turn.status is TurnStatus.DONE
    assert game.focus.history == ["put a stone block in front of you"]
    assert game.world.revision == 1
    outcome(game, game.submit("stop"))
    assert not game.focus.active, "with nothing to stop it leaves"


def test_stop_ends_the_turn_and_stays_in_focus(games, outcome, frames):
    game = games.open()
    moss = spawned(game, outcome)
    moss.provider = Waiting()
    outcome(game, game.submit("focus_nearest"))
    outcome(game, game.submit("ask", text="think about it"))
    assert isinstance(outcome(game, game.submit("stop")), Done)
    frames(game, lambda: not moss.busy)
    assert moss.history[-1].status is TurnStatus.CANCELLED
    assert game.focused_agent is moss


def test_nobody_behind_the_player_is_focused(games, outcome):
    game = games.open()
    spawned(game, outcome)
    game.player.look(3.14, 0.0)
    assert isinstance(outcome(game, game.submit("focus_nearest")), Failed)


def test_speech_reaches_the_chat_and_who_is_near(games, outcome):
    game = games.open()
    spawned(game, outcome)
    said = outcome(game, game.submit("say", text="hello there")).value
    assert said.heard_by == ("Moss",)
    assert (game.chat.last.speaker, game.chat.last.text) == ("player", "hello there")


# Closing


def test_closing_twice_is_closing_once(games, outcome):
    game = games.open()
    spawned(game, outcome)
    assert game.close() == []
    closing = game._closing
    game.begin_close()
    assert game.close() == []
    assert game._closing is closing
    assert game.closed
    assert threads_of_a_game() == []


def test_closing_while_the_world_loads(tmp_path, flat_terrain):
    game = Game(Options(tmp_path, radius=6))
    game.frame(0.0)
    assert not game.ready
    assert game.close() == []
    assert threads_of_a_game() == []
    save = Save.open(tmp_path / "world.sqlite")
    assert save.get("player") is None, "a player who never stood anywhere has no pose"
    save.close()


def test_closing_before_the_first_frame(tmp_path):
    game = Game(Options(tmp_path))
    assert game.close() == []
    assert threads_of_a_game() == []


def test_closing_in_the_middle_of_a_turn(games, outcome, frames):
    game = games.open()
    moss = spawned(game, outcome)
    moss.provider = Waiting()
    moss.ask("think about it", "player")
    moss.ask("and about that", "player")
    frames(game, lambda: moss.turn is not None)
    waits = game.submit("where_am_i")
    assert game.close() == []
    assert isinstance(waits.future.result(0), Cancelled)
    assert threads_of_a_game() == []
    ends = [
        (record["prompt"], record["status"])
        for record in records(game.journal.path)
        if record["record"] == "turn" and record["elapsed"] is not None
    ]
    assert ends == [("think about it", "cancelled"), ("and about that", "cancelled")]
    assert isinstance(game.submit("where_am_i").future.result(0), Denied)


def test_every_step_of_closing_is_tried_and_problems_are_told():
    done = []

    def broken():
        raise OSError("disk full")

    closing = Closing([("one", lambda: done.append(1)), ("two", broken), ("three", lambda: done.append(3))])
    closing._thread.join(60)
    assert closing.finished
    assert done == [1, 3]
    assert closing.problems == ["two: disk full"]


def test_reopened_the_player_stands_where_they_stood_and_the_blocks_are_there(games, outcome):
    game = games.open()
    outcome(game, game.submit("place_block_at", kind="lantern", cell=Cell(2, 0, 2)))
    game.player.body.position = (6.5, 0.0, -3.5)
    game.player.look(1.0, -0.5)
    assert isinstance(outcome(game, game.submit("set_time", time=1110)), Done)
    seconds, day = game.seconds, game.day
    game.frame(0.5)
    yaw, pitch = game.player.body.yaw, game.player.body.pitch
    assert game.close() == []
    again = games.open()
    assert again.player.body.position == pytest.approx((6.5, 0.0, -3.5))
    assert (again.player.body.yaw, again.player.body.pitch) == pytest.approx((yaw, pitch))
    assert again.world.read(Cell(2, 0, 2)).kind.name == "lantern"
    assert again.world.edits.get(Cell(2, 0, 2)).author == "player"
    assert again.world.revision == 1
    assert again.seconds == pytest.approx(seconds + 0.5)
    assert again.day == pytest.approx(day + 0.5 / game.options.day_seconds)
    assert day == pytest.approx(18.5 / 24)


def test_the_head_turns_within_bounds():
    player = Player()
    player.look(7.0, 9.0)
    assert -3.1416 <= player.body.yaw <= 3.1416
    assert player.body.pitch < 1.5708
    player.look(0.0, -20.0)
    assert player.body.pitch > -1.5708


# The palette


def test_the_palette_makes_the_player_s_calls_and_shows_what_came_of_them(games, outcome, frames):
    game = games.open()
    assert isinstance(outcome(game, game.submit("open_palette")), Done)
    assert (game.suspended, game.snapshot.menu) == (True, "palette")
    for text in ("place block at", "stone", "3 0 -5"):
        game.palette.write(text)
        game.palette.enter()
    frames(game, lambda: game.world.revision == 1 and not game.menus.active)
    frames(game, lambda: bool(game.notice))
    assert game.notice.startswith("stone placed at (3, 0, -5)")
    handle = game.notice.split()[-1]
    assert game.handles.read(handle).cell == Cell(3, 0, -5)
    done = outcome(game, game.submit_line(f"remove block at {handle}"))
    assert isinstance(done, Done)


def test_a_command_is_about_what_lies_under_the_palette(games, outcome):
    game = games.open()
    for name in ("open_settings", "open_palette"):
        outcome(game, game.submit(name))
    rows = {row.text: row.reason for row in game.palette.rows}
    assert rows["Resume"] == ""
    outcome(game, game.submit("resume"))
    outcome(game, game.submit("open_palette"))
    rows = {row.text: row.reason for row in game.palette.rows}
    assert rows["Resume"] == "no menu is open"


def test_the_palette_s_history_survives_a_restart_and_is_repeated(games, outcome, frames):
    first = games.open()
    assert isinstance(outcome(first, first.submit("repeat_last")), Failed)
    first.palette.write("say hello")
    first.palette.enter()
    frames(first, lambda: first.chat.count == 1)
    first.close()
    games.games.clear()
    second = games.open()
    assert isinstance(outcome(second, second.submit("repeat_last")), Done)
    frames(second, lambda: second.chat.count == 1)
    assert second.chat.last.text == "hello"


def test_a_long_result_is_a_notice_of_some_lines_with_a_handle(games, frames):
    game = games.open()
    game.palette.write("help")
    game.palette.enter()
    game.palette.enter()
    frames(game, lambda: bool(game.notice))
    assert len(game.notice.splitlines()) <= 12
    assert game.handles.read(game.notice.split()[-1]).text.count("\n") > 12


def test_what_can_be_done_with_something_is_a_strip(games, outcome):
    game = games.open()
    placed = outcome(game, game.submit("place_block_at", kind="stone", cell=Cell(3, 0, -5)))
    menu = game.menu_for(placed.value)
    assert "[P] place here" in menu.strip
    assert "remove" in menu.strip


def test_a_journal_that_can_no_longer_be_written_is_told_to_the_player(games, frames, outcome):
    game = games.open()
    agent = spawned(game, outcome)
    with sqlite3.connect(game.journal.path) as other:
        other.execute("DROP TABLE records")
    other.close()
    agent.ask("say hello", "player")
    frames(game, lambda: game.notice != "")
    assert "no longer written down" in game.notice
    assert len(game.bugs) == 1
    frames(game, lambda: not agent.busy)
    assert agent.history[-1].text != ""
