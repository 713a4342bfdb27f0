"""What runs from start to quit: the title, a game after another, settings, sounds, and a story that drives them."""

import argparse
import gc
from collections.abc import Callable
from pathlib import Path

from godot import InputEvent, Node3D

from littlefolk.agent.journal import JournalError
from littlefolk.game import Game, Options
from littlefolk.game.options import data_folder
from littlefolk.game.preferences import Preferences
from littlefolk.game.settings import Settings
from littlefolk.game.stories import Story, StoryRun, read_story
from littlefolk.game.transcript import Transcript
from littlefolk.game.worlds import SavedWorlds
from littlefolk.panels.menus import Menu
from littlefolk.stage.hud import Hud
from littlefolk.stage.icons import Icons
from littlefolk.stage.keymap import Keymap
from littlefolk.stage.menus.chat_screen import ChatScreen
from littlefolk.stage.menus.inventory_screen import InventoryScreen
from littlefolk.stage.menus.pause_screen import PauseScreen
from littlefolk.stage.menus.roster_screen import RosterScreen
from littlefolk.stage.menus.settings_screen import SettingsScreen
from littlefolk.stage.menus.title_screen import TitleScreen
from littlefolk.stage.picture import Picture
from littlefolk.stage.screen import StageScreen
from littlefolk.stage.sky import Sky
from littlefolk.stage.sounds.speakers import Speakers
from littlefolk.stage.staged_game import Screens, StagedGame
from littlefolk.stage.sweeping import Sweeping
from littlefolk.world.saving import SaveError

STORY_RADIUS = 4  # chunks
TITLE_DAY = 0.42  # time of day of the sky behind the title


class Application:
    """Opened with arguments, driven by frames, closed over frames: `begin_quit`, then frames until `closed`.

    `say` gets the lines of transcripts; `code` is the exit code of a story. Raises SaveError and JournalError when arguments name a
    world that cannot be opened and nobody is there to choose another (a story runs).
    """

    def __init__(self, root: Node3D, arguments: argparse.Namespace, say: Callable[[str], None]) -> None:
        self._root, self._arguments, self._say = root, arguments, say
        self.code = 0
        self.problems: list[str] = []
        self.abandoned: tuple[str, ...] = ()
        self.staged: StagedGame | None = None
        self._quitting = self._done = False
        self._log: list[str] = []
        story = read_story(arguments.story.read_text(encoding="utf-8"), arguments.story.name) if arguments.story else None
        self._story_settings = story.settings if story else {}
        at_title = arguments.folder is None or self._story_settings.get("start") == "title"
        self.preferences = Preferences(arguments.settings)
        self.keymap = Keymap()
        self._bound = self.preferences.settings.bindings
        self.keymap.install(self._bound)
        camera = root.get_node("Camera3D")
        self._sweeping = Sweeping()
        self._sky = Sky(root.get_node("Sky/Sun"), camera)
        self.speakers = Speakers(root)
        self._picture = Picture(root)
        frame, icons, click = root.get_node("Hud/Frame"), Icons(), self.speakers.click
        self.hud = Hud(root.get_node("Hud"), self.keymap.keys, icons)
        self._settings_screen = SettingsScreen(frame.get_node("Settings"), self.preferences, self.keymap, click, self._settings_done)
        self._screens = Screens(
            InventoryScreen(frame.get_node("Inventory"), icons, click),
            PauseScreen(frame.get_node("Pause"), click, self.leave, self.begin_quit),
            self._settings_screen,
            RosterScreen(frame.get_node("Roster"), click),
            ChatScreen(frame.get_node("Chat"), click),
        )
        self._settings_over_title = False
        worlds = SavedWorlds(arguments.folder if at_title and arguments.folder is not None else arguments.worlds)
        self.title = TitleScreen(frame.get_node("TitleScreen"), worlds, click, self._play, self._open_settings, self.begin_quit)
        self._worlds = worlds
        self._deaf = self.preferences.listen(self._apply)
        self.screen = StageScreen(root, self, camera, int(self._story_settings.get("draw_every", 1)))
        self._story = self._run_of(story) if story else None
        self.hud.clear()
        if at_title:
            self._show_title(self.preferences.problem)
        else:
            self._open_named(arguments)

    @property
    def game(self) -> Game | None:
        """The game that is open, or None."""
        return self.staged.game if self.staged is not None else None

    def frame(self, delta: float) -> None:
        """One frame of whatever is on."""
        self._picture.fit()
        staged = self.staged
        if staged is not None:
            if self._quitting:
                staged.game.begin_close()
            staged.frame(delta)
            if staged.game.menus.top is Menu.PAUSE:
                self._sweeping.calm(staged.game.seconds)
            if staged.game.closing:
                self.hud.veil(f"Saving {staged.game.world.name} …", 1.0)
            if staged.game.closed:
                self._closed_game(staged)
        else:
            self._sky.show(TITLE_DAY)
            self.title.advance()
        self.screen.advance()
        self._advance_story()
        self._done = self._quitting and self.staged is None and not self.title.busy and self.preferences.written

    @property
    def closed(self) -> bool:
        """Whether everything is saved and released."""
        return self._done

    def begin_quit(self) -> None:
        """Start closing for good. Later calls do nothing."""
        self._quitting = True

    def leave(self) -> None:
        """Close the game over the next frames, then show the title."""
        if self.staged is not None:
            self.staged.game.begin_close()

    def shut(self) -> None:
        """Close at once, waiting for it."""
        self._quitting = True
        if self.staged is not None:
            self.staged.game.close()
            self._closed_game(self.staged)
        while self.title.busy or not self.preferences.written:
            self.title.advance()
        self.release()

    def release(self) -> None:
        """Free what is the application's own, once it is closed."""
        self._deaf()
        self._settings_screen.show(False)
        self.title.show(False)
        self.speakers.close()

    def input(self, event: InputEvent) -> bool:
        """An event before any widget sees it; whether it was used."""
        staged = self.staged
        if staged is None:
            return self._settings_screen.handle(event) if self._settings_over_title else self.title.handle(event)
        if not staged.game.ready and event.is_action_pressed("ui_cancel"):
            self.leave()
            return True
        return staged.game.suspended and staged.typed(event)

    def unhandled(self, event: InputEvent) -> bool:
        """An event that no widget wanted; whether it was used."""
        staged = self.staged
        return staged is not None and staged.game.ready and not staged.game.suspended and staged.played(event)

    def _open_named(self, arguments: argparse.Namespace) -> None:
        try:
            self._open(self._options(arguments.folder, arguments.seed, arguments.title), arguments)
        except (SaveError, JournalError) as error:
            if self._story is not None:
                raise
            self._show_title(str(error))

    def _play(self, name: str, seed: int) -> None:
        if self.staged is not None or self._quitting:
            return
        try:
            self._open(self._options(self._worlds.place(name), seed, name), self._arguments)
        except (SaveError, JournalError) as error:
            self._show_title(str(error))

    def _options(self, folder: Path, seed: int, title: str) -> Options:
        return Options(folder, seed, title, self._arguments.provider, self._radius(), reachable=self._story is None, home=data_folder())

    def _open(self, options: Options, arguments: argparse.Namespace) -> None:
        staged = StagedGame(
            self._root,
            options,
            Transcript(self._tell, arguments.transcript),
            self.hud,
            self._screens,
            self._sky,
            self.speakers,
            self.preferences.listen,
        )
        staged.reach(options.radius)
        if "time" in self._story_settings:
            staged.game.daytime.set(float(self._story_settings["time"]), staged.game.seconds)
        self.title.show(False)
        self.staged = staged
        self._sweeping.calm(staged.game.seconds)
        staged.game.critters.wild = self._wild()
        if self._story is not None:
            self._story.use(staged.game)
        for problem in self.keymap.problems:
            staged.game.tell(problem)

    def _closed_game(self, staged: StagedGame) -> None:
        self.problems += staged.game.problems
        self.abandoned += staged.game.abandoned
        self.staged = None
        staged.clear()
        if self._story is not None:
            self._story.use(None)
        if not self._quitting:
            gc.collect()  # a world is large, and its parts know each other
            self._show_title("; ".join(staged.game.problems))

    def _show_title(self, note: str) -> None:
        self._sky.reach(400.0)
        self.title.show(True, note, self._arguments.seed if self._arguments.seeded else None)

    def _open_settings(self) -> None:
        self._settings_over_title = True
        self._settings_screen.show(True)

    def _settings_done(self) -> None:
        if self.game is not None:
            self.game.submit("go_back")
            return
        self._settings_over_title = False
        self._settings_screen.show(False)

    def _apply(self, settings: Settings) -> None:
        self.speakers.set_volume(settings.volume)
        self._picture.apply(settings)
        if self._bound != settings.bindings:
            self._bound = settings.bindings
            self.keymap.install(settings.bindings)
        if self.staged is not None:
            self.staged.reach(self._radius())
            self.staged.game.critters.wild = self._wild()

    def _wild(self) -> bool:
        """Whether critters come by themselves: in a story only where it says so, as its pictures are compared."""
        if self._arguments.story:
            return self._story_settings.get("critters") == "on"
        return self.preferences.settings.critters

    def _radius(self) -> int:
        if "radius" in self._story_settings:
            return int(self._story_settings["radius"])
        return STORY_RADIUS if self._arguments.story else self.preferences.settings.view_distance

    def _run_of(self, story: Story) -> StoryRun:
        run = StoryRun(story, None, self.screen, self._arguments.out, self._say)
        run.log = self._log
        return run

    def _advance_story(self) -> None:
        if self._story is None or self._story.advance():
            return
        bugs = self.staged.game.bugs if self.staged is not None else []
        for bug in bugs:
            self._say(f"a command broke: {bug}")
        self.code = 1 if self._story.failure or bugs else 0
        self._story = None
        self.begin_quit()

    def _tell(self, line: str) -> None:
        self._log.append(line)
        self._say(line)
