"""Steps that expect something. They read only cells, records, widgets, log lines and pixels."""

from collections.abc import Generator

from littlefolk.critters import Species
from littlefolk.game.options import PLAYER
from littlefolk.game.stories.running import Frames, StoryFailed, StoryRun
from littlefolk.game.stories.steps import agent_named, shows, take_picture
from littlefolk.game.stories.story import step
from littlefolk.game.stories.values import Span
from littlefolk.present.outcome import Cancelled, Denied, Done, Failed, Invalid
from littlefolk.present.turn_text import clean
from littlefolk.world.cells import Cell

OUTCOMES = {"ok": Done, "invalid": Invalid, "failed": Failed, "denied": Denied, "cancelled": Cancelled}


@step("expect cell {cell:cell} is {kind:kind}")
def expect_cell(run: StoryRun, cell: Cell, kind: str) -> None:
    """A cell has this kind now."""
    reading = run.game.world.read(cell)
    found = reading.kind.name if reading.kind else reading.availability.value
    if found != kind:
        raise StoryFailed(f"it is {found}")


@step("expect call {tool:word} {status:status} {count:count}")
def expect_call(run: StoryRun, tool: str, status: str, count: int) -> None:
    """So many calls of a tool ended so."""
    found = sum(call.tool == tool and isinstance(call.outcome, OUTCOMES[status]) for call in run.calls)
    if found != count:
        ended = ", ".join(type(call.outcome).__name__.lower() for call in run.calls if call.tool == tool) or "none"
        raise StoryFailed(f"there are {found}; calls of {tool}: {ended}")


@step("expect message {text:saying}")
def expect_message(run: StoryRun, text: str) -> None:
    """A call's output or a turn's answer has this text."""
    told = [call.output for call in run.calls] + [turn.text for turn in run.turns] + [turn.reason for turn in run.turns]
    if not any(text in message for message in told):
        raise StoryFailed(f"the last messages are {told[-4:]}")


@step("expect edits {kind:kind} {count:count}")
def expect_edits(run: StoryRun, kind: str, count: int) -> None:
    """So many cells of this kind are authored in the world."""
    found = [edit.kind for _cell, edit in run.game.world.edits.items()]
    if found.count(kind) != count:
        raise StoryFailed(f"the authored cells are {', '.join(sorted(found)) or 'none'}")


@step("expect critters {species:species} {count:span}")
def expect_critters(run: StoryRun, species: str, count: Span) -> None:
    """So many critters of a species are about."""
    found = run.game.critters.count(Species(species))
    if found not in count:
        raise StoryFailed(f"there are {found}")


@step("expect revision {count:count}")
def expect_revision(run: StoryRun, count: int) -> None:
    """The world has this revision."""
    if run.game.world.revision != count:
        raise StoryFailed(f"it is {run.game.world.revision}")


@step("expect turn {name:word} clean")
def expect_clean(run: StoryRun, name: str) -> None:
    """Every turn of a resident ended well, with at least one call, and no call of it failed."""
    agent = agent_named(run, name)
    turns = [turn for turn in run.turns if turn.agent == agent.resident.name]
    if not turns:
        raise StoryFailed(f"{agent.resident.name} had no turn")
    for turn in turns:
        if not (clean(turn) and turn.calls):
            raise StoryFailed(f"{turn.status}: {turn.reason or turn.text}")


@step("expect frames between every call and its result")
def expect_frames_between(run: StoryRun) -> None:
    """Frames went on while each call waited, and no turn ran on the frame's thread."""
    tickets = run.game.mailbox.settled
    early = [ticket for ticket in tickets if ticket.done_frame is None or ticket.done_frame <= ticket.ready_frame]
    if early or not tickets:
        raise StoryFailed(f"{len(early)} of {len(tickets)} calls had no frame between")
    here = [ticket.call.command for ticket in tickets if ticket.call.caller.name != PLAYER and ticket.sender == ticket.runner]
    if here:
        raise StoryFailed(f"turns called {', '.join(here)} on the frame's own thread")


@step("expect player moved {span:span}")
def expect_moved(run: StoryRun, span: Span) -> None:
    """The player is so many metres away from where it arrived."""
    (x, _, z), (x0, _, z0) = run.game.player.body.position, run.game.player.arrived_at
    moved = ((x - x0) ** 2 + (z - z0) ** 2) ** 0.5
    if moved not in span:
        raise StoryFailed(f"it moved {moved:.2f} m")


@step("expect widget {name:word} {shown:shown}")
def expect_widget(run: StoryRun, name: str, shown: str) -> None:
    """A widget is drawn, or is not."""
    visible = run.window().visible(name)
    if visible is None:
        raise StoryFailed(f"there is no widget named {name}")
    if visible != (shown == "visible"):
        raise StoryFailed(f"it is {'visible' if visible else 'hidden'}")


@step("expect text {text:saying}")
def expect_text(run: StoryRun, text: str) -> None:
    """Some visible widget shows this text."""
    if not shows(run, text):
        raise StoryFailed(f"the texts are {run.window().texts()}")


@step("expect screen {name:word} covers {span:span}")
def expect_covers(run: StoryRun, name: str, span: Span) -> Frames:
    """A figure covers such a share of the screen, in percent: the difference with it hidden."""
    covered = yield from _covered(run, name, "figure")
    if covered not in span:
        raise StoryFailed(f"it covers {covered:.2f}%")


@step("expect bubbles of {name:word} cover {span:span}")
def expect_bubbles(run: StoryRun, name: str, span: Span) -> Frames:
    """A resident's bubbles cover such a share of the screen, in percent: the difference with them hidden."""
    covered = yield from _covered(run, name, "bubbles")
    if covered not in span:
        raise StoryFailed(f"they cover {covered:.2f}%")


@step("expect log {text:saying}")
def expect_log(run: StoryRun, text: str) -> None:
    """The transcript has a line with this text."""
    if not any(text in line for line in run.log):
        raise StoryFailed(f"the last lines are {run.log[-6:]}")


def _covered(run: StoryRun, name: str, part: str) -> Generator[None, None, float]:
    """The percentage of the screen that a part of a resident covers: where two pictures of one frame differ, in which nothing moves."""
    agent = agent_named(run, name)
    yield from take_picture(run)
    run.window().take_without(agent.resident.name, part)
    return run.window().picture_difference() * 100
