"""Residents are kept with the world: they come back where they stood, as they were, and go for good when they are dismissed."""

import sqlite3

import pytest
from littlefolk.bodies.motor import STILL, Motor
from littlefolk.game.dwelling import PAUSE, PREFIX, Dwelling, kept_of, names_in
from littlefolk.policy import Capability, Grants
from littlefolk.present.outcome import Done
from littlefolk.residents import FIGURES, Resident, Roster
from littlefolk.world.saving import Save
from littlefolk.world.world import World


def somebody(name="Moss", figure="gnome", position=(0.5, 64.0, -3.25), **more):
    like = FIGURES[figure]
    return Resident(name, figure, like.body(name, position), like.colour, (like.table,), instructions=like.manner, **more)


@pytest.fixture
def saves(tmp_path):
    opened = []

    def open_save():
        for save in opened:
            save.close()
        opened.append(Save.open(tmp_path / "world.sqlite"))
        return opened[-1]

    yield open_save
    opened[-1].close()


def restored(save):
    dwelling = Dwelling(save, Roster())
    dwelling.restore()
    return dwelling


def test_what_changed_is_written_a_few_times_a_second_and_only_then(saves):
    save, roster = saves(), Roster()
    dwelling = Dwelling(save, roster)
    moss = somebody()
    roster.add(moss)
    dwelling.advance(10.0)
    (key,) = save.keys(PREFIX)
    first = save.get(key)
    moss.body.position = (1.5, 64.0, -3.25)
    dwelling.advance(10.0 + PAUSE / 2)
    assert save.get(key) is first, "it was looked at too soon"
    dwelling.advance(10.0 + PAUSE)
    second = save.get(key)
    assert second["position"][0] == 1.5
    dwelling.advance(11.0 + PAUSE)
    assert save.get(key) is second, "nothing changed, and it was written"
    roster.add(somebody("Fern"))
    dwelling.advance(11.0 + PAUSE)
    assert len(save.keys(PREFIX)) == 2, "who comes is written at once"


def test_a_dismissed_resident_is_forgotten_and_its_number_is_not_given_again(saves):
    save, roster = saves(), Roster()
    dwelling = Dwelling(save, roster)
    roster.add(somebody("Moss"))
    roster.add(somebody("Fern"))
    dwelling.keep()
    roster.remove(roster.get("Fern"))
    roster.add(somebody("Pip"))
    dwelling.keep()
    assert [resident.name for resident in restored(saves()).roster] == ["Moss", "Pip"]


def test_what_cannot_be_read_is_told_and_left_as_it_is(saves):
    save = saves()
    roster = Roster()
    roster.add(somebody("Moss"))
    Dwelling(save, roster).keep()
    good = save.get(f"{PREFIX}0000")
    strange = {
        "0001": good | {"figure": "dragon", "name": "Smaug"},
        "0002": good | {"position": [1, 2]},
        "0003": good,
        "0004": "rubbish",
        "0005": good | {"version": 2, "name": "Later"},
        "0006": good | {"name": "Fern", "grants": ["look", "levitate"], "hat": "tall"},
    }
    for number, document in strange.items():
        save.put(PREFIX + number, document)
    again = saves()
    dwelling = restored(again)
    assert [resident.name for resident in dwelling.roster] == ["Moss", "Fern"]
    assert dwelling.roster.get("Fern").grants == Grants.of(Capability.LOOK)
    assert len(dwelling.problems) == 5
    assert any("dragon" in problem and "0001" in problem for problem in dwelling.problems)
    dwelling.roster.add(somebody("Pip"))
    dwelling.keep()
    assert all(again.get(PREFIX + number) == strange[number] for number in ("0001", "0002", "0003", "0004", "0005"))
    assert again.get(f"{PREFIX}0007")["name"] == "Pip"


def test_names_are_read_from_a_save_without_opening_it(saves, tmp_path):
    assert names_in(tmp_path / "none.sqlite") == ()
    save, roster = saves(), Roster()
    for name in ("Moss", "Fern"):
        roster.add(somebody(name))
    Dwelling(save, roster).keep()
    save.flush()
    assert names_in(tmp_path / "world.sqlite") == ("Moss", "Fern")
    with sqlite3.connect(tmp_path / "other.sqlite") as other:
        other.execute("CREATE TABLE cheese (a)")
    other.close()
    assert names_in(tmp_path / "other.sqlite") == ()
    (tmp_path / "rubbish.sqlite").write_bytes(b"rubbish")
    assert names_in(tmp_path / "rubbish.sqlite") == ()


def test_who_stands_where_nothing_is_loaded_is_held_and_does_not_fall(saves):
    save, roster = saves(), Roster()
    roster.add(somebody(position=(500.5, 70.0, 500.5)))
    Dwelling(save, roster).keep()
    (moss,) = restored(saves()).roster
    assert moss.body.held
    world, motor = World(7), Motor()
    for _ in range(300):
        motor.step(world, moss.body, STILL, 1 / 60)
    assert moss.body.held
    assert moss.body.position == (500.5, 70.0, 500.5)


@pytest.mark.usefixtures("flat_terrain")
class TestInAGame:
    def spawn(self, game, outcome, name, figure="gnome"):
        result = outcome(game, game.submit(f"spawn_{figure}", name=name))
        assert isinstance(result, Done), result
        return game.roster.get(name)

    def test_they_are_there_again_with_minds_handles_and_all(self, games, outcome, frames):
        first = games.open()
        self.spawn(first, outcome, "Moss")
        cat = self.spawn(first, outcome, "Tansy", "cat")
        first.agents["Moss"].ask("put stone at 3 0 -5", "player")
        frames(first, lambda: not first.agents["Moss"].busy)
        (call,) = [call for call in first.agents["Moss"].turn.calls if call.tool == "place_block_at"]
        first.roster.rename(first.roster.get("Moss"), "Alder")
        cat.muted, cat.body.yaw = True, 1.25
        before = [kept_of(resident) for resident in first.roster]
        first.close()
        games.games.clear()
        second = games.open()
        assert [kept_of(resident) for resident in second.roster] == before
        assert list(second.agents) == ["Alder", "Tansy"]
        assert second.agents["Alder"].handles.read(call.handle).cell == (3, 0, -5), "the journal knows it as Moss"
        for _ in range(120):
            second.frame(1 / 60)
        places = {resident.name: resident.body.position for resident in second.roster}
        assert places == {kept["name"]: tuple(kept["position"]) for kept in before}
        assert all(resident.body.on_ground for resident in second.roster)
        second.agents["Alder"].ask("put clay at 4 0 -5", "player")
        frames(second, lambda: not second.agents["Alder"].busy)
        assert second.world.revision == first.world.revision + 1

    def test_what_a_killed_game_had_written_is_enough(self, games, outcome, tmp_path):
        """Everything is in the file while the game still runs."""
        now = [1e9]
        game = games.open()
        game.clock = lambda: now[0]
        moss = self.spawn(game, outcome, "Moss")
        now[0] += 1.0
        game.frame(0.0)
        game.save.flush()
        with sqlite3.connect(game.save.path) as reader:
            (document,) = reader.execute("SELECT value FROM documents WHERE key LIKE 'resident/%'").fetchall()
        reader.close()
        assert f'"position": {list(moss.body.position)}' in document[0]
