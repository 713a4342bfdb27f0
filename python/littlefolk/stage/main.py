"""The main node: one running game in one scene tree. Everything the engine calls comes in here, once a frame."""

import sys

from godot import InputEvent, InputEventKey, Node3D, testing
from godot.singletons import OS

from littlefolk.game import Game, Options
from littlefolk.game.stories import StoryRun, read_story
from littlefolk.game.transcript import Transcript
from littlefolk.stage.arguments import read_arguments
from littlefolk.stage.check import check_resources
from littlefolk.stage.chunks import ChunkMeshes
from littlefolk.stage.eyes import Eyes
from littlefolk.stage.figures import Figures
from littlefolk.stage.hud import Hud
from littlefolk.stage.keymap import install
from littlefolk.stage.pointer import PlayerInput
from littlefolk.stage.screen import StageScreen
from littlefolk.stage.sky import Sky
from littlefolk.world.cells import CHUNK

OURS = "littlefolk| "  # opens a line for the command that started a scripted run
MOST_SECONDS = 0.25  # of world time a frame: after a long stall the world does not leap
TALK_SECONDS = 0.07  # a mouth moves so long for each sign said
WM_CLOSE_REQUEST = 1006


class Littlefolk(Node3D):
    """The root of the main scene: opens a game with the arguments after `--`, drives it, and closes it before quitting."""

    def _ready(self) -> None:
        self.game: Game | None = None
        self._code = 0
        words = OS.get_cmdline_user_args()
        if testing.requested():
            return
        arguments = read_arguments(words)
        if arguments.check_resources:
            self.get_tree().quit(min(1, check_resources()))
            return
        self.get_tree().auto_accept_quit = False
        self.open(arguments)

    def open(self, arguments) -> None:
        """Open the game that the arguments name."""
        self._log: list[str] = []
        story = read_story(arguments.story.read_text(encoding="utf-8"), arguments.story.name) if arguments.story else None
        radius = int(story.settings.get("radius", 4)) if story else 6
        options = Options(arguments.folder, arguments.seed, arguments.title, arguments.provider, radius)
        self.game = Game(options, Transcript(self._tell, arguments.transcript))
        self._keys = install()
        self._chunks = ChunkMeshes(self)
        self._figures = Figures(self.get_node("Bodies"))
        self._camera = self.get_node("Camera3D")
        self._sky = Sky(self.get_node("Sky/Sun"), self._camera, float(radius * CHUNK))
        self._eyes = Eyes(self._camera)
        self._hud = Hud(self.get_node("Hud"), self._keys)
        self._pointer = PlayerInput(self.game, self)
        self._screen = StageScreen(self, self.game, self._hud, self._figures, self._camera, self._pointer)
        self._story = StoryRun(story, self.game, self._screen, arguments.out, self._say) if story else None
        if self._story is not None:
            self._story.log = self._log
        self._talking: dict[str, float] = {}
        self._heard = 0

    def _process(self, delta: float) -> None:
        game = self.game
        if game is None:
            return
        seconds = min(delta, MOST_SECONDS)
        if not game.closed:
            self._pointer.advance()
            game.frame(seconds, self._chunks.publish)
        if game.closed:
            self._quit()
            return
        self._sky.show(game.day)
        self._eyes.follow(game, seconds)
        self._listen()
        self._figures.show(game.roster, game.agents, game.focus.name, self._talking, game.seconds, seconds)
        self._hud.show(game, captured=self._pointer.captured)
        if self._story is not None:
            self._advance_story()

    def _input(self, event: InputEvent) -> None:
        game = self.game
        if game is None or not game.ready or not game.focus.active or not isinstance(event, InputEventKey) or not event.pressed:
            return
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
        elif not event.is_action_pressed("focus_nearest", False, True):
            return
        self.get_viewport().set_input_as_handled()

    def _unhandled_input(self, event: InputEvent) -> None:
        if self.game is not None and self.game.ready and not self.game.focus.active and self._pointer.handle(event):
            self.get_viewport().set_input_as_handled()

    def _notification(self, what: int) -> None:
        if what == WM_CLOSE_REQUEST and getattr(self, "game", None) is not None:
            self.game.begin_close()

    def _exit_tree(self) -> None:
        """The tree goes away without our asking (`--quit-after`, another scene): close here and now."""
        if getattr(self, "game", None) is not None:
            self.shut()

    def shut(self) -> None:
        """Close the game at once, waiting for it."""
        self._chunks.close()
        self.game.close()
        self.game = None

    def _advance_story(self) -> None:
        self._screen.advance()
        if self._story is not None and not self._story.advance():
            self._code = 1 if self._story.failure or self.game.bugs else 0
            for bug in self.game.bugs:
                self._say(f"a command broke: {bug}")
            self._story = None
            self.game.begin_close()

    def _listen(self) -> None:
        for utterance in self.game.chat.log[len(self.game.chat.log) - (self.game.chat.count - self._heard) :]:
            self._talking[utterance.speaker] = utterance.at + TALK_SECONDS * len(utterance.text)
        self._heard = self.game.chat.count

    def _tell(self, line: str) -> None:
        self._log.append(line)
        self._say(line)

    def _say(self, text: str) -> None:
        for line in text.splitlines():
            print(OURS + line)

    def _quit(self) -> None:
        for problem in self.game.problems:
            self._say(f"closing: {problem}")
            self._code = self._code or 1
        self._chunks.close()
        self.game = None
        print(f"littlefolk-end rc={self._code}")
        sys.stdout.flush()
        self.get_tree().quit(self._code)
