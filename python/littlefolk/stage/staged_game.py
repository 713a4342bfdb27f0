"""An opened game and the nodes that show it: what happens once a frame, and how it is closed."""

from collections.abc import Callable

from godot import InputEvent, InputEventMouseMotion, Node3D

from littlefolk.commands import TABLES
from littlefolk.game import Game, Options
from littlefolk.game.settings import Settings
from littlefolk.game.transcript import Transcript
from littlefolk.panels.chat import ChatLog
from littlefolk.panels.menus import Menu
from littlefolk.panels.sight import meant
from littlefolk.residents import FIGURES
from littlefolk.stage.asking import AskingScreen
from littlefolk.stage.bubbles import BubbleCards
from littlefolk.stage.chunks import ChunkMeshes
from littlefolk.stage.critters.herds import Herds
from littlefolk.stage.effects import Effects
from littlefolk.stage.eyes import Eyes
from littlefolk.stage.figures import Figures
from littlefolk.stage.hud import Hud
from littlefolk.stage.menus.chat_screen import ChatScreen
from littlefolk.stage.menus.inventory_screen import InventoryScreen
from littlefolk.stage.menus.pause_screen import PauseScreen
from littlefolk.stage.menus.roster_screen import RosterScreen
from littlefolk.stage.menus.settings_screen import SettingsScreen
from littlefolk.stage.origin import ORIGIN
from littlefolk.stage.palette import PaletteScreen
from littlefolk.stage.paths import Paths
from littlefolk.stage.pointer import PlayerInput
from littlefolk.stage.sky import Sky
from littlefolk.stage.sounds.hearing import Hearing
from littlefolk.stage.sounds.speakers import Speakers
from littlefolk.world.cells import CHUNK, Cell, cell_at

MOST_SECONDS = 0.25  # of world time a frame: after a long stall the world does not leap
TALK_SECONDS = 0.07  # a mouth moves so long for each sign said


class Screens:
    """The menus that lie over a game."""

    def __init__(
        self, inventory: InventoryScreen, pause: PauseScreen, settings: SettingsScreen, roster: RosterScreen, chat: ChatScreen
    ) -> None:
        self.inventory, self.pause, self.settings, self.roster, self.chat = inventory, pause, settings, roster, chat

    def show(self, game: Game | None, log: ChatLog | None = None) -> None:
        """Show the topmost menu of a game, or none."""
        top = game.menus.top if game is not None else None
        self.inventory.show(game if top is Menu.INVENTORY else None)
        self.pause.show(game if top is Menu.PAUSE else None)
        self.settings.show(top is Menu.SETTINGS)
        self.roster.show(game if top is Menu.ROSTER else None)
        self.chat.show(game if top is Menu.CHAT else None, log)

    def handle(self, game: Game, event: InputEvent) -> bool:
        """Give an event to the topmost menu; whether it was used."""
        match game.menus.top:
            case Menu.INVENTORY:
                return self.inventory.handle(event)
            case Menu.PAUSE:
                return self.pause.handle(event)
            case Menu.SETTINGS:
                return self.settings.handle(event)
            case Menu.ROSTER:
                return self.roster.handle(event)
            case Menu.CHAT:
                return self.chat.handle(event)
        return False


class StagedGame:
    """A game wired to the main scene's nodes."""

    def __init__(
        self,
        root: Node3D,
        options: Options,
        transcript: Transcript,
        hud: Hud,
        screens: Screens,
        sky: Sky,
        speakers: Speakers,
        listen: Callable[[Callable[[Settings], None]], Callable[[], None]],
    ) -> None:
        self.game = Game(options, transcript)
        self._hud, self._screens, self._sky = hud, screens, sky
        self._viewport = root.get_viewport()
        self._chunks = ChunkMeshes(root)
        self.figures = Figures(root.get_node("Bodies"))
        self.bubbles = BubbleCards(root, root.get_node("Camera3D"))
        self._effects = Effects(root, self.game, self._chunks.tiles, speakers)
        self._paths = Paths(root, self.game)
        self._herds = Herds(root)
        self._hearing = Hearing(self.game, speakers)
        self.eyes = Eyes(root.get_node("Camera3D"), Settings())
        self.pointer = PlayerInput(self.game, Settings())
        self._palette = PaletteScreen(root, self.game, hud)
        self._asking = AskingScreen(root, self.game, hud)
        self.game.mailbox.desk.attended = True
        self._deaf = listen(self.apply)
        self._talking: dict[str, float] = {}
        self._heard = 0
        self._log = ChatLog(self.game.caller.name)
        self._keyed = [command for command in TABLES.within(["player"]) if command.key and command.table in FIGURES]
        self._meant = ""
        self._over = False  # whether a menu lay over the game in the last frame

    def apply(self, settings: Settings) -> None:
        """Take over settings that count at once."""
        self.eyes.apply(settings)
        self.pointer.apply(settings)
        self._effects.still = self.bubbles.still = settings.reduced_motion
        self._hearing.voices = settings.voices

    def reach(self, radius: int) -> None:
        """See and keep so many chunks around the player."""
        self.game.streaming.set_radius(radius)
        self._sky.reach(float((radius - 1) * CHUNK))  # the outermost chunks are there for the light and the edges of those before them

    def frame(self, delta: float) -> None:
        """One frame: input that is held, the game's own order, then everything that shows it."""
        with self.game.profile.frame():
            self._frame(delta)

    def _frame(self, delta: float) -> None:
        zone = self.game.profile.zone
        game, seconds = self.game, min(delta, MOST_SECONDS)
        self.pointer.advance(seconds)
        game.frame(seconds, self._chunks.publish)
        self._sky.show(game.day)
        if ORIGIN.follow(game.player.body.position[0], game.player.body.position[2]):
            self._chunks.place_again()
        with zone("eyes"):
            self.eyes.follow(game, seconds)
        with zone("sight"):
            self._chunks.show_seen(game.streaming.sight, self._viewers())
        self._listen()
        self._hearing.advance(self._talking, seconds)
        self._meant = self._whom()
        with zone("effects"):
            self._effects.show(seconds)
            self._paths.show()
        with zone("critters"):
            self._herds.show(game.critters)
        with zone("figures"):
            named = self.eyes.held is None
            self.figures.show(game, self._meant, self._sky.direction, self._talking, seconds, named=named)
        with zone("bubbles"):
            self.bubbles.show(game, seconds)
        self._free_pointer_for_menus()
        self._screens.show(game, self._log)
        self._palette.show()
        self._asking.show()
        with zone("hud"):
            wet, unread = self.eyes.under_water, self._log.unread
            self._hud.show(game, captured=self.pointer.captured, meant=self._meant, under_water=wet, unread=unread)

    def _viewers(self) -> set[Cell]:
        """The cells in which a camera is: the player's, and another one that takes a picture."""
        cameras = {self.eyes.camera, self._viewport.get_camera_3d() or self.eyes.camera}
        return {cell_at(*ORIGIN.world(camera.global_position)) for camera in cameras}

    def typed(self, event: InputEvent) -> bool:
        """An event while a conversation or a menu lies over the game; whether it was one of theirs."""
        game = self.game
        if game.menus.top is Menu.PALETTE:
            return self._palette.handle(event)
        if game.menus.active:
            return not isinstance(event, InputEventMouseMotion) and self._screens.handle(game, event)
        if self._asking.handle(event):
            return True
        if event.is_action_pressed("open_palette", False, True):
            game.submit("open_palette")
        elif event.is_action_pressed("leave_focus", False, True):
            game.submit("leave_focus")
        elif event.is_action_pressed("ui_text_submit"):
            text = self._hud.asked()
            if text:
                game.submit("ask", text=text)
        elif event.is_action_pressed("ui_cancel"):
            game.submit("stop")
        elif event.is_action_pressed("ui_focus_next", False, True):
            self._hud.complete()
        elif event.is_action_pressed("ui_up"):
            self._hud.history(game, -1)
        elif event.is_action_pressed("ui_down"):
            self._hud.history(game, +1)
        else:
            return self._told(event) or event.is_action_pressed("focus_nearest", False, True)
        return True

    def _told(self, event: InputEvent) -> bool:
        """Whether an event is the key of something that whoever is talked to does."""
        for command in self._keyed:
            if command.table == self.game.snapshot.figures.get(self.game.focus.name) and event.is_action_pressed(command.name, False, True):
                self.game.submit(command.name, **{argument.name: argument.default for argument in command.arguments})
                return True
        return False

    def played(self, event: InputEvent) -> bool:
        """An event while nothing lies over the game; whether it was used."""
        if self._palette.opens(event):
            self.game.submit("open_palette")
            return True
        return self._asking.handle(event) or self.pointer.handle(event)

    def clear(self) -> None:
        """Take down everything that shows the game."""
        self._deaf()
        self.pointer.capture(False)
        self._screens.show(None)
        self._palette.close()
        self._asking.close()
        self._hud.clear()
        self._effects.close()
        self._paths.close()
        self._herds.close()
        self.figures.close()
        self.bubbles.close()
        self._chunks.close()

    def _whom(self) -> str:
        game = self.game
        if game.suspended:
            return self._palette.hovered
        return meant(game.player.body, ((resident.name, resident.body) for resident in game.roster)) or ""

    def _free_pointer_for_menus(self) -> None:
        over = self.game.menus.active
        if over == self._over:
            return
        self._over = over
        self.pointer.capture(not over)

    def _listen(self) -> None:
        self._log.hear(self.game.chat.log, self.game.chat.count, self.game.player.body.position)
        new = self.game.chat.count - self._heard
        for utterance in self.game.chat.log[-new:] if new else ():
            if not utterance.to:
                self._talking[utterance.speaker] = utterance.at + TALK_SECONDS * len(utterance.text)
        self._heard = self.game.chat.count
