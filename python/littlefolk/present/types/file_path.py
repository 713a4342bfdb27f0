"""A file inside the sandbox folder."""

import re
from pathlib import Path, PurePosixPath
from typing import Any

from littlefolk.present.context import ReadContext
from littlefolk.present.outcome import Invalid
from littlefolk.present.types.base import Completion, PresentationType, quoted

LONGEST = 400  # signs of a path
DEEPEST = 32  # folders
OFFERED = 40  # completions
_DEVICES = re.compile(r"(?i)(con|prn|aux|nul|com\d|lpt\d)(\..*)?")
_UNFIT = re.compile('[\x00-\x1f\x7f-\x9f<>:"|?*\\\\\ud800-\udfff]')
_SHAPE = "a path inside the sandbox folder, such as notes/plan.txt"


class FilePath(PresentationType[PurePosixPath]):
    """A relative path with `/` between its parts that stays inside the sandbox, whatever links lie there.

    Absolute paths, `..`, backslashes, drive and device names and control characters are refused. With `existing` the file must be there.
    """

    name = "file path"
    values = PurePosixPath

    def __init__(self, *, existing: bool = False) -> None:
        self.existing = existing

    def parse(self, text: str, context: ReadContext) -> PurePosixPath | Invalid:
        if len(text) > LONGEST:
            return Invalid(f"the path has {len(text):,} characters: write at most {LONGEST}")
        stripped = text.strip().removeprefix("./")
        wrong = _UNFIT.search(stripped)
        if wrong is not None:
            return Invalid(f"{quoted(text)} has {quoted(wrong[0])}, which no path here has: write {_SHAPE}")
        if stripped.startswith(("/", "~")):
            return Invalid(f"{quoted(text)} does not begin inside the sandbox: write {_SHAPE}")
        parts = [part for part in stripped.split("/") if part != "."]
        if not parts or any(not part for part in parts) or len(parts) > DEEPEST:
            return Invalid(f"{quoted(text)} is not a path: write {_SHAPE}")
        for part in parts:
            if part == ".." or part != part.strip() or part.endswith(".") or _DEVICES.fullmatch(part):
                return Invalid(f"{quoted(part)} cannot be a part of a path here: write {_SHAPE}")
        path = PurePosixPath(*parts)
        return self._inside(path, context) or path

    def from_json(self, value: Any, context: ReadContext) -> PurePosixPath | Invalid:
        if not isinstance(value, str):
            return Invalid(f"{quoted(value)} is not a path: write a string, {_SHAPE}")
        return self.parse(value, context)

    def unparse(self, value: PurePosixPath) -> str:
        return str(value)

    def to_json(self, value: PurePosixPath) -> str:
        return str(value)

    def complete(self, prefix: str, context: ReadContext) -> list[Completion]:
        folder, _, start = prefix.strip().rpartition("/")
        if context.sandbox is None or (folder and isinstance(FilePath().parse(folder, context), Invalid)):
            return []
        found = []
        try:
            for entry in sorted(context.sandbox.joinpath(folder).iterdir()):
                shown = f"{folder}/{entry.name}" if folder else entry.name
                if entry.name.startswith(start) and not isinstance(FilePath().parse(shown, context), Invalid):
                    found.append(Completion(shown + "/" * entry.is_dir(), entry.name, "folder" if entry.is_dir() else ""))
        except (OSError, ValueError):
            return []
        return found[:OFFERED]

    def json_schema(self) -> dict[str, Any]:
        return {"type": "string", "description": self.describe()}

    def describe(self) -> str:
        return f"{_SHAPE}{' of a file that is there' if self.existing else ''}"

    def _inside(self, path: PurePosixPath, context: ReadContext) -> Invalid | None:
        if context.sandbox is None:
            return Invalid("there is no sandbox folder here, so no file can be named") if self.existing else None
        try:
            root = context.sandbox.resolve()
            place = Path(root, *path.parts).resolve()
            there = place.is_file()
        except (OSError, RuntimeError, ValueError):
            return Invalid(f"{quoted(str(path))} cannot be followed: write {_SHAPE}")
        if not place.is_relative_to(root):
            return Invalid(f"{quoted(str(path))} leads out of the sandbox: write {_SHAPE}")
        return Invalid(f"there is no file {quoted(str(path))} in the sandbox") if self.existing and not there else None
