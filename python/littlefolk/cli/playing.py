"""`littlefolk play`."""

import os

from littlefolk.cli.engine import EngineError, become
from littlefolk.cli.worlds import chosen_seed, world_folder


def play(seed: int | None, world: str | None) -> int:
    """Open the game in a window. Raises EngineError without a display."""
    if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        raise EngineError('there is no display here: run `make demo`, or `littlefolk ask "…" --image picture.png`, which need none')
    with world_folder(world or "Home") as folder:
        return become(["--folder", str(folder), "--title", world or "Home", "--seed", str(chosen_seed(seed))])
