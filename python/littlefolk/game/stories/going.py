"""Steps about bodies that go somewhere by themselves."""

import math

from littlefolk.bodies.action import Action
from littlefolk.bodies.body import Body
from littlefolk.bodies.motor import Tuning
from littlefolk.game.actions import MOST_STEPS, STEP
from littlefolk.game.options import PLAYER
from littlefolk.game.stories.running import Frames, StoryFailed, StoryRun
from littlefolk.game.stories.steps import agent_named
from littlefolk.game.stories.story import step
from littlefolk.game.stories.values import Span
from littlefolk.world.cells import Cell

FASTEST = Tuning().sprint  # m/s on the level
HIGHEST = 1.0 + 1e-6  # metres that a step of the motor lifts a body


@step("until action {name:word} {status:action} within {seconds:seconds}")
def until_action(run: StoryRun, name: str, status: str, seconds: float) -> Frames:
    """Wait until what somebody does, or did last, is so far. Meanwhile their body goes by steps, and every frame is drawn."""
    last = _body(run, name).position, _body(run, name).cell
    frames, drawn = 0, run.screen.drawn() if run.screen is not None else 0

    def arrived() -> bool:
        action = _latest(run, name)
        return action is not None and str(action.status) == status

    for _ in run.wait(seconds, arrived, lambda: _told(run, name)):
        yield
        body = _body(run, name)
        _judge_step(last[0], last[1], body.position, body.cell)
        last, frames = (body.position, body.cell), frames + 1
    if run.screen is not None and run.screen.drawn() - drawn < frames - 1:
        raise StoryFailed(f"only {run.screen.drawn() - drawn} of {frames} frames were drawn")


@step("expect action {name:word} {status:action}")
def expect_action(run: StoryRun, name: str, status: str) -> None:
    """What somebody does, or did last, is so far."""
    action = _latest(run, name)
    if action is None or str(action.status) != status:
        raise StoryFailed(_told(run, name))


@step("expect action {name:word} lasted {span:span} s")
def expect_lasted(run: StoryRun, name: str, span: Span) -> None:
    """What somebody does, or did last, took so many seconds of world time until now."""
    action = _latest(run, name)
    if action is None or action.elapsed not in span:
        raise StoryFailed(_told(run, name))


@step("expect body {name:word} at {cell:cell}")
def expect_body(run: StoryRun, name: str, cell: Cell) -> None:
    """A body stands in this cell."""
    found = _body(run, name).cell
    if found != cell:
        raise StoryFailed(f"it is at {tuple(found)}")


@step("expect body {name:word} within {span:span} of {other:word}")
def expect_near(run: StoryRun, name: str, span: Span, other: str) -> None:
    """Two bodies are so many metres apart."""
    apart = math.dist(_body(run, name).position, _body(run, other).position)
    if apart not in span:
        raise StoryFailed(f"they are {apart:.2f} m apart")


def _judge_step(before: tuple[float, float, float], here: Cell, after: tuple[float, float, float], there: Cell) -> None:
    """Raise StoryFailed where a body moved farther in one frame than the motor's steps allow."""
    level = math.hypot(after[0] - before[0], after[2] - before[2])
    if level > FASTEST * STEP * MOST_STEPS + 1e-6 or after[1] - before[1] > HIGHEST:
        raise StoryFailed(f"it leapt from {before} to {after} in one frame")
    if abs(there.x - here.x) + abs(there.z - here.z) > 2:
        raise StoryFailed(f"it leapt from {tuple(here)} to {tuple(there)} in one frame")


def _latest(run: StoryRun, name: str) -> Action | None:
    return run.game.actions.latest(_body(run, name).name)


def _body(run: StoryRun, name: str) -> Body:
    return run.game.player.body if name == PLAYER else agent_named(run, name).resident.body


def _told(run: StoryRun, name: str) -> str:
    action = _latest(run, name)
    return f"{name} did nothing by itself" if action is None else f"{name} {action.doing}: {action.status} {action.ending or ''}".rstrip()
