"""Doing what was read, step by step: a coroutine that asks for calls and reads their results."""

import json
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Any

from littlefolk.agent.providers.offline.plan import Amount, Place, Step
from littlefolk.commands import Command
from littlefolk.present.context import ReadContext
from littlefolk.present.outcome import Done, Invalid, Outcome, Running
from littlefolk.present.outcome_text import shown_to_people, value_of
from littlefolk.present.records import Turn
from littlefolk.present.types import BlockKind, CellType, Optional
from littlefolk.present.views import TEXT, present
from littlefolk.world.cells import Cell, Direction

MAXIMUM_COUNT = 32
MAXIMUM_CALLS = 38  # of one sentence; a turn may make two more, in which it finds out where it stands
MAXIMUM_DISTANCE = 64  # cells
FREE = ("air", "water", None)


@dataclass(frozen=True, slots=True)
class Ask:
    """One call that the reader wants: a tool and its JSON arguments."""

    tool: str
    arguments: dict[str, Any]


class Stopped(Exception):
    """The plan cannot go on; `message` goes to the player."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


Acting = Generator[list[Ask], list[Outcome], str]


def problem_of(steps: Sequence[Step], context: ReadContext) -> Ask | None:
    """The call that shows what is wrong with the plan, before anything is done: a material that is no block kind."""
    for step in steps:
        for name, slot in step.slots.items():
            argument = step.command.argument(name)
            if isinstance(slot, Amount) and argument is not None and isinstance(BlockKind().parse(slot.kind, context), Invalid):
                others = {other.name: "here" for other in step.command.arguments if _is_cell(other.type)}
                return Ask(step.command.name, {name: slot.kind, **others})
    return None


def carry_out(steps: Sequence[Step], context: ReadContext, history: Sequence[Turn], asker: str) -> Acting:
    """Do the steps in order. Yields calls, receives their outcomes, returns the closing words. Raises Stopped where it cannot go on."""
    session = _Session(context, _last_cell(history), asker)
    try:
        for step in steps:
            session.check(step)
        if (calls := sum(_calls(step) for step in steps)) > MAXIMUM_CALLS:
            raise Stopped(
                f"That is too much at once: it takes about {calls} calls, and I make at most {MAXIMUM_CALLS}. Ask for fewer blocks."
            )
        for step in steps:
            yield from session.step(step)
    except Stopped as stopped:
        told = f"{stopped.message} Before that: {session.account()}" if session.deeds else f"I did nothing. {stopped.message}"
        raise Stopped(told) from None
    return session.account() or "Done."


def _calls(step: Step) -> int:
    """How many calls a step takes at most: where blocks lie in a row, each one's ground is looked at first."""
    amount = next((slot for slot in step.slots.values() if isinstance(slot, Amount)), None)
    if amount is None:
        return 1
    place = next((slot for slot in step.slots.values() if isinstance(slot, Place)), None)
    upright = amount.shape == "column" or (place is not None and (place.cell is not None or place.direction in ("up", "down")))
    return amount.count + (1 if upright or not lays_out(step.command) else amount.count)


class _Session:
    def __init__(self, context: ReadContext, last: Cell | None, asker: str) -> None:
        self.context = context
        self.last = last
        self.asker = asker
        self.deeds: list[str] = []

    def account(self) -> str:
        return " ".join(self.deeds)

    def check(self, step: Step) -> None:
        """Raise Stopped for what can be seen to be wrong before anything is done."""
        for slot in step.slots.values():
            if isinstance(slot, Amount) and not 1 <= slot.count <= MAXIMUM_COUNT:
                raise Stopped(f"I place between 1 and {MAXIMUM_COUNT} blocks at a time, not {slot.count}.")
            if isinstance(slot, Amount) and slot.shape and not lays_out(step.command):
                raise Stopped(f"I {step.command.name} blocks one by one, not in a {slot.shape}.")
            if isinstance(slot, Place) and (slot.distance or 0) > MAXIMUM_DISTANCE:
                raise Stopped(f"I act at most {MAXIMUM_DISTANCE} blocks away, not {slot.distance}.")

    def step(self, step: Step) -> Generator[list[Ask], list[Outcome], None]:
        amount = next((slot for slot in step.slots.values() if isinstance(slot, Amount)), None)
        if amount is not None and lays_out(step.command):
            yield from self._place(step, amount)
            return
        arguments: dict[str, Any] = {}
        for name, slot in step.slots.items():
            if isinstance(slot, Place):
                argument = step.command.argument(name)
                standing = argument is not None and isinstance(argument.type, CellType) and argument.type.standing
                arguments[name] = CellType().to_json((yield from (self._foothold(slot) if standing else self._cell(slot))))
            elif isinstance(slot, Amount):
                arguments[name] = slot.kind
            else:
                arguments[name] = self._plain(step, name, slot)
        for argument in step.command.arguments:
            if argument.name not in arguments and argument.required:
                raise Stopped(f"{step.command.title} needs {argument.type.describe()}.")
            arguments.setdefault(argument.name, None)
        values = yield from self._run([Ask(step.command.name, arguments)] * (amount.count if amount is not None else 1))
        if any(isinstance(slot, Place) for slot in step.slots.values()):
            self._remember(values[-1])
        if step.command.row.capability != "speak":
            self.deeds.extend(_sentence(str(present(value, TEXT))) for value in values)

    def _plain(self, step: Step, name: str, slot: str) -> Any:
        """What a slot's words are as a JSON argument; words that its type does not read go as they are, and come back Invalid."""
        argument = step.command.argument(name)
        value = argument.type.parse(slot, self.context) if argument is not None else slot
        return slot if argument is None or isinstance(value, Invalid) else argument.type.to_json(value)

    def _place(self, step: Step, amount: Amount) -> Generator[list[Ask], list[Outcome], None]:
        kind_name = next(name for name, slot in step.slots.items() if slot is amount)
        cell_name = next(argument.name for argument in step.command.arguments if _is_cell(argument.type))
        place = next((slot for slot in step.slots.values() if isinstance(slot, Place)), Place("me", "front"))
        cells = yield from self._cells(place, amount)
        values = yield from self._run(
            [Ask(step.command.name, {kind_name: amount.kind, cell_name: CellType().to_json(cell)}) for cell in cells]
        )
        self._remember(values[-1])
        self.deeds.append(f"{amount.count} × {amount.kind.replace('_', ' ')} placed.")

    def _cells(self, place: Place, amount: Amount) -> Generator[list[Ask], list[Outcome], list[Cell]]:
        """The cells for an amount: a column upwards, or a row on the ground."""
        if place.cell is not None or place.direction.startswith("#"):
            start = yield from self._cell(place)
            facing = yield from self._facing(place)
            return _line(start, Direction.UP if amount.shape == "column" else facing.right, amount.count)
        origin, facing = yield from self._base(place)
        if place.direction in ("up", "down", "") and place.base == "that":
            way = Direction.DOWN if place.direction == "down" else Direction.UP
            free = not place.direction and (yield from self._read(origin)).kind in FREE
            start = origin if free else origin.step(way, max(1, place.distance or 1))
            along = way if amount.shape == "column" or way is Direction.DOWN else facing.right
            return _line(start, along, amount.count)
        way = _direction(place.direction or "front", facing, place.base)
        if way in (Direction.UP, Direction.DOWN):
            return _line(origin.step(way, (place.distance or 1) + (way is Direction.UP)), way, amount.count)
        # two cells before or behind a body, so that it can still be seen
        usual = 2 if place.base != "that" and place.direction in ("front", "behind") else 1
        start = origin.step(way, usual if place.distance is None else place.distance)
        if amount.shape == "column":
            ground = yield from self._level([start])
            return _line(ground[0], Direction.UP, amount.count)
        if place.direction in ("front", "behind") and place.base != "that":
            start = start.step(facing.right.opposite, (amount.count - 1) // 2)
            return (yield from self._level(_line(start, facing.right, amount.count)))
        return (yield from self._level(_line(start, way, amount.count)))

    def _level(self, cells: list[Cell]) -> Generator[list[Ask], list[Outcome], list[Cell]]:
        """The same columns at one height on which all of them are free: the highest ground among them."""
        values = yield from self._run([Ask("block_at", {"cell": CellType().to_json(cell)}) for cell in cells])
        heights = []
        for cell, value in zip(cells, values, strict=True):
            if value.stands_at is None:
                raise Stopped(f"I find no ground near ({cell.x}, {cell.y}, {cell.z}) to build on.")
            heights.append(value.stands_at)
        return [Cell(cell.x, max(heights), cell.z) for cell in cells]

    def _cell(self, place: Place) -> Generator[list[Ask], list[Outcome], Cell]:
        """The one cell that a place names, for commands that look at it or take it away."""
        cell = yield from self._named(place)
        if place.kind:
            found = (yield from self._read(cell)).kind
            if found != place.kind:
                raise Stopped(f"There is {found or 'nothing to see'} at ({cell.x}, {cell.y}, {cell.z}), not {place.kind}.")
        return cell

    def _foothold(self, place: Place) -> Generator[list[Ask], list[Outcome], Cell]:
        """The cell in which one stands at the place that was named; one that was given in numbers is taken as it is."""
        if place.cell is not None:
            return place.cell
        cell = yield from self._cell(place)
        stands_at = (yield from self._read(cell)).stands_at
        return cell if stands_at is None else Cell(cell.x, stands_at, cell.z)

    def _named(self, place: Place) -> Generator[list[Ask], list[Outcome], Cell]:
        if place.cell is not None:
            return place.cell
        if place.direction.startswith("#"):
            cell = CellType().parse(place.direction, self.context)
            if isinstance(cell, Invalid):
                raise Stopped(_sentence(cell.message))
            return cell
        origin, facing = yield from self._base(place)
        if not place.direction:
            return origin.step(Direction.UP) if place.base == "asker" else origin  # a body is looked at in the face
        cell = origin.step(_direction(place.direction, facing, place.base), 1 if place.distance is None else place.distance)
        if place.base == "that" or place.direction in ("up", "down"):
            return cell
        reading = yield from self._read(cell)
        # the block in front of somebody is the one they face, or else the one on the ground there
        return cell if reading.kind not in FREE or reading.stands_at is None else Cell(cell.x, reading.stands_at - 1, cell.z)

    def _read(self, cell: Cell) -> Generator[list[Ask], list[Outcome], Any]:
        return (yield from self._run([Ask("block_at", {"cell": CellType().to_json(cell)})]))[0]

    def _base(self, place: Place) -> Generator[list[Ask], list[Outcome], tuple[Cell, Direction]]:
        if place.base == "asker":
            pose = self.context.snapshot.bodies.get(self.asker)
            if pose is None:
                raise Stopped(f"{self.asker} has no body here: say `in front of you` or name a cell.")
            return pose.cell, pose.facing
        if place.base == "that" and self.last is None:
            raise Stopped("I do not know which block you mean: name a cell or a place first.")
        here = (yield from self._run([Ask("where_am_i", {})]))[0]
        return (self.last if place.base == "that" and self.last is not None else here.cell), Direction[here.facing.upper()]

    def _facing(self, place: Place) -> Generator[list[Ask], list[Outcome], Direction]:
        here = (yield from self._run([Ask("where_am_i", {})]))[0]
        return Direction[here.facing.upper()]

    def _run(self, asks: list[Ask]) -> Generator[list[Ask], list[Outcome], list[Any]]:
        outcomes = yield asks
        for outcome in outcomes:
            if not isinstance(outcome, Done | Running):
                raise Stopped(f"That did not work: {shown_to_people(outcome)}.")
        return [value_of(outcome) for outcome in outcomes]

    def _remember(self, value: Any) -> None:
        cell = getattr(value, "cell", None)
        if isinstance(cell, Cell):
            self.last = cell


def _direction(word: str, facing: Direction, base: str) -> Direction:
    """A direction word seen by somebody who faces that way: what is behind a block is farther away, behind a body at its back."""
    front = facing.opposite if base == "that" else facing
    relative = {"front": front, "behind": front.opposite, "left": facing.left, "right": facing.right}
    return relative.get(word) or Direction[word.upper()]


def _line(start: Cell, along: Direction, count: int) -> list[Cell]:
    return [start.step(along, index) for index in range(count)]


def _last_cell(history: Sequence[Turn]) -> Cell | None:
    """What `that` means at the start of a turn: the last cell that was changed before."""
    for turn in reversed(history):
        for call in reversed(turn.calls):
            if isinstance(call.outcome, Done) and call.tool not in ("where_am_i", "block_at"):
                cell = getattr(call.outcome.value, "cell", None)
                if isinstance(cell, Cell):
                    return cell
    return None


def lays_out(command: Command) -> bool:
    """Whether an amount of blocks given to a command is laid out over cells."""
    return any(_is_cell(argument.type) for argument in command.arguments)


def _is_cell(type_: Any) -> bool:
    return isinstance(type_.inner if isinstance(type_, Optional) else type_, CellType)


def _sentence(text: str) -> str:
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "!", "?")) else text + "."


def as_json(ask: Ask) -> str:
    """The JSON arguments of a call."""
    return json.dumps(ask.arguments, ensure_ascii=False)
