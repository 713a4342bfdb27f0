"""Bubbles stay in the picture of whoever is in it."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from littlefolk.panels.fitting import BESIDE, Fit, fitted, picture

SLOPE, ASPECT = math.tan(math.radians(35)), 16 / 9
FREE = picture(SLOPE, ASPECT, 0.28, 0.25)
BODY = 1.4
spans = st.floats(0.05, 4.0)


@given(st.floats(-1.0, 1.0), st.floats(-1.0, 1.6), st.floats(0.6, 25.0), spans, spans)
def test_whoever_is_in_the_picture_has_all_their_bubbles_in_its_free_part(across, up, depth, width, height):
    x, y = across * 0.95 * FREE.left * depth, up * FREE.top * depth
    if y - BODY > FREE.top * depth:
        y = FREE.top * depth + BODY * 0.9
    fit = fitted((x, y, depth), (width, height), BODY, FREE)
    assert 0.0 < fit.scale <= 1.0
    left, right, bottom, top = (edge * depth for edge in FREE)
    middle, foot, near = x + fit.right, y + fit.up, 1e-6
    assert left - near <= middle - width * fit.scale / 2
    assert middle + width * fit.scale / 2 <= right + near
    assert bottom - near <= foot
    assert foot + height * fit.scale <= top + near


@given(st.floats(-0.5, 0.5), st.floats(2.0, 20.0), st.floats(0.1, 0.5), st.floats(0.1, 0.5))
def test_what_has_room_over_the_head_stays_there(across, depth, width, height):
    assert fitted((across, 0.0, depth), (width, height), BODY, FREE) == Fit()


@given(st.floats(2.0, 20.0), spans)
def test_what_hangs_much_lower_hangs_beside_the_body_not_before_it(depth, width):
    height = 1.4 * FREE.top * depth
    fit = fitted((0.0, FREE.top * depth * 0.9, depth), (width, height), BODY, picture(SLOPE, ASPECT, 0.28))
    if abs(fit.right) + width * fit.scale / 2 < -FREE.left * depth - 1e-6:  # there is room
        assert abs(fit.right) == pytest.approx(width * fit.scale / 2 + BESIDE)


def test_where_there_is_no_room_to_the_left_it_is_to_the_right():
    at_left = fitted((FREE.left * 3 * 0.9, FREE.top * 3 * 0.9, 3.0), (0.6, 1.5), BODY, FREE)
    in_the_middle = fitted((0.0, FREE.top * 3 * 0.9, 3.0), (0.6, 1.5), BODY, FREE)
    assert in_the_middle.right < 0.0 < at_left.right


@pytest.mark.parametrize("foot", [(-9.0, 0.0, 3.0), (9.0, 0.0, 3.0), (0.0, 5.0, 3.0), (0.0, -5.0, 3.0), (0.0, 0.0, -1.0)])
def test_those_of_whoever_is_out_of_the_picture_stay_with_them(foot):
    assert fitted(foot, (0.6, 1.5), BODY, FREE) == Fit()
