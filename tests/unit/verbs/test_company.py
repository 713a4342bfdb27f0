"""Small folk: who comes, what each can do, and what becomes of them."""

import asyncio

import pytest
from littlefolk.agent.providers.base import Provider
from littlefolk.present.call import Call, Caller
from littlefolk.present.outcome import Busy, Denied, Done, Failed, Invalid
from littlefolk.residents import FIGURES
from littlefolk.verbs.company import GRANTABLE
from littlefolk.world.cells import Cell

pytestmark = pytest.mark.usefixtures("flat_terrain")


@pytest.fixture
def played(games, tmp_path):
    return games.open(tmp_path)


class Waiting(Provider):
    """Thinks without end."""

    name = "waiting"

    async def stream(self, request):
        await asyncio.Event().wait()
        yield


def spawned(game, outcome, figure="gnome", name=None):
    result = outcome(game, game.submit(f"spawn_{figure}", name=name))
    assert isinstance(result, Done), result
    return game.roster.get(result.value.name)


@pytest.mark.parametrize("figure", FIGURES)
def test_each_figure_comes_with_its_own_size_colour_commands_and_manner(played, outcome, figure):
    resident = spawned(played, outcome, figure)
    like = FIGURES[figure]
    body = resident.body
    assert (resident.figure, resident.colour, resident.tables, resident.instructions) == (figure, like.colour, (figure,), like.manner)
    assert (body.width, body.height, body.eye_height) == (like.width, like.height, like.eye_height)
    assert resident.name in like.names
    assert resident.mood == ""
    assert played.world.read(Cell(resident.cell.x, resident.cell.y - 1, resident.cell.z)).kind.solid


def test_a_name_is_nobodys_else_whatever_the_figure(played, outcome):
    spawned(played, outcome, "cat", "Moss")
    for taken in ("moss", " MOSS ", "player", "me"):
        refused = outcome(played, played.submit("spawn_gnome", name=taken))
        assert isinstance(refused, Invalid)
        assert refused.argument == "name"


class TestKeepingCompany:
    @pytest.fixture
    def moss(self, played, outcome):
        return spawned(played, outcome, "gnome", "Moss")

    def test_who_is_dismissed_is_gone_with_its_mind(self, played, outcome, frames, moss):
        agent = played.agents["Moss"]
        played.focus.enter("Moss")
        agent.ask("put stone at 3 0 -5", "player")
        gone = outcome(played, played.submit("dismiss", who="Moss"))
        assert gone.value.name == "Moss"
        frames(played, lambda: agent.closed)
        assert "Moss" not in played.agents
        assert "Moss" not in played.bodies
        assert not played.focus.active
        assert played.bugs == []
        assert isinstance(outcome(played, played.submit("dismiss", who="Moss")), Invalid | Failed)
        assert isinstance(outcome(played, played.submit("spawn_gnome", name="Moss")), Done), "the name is free again"

    def test_a_new_name_goes_everywhere_and_the_old_one_stays_its_own(self, played, outcome, frames, moss):
        played.focus.enter("Moss")
        agent = played.agents["Moss"]
        handle = agent.handles.mint("something")
        renamed = outcome(played, played.submit("rename", who="Moss", name="  Old   Oak "))
        assert (renamed.value.before, renamed.value.name) == ("Moss", "Old Oak")
        assert played.agents == {"Old Oak": agent}
        assert played.focus.name == "Old Oak"
        assert set(played.bodies) == {"player", "Old Oak"}
        assert played.roster.get("moss") is None
        assert agent.handles.read(handle) == "something"
        agent.ask("where are you", "player")
        frames(played, lambda: not agent.busy)
        assert (agent.turn.agent, agent.turn.calls[0].status) == ("Old Oak", "ok")
        assert isinstance(outcome(played, played.submit("spawn_gnome", name="Moss")), Invalid), "records still speak of Moss"
        assert isinstance(outcome(played, played.submit("rename", who="Old Oak", name="Moss")), Done), "it may have its name back"

    def test_a_name_that_is_taken_or_changes_under_work_is_refused(self, played, outcome, frames, moss):
        spawned(played, outcome, "cat", "Tansy")
        assert isinstance(outcome(played, played.submit("rename", who="Moss", name="tansy")), Invalid)
        played.agents["Moss"].provider = Waiting()
        played.agents["Moss"].ask("wait", "player")
        assert isinstance(outcome(played, played.submit("rename", who="Moss", name="Alder")), Busy)
        played.agents["Moss"].stop()
        frames(played, lambda: not played.agents["Moss"].busy)
        assert isinstance(outcome(played, played.submit("rename", who="Moss", name="Alder")), Done)

    def test_what_is_granted_and_revoked_counts(self, played, outcome, frames, moss):
        agent = played.agents["Moss"]
        assert isinstance(outcome(played, played.submit("revoke", who="Moss", capability="build")), Done)
        before = played.world.revision
        agent.ask("put stone at 3 0 -5", "player")
        frames(played, lambda: not agent.busy)
        assert played.world.revision == before
        granted = outcome(played, played.submit("grant", who="Moss", capability="build"))
        assert "build" in granted.value.capabilities
        agent.ask("put stone at 3 0 -5", "player")
        frames(played, lambda: not agent.busy)
        assert played.world.revision == before + 1

    def test_the_players_own_is_granted_to_nobody(self):
        assert not {"interface", "spawn"} & set(GRANTABLE)

    def test_muting_and_listening_are_off_until_they_are_set(self, played, outcome, moss):
        assert not moss.muted
        assert not moss.listens
        for on in (True, False):
            outcome(played, played.submit("mute", who="Moss", on=on))
            outcome(played, played.submit("listen", who="Moss", on=on))
            assert (moss.muted, moss.listens) == (on, on)

    def test_a_resident_rules_over_nobody(self, played, outcome, moss):
        for command, arguments in (("dismiss", {"who": "Moss"}), ("grant", {"who": "Moss", "capability": "shell"}), ("open_roster", {})):
            call = Call(command, arguments, Caller("Moss", grants=moss.grants))
            assert isinstance(outcome(played, played.mailbox.submit(call)), Denied)

    def test_without_anybody_there_is_no_roster(self, played, outcome):
        refused = outcome(played, played.submit("open_roster"))
        assert isinstance(refused, Failed)
        assert "spawn a gnome or a cat" in refused.message

    def test_one_talks_to_who_is_near_wherever_one_looks(self, played, outcome, moss):
        played.player.body.yaw += 3.0
        assert isinstance(outcome(played, played.submit("talk_to", who="Moss")), Done)
        assert played.focus.name == "Moss"
        played.focus.leave()
        moss.body.position = (25.5, 0.0, 0.5)
        refused = outcome(played, played.submit("talk_to", who="Moss"))
        assert isinstance(refused, Failed)
        assert not played.focus.active
