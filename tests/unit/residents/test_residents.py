"""Who lives in the world, and what was said in it."""

import pytest
from littlefolk.bodies.body import Body
from littlefolk.residents import Chat, Resident, Roster, Utterance
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
