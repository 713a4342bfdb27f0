"""What the player is asked: the panel of a question or of an approval. Knows no engine."""

from collections.abc import Mapping
from dataclasses import dataclass

from littlefolk.commands.parked import Parked
from littlefolk.panels.metabar import shown_key
from littlefolk.present.context import ReadContext
from littlefolk.present.untrusted import plain

COMPLETIONS = 6


@dataclass(frozen=True, slots=True)
class AskingPanel:
    """The panel: who asks, the question or the exact proposal in full, what was wrong with the last answer, ways to complete the line,
    and what the keys do. `number` tells it from what is asked before and after it; `listens` whether the prompt line answers it.
    """

    number: int
    title: str
    text: str
    exact: bool
    problem: str
    completions: tuple[str, ...]
    keys: str
    listens: bool


def asking_of(parked: Parked, typed: str, focus: str, context: ReadContext, keys: Mapping[str, str]) -> AskingPanel:
    """The panel of a parked call, with `typed` in the prompt line and `focus` talked to."""
    listens = parked.asker == focus
    completions: tuple[str, ...] = ()
    if parked.type is not None and listens:
        completions = tuple(found.insert for found in parked.type.complete(typed, context)[:COMPLETIONS])
    parts = [f"{shown_key(keys, 'approve')} {'approves' if parked.exact else 'says yes'}"] if parked.takes_yes else []
    parts.append(f"{shown_key(keys, 'deny')} {'denies' if parked.exact else 'declines'}")
    writes = "says what to change" if parked.exact else "answers"
    parts.append(f"Enter {writes}" if listens else f"{shown_key(keys, 'attend')} {'to write back' if parked.exact else 'to answer'}")
    if parked.type is not None and listens:
        parts.append(parked.type.describe())
    return AskingPanel(
        parked.call.number, plain(parked.title), plain(parked.text), parked.exact, parked.problem, completions, " · ".join(parts), listens
    )
