"""Laws of the offline reader, whatever it is given."""

import littlefolk.verbs  # noqa: F401 (importing it declares the commands)
import pytest
from hypothesis import given
from hypothesis import strategies as st
from littlefolk.agent.providers.offline.grammar import MAXIMUM_TRIES, MAXIMUM_WORDS, Reader, example, parts_of
from littlefolk.agent.providers.offline.plan import Amount, Step, Unread
from littlefolk.agent.providers.offline.words import Word, singular, split
from littlefolk.commands import TABLES
from littlefolk.policy import RESIDENT_GRANTS

COMMANDS = TABLES.granted(["resident"], RESIDENT_GRANTS)
VOCABULARY = (
    "put place build remove look say what is where are the a three 3 stone lantern bricks block blocks row column tower of in front you me"
    ' it that there on top next to left right behind east two steps at 4 0 -5 and then , . ? please could Moss #ABCD with high "hello"'
).split()
sentences = st.lists(st.sampled_from(VOCABULARY), max_size=25).map(" ".join)


def read(sentence):
    return Reader(COMMANDS, ("Moss",)).read(sentence)


@given(sentences | st.text(max_size=100))
def test_any_text_is_steps_or_says_what_was_not_read(sentence):
    result = read(sentence)
    if isinstance(result, Unread):
        assert result.message
        assert result.message.isprintable()
        assert result.word == "" or result.word in sentence
    else:
        assert result
        assert all(isinstance(step, Step) for step in result)


@given(sentences)
def test_reading_is_deterministic(sentence):
    assert read(sentence) == read(sentence)


@given(sentences, st.sampled_from(["flurb", "yesterday", "🧱", "unless", "&", "=="]), st.randoms())
def test_a_word_that_nobody_declared_spoils_the_whole_sentence(sentence, strange, random):
    words = sentence.split()
    words.insert(random.randint(0, len(words)), strange)
    result = read(" ".join(words))
    if not isinstance(result, Unread):
        # only a free text or a material, which is judged before anything is done, may hold any word
        slots = [slot for step in result for slot in step.slots.values()]
        assert any(strange in (slot.kind if isinstance(slot, Amount) else str(slot)) for slot in slots)


@pytest.mark.parametrize(
    "sentence",
    [
        "put a stone block and " * 23,
        "put stone in and say then, and. " * 12,
        "put three three three three " * 20,
        "put a row of a row of a row of " * 10,
        "next to the right of the left of the " * 12,
        "a " * MAXIMUM_WORDS,
        "( " * MAXIMUM_WORDS,
        '"' * MAXIMUM_WORDS,
        "x" * 100_000,
    ],
)
def test_hard_sentences_are_given_up_within_bounds(sentence):
    reader = Reader(COMMANDS)
    assert isinstance(reader.read(sentence), Unread)
    assert reader._tries <= MAXIMUM_TRIES * 2


def test_too_many_words_are_refused():
    result = read("please " * (MAXIMUM_WORDS + 1))
    assert isinstance(result, Unread)
    assert f"at most {MAXIMUM_WORDS}" in result.message


NUMERALS = {"three": 3, "a": 1, "twelve": 12, "twenty-one": 21, "ninety-nine": 99, "7": 7, "-7": -7, "+7": 7, "٣": None, "stone": None}
SINGULARS = {"lanterns": "lantern", "bodies": "body", "glass": "glass", "moss": "moss", "bricks": "brick"}


@pytest.mark.parametrize(("word", "number"), NUMERALS.items())
def test_numerals(word, number):
    assert Word(word, word, 0).number == number


@given(st.text(max_size=60))
def test_words_are_pieces_of_the_sentence_in_order(text):
    words = split(text)
    assert all(text[word.start :].startswith(word.written) for word in words)
    read_signs = "".join("".join(word.written.split()) for word in words)
    assert read_signs == "".join(text.split()), "no sign is passed over"
    starts = [word.start for word in words]
    assert starts == sorted(set(starts))


@pytest.mark.parametrize(("many", "one"), SINGULARS.items())
def test_singulars(many, one):
    assert singular(many) == one


@pytest.mark.parametrize("name", ["place_block_at", "remove_block_at", "say", "look_at", "block_at", "where_am_i"])
def test_what_a_gnome_can_do_first_has_an_example(name):
    command = TABLES.get(name)
    assert all(example(command, parts_of(phrase)) for phrase in command.phrases)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_every_example_is_read(command):
    """What the reader offers as a sentence is one that it reads, and as a step of the command it stands for."""
    for phrase in command.phrases:
        sentence = example(command, parts_of(phrase))
        if not sentence:
            continue
        steps = Reader(COMMANDS).read(sentence)
        assert not isinstance(steps, Unread), sentence
        assert command.name in [step.command.name for step in steps], sentence
