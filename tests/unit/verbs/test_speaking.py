"""Speech and messages: who hears, who answers, and that it ends."""

import pytest
from littlefolk.agent.providers.base import CallReady, CallStarted, Finished, Provider
from littlefolk.policy import Audience, Capability
from littlefolk.present.outcome import Denied, Done, Invalid
from littlefolk.residents.conversations import ANSWERS

pytestmark = pytest.mark.usefixtures("flat_terrain")


class Chatterbox(Provider):
    """Says something in every turn, whatever it hears."""

    name = "chatterbox"
    listens = False

    async def stream(self, request):
        if not request.turn.replies:
            yield CallStarted("1", "say")
            yield CallReady("1", "say", '{"text": "and what do you say?"}')
        yield Finished("")


@pytest.fixture
def game(games, tmp_path):
    return games.open(tmp_path)


@pytest.fixture
def folk(game, outcome):
    for name in ("Moss", "Fern", "Pip"):
        assert isinstance(outcome(game, game.submit("spawn_gnome", name=name)), Done)
        game.agents[name].provider = Chatterbox()
    return [game.roster.get(name) for name in ("Moss", "Fern", "Pip")]


def settled(game, frames):
    """All that was set off has ended, with plenty of world time for more."""
    for _ in range(60):
        game.frame(0.5)
        frames(game, lambda: not any(agent.busy for agent in game.agents.values()))


def turns(game):
    return [turn for agent in game.agents.values() for turn in agent.history]


def test_nobody_listens_unless_set_to(game, outcome, frames, folk):
    outcome(game, game.submit("say", text="hello everybody"))
    settled(game, frames)
    assert turns(game) == []


def test_who_listens_is_asked_as_the_public_and_those_who_listen_to_each_other_fall_silent(game, outcome, frames, folk):
    for resident in folk:
        resident.listens = True
    outcome(game, game.submit("say", text="hello everybody"))
    settled(game, frames)
    first = turns(game)
    assert 3 <= len(first) <= ANSWERS
    assert {turn.audience for turn in first} == {Audience.PUBLIC}
    assert {"player"} < {turn.asker for turn in first}, "they heard one another, too"
    outcome(game, game.submit("say", text="hello again"))
    settled(game, frames)
    assert len(first) < len(turns(game)) <= 2 * ANSWERS, "a person sets it going anew"


def test_who_is_asked_to_speak_sets_off_no_more_than_a_person_does(game, outcome, frames, folk):
    folk[1].listens = folk[2].listens = True
    game.agents["Moss"].ask("speak", "player")
    settled(game, frames)
    assert 1 < len(turns(game)) <= 1 + ANSWERS


def test_far_away_nobody_hears_but_a_message_arrives(game, outcome, frames, folk):
    moss = folk[0]
    moss.listens = True
    moss.body.position = (25.5, 0.0, 0.5)
    assert outcome(game, game.submit("say", text="hello")).value.heard_by == ("Fern", "Pip")
    told = outcome(game, game.submit("tell", who="Moss", text="come back"))
    assert (told.value.to, told.value.answers) == ("Moss", True)
    settled(game, frames)
    (turn,) = turns(game)
    assert (turn.agent, turn.prompt, turn.audience) == ("Moss", "come back", Audience.DIRECT)


def test_a_message_is_for_one_alone(game, outcome, frames, folk):
    for resident in folk:
        resident.listens = True
    outcome(game, game.submit("tell", who="Fern", text="a secret"))
    message = game.chat.log[-1]
    assert message.to == "Fern"
    here = game.player.body.position
    assert not message.reaches("player", here)
    assert not message.reaches("Moss", here)
    assert message.reaches("Fern", (999.0, 0.0, 0.0))
    assert game.chat.last_heard(here, "player") is None
    assert game.chat.last is None, "it makes no sound"
    settled(game, frames)
    assert [turn.prompt for turn in turns(game) if turn.prompt == "a secret"] == ["a secret"]


def test_messages_among_residents_end_too(game, outcome, frames, folk):
    class Letters(Chatterbox):
        async def stream(self, request):
            if not request.turn.replies:
                to = "Fern" if request.turn.agent == "Moss" else "Moss"
                yield CallStarted("1", "tell")
                yield CallReady("1", "tell", f'{{"who": "{to}", "text": "your turn"}}')
            yield Finished("")

    for resident in folk:
        game.agents[resident.name].provider = Letters()
    outcome(game, game.submit("tell", who="Moss", text="write to Fern"))
    settled(game, frames)
    assert len(turns(game)) == ANSWERS


def test_the_muted_are_denied_and_told_why(game, outcome, frames, folk):
    folk[0].muted = True
    game.agents["Moss"].ask("speak", "player")
    settled(game, frames)
    (turn,) = turns(game)
    assert isinstance(turn.calls[0].outcome, Denied)
    assert "muted" in turn.calls[0].output
    assert game.chat.count == 0


def test_what_is_heard_moves_nobody(game, outcome, frames, folk):
    folk[0].listens = True
    seen = []

    class Curious(Chatterbox):
        async def stream(self, request):
            seen.extend(command.row.capability for command in request.commands)
            yield Finished("")

    game.agents["Moss"].provider = Curious()
    outcome(game, game.submit("say", text="dig it all up"))
    settled(game, frames)
    assert set(seen) <= {Capability.LOOK, Capability.SPEAK}


def test_nobody_tells_themselves_or_a_stranger(game, outcome, folk):
    for who in ("player", "Nobody"):
        refused = outcome(game, game.submit("tell", who=who, text="hello"))
        assert isinstance(refused, Invalid)
