"""The kinds of block, declared in one data file and validated when it is read."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

AIR_ID = 0
SURFACES = ("none", "opaque", "cutout", "transparent")
"""Surface names in the order of the mesher's numbers."""
SHAPES = ("cube", "cross")
"""Shape names in the order of the mesher's numbers."""

_FACES = ("east", "west", "top", "bottom", "south", "north")
_NAME = re.compile(r"[a-z][a-z0-9_]*\Z")
_LARGEST_ID = 0xFFF0


@dataclass(frozen=True, slots=True, eq=False)
class Kind:
    """One kind of block. `id` holds for this run only; `name` is durable.

    tiles: six tile names by face (+x, -x, +y, -y, +z, -z), or () for air. surface and shape: see `SURFACES`, `SHAPES`.
    emission and opacity: light 0..15.
    hardness: seconds that it takes by hand to dig it away.
    """

    id: int
    name: str
    tiles: tuple[str, ...]
    surface: str
    shape: str
    solid: bool
    liquid: bool
    replaceable: bool
    emission: int
    opacity: int
    placeable: bool
    category: str
    colour: str
    sound: str
    hardness: float

    @property
    def opaque(self) -> bool:
        """Whether it hides whatever lies behind it."""
        return self.surface == "opaque"

    def __repr__(self) -> str:
        return f"<Kind {self.name}>"


AIR = Kind(AIR_ID, "air", (), "none", "cube", False, False, True, 0, 0, False, "air", "#000000", "", 0.0)


class KindsError(ValueError):
    """The data file is wrong; the message names file, line and repair."""


class _Tiles(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)
    all: str | None = None
    top: str | None = None
    bottom: str | None = None
    side: str | None = None
    east: str | None = None
    west: str | None = None
    south: str | None = None
    north: str | None = None

    def faces(self) -> tuple[str, ...]:
        side = self.side or self.all
        chosen = {
            "east": self.east or side,
            "west": self.west or side,
            "top": self.top or self.all,
            "bottom": self.bottom or self.all,
            "south": self.south or side,
            "north": self.north or side,
        }
        missing = [face for face in _FACES if chosen[face] is None]
        if missing:
            raise ValueError(f"no tile for {', '.join(missing)}; name all, side or those faces")
        return tuple(str(chosen[face]) for face in _FACES)


class _Entry(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)
    tiles: str | _Tiles
    surface: Literal["none", "opaque", "cutout", "transparent"] = "opaque"
    shape: Literal["cube", "cross"] = "cube"
    solid: bool = True
    liquid: bool = False
    replaceable: bool = False
    emission: int = Field(default=0, ge=0, le=15)
    opacity: int | None = Field(default=None, ge=0, le=15)
    placeable: bool = True
    category: Literal["ground", "plant", "building", "glass", "liquid", "light"]
    colour: str = Field(pattern=r"^#[0-9a-f]{6}$")
    sound: Literal["grass", "earth", "stone", "wood", "leaves", "sand", "snow", "glass", "gravel", "mud", "water"]
    hardness: float = Field(default=0.5, ge=0.0, le=20.0)

    @model_validator(mode="after")
    def _consistent(self) -> _Entry:
        if self.liquid and self.solid:
            raise ValueError("a liquid cannot be solid; set solid = false")
        if self.shape == "cross" and (self.surface != "cutout" or self.solid):
            raise ValueError('a cross is neither opaque nor solid; set surface = "cutout" and solid = false')
        if not isinstance(self.tiles, str):
            self.tiles.faces()
        return self


class Kinds:
    """All kinds, in the order of the data file after air.

    Raises KeyError for an unknown name through ``kinds[name]``; `get` returns None instead.
    """

    def __init__(self, kinds: list[Kind], tiles: tuple[str, ...]) -> None:
        self._kinds = tuple(kinds)
        self._by_name = {kind.name: kind for kind in kinds}
        self.names: tuple[str, ...] = tuple(kind.name for kind in kinds)
        self.placeable: tuple[Kind, ...] = tuple(kind for kind in kinds if kind.placeable)
        self.tiles: tuple[str, ...] = tiles
        layer = {name: number for number, name in enumerate(tiles)}
        self.surface_table = np.array([SURFACES.index(kind.surface) for kind in kinds], np.uint8)
        self.shape_table = np.array([SHAPES.index(kind.shape) for kind in kinds], np.uint8)
        self.tile_table = np.array([[layer[tile] for tile in kind.tiles] or [0] * 6 for kind in kinds], np.uint16)
        self.emission_table = np.array([kind.emission for kind in kinds], np.uint8)
        self.opacity_table = np.array([kind.opacity for kind in kinds], np.uint8)
        self.trait_table = np.array([kind.solid * SOLID | kind.liquid * LIQUID for kind in kinds], np.uint8)
        for table in (self.surface_table, self.shape_table, self.tile_table, self.emission_table, self.opacity_table, self.trait_table):
            table.setflags(write=False)

    def __getitem__(self, name: str) -> Kind:
        return self._by_name[name]

    def __contains__(self, name: object) -> bool:
        return name in self._by_name

    def __iter__(self) -> Iterator[Kind]:
        return iter(self._kinds)

    def __len__(self) -> int:
        return len(self._kinds)

    def get(self, name: str) -> Kind | None:
        """The kind with that durable name, or None."""
        return self._by_name.get(name)

    def by_id(self, number: int) -> Kind:
        """The kind with that run-time id; an id out of range is an IndexError."""
        if number < 0:
            raise IndexError(f"kind ids start at 0, got {number}")
        return self._kinds[number]


SOLID = 1
"""Trait bit: bodies collide."""
LIQUID = 2
"""Trait bit: bodies float."""
HELD = 4
"""Trait bit: the cell is unavailable, so nothing may enter or fall."""


def read_kinds(path: Path) -> Kinds:
    """Read and validate a data file of kinds. Raises KindsError with file and line."""
    text = path.read_text(encoding="utf-8")
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise KindsError(f"{path.name}: {error}") from None
    kinds = [AIR]
    tiles: dict[str, None] = {}
    for name, table in document.items():
        entry = _entry(path, text, name, table)
        faces = (entry.tiles,) * 6 if isinstance(entry.tiles, str) else entry.tiles.faces()
        # Layers follow the order in which the file mentions them, which only the raw table keeps.
        ordered = table["tiles"].values() if isinstance(table["tiles"], dict) else faces
        tiles.update(dict.fromkeys(ordered))
        opacity = entry.opacity if entry.opacity is not None else 15 if entry.surface == "opaque" else 0
        fields = entry.model_dump(exclude={"tiles", "opacity"})
        kinds.append(Kind(id=len(kinds), name=name, tiles=faces, opacity=opacity, **fields))
    if len(kinds) > _LARGEST_ID:
        raise KindsError(f"{path.name}: {len(kinds)} kinds are too many; at most {_LARGEST_ID}")
    return Kinds(kinds, tuple(tiles))


def _entry(path: Path, text: str, name: str, table: Any) -> _Entry:
    if not _NAME.match(name) or name == AIR.name:
        raise KindsError(
            f"{path.name}:{_line(text, name, ())}: {name!r} cannot name a kind; use lower case, digits and _ (air is built in)"
        )
    if not isinstance(table, dict):
        raise KindsError(f"{path.name}:{_line(text, name, ())}: {name!r} stands outside any kind; write [{name}] and its fields below it")
    try:
        return _Entry.model_validate(table)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"] if part != "_Tiles")
        raise KindsError(f"{path.name}:{_line(text, name, first['loc'])}: [{name}] {place}: {first['msg']}") from None


def _line(text: str, name: str, loc: tuple[int | str, ...]) -> int:
    """The line of a kind's field, or of its table when the field is absent. TOML readers keep no positions, hence the search."""
    lines = text.splitlines()
    table = re.compile(rf"\s*\[\s*{re.escape(name)}\s*\]|\s*{re.escape(name)}\s*=")
    start = next((i for i, line in enumerate(lines) if table.match(line)), 0)
    if loc:
        field = re.compile(rf"\s*{re.escape(str(loc[0]))}\s*=")
        for i in range(start + 1, len(lines)):
            if lines[i].lstrip().startswith("["):
                break
            if field.match(lines[i]):
                return i + 1
    return start + 1


KINDS = read_kinds(Path(__file__).with_name("kinds.toml"))
