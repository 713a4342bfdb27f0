"""A person's settings: one declaration feeds the file, its checks and the rows on screen."""

from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from littlefolk.game.safe_file import keep_aside, write_whole


def shown(title: str, default: Any, group: str, step: float = 0.0, unit: str = "", **limits: Any) -> Any:
    """A field with what a row on screen needs: its title, group, step and unit."""
    return Field(default=default, json_schema_extra={"title": title, "group": group, "step": step, "unit": unit}, **limits)


class Settings(BaseModel):
    """Everything a person may set. Unknown entries of a file are refused, missing ones have their defaults."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)
    version: Literal[1] = 1
    sensitivity: float = shown("Mouse and stick speed", 1.0, "Controls", 0.05, "×", ge=0.1, le=4.0)
    invert_look: bool = shown("Invert looking up and down", False, "Controls")
    field_of_view: int = shown("Field of view", 70, "Picture", 1, "°", ge=50, le=110)
    fullscreen: bool = shown("Full screen", False, "Picture")
    view_distance: int = shown("View distance", 6, "Picture", 1, "chunks", ge=3, le=16)
    glow: bool = shown("Glow", False, "Picture")
    smooth_edges: Literal["off", "2×", "4×"] = shown("Smooth edges", "off", "Picture")
    text_size: float = shown("Text size", 1.0, "Picture", 0.05, "×", ge=0.8, le=1.6)
    critters: bool = shown("Rabbits, birds and fireflies", True, "Picture")
    reduced_motion: bool = shown("Reduced motion", False, "Picture")
    head_bob: bool = shown("Head bobs while walking", False, "Picture")
    volume: float = shown("Volume", 0.8, "Sound", 0.05, "", ge=0.0, le=1.0)
    voices: bool = shown("Voices of the gnomes", True, "Sound")
    bindings: dict[str, list[str]] = Field(default_factory=dict, max_length=200)

    def changed(self, **values: Any) -> "Settings":
        """These settings with some values changed. Raises ValidationError for values that will not do."""
        return Settings.model_validate(self.model_dump() | values)


DEFAULTS = Settings()


class Row(BaseModel):
    """One setting as a row on screen. `low`, `high` and `step` are for numbers, `choices` for a choice."""

    name: str
    title: str
    group: str
    kind: Literal["switch", "number", "choice"]
    low: float = 0.0
    high: float = 0.0
    step: float = 0.0
    unit: str = ""
    choices: tuple[str, ...] = ()

    def reading(self, value: Any) -> str:
        """A value in words."""
        if self.kind == "switch":
            return "on" if value else "off"
        if self.kind == "choice":
            return str(value)
        if self.name == "volume":
            return f"{value:.0%}"
        return f"{value:g} {self.unit}".strip() if self.unit not in ("°", "×") else f"{value:g}{self.unit}"


def rows() -> tuple[Row, ...]:
    """Every setting that has a row, in order."""
    found = []
    for name, field in Settings.model_fields.items():
        extra = field.json_schema_extra
        if not isinstance(extra, dict):
            continue
        schema = Settings.model_json_schema()["properties"][name]
        kind: Any = {"boolean": "switch", "string": "choice"}.get(schema["type"], "number")
        low, high = schema.get("minimum", 0.0), schema.get("maximum", 0.0)
        found.append(Row.model_validate({"name": name, "kind": kind, "low": low, "high": high, "choices": schema.get("enum", ())} | extra))
    return tuple(found)


def read_settings(path: Path) -> tuple[Settings, str]:
    """The settings in a file, and what was wrong with it ("" for nothing, also where there is no file).

    A file that cannot be read, damaged or of another version, is moved aside under a name of its own, which the message gives, and
    defaults are used.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return DEFAULTS, ""
    except (OSError, UnicodeDecodeError) as error:
        return DEFAULTS, _aside(path, str(error))
    try:
        return Settings.model_validate_json(text), ""
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        return DEFAULTS, _aside(path, f"{place}: {first['msg']}" if place else first["msg"])


def write_settings(path: Path, settings: Settings) -> None:
    """Write settings whole, or leave the file as it was. Raises OSError."""
    write_whole(path, settings.model_dump_json(indent=2) + "\n")


def _aside(path: Path, reason: str) -> str:
    kept = keep_aside(path)
    where = f"it is kept as {kept.name}" if kept is not None else "it could not be moved aside"
    return f"The settings file could not be read ({reason}); {where}, and defaults are used."
