"""Rows of ways on foot: against Dijkstra on a ready graph, and against the path finder of bots in another block game."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from itertools import pairwise

import numpy as np
from littlefolk.kernels import Path, PathCell, find_path, surface_heights
from littlefolk.kernels.paths import FALL_COST, RISE_COST, STEP_COST
from node_peer import NodePeer
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components, dijkstra
from timing import Row, compare, compare_timed

SEED = 7
SIZES = ((128, 32, 128), (256, 64, 256))
Cell = tuple[int, int, int]


def box(shape: tuple[int, int, int], pillars: float) -> np.ndarray:
    """Hills cut to a box, with pillars two cells high at random; cell classes u8."""
    nx, ny, nz = shape
    heights = surface_heights(SEED, -100, -60, nx, nz).astype(int)
    heights = np.clip(heights - heights.min() + 3, 2, ny - 6)
    heights += 2 * (np.random.default_rng(1).random((nx, nz)) < pillars)
    return np.ascontiguousarray(np.arange(ny)[None, :, None] <= heights[:, None, :], np.uint8)


def standable(cells: np.ndarray) -> np.ndarray:
    """Where a body two cells high can stand on dry land, bool, of the same shape."""
    found = np.zeros(cells.shape, bool)
    found[:, 1:-1] = (cells[:, 1:-1] == PathCell.FREE) & (cells[:, 2:] == PathCell.FREE) & (cells[:, :-2] == PathCell.SOLID)
    return found


def graph(cells: np.ndarray) -> tuple[csr_array, np.ndarray]:
    """The places as numbers i32 (-1 where nobody can stand) and the steps between them as a sparse matrix of costs."""
    places = standable(cells)
    free = cells == PathCell.FREE
    numbers = np.full(cells.shape, -1, np.int32)
    numbers[places] = np.arange(places.sum())
    rows, columns, costs = [], [], []
    for axis in (0, 2):
        for rise in (-1, 0, 1):
            for back in (False, True):
                at = np.argwhere(places)
                to = at + np.where(np.arange(3) == axis, -1 if back else 1, 0) + [0, rise, 0]
                inside = ((to >= 0) & (to < cells.shape)).all(1)
                at, to = at[inside], to[inside]
                ok = places[tuple(to.T)]
                if rise:
                    x, y, z = np.where((at[:, 1] < to[:, 1])[:, None], at, to).T
                    ok &= free[x, np.minimum(y + 2, cells.shape[1] - 1), z]  # swept above the lower of the two
                rows.append(numbers[tuple(at[ok].T)])
                columns.append(numbers[tuple(to[ok].T)])
                costs.append(np.full(ok.sum(), STEP_COST + max(RISE_COST * rise, -FALL_COST * rise), float))
    count = int(places.sum())
    return csr_array((np.concatenate(costs), (np.concatenate(rows), np.concatenate(columns))), shape=(count, count)), numbers


def ends(matrix: csr_array, numbers: np.ndarray) -> tuple[Cell, Cell]:
    """Two places near opposite corners of the largest stretch of land that ways join."""
    where = np.argwhere(numbers >= 0)
    parts = connected_components(matrix, directed=True, connection="strong")[1]
    joined = where[parts == np.argmax(np.bincount(parts))]
    start, goal = joined[np.argmin(joined[:, 0] + joined[:, 2])], joined[np.argmax(joined[:, 0] + joined[:, 2])]
    return tuple(start.tolist()), tuple(goal.tolist())


def follow(parents: np.ndarray, start: int, goal: int) -> list[int]:
    """The way that predecessors describe, from the goal back."""
    way = [goal]
    while way[-1] != start:
        way.append(int(parents[way[-1]]))
    return way


def dijkstra_rows() -> Iterator[Row]:
    """The same cheapest cost, over two kinds of land and both sizes; the peer's graph is there before the clock starts."""
    for shape in SIZES:
        for land, pillars in (("hills", 0.1), ("thicket", 0.3)):
            cells = box(shape, pillars)
            matrix, numbers = graph(cells)
            start, goal = ends(matrix, numbers)
            first, last = int(numbers[start]), int(numbers[goal])

            def ours(cells=cells, start=start, goal=goal) -> Path:
                return find_path(cells, start, goal)

            def peer(matrix=matrix, first=first, last=last) -> tuple[float, list[int]]:
                costs, parents = dijkstra(matrix, indices=first, return_predecessors=True)
                return float(costs[last]), follow(parents, first, last)

            def same(ours=ours, peer=peer) -> bool:
                found = ours()
                return found.found and found.cost == peer()[0]

            size = "×".join(map(str, shape))
            yield compare("path", f"{size} {land}, equal cost", "scipy dijkstra, graph made", ours, peer, same, 2.0, 3.0)


def walkable(cells: np.ndarray, way: list[list[int]], start: Cell, goal: Cell, diagonal: bool) -> bool:
    """Whether a way leads from the start to the goal over places one can stand, a column and at most one cell of height at a step."""
    places = standable(cells)
    for a, b in pairwise(way):
        aside = sorted((abs(a[0] - b[0]), abs(a[2] - b[2])))
        if aside not in ([[0, 1], [1, 1]] if diagonal else [[0, 1]]) or abs(a[1] - b[1]) > 1:
            return False
    return tuple(way[0]) == start and tuple(way[-1]) == goal and all(places[tuple(place)] for place in way)


def pathfinder_rows() -> Iterator[Row]:
    """The peer walks diagonally and has other costs: equal are the ends, and both ways are walkable by their own rules."""
    with NodePeer("pathfinder.js") as node:
        for land, pillars in (("hills", 0.1), ("thicket", 0.3)):
            cells = box(SIZES[0], pillars)
            start, goal = ends(*graph(cells))
            node.ask({"shape": cells.shape, "cells": base64.b64encode(cells.tobytes()).decode()})

            def ask(times: int, start=start, goal=goal) -> dict[str, object]:
                return node.ask({"start": start, "goal": goal, "times": times})

            def ours(cells=cells, start=start, goal=goal) -> Path:
                return find_path(cells, start, goal)

            found, theirs = ours(), ask(1)
            same = walkable(cells, found.cells.tolist(), start, goal, False) and walkable(cells, list(theirs["way"]), start, goal, True)
            case = f"128×32×128 {land}, both ways valid"
            yield compare_timed(
                "path", case, "mineflayer-pathfinder", ours, lambda n, ask=ask: float(str(ask(n)["us"])) / 1e6, same, 100.0, 300.0, warm=5
            )


def rows() -> Iterator[Row]:
    """Every comparison of ways."""
    yield from dijkstra_rows()
    yield from pathfinder_rows()
