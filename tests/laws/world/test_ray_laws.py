import itertools
import math
from fractions import Fraction

from hypothesis import assume, given
from hypothesis import strategies as st
from littlefolk.world.ray import walk

awkward = st.sampled_from(
    [0.0, -0.0, 1.0, -1.0, 2.0, -3.0, 0.5, 1.9999999999999998, -1.9999999999999998, 31.0, 32.0, -32.0, -33.0, 1e-12, 30000.25]
)
ordinates = st.one_of(awkward, st.integers(-40, 40).map(float), st.floats(-40, 40))
slopes = st.one_of(st.sampled_from([0.0, -0.0, 1.0, -1.0, 0.5, -0.25, 1e-9, -1e-9]), st.floats(-1, 1))
points = st.tuples(ordinates, ordinates, ordinates)
directions = st.tuples(slopes, slopes, slopes)
reaches = st.sampled_from([0.0, 1.0, 2.5, 6.0])


def crossings(origin, direction, reach):
    """All plane crossings up to the reach in exact arithmetic, ordered by place and then axis: (t, axis)."""
    length = Fraction(math.hypot(*direction))
    found = []
    for axis in range(3):
        start, slope = Fraction(origin[axis]), Fraction(direction[axis])
        if slope == 0:
            continue
        plane = math.floor(start) + (1 if slope > 0 else 0)
        while (plane - start) / slope * length <= reach:
            found.append(((plane - start) / slope, axis))
            plane += 1 if slope > 0 else -1
    return sorted(found)


@given(points, directions, reaches)
def test_the_walk_is_the_exact_order_of_crossings(origin, direction, reach):
    assume(math.hypot(*direction) > 1e-6)
    cell = [math.floor(value) for value in origin]
    expected = [tuple(cell)]
    for _, axis in crossings(origin, direction, reach):
        cell[axis] += 1 if direction[axis] > 0 else -1
        expected.append(tuple(cell))
    steps = list(walk(origin, direction, reach))
    length = min(len(expected), len(steps))
    assert [tuple(step.cell) for step in steps[:length]] == expected[:length]
    # The walk measures the reach in floating point; only a crossing at the very end of it may fall to either side.
    for step in steps[length:]:
        assert math.isclose(step.distance, reach, rel_tol=1e-9)
    assert abs(len(expected) - len(steps)) <= 3


@given(points, directions, reaches)
def test_every_cell_the_ray_passes_through_is_walked(origin, direction, reach):
    """Independent of any order: a cell whose inside is crossed over some length must be there, found by clipping the ray to boxes."""
    assume(math.hypot(*direction) > 1e-6)
    walked = {tuple(step.cell) for step in walk(origin, direction, reach)}
    end = Fraction(reach) / Fraction(math.hypot(*direction)) * Fraction(999999, 1000000)
    far = [Fraction(o) + Fraction(d) * end for o, d in zip(origin, direction, strict=True)]
    spans = [range(math.floor(min(o, f)), math.floor(max(o, f)) + 1) for o, f in zip(origin, far, strict=True)]
    for x in spans[0]:
        for y in spans[1]:
            for z in spans[2]:
                low, high = Fraction(0), end
                for axis, value in enumerate((x, y, z)):
                    start, slope = Fraction(origin[axis]), Fraction(direction[axis])
                    if slope == 0:
                        # A ray within a plane belongs to the cell above it.
                        if not value <= start < value + 1:
                            low, high = Fraction(1), Fraction(0)
                        continue
                    near, away = sorted(((value - start) / slope, (value + 1 - start) / slope))
                    low, high = max(low, near), min(high, away)
                if low < high:
                    assert (x, y, z) in walked


@given(points, directions, reaches)
def test_neighbours_share_the_face_that_is_told_and_distances_grow(origin, direction, reach):
    assume(math.hypot(*direction) > 1e-6)
    steps = list(walk(origin, direction, reach))
    for before, after in itertools.pairwise(steps):
        assert after.cell.step(after.face) == before.cell
        assert 0 <= before.distance <= after.distance * (1 + 1e-12) + 1e-12
        assert after.distance <= reach
