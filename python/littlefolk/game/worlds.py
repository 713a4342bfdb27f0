"""The saved worlds: listing, naming and deleting them. Nothing here opens a game."""

import json
import os
import re
import shutil
import zlib
from dataclasses import dataclass
from pathlib import Path

from littlefolk.world.saving import SaveError, in_use
from littlefolk.world.schema import read_header, sound_copy

FILE = "world.sqlite"
LONGEST = 40
_NAME = re.compile(rf"\w[\w .-]{{0,{LONGEST - 1}}}")
_DEVICES = re.compile(r"(?i)(con|prn|aux|nul|com\d|lpt\d)(\..*)?")


class WorldsError(Exception):
    """A world cannot be made or deleted. The message says why and what to do."""


@dataclass(frozen=True, slots=True)
class SavedWorld:
    """One folder with a save. `damage` says why it cannot be opened ("" for a sound one, whose other fields then count).

    `edits` counts authored cells; `played` is when the file was last written, in seconds since 1970.
    """

    name: str
    folder: Path
    seed: int = 0
    edits: int = 0
    revision: int = 0
    played: float = 0.0
    damage: str = ""


def why_not_a_name(name: str) -> str:
    """Why a world cannot have this name, and what would do; "" for a good one."""
    if not name.strip():
        return "A world needs a name"
    if len(name) > LONGEST:
        return f"A name has at most {LONGEST} signs; this one has {len(name)}"
    if _NAME.fullmatch(name) is None or name.endswith((".", " ")):
        wrong = next((sign for sign in name if re.fullmatch(r"[\w .-]", sign) is None), "")
        if wrong:
            return f"{wrong!r} cannot be in a name; use letters, digits, spaces, “.”, “-” and “_”"
        return "A name begins with a letter or digit and does not end with a space or a dot"
    if _DEVICES.fullmatch(name):
        return f"{name} is a device's name on some systems; choose another"
    return ""


def seed_of(text: str, by_chance: int) -> int:
    """The seed that somebody typed: a whole number is itself, words become one, nothing becomes `by_chance`."""
    wish = text.strip()
    if not wish:
        return by_chance
    if re.fullmatch(r"-?[0-9]{1,18}", wish):
        return int(wish)
    return zlib.crc32(wish.encode())


class SavedWorlds:
    """The worlds in one folder, each in a folder of its own name."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def list(self) -> tuple[SavedWorld, ...]:
        """Every world, the latest played first. Reads each save without touching it; takes as long as copying them does."""
        try:
            folders = [path for path in self.folder.iterdir() if (path / FILE).is_file()]
        except (FileNotFoundError, NotADirectoryError):
            return ()
        return tuple(sorted((_read(path) for path in folders), key=lambda world: (-world.played, world.name)))

    def why_not_new(self, name: str) -> str:
        """Why no new world can have this name; "" when it can."""
        reason = why_not_a_name(name)
        if reason:
            return reason
        taken = {path.name.casefold() for path in self.folder.iterdir()} if self.folder.is_dir() else set()
        return f"There is a world named {name} already" if name.casefold() in taken else ""

    def free_name(self, wish: str = "Home") -> str:
        """A name for a new world: the wish, or the wish with a number."""
        number, name = 1, wish
        while self.why_not_new(name) and number < 1000:
            number += 1
            name = f"{wish} {number}"
        return name

    def place(self, name: str) -> Path:
        """Where the files of a world of this name are. Raises WorldsError for a name that will not do."""
        reason = why_not_a_name(name)
        if reason:
            raise WorldsError(reason)
        return self.folder / name

    def delete(self, name: str) -> None:
        """Delete a world's files for good. Raises WorldsError for one that is not there, is open, or cannot be deleted."""
        folder = self.place(name)
        if folder.is_symlink() or not (folder / FILE).is_file():
            raise WorldsError(f"There is no world named {name} in {self.folder}")
        if in_use(folder / FILE):
            raise WorldsError(f"{name} is open in another game: close that one first")
        gone = folder.with_name(f".deleted-{os.getpid()}-{folder.name}")
        try:
            # Renamed first: a deletion that is cut short leaves no half of a world in the list.
            os.replace(folder, gone)
            shutil.rmtree(gone)
        except OSError as error:
            raise WorldsError(f"{name} could not be deleted: {error.strerror or error}") from error


def _read(folder: Path) -> SavedWorld:
    path = folder / FILE
    try:
        log = path.with_name(path.name + "-wal")
        played = max(file.stat().st_mtime for file in (path, log) if file.exists())
    except (OSError, ValueError):
        played = 0.0
    try:
        read_header(path)
        with sound_copy(path) as copy:
            meta = {key: json.loads(value) for key, value in copy.execute("SELECT key, value FROM meta")}
            edits = copy.execute("SELECT count(*) FROM edits").fetchone()[0]
        return SavedWorld(folder.name, folder, int(meta["seed"]), edits, int(meta["revision"]), played)
    except (SaveError, OSError, KeyError, TypeError, ValueError) as error:
        return SavedWorld(folder.name, folder, played=played, damage=str(error))
