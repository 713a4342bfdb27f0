"""Python in the running game."""

from dataclasses import dataclass
from typing import Annotated

from littlefolk.agent.evaluating.evaluation import Evaluation, Progress
from littlefolk.commands import command
from littlefolk.policy import Capability, Risk
from littlefolk.present.codecs import recorded
from littlefolk.present.drawables import Chip, Drawable, Line
from littlefolk.present.outcome import Cancelled, Failed, Outcome
from littlefolk.present.types import Duration, HandleType, Text
from littlefolk.present.types.handle import Reference
from littlefolk.present.untrusted import marked, plain
from littlefolk.present.views import CardView, ModelView, TextView, View, presents
from littlefolk.verbs.acting import Acting

DETACH_SECONDS = 3.0
NOTED = (bool, int, float, complex, str, bytes, type(None))  # values that need no handle: their repr is all there is to them


@recorded("evaluated")
@dataclass(frozen=True, slots=True)
class Evaluated:
    """What an evaluation came to so far: what it wrote, the repr of the last expression and a handle of that value, or a traceback.

    `running` is the handle of an evaluation that goes on, "" for one that ended.
    """

    out: str
    err: str
    value: str
    handle: str
    error: str
    seconds: float
    running: str = ""

    @property
    def follow(self) -> str:
        """How one that goes on is followed."""
        return (
            f"still running after {self.seconds:.1f} s as {self.running}: evaluate_wait({self.running}) waits for it, "
            f"evaluate_stop({self.running}) ends it"
        )


def _shown(_acting: Acting, source: str) -> str:
    """What is approved: the exact source, and that nothing holds it."""
    return f"Python in the running game, with all rights of your user account; this is not a sandbox:\n\n{source}"


@command(
    "agent",
    Capability.EVALUATE,
    Risk.LASTING,
    where="turn",
    asks=True,
    exhibit=_shown,
    family="shell",
    seconds=30.0,
    phrases=("evaluate|calculate {source}",),
)
def evaluate(acting: Acting, source: Annotated[str, Text(40_000), "Python source"]) -> Outcome | Evaluated:
    """Run Python in the running game. Gives back what it wrote and the repr of its last expression; objects get handles.

    Names stay between calls. `world`, `me` and `session` are façades: their methods are the commands, as in
    world.place_block_at("stone", (1, 64, -5)) or session["#ABCD"]; apropos(text) and docs(name) find the way. What takes longer than
    3 s goes on, and a handle comes back. This is not a sandbox: the source can do whatever the game itself can do on this computer.
    """
    assert acting.evaluators is not None, "the game has evaluators"
    evaluation = acting.evaluators.start(source, acting.call)
    evaluation.wait(DETACH_SECONDS, acting.cancel)
    return _told(acting, evaluation)


@command("agent", Capability.EVALUATE, where="turn", family="shell", seconds=90.0)
def evaluate_wait(
    acting: Acting,
    evaluation: Annotated[Reference, HandleType(Evaluation, "an evaluation"), "an evaluation that went on"],
    seconds: Annotated[float, Duration(0.0, 60.0), "how long to wait at most"] = 10.0,
) -> Outcome | Evaluated:
    """Wait for an evaluation that took longer, and read what it wrote and came to so far; with 0 seconds only read."""
    found: Evaluation = evaluation.target
    found.wait(seconds, acting.cancel)
    return _told(acting, found)


@command("agent", Capability.EVALUATE, Risk.REVERSIBLE, where="turn", family="shell")
def evaluate_stop(
    acting: Acting, evaluation: Annotated[Reference, HandleType(Evaluation, "an evaluation"), "an evaluation that went on"]
) -> Outcome | Evaluated:
    """End an evaluation that took longer: it can do nothing in the game from now on. Gives back what it wrote until then."""
    found: Evaluation = evaluation.target
    found.stop("it was ended")
    return _evaluated(acting, found)


def _told(acting: Acting, evaluation: Evaluation) -> Outcome | Evaluated:
    if evaluation.progress is Progress.STOPPED:
        written = [f"{name}:\n{text.rstrip()}" for name, text in (("stdout", evaluation.out.text), ("stderr", evaluation.err.text)) if text]
        return Cancelled("\n".join([f"{evaluation.reason}; it had written", *written]) if written else evaluation.reason)
    found = _evaluated(acting, evaluation)
    return Failed(_text(found)) if evaluation.progress is Progress.RAISED else found


def _evaluated(acting: Acting, evaluation: Evaluation) -> Evaluated:
    handles = acting.handles
    running = evaluation.progress is Progress.RUNNING
    named = handles is not None and evaluation.progress is Progress.DONE and not isinstance(evaluation.value, NOTED)
    return Evaluated(
        evaluation.out.text,
        evaluation.err.text,
        evaluation.shown,
        handles.mint(evaluation.value) if named and handles is not None else "",
        evaluation.error,
        round(evaluation.seconds, 3),
        handles.mint(evaluation) if running and handles is not None else "",
    )


def _text(value: Evaluated) -> str:
    parts = [f"{name}:\n{text.rstrip()}" for name, text in (("stdout", value.out), ("stderr", value.err)) if text]
    if value.value:
        parts.append(f"value: {value.value} {value.handle}".rstrip())
    parts += [text for text in (value.error, value.follow if value.running else "") if text]
    return "\n".join(parts) or "done; it wrote nothing and has no value"


@presents(Evaluated, TextView)
def _evaluated_text(value: Evaluated, _view: View) -> str:
    return _text(value)


@presents(Evaluated, ModelView)
def _evaluated_to_model(value: Evaluated, _view: ModelView) -> str:
    parts = [f"{name}: {marked(text.rstrip())}" for name, text in (("stdout", value.out), ("stderr", value.err)) if text]
    if value.value:
        parts.append(f"value: {marked(value.value)} {value.handle}".rstrip())
    parts += [text for text in (value.error, value.follow if value.running else "") if text]
    return "\n".join(parts) or "done; it wrote nothing and has no value"


@presents(Evaluated, CardView)
def _evaluated_card(value: Evaluated, _view: CardView) -> tuple[Drawable, ...]:
    chip = "running" if value.running else f"{value.seconds:.1f} s"
    return (Chip(chip), *(Line(line) for line in plain(_text(value)).splitlines()))


@presents(Evaluation, TextView)
def _evaluation(value: Evaluation, _view: View) -> str:
    parts = (str(value), plain(value.out.text), plain(value.err.text), value.shown, value.error)
    return "\n".join(part.rstrip() for part in parts if part)
