"""Which world a command opens: a saved one by name, or a scratch one that goes away."""

import secrets
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from littlefolk.game.options import worlds_folder
from littlefolk.game.worlds import SavedWorlds, WorldsError


class WorldNameError(OSError):
    """A name that cannot be a world's."""


@contextmanager
def world_folder(name: str | None) -> Iterator[Path]:
    """The folder of the saved world `name`, or a temporary folder for None. Raises WorldNameError for a name that will not do."""
    if name is None:
        with tempfile.TemporaryDirectory(prefix="littlefolk-", ignore_cleanup_errors=True) as scratch:
            yield Path(scratch)
        return
    try:
        kept = SavedWorlds(worlds_folder()).place(name)
    except WorldsError as error:
        raise WorldNameError(f"{name!r} cannot be a world's name: {error}") from error
    kept.mkdir(parents=True, exist_ok=True)
    yield kept


def chosen_seed(seed: int | None) -> int:
    """The seed given, or a random one."""
    return secrets.randbelow(2**31) if seed is None else seed
