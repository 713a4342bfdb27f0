"""Overheard speech: what a person sets going gets so many answers, and then falls silent."""

from hypothesis import given
from hypothesis import strategies as st
from littlefolk.residents.conversations import ANSWERS, PAUSE, Conversations


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(1, 4)), max_size=60), st.integers(1, 5))
def test_one_thing_said_sets_off_so_many_turns_at_most_whoever_listens(says, listeners):
    """Each waiting turn speaks as often as it likes, to however many listeners: in all there are at most so many turns."""
    conversations = Conversations()
    waiting, begun = [], 0

    def speak(turn, *, person):
        nonlocal begun
        conversation = conversations.of(turn, asked_by_person=person)
        for _ in range(listeners):
            if conversation.take():
                begun += 1
                waiting.append(f"turn {begun}")
                conversations.join(waiting[-1], conversation)

    speak("", person=True)
    for which, times in says:
        for _ in range(times):
            if waiting:
                speak(waiting[which % len(waiting)], person=False)
    assert begun <= ANSWERS


def test_all_that_is_said_in_a_turn_that_a_person_asked_for_is_one_conversation():
    conversations = Conversations()
    first = conversations.of("a", asked_by_person=True)
    assert conversations.of("a", asked_by_person=True) is first
    assert conversations.of("b", asked_by_person=True) is not first
    assert conversations.of("", asked_by_person=True) is not conversations.of("", asked_by_person=True)


def test_a_turn_of_which_nothing_is_known_any_more_has_no_answers_left():
    conversations = Conversations()
    assert not conversations.of("long ago", asked_by_person=False).take()


def test_a_listener_takes_up_one_thing_at_a_time():
    conversations = Conversations()
    assert conversations.attentive("Moss", 10.0)
    assert not conversations.attentive("Moss", 10.0 + PAUSE / 2)
    assert conversations.attentive("Fern", 10.0 + PAUSE / 2)
    assert conversations.attentive("Moss", 10.0 + PAUSE)
