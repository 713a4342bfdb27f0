"""Steps that do something."""

import math
from collections.abc import Callable, Generator
from pathlib import Path

from littlefolk.agent.agent import Agent
from littlefolk.agent.providers.scripted import ScriptedProvider
from littlefolk.game.options import PLAYER
from littlefolk.game.stories.running import Frames, StoryFailed, StoryRun
from littlefolk.game.stories.story import step
from littlefolk.present.outcome import Done, Invalid, Running
from littlefolk.present.outcome_text import shown_to_people
from littlefolk.world.cells import Cell

CALL_SECONDS = 20.0


@step("do {line:rest}")
def do(run: StoryRun, line: str) -> Frames:
    """A command line of the player; it must be done, or begin to be."""
    ticket = run.game.submit_line(line)
    if isinstance(ticket, Invalid):
        raise StoryFailed(shown_to_people(ticket))
    yield from run.wait(CALL_SECONDS, ticket.future.done, lambda: f"`{line}` has no outcome")
    outcome = ticket.future.result()
    if not isinstance(outcome, Done | Running):
        raise StoryFailed(shown_to_people(outcome))


@step("model {name:word} calls {tool:word} {arguments:json}")
def model_calls(run: StoryRun, name: str, tool: str, arguments: str) -> Frames:
    """A tool call as a model would make it: raw JSON through the agent's own turn."""
    agent = agent_named(run, name)
    yield from run.wait(CALL_SECONDS, lambda: not agent.busy, lambda: f"{name} is still busy")
    ordinary = agent.provider
    agent.provider = ScriptedProvider([(tool, arguments)])
    agent.ask(f"(scripted: {tool})", PLAYER)
    yield from run.wait(CALL_SECONDS, lambda: not agent.busy, lambda: f"{name} is still busy")
    agent.provider = ordinary


@step("ask {name:word} {text:saying}")
def ask(run: StoryRun, name: str, text: str) -> None:
    """A prompt for a resident, as the prompt line sends it."""
    agent_named(run, name).ask(text, PLAYER)


@step("stop {name:word}")
def stop(run: StoryRun, name: str) -> None:
    """Stop a resident's running turn."""
    agent_named(run, name).stop()


@step("until ready within {seconds:seconds}")
def until_ready(run: StoryRun, seconds: float) -> Frames:
    """Wait until everything near by is loaded and drawn."""
    yield from run.wait(seconds, lambda: run.is_open and run.game.drawn, lambda: loaded(run))


@step("until turn {name:word} {ending:ending} within {seconds:seconds}")
def until_turn(run: StoryRun, name: str, ending: str, seconds: float) -> Frames:
    """Wait until a resident's turns are over; the last one must have ended so."""
    agent = agent_named(run, name)
    yield from run.wait(seconds, lambda: not agent.busy, lambda: f"the turn is {agent.turn.status if agent.turn else 'not begun'}")
    status = str(agent.turn.status) if agent.turn else "not begun"
    if ending not in ("over", status):
        raise StoryFailed(f"the turn is {status}{': ' + agent.turn.reason if agent.turn and agent.turn.reason else ''}")


@step("until revision {count:count} within {seconds:seconds}")
def until_revision(run: StoryRun, count: int, seconds: float) -> Frames:
    """Wait until the world has this revision."""
    yield from run.wait(seconds, lambda: run.game.world.revision >= count, lambda: f"it is {run.game.world.revision}")
    if run.game.world.revision != count:
        raise StoryFailed(f"it is {run.game.world.revision}")


@step("until widget {name:word} {shown:shown} within {seconds:seconds}")
def until_widget(run: StoryRun, name: str, shown: str, seconds: float) -> Frames:
    """Wait until a widget is drawn, or is not."""
    yield from run.wait(seconds, lambda: bool(run.window().visible(name)) == (shown == "visible"), lambda: f"it is not {shown}")


@step("until text {text:saying} within {seconds:seconds}")
def until_text(run: StoryRun, text: str, seconds: float) -> Frames:
    """Wait until some visible widget shows this text: what comes from a turn, or goes again soon."""
    yield from run.wait(seconds, lambda: shows(run, text), lambda: f"the texts are {run.window().texts()}")


@step("until saved within {seconds:seconds}")
def until_saved(run: StoryRun, seconds: float) -> Frames:
    """Wait until every change of the world so far is on the disk."""
    save, revision = run.game.save, run.game.world.revision
    yield from run.wait(seconds, lambda: save.saved_revision >= revision, lambda: f"revision {save.saved_revision} of {revision} is")


@step("advance {count:count} frames")
def advance_frames(run: StoryRun, count: int) -> Frames:
    """Let frames go by."""
    for _ in range(count):
        yield


@step("advance {seconds:seconds}")
def advance_seconds(run: StoryRun, seconds: float) -> Frames:
    """Let world time go by."""
    end = run.game.seconds + seconds
    while run.game.seconds < end:
        yield


@step("key {key:word} {seconds:seconds}")
def hold_key(run: StoryRun, key: str, seconds: float) -> Frames:
    """Hold a key for a time."""
    run.window().press(key, True)
    yield from advance_seconds(run, seconds)
    run.window().press(key, False)
    yield


@step("key {key:word}")
def tap_key(run: StoryRun, key: str) -> Frames:
    """Tap a key."""
    run.window().press(key, True)
    yield from _frames(2)
    run.window().press(key, False)
    yield from _frames(2)


@step("type {text:saying}")
def type_text(run: StoryRun, text: str) -> Frames:
    """Type text."""
    run.window().type(text)
    yield from _frames(2)


@step("look {left:degrees} {up:degrees}")
def look(run: StoryRun, left: int, up: int) -> Frames:
    """Turn the head by degrees."""
    run.window().turn(math.radians(left), math.radians(up))
    yield from _frames(2)


@step("click cell {cell:cell} {button:button}")
def click_cell(run: StoryRun, cell: Cell, button: str) -> Frames:
    """Aim at the middle of a cell with the mouse and click."""
    yield from aim(run, lambda: _middle(cell))
    yield from click(run, button)


@step("click widget {name:word}")
def click_widget(run: StoryRun, name: str) -> Frames:
    """Click the middle of a widget."""
    if not run.window().reveal(name):
        raise StoryFailed(f"no widget named {name} is to be seen")
    yield from _frames(2)
    run.window().click_widget(name)
    yield from _frames(4)


@step("hold {button:button} {seconds:seconds}")
def hold_button(run: StoryRun, button: str, seconds: float) -> Frames:
    """Hold a mouse button for a time."""
    run.window().click(button, True)
    yield from advance_seconds(run, seconds)
    run.window().click(button, False)
    yield from _frames(3)


@step("press mouse {button:button}")
def press_button(run: StoryRun, button: str) -> Frames:
    """Press a mouse button and leave it down."""
    run.window().click(button, True)
    yield from _frames(2)


@step("release mouse {button:button}")
def release_button(run: StoryRun, button: str) -> Frames:
    """Let a mouse button go."""
    run.window().click(button, False)
    yield from _frames(2)


@step("dig")
def dig(run: StoryRun) -> Frames:
    """Hold the left button until the block that is looked at is gone."""
    if run.game.player.aim is None:
        raise StoryFailed("no block is within reach")
    cell, before = run.game.player.aim.cell, run.game.world.revision
    run.window().click("left", True)
    yield from run.wait(5.0, lambda: run.game.world.revision > before, lambda: f"the block at {tuple(cell)} stays")
    run.window().click("left", False)
    yield from _frames(2)


@step("dig cell {cell:cell}")
def dig_cell(run: StoryRun, cell: Cell) -> Frames:
    """Aim at the middle of a cell with the mouse and dig it away."""
    yield from aim(run, lambda: _middle(cell))
    yield from dig(run)


@step("click {button:button}")
def click(run: StoryRun, button: str) -> Frames:
    """Click where the pointer is."""
    run.window().click(button, True)
    run.window().click(button, False)
    yield from _frames(3)


@step("aim at {name:word}")
def aim_at_resident(run: StoryRun, name: str) -> Frames:
    """Turn the player's head to a resident."""
    body = agent_named(run, name).resident.body
    yield from aim(run, lambda: body.eyes)


@step("aim at cell {cell:cell}")
def aim_at_cell(run: StoryRun, cell: Cell) -> Frames:
    """Turn the player's head to the middle of a cell."""
    yield from aim(run, lambda: _middle(cell))


@step("point at cell {cell:cell}")
def point_at_cell(run: StoryRun, cell: Cell) -> Frames:
    """Move the free mouse to the middle of a cell as it is seen."""
    yield from _point(run, cell, click=False)


@step("pick cell {cell:cell}")
def pick_cell(run: StoryRun, cell: Cell) -> Frames:
    """Click with the free mouse at the middle of a cell as it is seen."""
    yield from _point(run, cell, click=True)


@step("capture {file:word}")
def capture(run: StoryRun, file: str) -> Frames:
    """Save a picture of the player's view."""
    yield from take_picture(run)
    run.window().save_picture(run.out / Path(file).name)


@step("capture {file:word} of {name:word}")
def capture_of(run: StoryRun, file: str, name: str) -> Frames:
    """Save a picture of a resident and what it built, seen from where both show."""
    agent_named(run, name)
    yield from take_picture(run, of=name)
    run.window().save_picture(run.out / Path(file).name)


def agent_named(run: StoryRun, name: str) -> Agent:
    """The agent of a resident. Raises StoryFailed for a name nobody has."""
    for known, agent in run.game.agents.items():
        if known.casefold() == name.casefold():
            return agent
    raise StoryFailed(f"nobody is named {name}; there are {', '.join(run.game.agents) or 'none'}")


def take_picture(run: StoryRun, of: str = "") -> Frames:
    """Frames until a picture is taken, of the world as it is now."""
    screen = run.window()
    if run.is_open:
        yield from run.wait(60.0, lambda: run.game.drawn, lambda: loaded(run))
    screen.request_picture(of)
    yield from run.wait(30.0, screen.picture_taken, lambda: "no picture was drawn")


def shows(run: StoryRun, text: str) -> bool:
    """Whether some visible widget shows this text."""
    return any(text in shown for shown in run.window().texts())


def loaded(run: StoryRun) -> str:
    """How far the loading of the surroundings is, in words."""
    return f"{run.game.progress:.0%} of the surroundings is loaded" if run.is_open else "no world is open"


def aim(run: StoryRun, point: Callable[[], tuple[float, float, float]]) -> Frames:
    """Turn the player's head with the mouse to a point, which may move."""
    body = run.game.player.body
    for _ in range(3):  # a mouse moves by whole counts, so the first turn is not exact
        x, y, z = (there - here for there, here in zip(point(), body.eyes, strict=True))
        left = math.remainder(math.atan2(-x, -z) - body.yaw, math.tau)
        run.window().turn(left, math.atan2(y, math.hypot(x, z)) - body.pitch)
        yield from _frames(2)


def _point(run: StoryRun, cell: Cell, *, click: bool) -> Frames:
    if not run.window().point(_middle(cell), click):
        raise StoryFailed("it is not in view")
    yield from _frames(3)


def _middle(cell: Cell) -> tuple[float, float, float]:
    return (cell.x + 0.5, cell.y + 0.5, cell.z + 0.5)


def _frames(count: int) -> Generator[None, None, None]:
    for _ in range(count):
        yield
