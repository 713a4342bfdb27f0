"""Ways on foot in plain Python, for reading: every rule once, cell by cell, with answers yes (1), unknown (0.5) and no (0)."""

from __future__ import annotations

import heapq
from collections.abc import Iterator

import numpy as np

FREE, SOLID, UNAVAILABLE, WATER = range(4)
Cell = tuple[int, int, int]
WAYS = ((1, 0), (-1, 0), (0, 1), (0, -1))


class Walker:
    """The rules of a body of some height and step in a box of cells."""

    def __init__(self, cells: np.ndarray, height: int = 2, step: int = 1) -> None:
        self.cells = {tuple(place): int(kind) for place, kind in np.ndenumerate(cells)}
        self.height, self.step = height, step

    def lets_through(self, cell: Cell) -> float:
        return {FREE: 1, WATER: 1, UNAVAILABLE: 0.5}.get(self.cells.get(cell, SOLID), 0)

    def bears(self, cell: Cell) -> float:
        """Whether something bears a body whose base is in the cell; nothing outside the box does."""
        x, y, z = cell
        here, below = self.cells.get(cell), self.cells.get((x, y - 1, z))
        if here == WATER or below == SOLID:
            return 1
        return 0.5 if UNAVAILABLE in (here, below) else 0

    def stands(self, cell: Cell) -> float:
        x, y, z = cell
        return min(self.bears(cell), *(self.lets_through((x, y + i, z)) for i in range(self.height)))

    def swept(self, a: Cell, b: Cell) -> list[Cell]:
        """All cells the body passes through on its step from a to b, in boxes: up, across, down."""
        high = max(a[1], b[1])
        up = [(a[0], y + i, a[2]) for y in range(a[1], high + 1) for i in range(self.height)]
        down = [(b[0], y + i, b[2]) for y in range(b[1], high + 1) for i in range(self.height)]
        return up + down

    def steps(self, cell: Cell) -> Iterator[tuple[Cell, float]]:
        """Every place the rules do not forbid to step to, and whether that is sure; in the order in which they are opened."""
        x, y, z = cell
        for dx, dz in WAYS:
            for rise in range(-self.step, self.step + 1):
                to = (x + dx, y + rise, z + dz)
                sure = min(self.stands(to), *(self.lets_through(c) for c in self.swept(cell, to)))
                if sure:
                    yield to, sure

    def cost(self, a: Cell, b: Cell) -> int:
        rise = b[1] - a[1]
        return 10 + max(4 * rise, -2 * rise) + (10 if self.cells[b] == WATER else 0)


def cheapest(walker: Walker, start: Cell) -> tuple[dict[Cell, int], bool]:
    """Dijkstra without a goal: the cost of every place that can be reached, and whether an unknown step leads out of them."""
    costs, waiting, unknown = {start: 0}, [(0, start)], False
    while waiting:
        cost, cell = heapq.heappop(waiting)
        if cost > costs[cell]:
            continue
        for to, sure in walker.steps(cell):
            if sure < 1:
                unknown = True
                continue
            if cost + walker.cost(cell, to) < costs.get(to, 1 << 60):
                costs[to] = cost + walker.cost(cell, to)
                heapq.heappush(waiting, (costs[to], to))
    return costs, unknown


def rest(walker: Walker, a: Cell, b: Cell) -> int:
    """What the way from a to b costs at least."""
    climb = b[1] - a[1]
    moves = max(abs(a[0] - b[0]) + abs(a[2] - b[2]), -(-abs(climb) // max(walker.step, 1)))
    return 10 * moves + max(4 * climb, -2 * climb)


def visits(walker: Walker, start: Cell, goal: Cell) -> tuple[list[Cell], list[int], list[Cell]]:
    """A* with a heap: the places in the order visited, their estimates, and the way, if any. Of equals the one put in last is first."""
    costs, parents, serial = {start: 0}, {start: start}, 0
    latest = {start: 0}
    waiting = [(rest(walker, start, goal), 0, start)]
    order, totals, closed = [], [], set()
    while waiting:
        total, number, cell = heapq.heappop(waiting)
        if cell in closed or latest[cell] != -number:
            continue
        closed.add(cell)
        order.append(cell)
        totals.append(total)
        if cell == goal:
            way = [goal]
            while way[-1] != start:
                way.append(parents[way[-1]])
            return order, totals, way[::-1]
        for to, sure in walker.steps(cell):
            cost = costs[cell] + walker.cost(cell, to)
            if sure < 1 or to in closed or cost >= costs.get(to, 1 << 60):
                continue
            serial += 1
            costs[to], parents[to], latest[to] = cost, cell, serial
            heapq.heappush(waiting, (cost + rest(walker, to, goal), -serial, to))
    return order, totals, []
