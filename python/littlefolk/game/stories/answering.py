"""Steps with which a story answers what residents ask."""

from littlefolk.agent.providers.scripted import ScriptedProvider
from littlefolk.game.options import PLAYER
from littlefolk.game.stories.running import Frames, StoryFailed, StoryRun
from littlefolk.game.stories.steps import agent_named
from littlefolk.game.stories.story import step
from littlefolk.present.outcome import Done
from littlefolk.present.outcome_text import shown_to_people

SECONDS = 20.0


@step("model {name:word} begins {tool:word} {arguments:json}")
def model_begins(run: StoryRun, name: str, tool: str, arguments: str) -> Frames:
    """A tool call as a model would make it, which the story goes on beside: one that waits for an answer."""
    agent = agent_named(run, name)
    yield from run.wait(SECONDS, lambda: not agent.busy, lambda: f"{name} is still busy")
    agent.ask(f"(scripted: {tool})", PLAYER, mind=ScriptedProvider([(tool, arguments)]))


@step("until asked within {seconds:seconds}")
def until_asked(run: StoryRun, seconds: float) -> Frames:
    """Wait until somebody asks the player something."""
    yield from run.wait(seconds, lambda: bool(run.game.snapshot.asked), lambda: "nobody asks anything")


@step("answer {text:saying}")
def answer(run: StoryRun, text: str) -> Frames:
    """Answer the next question, or say what should be different about the next proposal."""
    yield from _decide(run, "answer", text=text)


@step("approve")
def approve(run: StoryRun) -> Frames:
    """Approve the next proposal."""
    yield from _decide(run, "approve")


@step("deny")
def deny(run: StoryRun) -> Frames:
    """Say no to the next proposal, or decline the next question."""
    yield from _decide(run, "deny")


def _decide(run: StoryRun, command: str, **arguments: str) -> Frames:
    yield from until_asked(run, SECONDS)
    before = run.game.deciding.shown
    ticket = run.game.submit(command, **arguments)
    yield from run.wait(SECONDS, ticket.future.done, lambda: f"`{command}` has no outcome")
    outcome = ticket.future.result()
    if not isinstance(outcome, Done):
        raise StoryFailed(shown_to_people(outcome))
    yield from run.wait(
        SECONDS, lambda: before is None or before.problem != "" or run.game.deciding.shown is not before, lambda: "it is still asked"
    )
