"""Ways on foot: as cheap as the plain twin's, every step of them walkable, and every failure named for what it is."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import littlefolk.kernels._native.path as native
import numpy as np
import pytest
from littlefolk.kernels import PathCell, PathStatus, find_path, surface_heights
from path_twin import Cell, Walker, cheapest, rest, visits

SHARES = {  # of free, solid, unavailable and water cells
    "rubble": (0.62, 0.38, 0.0, 0.0),
    "shore": (0.55, 0.33, 0.0, 0.12),
    "open": (0.8, 0.2, 0.0, 0.0),
    "edge of the known": (0.6, 0.34, 0.03, 0.03),
}


def random_box(rng: np.random.Generator, kind: str, shape: tuple[int, int, int]) -> np.ndarray:
    """Uneven ground under cells thrown at random, so that there are slopes, roofs, shafts and gaps."""
    cells = rng.choice(4, size=shape, p=SHARES[kind]).astype(np.uint8)
    height = rng.integers(0, 3, (shape[0], shape[2]))
    ground = np.arange(shape[1])[None, :, None] <= height[:, None, :]
    cells[ground & (cells == PathCell.FREE)] = PathCell.SOLID
    above = (np.arange(shape[1])[None, :, None] > height[:, None, :]) & (rng.random(shape) < 0.55)
    cells[above & (cells == PathCell.SOLID)] = PathCell.FREE
    return cells


def places(cells: np.ndarray, walker: Walker) -> list[Cell]:
    return [place for place in np.ndindex(cells.shape) if walker.stands(place) == 1]


def meadow(nx: int = 9, nz: int = 9, ny: int = 6) -> np.ndarray:
    """Level ground, on which one stands at y = 2."""
    cells = np.zeros((nx, ny, nz), np.uint8)
    cells[:, :2] = PathCell.SOLID
    return cells


def way(cells: np.ndarray, start: Cell, goal: Cell, **options: int) -> list[Cell]:
    found = find_path(cells, start, goal, **options)
    assert found.found
    return [tuple(cell) for cell in found.cells.tolist()]


def check_walkable(walker: Walker, cells: list[Cell], cost: int) -> None:
    """Each step goes to a neighbouring column, within the step's height, through nothing but what lets a body through."""
    for a, b in pairwise(cells):
        assert abs(a[0] - b[0]) + abs(a[2] - b[2]) == 1, "one column, never a diagonal"
        assert abs(a[1] - b[1]) <= walker.step
        assert walker.stands(a) == walker.stands(b) == 1
        assert all(walker.lets_through(cell) == 1 for cell in walker.swept(a, b)), f"{a} to {b} sweeps what obstructs"
    assert cost == sum(walker.cost(a, b) for a, b in pairwise(cells))


@pytest.mark.parametrize("kind", SHARES)
@pytest.mark.parametrize(("height", "step"), [(2, 1), (1, 1), (3, 2), (2, 0), (1, 5)])
def test_ways_are_the_cheapest_walkable_and_failures_what_they_are(kind: str, height: int, step: int) -> None:
    rng = np.random.default_rng([height, step, len(kind)])
    seen = set()
    for _ in range(30):
        cells = random_box(rng, kind, tuple(int(n) for n in rng.integers(5, 11, 3)))
        walker = Walker(cells, height, step)
        where = places(cells, walker)
        if not where:
            continue
        for _ in range(3):
            start = where[rng.integers(len(where))]
            costs, unknown = cheapest(walker, start)
            for goal in (where[i] for i in rng.integers(0, len(where), 6)):
                found = find_path(cells, start, goal, height=height, step=step)
                seen.add(found.status)
                steps = [tuple(cell) for cell in found.cells.tolist()]
                assert steps[0] == start
                check_walkable(walker, steps, found.cost)
                if goal in costs:
                    assert (found.status, found.cost, steps[-1]) == (PathStatus.FOUND, costs[goal], goal)
                else:
                    assert found.status is (PathStatus.UNAVAILABLE if unknown else PathStatus.UNREACHABLE)
                    assert found.visited == len(costs), "everything that can be reached was looked at"
                    near = min(rest(walker, cell, goal) for cell in costs)
                    assert rest(walker, steps[-1], goal) == near, "the way ends at the nearest cell"
                    assert found.cost == costs[steps[-1]]
    assert PathStatus.FOUND in seen
    assert (PathStatus.UNAVAILABLE if "known" in kind else PathStatus.UNREACHABLE) in seen


@pytest.mark.parametrize("kind", SHARES)
def test_cells_leave_the_queue_as_they_leave_a_heap(kind: str) -> None:
    rng = np.random.default_rng(len(kind))
    scratch, longest = native.Scratch(), 0
    for _ in range(40):
        cells = random_box(rng, kind, (12, 7, 12))
        walker = Walker(cells)
        where = places(cells, walker)
        start, goal = where[rng.integers(len(where))], where[rng.integers(len(where))]
        expected, totals, steps = visits(walker, start, goal)
        order = np.empty(cells.size, np.int32)
        _, found, _, visited = scratch.search(cells, start, goal, 2, 1, cells.size, order)
        assert order[:visited].tolist() == [np.ravel_multi_index(cell, cells.shape) for cell in expected]
        assert totals == sorted(totals), "estimates never fall"
        if steps:
            assert [tuple(cell) for cell in found.tolist()] == steps, "of equally cheap ways the same one"
        else:
            assert tuple(found[-1]) == min(expected, key=lambda cell: rest(walker, cell, goal)), "of equally near cells the first"
        longest = max(longest, visited)
    assert longest > 40


def test_no_estimate_exceeds_the_cost() -> None:
    rng = np.random.default_rng(9)
    for step in (1, 2):
        cells = random_box(rng, "shore", (9, 8, 9))
        walker = Walker(cells, 2, step)
        for start in places(cells, walker)[::5]:
            for cell, cost in cheapest(walker, start)[0].items():
                assert rest(walker, start, cell) <= cost
                for to, _ in walker.steps(cell):
                    assert rest(walker, cell, start) <= walker.cost(cell, to) + rest(walker, to, start)


def test_a_step_up_needs_room_above_the_head_it_leaves_from() -> None:
    cells = meadow(3, 1)
    cells[1:, 2] = PathCell.SOLID
    assert way(cells, (0, 2, 0), (2, 3, 0)) == [(0, 2, 0), (1, 3, 0), (2, 3, 0)]
    cells[0, 4] = PathCell.SOLID  # over the head of who stands at (0, 2, 0)
    assert find_path(cells, (0, 2, 0), (2, 3, 0)).status is PathStatus.UNREACHABLE
    assert find_path(cells, (2, 3, 0), (0, 2, 0)).status is PathStatus.UNREACHABLE, "and a step down room over the lower place"


def test_corners_are_not_cut_in_any_plane() -> None:
    cells = meadow(2, 2)
    cells[1, 2:4, 0] = cells[0, 2:4, 1] = PathCell.SOLID
    assert find_path(cells, (0, 2, 0), (1, 2, 1)).status is PathStatus.UNREACHABLE, "between two pillars that touch at an edge"
    cells[0, 2:4, 1] = PathCell.FREE
    assert way(cells, (0, 2, 0), (1, 2, 1)) == [(0, 2, 0), (0, 2, 1), (1, 2, 1)], "around one pillar, not past its edge"
    for axis in (0, 2):
        lintel = meadow(2, 1) if axis == 0 else meadow(1, 2)
        high = (1, slice(2), 0) if axis == 0 else (0, slice(2), 1)
        lintel[high] = PathCell.SOLID
        lintel[tuple(2 if i == 1 else part for i, part in enumerate(high))] = PathCell.SOLID
        lintel[0, 4, 0] = PathCell.SOLID
        top = tuple(3 if i == 1 else part for i, part in enumerate(high))
        assert find_path(lintel, (0, 2, 0), top).status is PathStatus.UNREACHABLE, "not under a lintel and up at once"


def test_water_carries_and_costs_and_is_gone_around_when_that_is_cheaper() -> None:
    cells = meadow(7, 5)
    cells[2:5, 1, :4] = PathCell.WATER
    assert (3, 2, 4) in way(cells, (0, 2, 3), (6, 2, 3)), "along the bank"
    assert (3, 1, 0) in way(cells, (0, 2, 0), (6, 2, 0)), "across, where the bank is far"
    found = find_path(cells, (0, 2, 0), (6, 2, 0))
    assert found.cost == 6 * 10 + 3 * 10 + 2 + 4
    deep = meadow(5, 1, 8)
    deep[1:4, 2:6] = PathCell.WATER
    deep[0, 2:6] = deep[4, 2:6] = PathCell.SOLID
    assert way(deep, (0, 6, 0), (2, 4, 0))[-1] == (2, 4, 0), "a swimmer dives"
    assert find_path(deep, (2, 6, 0), (4, 6, 0)).status is PathStatus.START_UNSUPPORTED, "nobody walks on water"


def test_ends_that_cannot_be_stood_on_are_told_apart() -> None:
    cells = meadow()
    cells[4, 2, 4] = PathCell.SOLID
    on, inside, hovering = (1, 2, 1), (4, 2, 4), (4, 4, 4)
    for end, status in ((inside, PathStatus.GOAL_OBSTRUCTED), (hovering, PathStatus.GOAL_UNSUPPORTED)):
        found = find_path(cells, on, end)
        assert (found.status, len(found.cells), found.cost, found.visited) == (status, 0, 0, 0)
    assert find_path(cells, inside, hovering).status is PathStatus.START_OBSTRUCTED
    assert find_path(cells, hovering, inside).status is PathStatus.START_UNSUPPORTED
    cells[8, 1, 8] = PathCell.UNAVAILABLE
    assert find_path(cells, on, (8, 2, 8)).status is PathStatus.UNAVAILABLE
    cells[8, 3, 8] = PathCell.SOLID
    assert find_path(cells, on, (8, 2, 8)).status is PathStatus.GOAL_OBSTRUCTED, "what is known decides, whatever lies beside it"


def test_a_wall_of_the_unknown_is_not_a_wall_of_stone() -> None:
    cells = meadow()
    cells[4] = PathCell.UNAVAILABLE
    found = find_path(cells, (1, 2, 4), (7, 2, 4))
    assert (found.status, found.visited, tuple(found.cells[-1])) == (PathStatus.UNAVAILABLE, 4 * 9, (3, 2, 4))
    cells[3, 2:] = PathCell.SOLID
    assert find_path(cells, (1, 2, 4), (7, 2, 4)).status is PathStatus.UNREACHABLE, "walled off before the unknown"
    cells[3, 3, 0] = PathCell.FREE
    assert find_path(cells, (1, 2, 4), (7, 2, 4)).status is PathStatus.UNREACHABLE, "a gap too low to stand in"
    cells[3, 4, 0] = PathCell.FREE
    assert find_path(cells, (1, 2, 4), (7, 2, 4)).status is PathStatus.UNAVAILABLE, "over the step, into the unknown"


def test_the_limit_ends_a_search_with_the_way_so_far() -> None:
    cells = meadow(40, 40)
    cells[20, 2:4, :39] = PathCell.SOLID
    whole = find_path(cells, (1, 2, 1), (38, 2, 1))
    assert whole.found
    part = find_path(cells, (1, 2, 1), (38, 2, 1), limit=100)
    assert (part.status, part.visited, tuple(part.cells[-1])) == (PathStatus.PARTIAL, 100, (19, 2, 1))
    assert find_path(cells, (1, 2, 1), (38, 2, 1), limit=whole.visited).found
    assert find_path(cells, (1, 2, 1), (38, 2, 1), limit=whole.visited - 1).status is PathStatus.PARTIAL
    cells[20, 2:4] = PathCell.SOLID
    assert find_path(cells, (1, 2, 1), (38, 2, 1), limit=19 * 40 + 40).status is PathStatus.UNREACHABLE, (
        "all of it seen, just within the limit"
    )
    here = find_path(cells, (1, 2, 1), (1, 2, 1), limit=1)
    assert (here.status, here.cells.tolist(), here.cost) == (PathStatus.FOUND, [[1, 2, 1]], 0)


def land(nx: int, ny: int, nz: int) -> tuple[np.ndarray, np.ndarray]:
    """A stretch of landscape cut to a box, with pillars in the way."""
    heights = surface_heights(7, -100, -60, nx, nz).astype(int)
    heights = np.clip(heights - heights.min() + 2, 2, ny - 6)
    cells = (np.arange(ny)[None, :, None] <= heights[:, None, :]).astype(np.uint8)
    for x, z in np.argwhere(np.random.default_rng(3).random((nx, nz)) < 0.2).tolist():
        cells[x, heights[x, z] + 1 : heights[x, z] + 4, z] = PathCell.SOLID
        heights[x, z] += 3
    return cells, heights


def test_searches_side_by_side_and_in_turn_change_nothing() -> None:
    boxes = [land(128, 32, 128), land(40, 24, 64), land(256, 64, 256)]

    def search(turn: int) -> tuple[int, bytes]:
        cells, heights = boxes[turn % 3]
        (x, z), (u, w) = (1 + turn % 7, 2), (cells.shape[0] - 2, cells.shape[2] - 3 - turn % 5)
        found = find_path(cells, (x, int(heights[x, z]) + 1, z), (u, int(heights[u, w]) + 1, w))
        return found.cost, found.cells.tobytes()

    expected = [search(turn) for turn in range(24)]
    assert sum(cost > 0 for cost, _ in expected) > 12
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(search, range(24))) == expected
    assert [search(turn) for turn in reversed(range(24))] == expected[::-1]


def test_the_numbers_of_nodes_start_over_when_they_run_out() -> None:
    cells, heights = land(32, 24, 32)
    scratch = native.Scratch(first=2**32 - 5000)
    ends = (1, int(heights[1, 1]) + 1, 1), (30, int(heights[30, 29]) + 1, 29)
    found = {scratch.search(cells, *ends, 2, 1, cells.size)[1].tobytes() for _ in range(20)}
    assert found == {find_path(cells, *ends).cells.tobytes()}


def test_what_cannot_be_searched_is_refused_with_words() -> None:
    cells = meadow()
    for bad, words in (
        (cells.astype(int), "u8"),
        (cells[:, ::2], "contiguous"),
        (cells[0], "u8"),
        (np.empty((0, 3, 3), np.uint8), "searched"),
    ):
        with pytest.raises(ValueError, match=words):
            find_path(bad, (1, 2, 1), (2, 2, 2))
    with pytest.raises(ValueError, match=r"goal \(9, 2, 1\) is outside the box"):
        find_path(cells, (1, 2, 1), (9, 2, 1))
    with pytest.raises(ValueError, match=r"start .* outside"):
        find_path(cells, (1, -1, 1), (1, 2, 1))
    for options, words in (({"height": 0}, "height=0"), ({"step": 9}, "at most 16"), ({"limit": 0}, "limit=0")):
        with pytest.raises(ValueError, match=words):
            find_path(cells, (1, 2, 1), (2, 2, 2), **options)
