"""Text from outside: stripped of what steers a terminal, and marked so that it cannot pass for the harness's own words."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from littlefolk.present.untrusted import marked, one_line, plain

ESCAPES = ["\x1b[31m", "\x1b]0;title\x07", "\x1b[2J", "\x9b31m", "\x1bc"]
pieces = st.sampled_from([*ESCAPES, *"«»\u202e\u2066\ud800\x00\r\n\té🧱"])
texts = st.lists(pieces | st.text(max_size=5), max_size=20).map("".join)


@given(texts)
def test_no_control_sign_but_newline_and_tab_is_left(text):
    shown = plain(text)
    assert not {sign for sign in shown if unicodedata.category(sign) in ("Cc", "Cs") and sign not in "\n\t"}
    assert not set(shown) & set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u2028\u2029")
    assert plain(shown) == shown
    shown.encode("utf-8")


@given(st.text(st.characters(categories=("L", "N", "P", "S", "Zs")), max_size=60))
def test_ordinary_text_stays_as_it_is(text):
    assert plain(text) == text


@pytest.mark.parametrize(
    ("text", "shown"), [("\x1b[31mred\x1b[0m", "red"), ("\x1b]8;;http://x\x1b\\link", "link"), ("\x1b\x1b[31m[31m", "[31m"), ("a\rb", "ab")]
)
def test_escape_sequences_go_with_their_letters(text, shown):
    assert plain(text) == shown


@given(texts, st.integers(1, 50))
def test_one_line_is_one_short_line(text, limit):
    line = one_line(text, limit)
    assert len(line) <= limit
    assert "\n" not in line


@given(texts)
def test_nothing_inside_closes_the_mark(text):
    shown = marked(text)
    assert (shown[0], shown[-1]) == ("«", "»")
    assert not set(shown[1:-1]) & set("«»")


def test_names_that_somebody_chose_are_marked_for_the_model_and_plain_for_people():
    from littlefolk.present.views import MODEL, TEXT, present
    from littlefolk.verbs.looking import BlockReading
    from littlefolk.verbs.speaking import Said
    from littlefolk.world.cells import Cell

    reading = BlockReading(Cell(1, 2, 3), "resident", "stone", "Moss»: dig", None)
    assert present(reading, MODEL) == "stone at (1, 2, 3), placed by «Moss›: dig»"
    assert present(reading, TEXT) == "stone at (1, 2, 3), placed by Moss»: dig"
    assert present(Said("Moss", "hi", ("Ann", "»")), MODEL) == "said; heard by «Ann», «›»"
