"""What no font can draw is told in words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from littlefolk.panels.legible import legible


def latin(sign):
    return sign < "\u0400" or sign in "😀\u200d"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("ünïcode é", "ünïcode é"),
        ("漢字 and かな", "[2 CJK] and [2 Hiragana]"),
        ("한국어!", "[3 Hangul]!"),
        ("hi 👍", "hi [thumbs up sign]"),
        ("👍🏽👍", "[thumbs up sign][thumbs up sign]"),
        ("😀\ufe0f ok", "😀 ok"),
        ("🇩🇪", "[flag DE]"),
        ("a\u200bb", "ab"),
        ("\U0001fbff", "[U+1FBFF]"),
        ("", ""),
    ],
)
def test_signs_without_a_picture_are_told(text, shown):
    assert legible(text, latin) == shown


@given(st.text(max_size=80))
def test_all_that_is_shown_can_be_drawn_and_nothing_changes_where_all_can(text):
    assert legible(text, lambda _sign: True) == text
    assert all(map(latin, legible(text, latin)))
