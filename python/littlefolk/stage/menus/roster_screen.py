"""The roster on screen: a row for everybody, and for the chosen one the name, the voice, what it may do, talking and dismissing."""

from collections.abc import Callable
from functools import partial

from godot import Button, Color, Control, InputEvent
from godot.singletons import ResourceLoader

from littlefolk.game import Game
from littlefolk.panels.roster import Entry, Switch, entries_of
from littlefolk.stage.menus.widgets import both, button, clear, focused_within

ROW = "res://scenes/menus/roster_row.tscn"
VOICE = ("muted", "listens")
DEFAULT = "default"  # the game's own provider


class RosterScreen:
    """Shown while the roster is the topmost menu of a game. Only what changed is written to widgets."""

    def __init__(self, root: Control, click: Callable[[], None]) -> None:
        self._root, self._click = root, click
        column = root.get_node("Panel/Column")
        self._count = column.get_node("Head/Count")
        self._list = column.get_node("Body/Scroll/Rows")
        details = self._details = column.get_node("Body/Details")
        self._name, self._about = details.get_node("Naming/NewFolkName"), details.get_node("About")
        self._voice, self._may = details.get_node("Voice"), details.get_node("May")
        self._foot, self._sure = details.get_node("Foot"), details.get_node("Sure")
        self._row_scene = ResourceLoader.load(ROW)
        self._game: Game | None = None
        self._entries: tuple[Entry, ...] = ()
        self._rows: dict[str, Button] = {}
        self._switches: dict[str, Button] = {}
        self._mind: Button | None = None
        self._chosen = self._expected = ""
        self._name.text_submitted.connect(lambda _text: self._rename())
        does = {
            "Naming/Rename": self._rename,
            "Foot/Talk": self._talk,
            "Foot/Dismiss": lambda: self._ask(True),
            "Sure/Stay": lambda: self._ask(False),
            "Sure/ReallyDismiss": self._dismiss,
        }
        for path, act in does.items():
            details.get_node(path).pressed.connect(both(click, act))

    def show(self, game: Game | None) -> None:
        """Open for a game and follow it, or close for None."""
        if game is not self._game:
            self._game = game
            self._root.visible = game is not None
            clear(self._list)
            self._rows, self._entries, self._expected = {}, (), ""
            self._ask(False, focus=False)
            if game is not None:
                self._chosen = game.focus.name if game.focus.active else self._chosen
                self._follow(game)
                self._focus_row()
        elif game is not None:
            self._follow(game)

    def handle(self, event: InputEvent) -> bool:
        """A pressed key or button while it is open; whether it was the roster's own."""
        game = self._game
        if game is None:
            return False
        writing = focused_within(self._root) is self._name
        if event.is_action_pressed("ui_cancel"):
            if self._sure.visible:
                self._ask(False)
            elif writing:
                self._name.text = self._chosen
                self._focus_row()
            else:
                game.submit("go_back")
            return True
        if not writing and event.is_action_pressed("open_roster", False, True):
            game.submit("go_back")
            return True
        return False

    def _follow(self, game: Game) -> None:
        entries = entries_of(game.roster, game.agents)
        if entries == self._entries and self._rows:
            return
        names = [entry.name for entry in entries]
        if self._expected in names:
            self._chosen, self._expected = self._expected, ""
        if self._chosen not in names:
            self._chosen = names[0] if names else ""
        if names != list(self._rows):
            self._fill(entries)
        self._entries = entries
        for entry in entries:
            self._rows[entry.name].get_node("Column/Summary").text = entry.summary
        self._count.text = f"{len(entries)} of them" if len(entries) != 1 else "one of them"
        self._detail()
        if not entries:
            game.submit("go_back")

    def _fill(self, entries: tuple[Entry, ...]) -> None:
        had_focus = any(row.has_focus() for row in self._rows.values()) or focused_within(self._root) is None
        clear(self._list)
        self._rows = {}
        for number, entry in enumerate(entries, 1):
            row = self._row(entry, number)
            self._rows[entry.name] = row
            self._list.add_child(row)
        if had_focus:
            self._focus_row()

    def _row(self, entry: Entry, number: int) -> Button:
        row = self._row_scene.instantiate()
        row.name = f"Folk_{number}"
        row.get_node("Column/Name").text = entry.name
        row.get_node("Column/Name").add_theme_color_override("font_color", Color.from_string(entry.colour, Color()).lightened(0.35))
        row.pressed.connect(both(self._click, lambda: self._choose(entry.name)))
        row.focus_entered.connect(lambda: self._choose(entry.name))
        return row

    def _choose(self, name: str) -> None:
        if name != self._chosen:
            self._chosen = name
            self._ask(False, focus=False)
            self._detail()

    def _detail(self) -> None:
        for name, row in self._rows.items():
            row.set_pressed_no_signal(name == self._chosen)
        entry = next((entry for entry in self._entries if entry.name == self._chosen), None)
        self._details.visible = entry is not None
        if entry is None:
            return
        if not self._name.has_focus():
            self._name.text = entry.name
        reason = f" ({entry.reason})" if entry.reason else ""
        self._about.text = f"{entry.figure} at {entry.place} · thinks with {entry.provider} · {entry.status}{reason}"
        if [*self._switches] != [switch.name for switch in entry.switches]:
            self._make_switches(entry)
        self._write_mind()
        for switch in entry.switches:
            made = self._switches[switch.name]
            text = f"{switch.title}: {'yes' if switch.on else 'no'}"
            if made.text != text:
                made.text = text
                made.set_pressed_no_signal(switch.on)

    def _write_mind(self) -> None:
        resident = self._game.roster.get(self._chosen) if self._game is not None else None
        text = f"mind: {(resident.provider if resident is not None else '') or DEFAULT}"
        if self._mind is not None and self._mind.text != text:
            self._mind.text = text

    def _make_switches(self, entry: Entry) -> None:
        clear(self._voice)
        clear(self._may)
        self._switches = {}
        self._mind = button("", "Mind")
        self._mind.pressed.connect(both(self._click, self._next_mind))
        self._voice.add_child(self._mind)
        for switch in entry.switches:
            made = button("", f"Switch_{switch.name}")
            made.toggle_mode = True
            made.tooltip_text = "it is asked about each time, and can do much" if switch.risky else ""
            made.pressed.connect(both(self._click, partial(self._turn, switch.name)))
            (self._voice if switch.name in VOICE else self._may).add_child(made)
            self._switches[switch.name] = made

    def _turn(self, name: str) -> None:
        switch = self._switch(name)
        if self._game is not None and switch is not None:
            self._switches[name].set_pressed_no_signal(switch.on)  # until the call is done
            self._game.submit(switch.command, **dict(switch.arguments))

    def _next_mind(self) -> None:
        """Let the next of the known providers think for whom is chosen; after the last the game's own does."""
        if self._game is None:
            return
        names = [DEFAULT, *self._game.minds.providers.names]
        resident = self._game.roster.get(self._chosen)
        now = resident.provider if resident is not None else ""
        at = names.index(now) if now in names else 0
        self._game.submit("set_provider", who=self._chosen, provider=names[(at + 1) % len(names)])

    def _switch(self, name: str) -> Switch | None:
        entry = next((entry for entry in self._entries if entry.name == self._chosen), None)
        return next((switch for switch in entry.switches if switch.name == name), None) if entry is not None else None

    def _rename(self) -> None:
        wanted = " ".join(self._name.text.split())
        if self._game is not None and wanted and wanted != self._chosen:
            self._expected = wanted
            self._game.submit("rename", who=self._chosen, name=wanted)
        self._focus_row()

    def _talk(self) -> None:
        if self._game is not None:
            self._game.submit("talk_to", who=self._chosen)

    def _ask(self, asking: bool, focus: bool = True) -> None:
        self._foot.visible, self._sure.visible = not asking, asking
        if focus:
            (self._sure.get_node("Stay") if asking else self._foot.get_node("Dismiss")).grab_focus()

    def _dismiss(self) -> None:
        if self._game is not None:
            self._game.submit("dismiss", who=self._chosen)
        self._ask(False, focus=False)
        self._focus_row()

    def _focus_row(self) -> None:
        row = self._rows.get(self._chosen)
        if row is not None:
            row.grab_focus()
