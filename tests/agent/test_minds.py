"""Each resident has a mind of its own choosing, and notes that outlive the game."""

import time

import pytest
from littlefolk.agent.providers import ChatProvider, OfflineProvider
from littlefolk.policy import Audience
from littlefolk.present.outcome import Done, Invalid


def opened(folder, **options):
    from littlefolk.game import Game, Options

    game = Game(Options(folder, radius=1, meshing=False, **options))
    until(game, lambda: game.ready)
    return game


def until(game, holds):
    end = time.monotonic() + 120
    while not holds():
        assert time.monotonic() < end, "it never holds"
        game.frame(1 / 60)
        time.sleep(0.0002)


def do(game, line):
    ticket = game.submit_line(line)
    until(game, ticket.future.done)
    return ticket.future.result()


def ask(game, name, text, asker="player", audience=Audience.LOCAL):
    agent = game.agents[name]
    agent.ask(text, asker, audience)
    until(game, lambda: not agent.busy)
    return agent.history[-1]


@pytest.fixture
def home(tmp_path):
    path = tmp_path / "home/providers.toml"
    path.parent.mkdir()
    path.write_text('[cottage]\nkind = "chat"\nbase_url = "http://localhost:1/v1"\nmodel = "m"\n')
    return path.parent


def test_another_provider_is_chosen_while_the_game_runs_and_kept_with_the_world(tmp_path, flat_terrain, home):
    game = opened(tmp_path / "world", home=home)
    assert isinstance(do(game, "spawn gnome Moss"), Done)
    assert isinstance(do(game, "spawn gnome Fern"), Done)
    closed = []

    async def close():
        closed.append("offline")

    game.agents["Moss"].provider.close = close
    outcome = do(game, "set provider Moss cottage")
    assert (outcome.value.provider, outcome.value.cost) == ("cottage", "free")
    until(game, lambda: closed)
    assert isinstance(game.agents["Moss"].provider, ChatProvider)
    assert isinstance(game.agents["Fern"].provider, OfflineProvider)
    wrong = do(game, "set provider Moss cotage")
    assert isinstance(wrong, Invalid)
    assert "did you mean cottage?" in wrong.message
    assert game.close() == []
    again = opened(tmp_path / "world", home=home)
    assert isinstance(again.agents["Moss"].provider, ChatProvider)
    assert isinstance(do(again, "set provider Moss default"), Done)
    assert isinstance(again.agents["Moss"].provider, OfflineProvider)
    assert isinstance(do(again, "set provider Moss cottage"), Done)
    assert again.close() == []
    elsewhere = opened(tmp_path / "world")
    assert isinstance(elsewhere.agents["Moss"].provider, OfflineProvider), "who is not there is replaced, and nothing breaks"
    assert elsewhere.close() == []


def test_notes_outlive_the_game_and_keep_their_audience(tmp_path, flat_terrain):
    game = opened(tmp_path / "world")
    do(game, "spawn gnome Moss")
    turn = ask(game, "Moss", "remember that the door code is 4711")
    assert [call.tool for call in turn.calls] == ["remember"], turn.reason or turn.text
    heard = ask(game, "Moss", "recall", "somebody", Audience.PUBLIC)
    assert "4711" not in heard.calls[0].output
    assert game.close() == []
    again = opened(tmp_path / "world")
    assert "the door code is 4711" in ask(again, "Moss", "what do you remember about the door").calls[0].output
    assert "4711" not in ask(again, "Moss", "recall door code", "Ada", Audience.DIRECT).calls[0].output
    assert again.close() == []
