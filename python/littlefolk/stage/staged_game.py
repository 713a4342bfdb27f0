"""An opened game and the nodes that show it: what happens once a frame, and how it is closed."""

import argparse
from collections.abc import Callable

from godot import InputEvent, Node3D

from littlefolk.game import Game, Options
from littlefolk.game.stories import StoryRun, read_story
from littlefolk.game.transcript import Transcript
from littlefolk.stage.chunks import ChunkMeshes
from littlefolk.stage.eyes import Eyes
from littlefolk.stage.figures import Figures
from littlefolk.stage.hud import Hud
from littlefolk.stage.keymap import install
from littlefolk.stage.pointer import PlayerInput
from littlefolk.stage.screen import StageScreen
from littlefolk.stage.sky import Sky
from littlefolk.world.cells import CHUNK

MOST_SECONDS = 0.25  # of world time a frame: after a long stall the world does not leap
TALK_SECONDS = 0.07  # a mouth moves so long for each sign said
RADIUS, STORY_RADIUS = 6, 4  # chunks


class StagedGame:
    """A game wired to the main scene's nodes. `say` gets the lines of the transcript; `code` is the exit code of a story."""

    def __init__(self, root: Node3D, arguments: argparse.Namespace, say: Callable[[str], None]) -> None:
        story = read_story(arguments.story.read_text(encoding="utf-8"), arguments.story.name) if arguments.story else None
        radius = int(story.settings.get("radius", STORY_RADIUS)) if story else RADIUS
        options = Options(arguments.folder, arguments.seed, arguments.title, arguments.provider, radius)
        self._say = say
        self._log: list[str] = []
        self.game = Game(options, Transcript(self._tell, arguments.transcript))
        self.code = 0
        camera = root.get_node("Camera3D")
        self._chunks = ChunkMeshes(root)
        self._figures = Figures(root.get_node("Bodies"))
        self._sky = Sky(root.get_node("Sky/Sun"), camera, float(radius * CHUNK))
        self._eyes = Eyes(camera)
        self._hud = Hud(root.get_node("Hud"), install())
        self._pointer = PlayerInput(self.game)
        self._screen = StageScreen(root, self.game, self._hud, self._figures, camera, self._pointer)
        self._story = StoryRun(story, self.game, self._screen, arguments.out, say) if story else None
        if self._story is not None:
            self._story.log = self._log
        self._talking: dict[str, float] = {}
        self._heard = 0

    def frame(self, delta: float) -> None:
        """One frame: input that is held, the game's own order, then everything that shows it."""
        game, seconds = self.game, min(delta, MOST_SECONDS)
        self._pointer.advance()
        game.frame(seconds, self._chunks.publish)
        self._sky.show(game.day)
        self._eyes.follow(game, seconds)
        self._listen()
        self._figures.show(game.roster, game.agents, game.focus.name, self._talking, game.seconds, seconds)
        self._hud.show(game, captured=self._pointer.captured)
        self._screen.advance()
        self._advance_story()

    def typed(self, event: InputEvent) -> bool:
        """A key while somebody is in focus; whether it was one of the prompt's own."""
        game = self.game
        if event.is_action_pressed("leave_focus", False, True):
            game.submit("leave_focus")
        elif event.is_action_pressed("ui_text_submit"):
            text = self._hud.asked()
            if text:
                game.submit("ask", text=text)
        elif event.is_action_pressed("ui_cancel"):
            game.submit("stop")
        elif event.is_action_pressed("ui_up"):
            self._hud.history(game, -1)
        elif event.is_action_pressed("ui_down"):
            self._hud.history(game, +1)
        else:
            return event.is_action_pressed("focus_nearest", False, True)
        return True

    def played(self, event: InputEvent) -> bool:
        """An event while nobody is in focus; whether it was used."""
        return self._pointer.handle(event)

    def clear(self) -> None:
        """Take down what is drawn through the RenderingServer."""
        self._chunks.close()

    def _advance_story(self) -> None:
        if self._story is None or self._story.advance():
            return
        for bug in self.game.bugs:
            self._say(f"a command broke: {bug}")
        self.code = 1 if self._story.failure or self.game.bugs else 0
        self._story = None
        self.game.begin_close()

    def _listen(self) -> None:
        new = self.game.chat.count - self._heard
        for utterance in self.game.chat.log[-new:] if new else ():
            self._talking[utterance.speaker] = utterance.at + TALK_SECONDS * len(utterance.text)
        self._heard = self.game.chat.count

    def _tell(self, line: str) -> None:
        self._log.append(line)
        self._say(line)
