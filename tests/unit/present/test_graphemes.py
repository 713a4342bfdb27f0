"""Text is cut between signs, never within one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from littlefolk.present.graphemes import boundary, clusters
from littlefolk.present.untrusted import one_line, traced, wrapped

SIGNS = ["a", " ", "é", "e\u0301", "漢", "か\u3099", "각", "\u1100\u1161\u11a8", "😀", "👍🏽", "🇩🇪", "🇫🇷"]
SIGNS += ["👩\u200d👩\u200d👧", "❤\ufe0f", "ש\u05c1", "ක\u0dd2"]
texts = st.lists(st.sampled_from(SIGNS), min_size=1, max_size=60)


@given(texts)
def test_the_signs_of_a_text_are_those_it_was_made_of(signs):
    assert list(clusters("".join(signs))) == signs


@given(texts, st.integers(0, 200))
def test_a_boundary_is_the_nearest_one_before(signs, at):
    text = "".join(signs)
    at = min(at, len(text))
    ends = {0}
    for sign in signs:
        ends.add(max(ends) + len(sign))
    assert boundary(text, at) == max(end for end in ends if end <= at)


@given(texts, st.integers(8, 40))
def test_what_is_cut_and_what_is_wrapped_keeps_its_signs_whole(signs, width):
    text = "".join(signs)
    cut = one_line(text, width)
    assert len(cut) <= width
    flat = " ".join(text.split())
    if cut != flat:
        assert cut.endswith("…")
        assert flat[: len(cut) - 1] == cut[:-1]
        assert boundary(flat, len(cut) - 1) == len(cut) - 1
    lines = wrapped(text, width)
    assert all(len(line) <= width for line in lines)
    assert [sign for line in lines for sign in clusters(line) if sign.strip()] == [sign for sign in signs if sign.strip()]
    (first,) = traced(text, 1, width).splitlines() or [""]
    assert len(first) <= width


@pytest.mark.parametrize("text", ["", "plain words"])
def test_plain_text_may_be_cut_anywhere(text):
    assert [boundary(text, at) for at in range(len(text) + 1)] == list(range(len(text) + 1))
