"""How actions of bodies and what came of them read."""

from collections.abc import Sequence

from littlefolk.bodies.action import Action, Progress, Status
from littlefolk.bodies.walk import Arrived
from littlefolk.present.codecs import recorded
from littlefolk.present.drawables import Chip, Drawable, Line
from littlefolk.present.views import CardView, ModelView, TextView, View, present, presents
from littlefolk.present.world_text import placed
from littlefolk.world.cells import Cell

recorded("arrived")(Arrived)


def progress_line(progress: Progress) -> str:
    """`7 of 12 cells, replanned 1×, 3.2 s`."""
    parts = [f"{progress.done} of {progress.length} cells"] if progress.length else []
    if progress.replans:
        parts.append(f"replanned {progress.replans}×")
    return ", ".join([*parts, f"{progress.elapsed:.1f} s"])


def corners(path: Sequence[Cell]) -> tuple[Cell, ...]:
    """The cells of a path that tell all of it: its ends, and those at which it turns, begins or ends to rise or fall."""
    kept = [
        here
        for before, here, after in zip(path, path[1:], path[2:], strict=False)
        if tuple(b - a for a, b in zip(before, here, strict=True)) != tuple(b - a for a, b in zip(here, after, strict=True))
    ]
    return (*path[:1], *kept, *path[1:][-1:])


@presents(Progress, TextView)
def _progress(value: Progress, _view: View) -> str:
    return f"{value.doing}: {progress_line(value)}"


@presents(Action, TextView)
def _action(value: Action, _view: View) -> str:
    progress = value.progress
    state = "" if progress.status is Status.RUNNING else f" ({progress.status})"
    return f"{value.name} {progress.doing}{state}: {progress_line(progress)}"


@presents(Action, ModelView)
def _action_to_model(value: Action, view: ModelView) -> str:
    """With the commands that go on from here, and the way that is left, so that it can be judged."""
    text = _action(value, view)
    progress = value.progress
    if progress.status is not Status.RUNNING:
        return text
    way = f"\nthe way from here: {' → '.join(placed(cell) for cell in corners(progress.path[progress.reached :]))}" if progress.path else ""
    handle = view.handles.mint(value) if view.handles is not None else ""
    waiting = f"wait_for(action={handle}) waits for it; " if handle and not value.open_ended else ""
    return f"{text}{way}\n{waiting}stop_moving ends it; another movement replaces it"


@presents(Action, CardView)
def _action_card(value: Action, _view: CardView) -> tuple[Drawable, ...]:
    progress = value.progress
    return (Line(f"{value.name} {progress.doing}"), Chip(progress_line(progress)))


@presents(Arrived, TextView)
def _arrived(value: Arrived, _view: View) -> str:
    replans = f", the way changed {value.replans}×" if value.replans else ""
    return f"{value.name} stands at {placed(value.cell)} after {value.seconds:.1f} s{replans}"


@presents(tuple, CardView)
def _several(values: tuple[object, ...], view: CardView) -> tuple[Drawable, ...]:
    return tuple(part for value in values for part in present(value, view))
