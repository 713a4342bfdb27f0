"""Who lives in the world, and what was said in it."""

import pytest
from littlefolk.bodies.body import Body
from littlefolk.commands import TABLES
from littlefolk.residents import FIGURES, Chat, Resident, Roster, Utterance
from littlefolk.residents.roster import NAMES


def resident(name):
    return Resident(name, "gnome", Body(name))


def test_residents_are_found_by_name_in_any_case_and_listed_as_they_came():
    roster = Roster()
    arrived = []
    roster.on_arrival(lambda newcomer: arrived.append(newcomer.name))
    for name in ("Moss", "Fern"):
        roster.add(resident(name))
    assert roster.get("mOSS").name == "Moss"
    assert roster.get("Pip") is None
    assert [each.name for each in roster] == arrived == ["Moss", "Fern"]
    assert len(roster) == 2


def test_a_name_is_taken_once():
    roster = Roster()
    roster.add(resident("Moss"))
    with pytest.raises(ValueError, match="MOSS"):
        roster.add(resident("MOSS"))


def test_there_is_always_a_free_name():
    roster = Roster()
    for _ in range(3 * len(NAMES)):
        roster.add(resident(roster.free_name()))
    assert len({each.name.casefold() for each in roster}) == 3 * len(NAMES)


def test_chat_keeps_the_latest_and_counts_all():
    chat = Chat(keep=3)
    assert chat.last is None
    for number in range(5):
        chat.say(Utterance("Moss", str(number), "#ffffff", (0.0, 0.0, 0.0), float(number)))
    assert [said.text for said in chat.log] == ["2", "3", "4"]
    assert (chat.last.text, chat.count) == ("4", 5)


def test_who_is_near_enough_hears():
    said = Utterance("Moss", "hello", "#ffffff", (0.0, 0.0, 0.0), 0.0)
    assert said.heard_at((20.0, 0.0, 0.0))
    assert not said.heard_at((20.1, 0.0, 0.0))


def test_every_figure_has_a_table_of_its_own_and_names_that_nobody_shares():
    names = [name for figure in FIGURES.values() for name in figure.names]
    assert len(set(names)) == len(names)
    for figure in FIGURES.values():
        commands = {command.name for command in TABLES.within([figure.table])}
        assert commands >= {command.name for command in TABLES.within(["resident"])}
        assert figure.eye_height < figure.height < 1.8
