"""Running a story without an engine, in this process."""

import time
from collections.abc import Callable
from pathlib import Path

from littlefolk.game import Game, Options
from littlefolk.game.options import data_folder
from littlefolk.game.stories import Story, StoryRun
from littlefolk.game.transcript import Transcript

FRAME = 1 / 60  # seconds of world time a frame
RADIUS = 3  # chunks: nothing is drawn, so little need be there


def run_headless(story: Story, folder: Path, seed: int, provider: str, transcript: Path | None, on_line: Callable[[str], None]) -> str:
    """Run a story in a game without an engine; what failed, or an empty text."""
    log: list[str] = []

    def tell(line: str) -> None:
        log.append(line)
        on_line(line)

    seed = int(story.settings.get("seed", seed))
    options = Options(folder, seed, provider=provider, radius=int(story.settings.get("radius", RADIUS)), meshing=False, home=data_folder())
    game = Game(options, Transcript(tell, transcript))
    try:
        run = StoryRun(story, game, say=on_line)
        run.log = log
        while run.advance():
            game.frame(FRAME)
            time.sleep(0.001)
    finally:
        problems = game.close()
    return run.failure or "; ".join([*game.bugs, *problems])
