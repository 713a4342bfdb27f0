"""What a server can do, found out once and kept in a file: one profile for each base URL and model."""

import json
import logging
import os
import threading
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path

from littlefolk.agent.providers.failures import Problem

log = logging.getLogger(__name__)
UNKNOWN, NATIVE, ACTIONS = "unknown", "native", "actions"
FORMATS = ("json_schema", "json_object", "none")
REFUSALS = (400, 404, 405, 415, 422, 500, 501)
_lock = threading.Lock()


@dataclass(frozen=True, slots=True)
class Profile:
    """What one model at one server takes.

    `tools`: NATIVE function tools, ACTIONS as JSON in the text instead, or UNKNOWN. `format`: the best of FORMATS that actions can be
    asked for in. `context`: the prompt size in tokens to keep to since a longer one was refused, 0 for none. `output_images`: whether
    a tool's result may hold pictures. `summaries`: whether it tells what it thinks. `continues`: whether it remembers its responses.
    """

    tools: str = UNKNOWN
    format: str = "json_schema"
    images: bool = True
    strict: bool = True
    usage: bool = True
    context: int = 0
    output_images: bool = True
    summaries: bool = True
    continues: bool = True

    def adapted(self, problem: Problem, *, images: bool) -> "Profile | None":
        """This profile without what a server's refusal points at; None when it points at nothing that could be left out."""
        if problem.status not in REFUSALS:
            return None
        words = problem.detail.casefold()
        if images and self.images and (problem.status >= 500 or any(sign in words for sign in ("image", "vision", "multimodal", "mmproj"))):
            return replace(self, images=False)
        if self.usage and ("stream_options" in words or "include_usage" in words):
            return replace(self, usage=False)
        if self.tools == ACTIONS and any(sign in words for sign in ("response_format", "schema", "grammar", "json")):
            lower = FORMATS.index(self.format) + 1
            return replace(self, format=FORMATS[lower]) if lower < len(FORMATS) else None
        if self.tools != ACTIONS and self.strict and "strict" in words:
            return replace(self, strict=False)
        if self.tools != ACTIONS and any(sign in words for sign in ("tool", "function", "jinja", "template")):
            return replace(self, tools=ACTIONS)
        return None


class Profiles:
    """The profiles in one file, or in memory only for None. A file that cannot be read or written costs nothing but a new probe."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._known = self._read()

    def get(self, place: str, model: str) -> Profile:
        """What is known of a model at a base URL (as it may be shown: without credentials)."""
        return self._known.get(f"{place} {model}", Profile())

    def put(self, place: str, model: str, profile: Profile) -> None:
        """Keep a profile."""
        with _lock:
            self._known = self._read() | self._known | {f"{place} {model}": profile}
            self._write()

    def _read(self) -> dict[str, Profile]:
        if self._path is None:
            return {}
        try:
            found = json.loads(self._path.read_text(encoding="utf-8"))
            return {key: _checked(body) for key, body in found.items()}
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, AttributeError, TypeError) as error:
            log.warning("%s cannot be read (%s): what servers can do is found out anew", self._path, error)
            return {}

    def _write(self) -> None:
        if self._path is None:
            return
        text = json.dumps({key: asdict(profile) for key, profile in sorted(self._known.items())}, indent=1)
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            new = self._path.with_name(f".{self._path.name}.{os.getpid()}.{threading.get_ident()}")
            new.write_text(text + "\n", encoding="utf-8")
            os.replace(new, self._path)
        except OSError as error:
            log.warning("%s cannot be written (%s): what servers can do is found out anew next time", self._path, error)


def _checked(body: dict[str, object]) -> Profile:
    plain = Profile()
    known = {field.name: body[field.name] for field in fields(Profile) if type(body.get(field.name)) is type(getattr(plain, field.name))}
    profile = replace(plain, **known)  # type: ignore[arg-type]
    return profile if profile.format in FORMATS and profile.tools in (UNKNOWN, NATIVE, ACTIONS) else plain
