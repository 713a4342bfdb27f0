"""Residents are saved with the world and come back where they stood: one document each, written when something of it changed."""

from __future__ import annotations

import json
import logging
import math
import sqlite3
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, FiniteFloat, ValidationError

from littlefolk.policy import AskPolicy, Capability, Grants
from littlefolk.residents import FIGURES, Mood, Resident, Roster
from littlefolk.world.saving import Save, SaveError
from littlefolk.world.schema import sound_copy

log = logging.getLogger(__name__)
PREFIX = "resident/"
PAUSE = 0.4  # seconds between two looks at what changed; the save's own thread adds a tenth of a second
CAPABILITIES = frozenset(str(capability) for capability in Capability)


class Kept(BaseModel):
    """What is kept of a resident. Position in metres, angles in radians; entries that a later version adds are left alone."""

    model_config = ConfigDict(extra="ignore")
    version: Literal[1] = 1
    name: str = Field(min_length=1, max_length=24)
    figure: str
    colour: str = Field(pattern="^#[0-9a-fA-F]{6}$")
    position: tuple[FiniteFloat, FiniteFloat, FiniteFloat]
    yaw: FiniteFloat = 0.0
    pitch: FiniteFloat = 0.0
    grants: list[str] = []
    ask_before: list[str] = []
    trusted: list[str] = []
    instructions: str = ""
    mood: str = ""
    muted: bool = False
    listens: bool = False
    provider: str = ""
    formerly: tuple[str, ...] = ()


@dataclass
class Dwelling:
    """Keeps the residents of a roster in a save. `problems` tells which documents could not be read; those are left as they are."""

    save: Save
    roster: Roster
    problems: list[str] = field(default_factory=list)
    _keys: dict[Resident, str] = field(default_factory=dict)
    _written: dict[str, dict[str, Any]] = field(default_factory=dict)
    _next: int = 0
    _due: float = -math.inf

    def __post_init__(self) -> None:
        self.roster.on_arrival(lambda resident: self._hurry())
        self.roster.on_naming(lambda resident, before: self._hurry())
        self.roster.on_departure(self._forget)

    def restore(self) -> None:
        """Add every kept resident to the roster, in the order in which they came. Its body stands still until its ground is loaded."""
        for key in sorted(self.save.keys(PREFIX), key=_number):
            self._next = max(self._next, _number(key) + 1)
            try:
                resident = resident_of(Kept.model_validate(self.save.get(key)))
                self.roster.add(resident)
            except (ValidationError, ValueError) as error:
                reason = error.errors()[0]["msg"] if isinstance(error, ValidationError) else str(error)
                self.problems.append(f"one of the residents could not be read and is left in the save as {key} ({reason})")
                log.warning("%s: %s", key, error)
            else:
                self._keys[resident] = key
                self._written[key] = kept_of(resident)

    def advance(self, now: float) -> None:
        """Write what changed, a few times a second; `now` is any steady clock in seconds."""
        if now >= self._due:
            self._due = now + PAUSE
            self.keep()

    def keep(self) -> None:
        """Write what changed since it was last written."""
        for resident in self.roster:
            key = self._keys.get(resident)
            if key is None:
                key = self._keys[resident] = f"{PREFIX}{self._next:04d}"
                self._next += 1
            kept = kept_of(resident)
            if self._written.get(key) != kept:
                self._written[key] = kept
                self.save.put(key, kept)

    def _hurry(self) -> None:
        """Who comes or is named anew is written with the frame, before whatever they do."""
        self._due = -math.inf

    def _forget(self, resident: Resident) -> None:
        key = self._keys.pop(resident, None)
        if key is not None:
            self._written.pop(key, None)
            self.save.delete(key)


def kept_of(resident: Resident) -> dict[str, Any]:
    """The document of a resident, a JSON object. A purr is over before it could be read again."""
    body = resident.body
    return Kept(
        name=resident.name,
        figure=resident.figure,
        colour=resident.colour,
        position=body.position,
        yaw=body.yaw,
        pitch=body.pitch,
        grants=sorted(resident.grants.capabilities),
        ask_before=sorted(resident.asks.before),
        trusted=sorted(resident.asks.trusted),
        instructions=resident.instructions,
        mood="nap" if resident.mood == "nap" else "",
        muted=resident.muted,
        listens=resident.listens,
        provider=resident.provider,
        formerly=resident.formerly,
    ).model_dump(mode="json")


def resident_of(kept: Kept) -> Resident:
    """The resident of a document. Raises ValueError for a figure that this version does not know."""
    figure = FIGURES.get(kept.figure)
    if figure is None:
        raise ValueError(f"{kept.name} is a {kept.figure}, which is not known here; one of {', '.join(FIGURES)}")
    body = figure.body(kept.name, kept.position)
    body.yaw, body.pitch, body.held = kept.yaw, kept.pitch, True
    mood: Mood = "nap" if kept.mood == "nap" else ""
    return Resident(
        kept.name,
        kept.figure,
        body,
        kept.colour,
        (figure.table,),
        grants=Grants(_known(kept.grants)),
        asks=AskPolicy(_known(kept.ask_before), _known(kept.trusted)),
        instructions=kept.instructions,
        mood=mood,
        muted=kept.muted,
        listens=kept.listens,
        provider=kept.provider,
        formerly=kept.formerly,
    )


def _known(words: list[str]) -> frozenset[Capability]:
    """The capabilities among words that another version may have written."""
    return frozenset(Capability(word) for word in words if word in CAPABILITIES)


def names_in(path: Path) -> tuple[str, ...]:
    """The names of the residents in a save that is not open here, in order; none where there is no save or it cannot be read."""
    if not path.exists():
        return ()
    try:
        with sound_copy(path) as copy:
            rows = copy.execute("SELECT value FROM documents WHERE key GLOB ? ORDER BY key", (f"{PREFIX}*",)).fetchall()
    except (SaveError, OSError, sqlite3.Error):
        return ()
    return tuple(name for (text,) in rows if isinstance(name := json.loads(text).get("name"), str))


def _number(key: str) -> int:
    digits = key.removeprefix(PREFIX)
    return int(digits) if digits.isdigit() else 0
