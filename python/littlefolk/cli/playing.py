"""`littlefolk play`."""

import os

from littlefolk.cli.engine import EngineError, become
from littlefolk.cli.worlds import world_folder


def play(seed: int | None, world: str | None, provider: str | None = None) -> int:
    """Open the game in a window: the world of this name, or the title for None. Raises EngineError without a display."""
    if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        raise EngineError('there is no display here: run `make demo`, or `littlefolk ask "…" --image picture.png`, which need none')
    seeded = [] if seed is None else ["--seed", str(seed)]
    seeded += [] if provider is None else ["--provider", provider]
    if world is None:
        return become(seeded)
    with world_folder(world) as folder:
        return become(["--folder", str(folder), "--title", world, *seeded])
