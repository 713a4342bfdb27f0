"""The title: saved worlds to play or delete, and a new one. Disk work runs on a thread of its own."""

import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from godot import Color, Control, InputEvent, Label, TextServer
from godot.singletons import ResourceLoader

from littlefolk.game.worlds import SavedWorld, SavedWorlds, WorldsError, seed_of
from littlefolk.panels.ages import ago
from littlefolk.stage.menus.widgets import both, clear

EMPTY = "There is none yet. Name one below and create it; the same seed always grows the same land."
ROW = "res://scenes/menus/world_row.tscn"
ALERT = Color(0.9412, 0.5176, 0.5882)


@dataclass
class _Errand:
    """What the thread does and found: a world to delete first ("" for none), then the list."""

    delete: str
    worlds: tuple[SavedWorld, ...] = ()
    problem: str = ""
    thread: threading.Thread | None = None


class TitleScreen:
    """`play(name, seed)` is called with the world to open; the seed counts for a new one."""

    def __init__(
        self,
        root: Control,
        worlds: SavedWorlds,
        click: Callable[[], None],
        play: Callable[[str, int], None],
        open_settings: Callable[[], None],
        quit_game: Callable[[], None],
    ) -> None:
        self._root, self._saved, self._click, self._play = root, worlds, click, play
        column = root.get_node("Panel/Column")
        self._list = column.get_node("Scroll/Worlds")
        self._note = column.get_node("Note")
        self._confirm, self._question = column.get_node("Confirm"), column.get_node("Confirm/Question")
        self._name, self._seed = column.get_node("New/NewName"), column.get_node("New/NewSeed")
        self._create_button = column.get_node("New/Create")
        self._row_scene = ResourceLoader.load(ROW)
        self._errand: _Errand | None = None
        self._doomed = ""
        self._shown = False
        self._create_button.pressed.connect(self._create)
        for line in (self._name, self._seed):
            line.text_submitted.connect(lambda _text: self._create())
        self._name.text_changed.connect(lambda _text: self.tell(""))
        column.get_node("Confirm/Keep").pressed.connect(self._keep)
        column.get_node("Confirm/ReallyDelete").pressed.connect(self._delete)
        root.get_node("Name/TitleSettings").pressed.connect(both(click, open_settings))
        root.get_node("Name/TitleQuit").pressed.connect(both(click, quit_game))

    @property
    def busy(self) -> bool:
        """Whether the thread still runs."""
        return self._errand is not None and self._errand.thread is not None and self._errand.thread.is_alive()

    def show(self, shown: bool, note: str = "", seed: int | None = None) -> None:
        """Open or close it; `note` is told first, `seed` stands in the line of a new world."""
        self._shown = self._root.visible = shown
        self._ask("")
        clear(self._list)
        if shown:
            self.tell(note)
            self._seed.text = "" if seed is None else str(seed)
            self._start(_Errand(""))

    def tell(self, text: str) -> None:
        """Show a line to the person, "" for none."""
        self._note.text, self._note.visible = text, bool(text)

    def advance(self) -> None:
        """Once a frame: take over what the thread found."""
        errand = self._errand
        if errand is None or self.busy:
            return
        self._errand = None
        if errand.problem:
            self.tell(errand.problem)
        if self._shown:
            self._fill(errand.worlds)

    def handle(self, event: InputEvent) -> bool:
        """A pressed key or button while it is open; whether it was the title's own."""
        if self._doomed and event.is_action_pressed("ui_cancel"):
            self._keep()
            return True
        return False

    def _start(self, errand: _Errand) -> None:
        self._errand = errand
        errand.thread = threading.Thread(target=self._run, args=(errand,), name="worlds", daemon=True)
        errand.thread.start()

    def _run(self, errand: _Errand) -> None:
        try:
            if errand.delete:
                self._saved.delete(errand.delete)
        except WorldsError as error:
            errand.problem = str(error)
        errand.worlds = self._saved.list()

    def _fill(self, worlds: tuple[SavedWorld, ...]) -> None:
        clear(self._list)
        if not worlds:
            self._list.add_child(Label(text=EMPTY, theme_type_variation="Quiet", autowrap_mode=TextServer.AUTOWRAP_WORD_SMART))
        now = time.time()
        for number, world in enumerate(worlds, 1):
            row = self._row_scene.instantiate()
            row.name = f"World_{number}"
            self._write_row(row, world, now)
            self._list.add_child(row)
        if not self._name.text:
            self._name.text = self._saved.free_name()
        if worlds and not worlds[0].damage:
            self._list.get_child(0).get_node("Play").grab_focus()
        else:
            self._create_button.grab_focus()

    def _write_row(self, row: Control, world: SavedWorld, now: float) -> None:
        play, about = row.get_node("Play"), row.get_node("Play/Column/About")
        row.get_node("Play/Column/Name").text = world.name
        if world.damage:
            play.disabled = True
            play.tooltip_text = about.text = f"! damaged: {world.damage}"
            about.add_theme_color_override("font_color", ALERT)
        else:
            built = f"{world.edits:,} block{'' if world.edits == 1 else 's'} changed"
            about.text = f"seed {world.seed} · {built} · {ago(now - world.played)}"
            play.pressed.connect(lambda: self._open(world.name, world.seed))
        row.get_node("Delete").pressed.connect(both(self._click, lambda: self._ask(world.name)))

    def _create(self) -> None:
        name = self._name.text.strip()
        reason = self._saved.why_not_new(name)
        if reason:
            self._click()
            self.tell(reason)
            self._name.grab_focus()
            return
        seed = seed_of(self._seed.text, secrets.randbelow(2**31))
        self._name.text = self._seed.text = ""
        self._open(name, seed)

    def _open(self, name: str, seed: int) -> None:
        self._click()
        self._play(name, seed)

    def _ask(self, name: str) -> None:
        self._doomed = name
        self._confirm.visible = bool(name)
        self._question.text = f"Delete {name} and everything built in it?"
        if name:
            self.tell("")
            self._confirm.get_node("Keep").grab_focus()

    def _keep(self) -> None:
        self._click()
        self._ask("")
        self._create_button.grab_focus()

    def _delete(self) -> None:
        name = self._doomed
        self._click()
        self._ask("")
        if name and not self.busy:
            self._name.text = ""
            self._start(_Errand(name))
