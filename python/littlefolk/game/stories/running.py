"""Running a story: a coroutine that goes on by one frame at a time."""

import time
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

from littlefolk.game.game import Game
from littlefolk.game.stories.screen import Screen
from littlefolk.game.stories.story import Story, StoryStep
from littlefolk.present.records import ToolCall, Turn

Frames = Generator[None, None, None]
READY_SECONDS = 90.0
SLOWEST = 15.0  # frames a second; where fewer are drawn, a story waits until there were as many as that


class StoryFailed(Exception):
    """An expectation did not hold, or a step could not be done. The message says what was found instead."""


class StoryRun:
    """One run of a story, in one game or in several after another. `advance` runs until the next frame is needed; False once it is over.

    `failure` is empty for a story that held. World time, wall time and frames all bound every `until`: none of them alone tells that
    what is waited for had its chance on a machine that is slow, or busy with something else.
    """

    def __init__(
        self, story: Story, game: Game | None, screen: Screen | None = None, out: Path = Path(), say: Callable[[str], None] = print
    ) -> None:
        self.story, self.screen, self.out = story, screen, out or Path.cwd()
        self._game = game
        self.failure = ""
        self.log: list[str] = []
        self._say = say
        self._coroutine = self._run()
        self.use(game)

    def advance(self) -> bool:
        """Go on until the story waits for another frame."""
        try:
            next(self._coroutine)
        except StopIteration:
            return False
        return True

    @property
    def game(self) -> Game:
        """The game that is open. Raises StoryFailed while none is."""
        if self._game is None:
            raise StoryFailed("no world is open")
        return self._game

    @property
    def is_open(self) -> bool:
        """Whether a game is open."""
        return self._game is not None

    @property
    def clock(self) -> Callable[[], float]:
        """Monotonic seconds of wall time."""
        return self._game.clock if self._game is not None else time.monotonic

    def use(self, game: Game | None) -> None:
        """Go on in another game, or without one until the next is opened."""
        self._game = game
        if game is not None:
            game.mailbox.desk.attended = self.story.answers

    @property
    def turns(self) -> list[Turn]:
        """Every turn of every agent, in the order in which they started."""
        found = [turn for agent in self.game.agents.values() for turn in (*agent.history, agent.turn) if turn is not None]
        return sorted({turn.id: turn for turn in found}.values(), key=lambda turn: turn.started)

    @property
    def calls(self) -> list[ToolCall]:
        """Every tool call of every turn."""
        return [call for turn in self.turns for call in turn.calls]

    def window(self) -> Screen:
        """The screen. Raises StoryFailed in a run without one."""
        if self.screen is None:
            raise StoryFailed("this step needs a window; run the story rendered")
        return self.screen

    def wait(self, seconds: float, until: Callable[[], bool], what: Callable[[], str]) -> Frames:
        """Frames until something holds; StoryFailed after that many seconds of world time and of wall time, SLOWEST frames each."""
        game, wall_end = self._game, self.clock() + seconds
        world_end = game.seconds + seconds if game is not None else 0.0
        frames = 0
        while not until():
            # World time stands still in a game that closes, and another game has its own.
            past = game is None or game is not self._game or game.closing or game.seconds > world_end
            if past and self.clock() > wall_end and frames >= seconds * SLOWEST:
                raise StoryFailed(f"not within {seconds:g} s: {what()}")
            frames += 1
            yield

    def _run(self) -> Frames:
        current: StoryStep | None = None
        try:
            if self.story.settings.get("start") != "title":
                yield from self.wait(READY_SECONDS, lambda: self.game.ready, lambda: "the player does not stand in the world")
            for current in self.story.steps:
                result: Any = current.form.run(self, **current.values)
                if isinstance(result, Generator):
                    yield from result
        except StoryFailed as failed:
            where = f"{self.story.name}:{current.number}: {current.line}" if current else self.story.name
            self.failure = f"{where}\n    {failed}"
            self._say(f"story failed at {self.failure}")
            yield from self._picture_of_failure()

    def _picture_of_failure(self) -> Frames:
        if self.screen is None:
            return
        self.screen.request_picture()
        end = self.clock() + 10.0
        while not self.screen.picture_taken():
            if self.clock() > end:
                return
            yield
        path = self.out / f"{Path(self.story.name).stem}.failed.png"
        self.screen.save_picture(path)
        self._say(f"    picture: {path}")
