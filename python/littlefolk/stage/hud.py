"""The HUD: what the panels' models say, put into the widgets of `scenes/hud/hud.tscn`."""

from collections.abc import Iterator, Mapping

from godot import CanvasLayer, Color, Control, Label, LineEdit
from godot.singletons import ResourceLoader

from littlefolk.agent.agent import Agent
from littlefolk.game import Game
from littlefolk.panels.cards import Card, cards_of
from littlefolk.panels.completion import Completion, Option
from littlefolk.panels.hotbar import SLOTS
from littlefolk.panels.menus import Menu
from littlefolk.panels.metabar import Entry, metabar_of
from littlefolk.panels.subtitle import subtitle_of
from littlefolk.present.outcome_text import whole_text
from littlefolk.present.untrusted import one_line
from littlefolk.residents import FIGURES
from littlefolk.stage.glyphs import GLYPHS
from littlefolk.stage.icons import Icons
from littlefolk.stage.menus.widgets import clear

CARD = "res://scenes/hud/card.tscn"
KEY = "res://scenes/hud/key.tscn"
SHOWN, HIDDEN = Color(1, 1, 1, 1), Color(1, 1, 1, 0)


class Hud:
    """Writes to widgets only what changed since the last frame. One for all games, one after another."""

    def __init__(self, layer: CanvasLayer, keys: Mapping[str, str], icons: Icons) -> None:
        self.layer = layer
        self.keys = keys
        self._icons = icons
        frame = layer.get_node("Frame")
        self._tint = frame.get_node("Tint")
        self._bottom = frame.get_node("Bottom")
        self._cards: Control = frame.get_node("Cards")
        self._legend: Control = frame.get_node("Legend")
        self._status = frame.get_node("Status")
        self._crosshair = frame.get_node("Crosshair")
        self._notice = frame.get_node("Notices/Notice")
        self._notice_text = frame.get_node("Notices/Notice/Text")
        self._subtitle = frame.get_node("Bottom/Subtitle")
        self._subtitle_text = frame.get_node("Bottom/Subtitle/Text")
        self._prompt = frame.get_node("Bottom/Prompt")
        self._who = frame.get_node("Bottom/Prompt/Column/Row/Who")
        self.line: LineEdit = frame.get_node("Bottom/Prompt/Column/Row/Line")
        self._hint = frame.get_node("Bottom/Prompt/Column/Hint")
        self._kind = frame.get_node("Bottom/KindName")
        self._hotbar = frame.get_node("Bottom/Hotbar")
        self._slots = [self._hotbar.get_node(f"Slot{(index + 1) % SLOTS}") for index in range(SLOTS)]
        self._veil = frame.get_node("Veil")
        self._bar = frame.get_node("Veil/Centre/Column/Bar")
        self._loading = frame.get_node("Veil/Centre/Column/Text")
        self._card_scene = ResourceLoader.load(CARD)
        self._key_scene = ResourceLoader.load(KEY)
        self._shown: dict[str, object] = {}
        self._drawn: list[tuple[Card, Control]] = []
        self._completion = Completion()

    def show(self, game: Game, *, captured: bool, meant: str, under_water: bool, unread: int = 0) -> None:
        """Bring every widget up to date. `meant` is who is looked at, "" for nobody; `unread` counts lines of the chat."""
        agent = game.focused_agent
        focused = game.focus.name
        self._show_veil(game)
        self._show_notice(game.notice)
        self._show_subtitle(game)
        if self._changed("under water", under_water):
            self._tint.visible = under_water
        if self._changed("menu", game.menus.top):
            self._crosshair.visible = not game.menus.active and not focused
            self._bottom.modulate = HIDDEN if game.menus.top is Menu.CHAT else SHOWN  # the chat has its own lines there
        if self._changed("focus", focused):
            self._bottom.visible = self._status.visible = self._legend.visible = self._cards.visible = True
            self._prompt.visible = bool(focused)
            self._hotbar.visible = self._kind.visible = self._crosshair.visible = not focused
            self._who.text = GLYPHS.legible(focused)
            self.line.text = ""
            if focused:
                self.line.grab_focus()
            else:
                self.line.release_focus()
        if agent is not None:
            self._show_completion(game, agent)
        self._show_hotbar(game)
        busy = agent is not None and agent.busy
        around = game.around()
        legend = metabar_of(around.commands, around.situation, self.keys, busy=busy, captured=captured, meant=meant, unread=unread)
        self._show_legend(() if game.menus.active else legend)
        turns = (each.turn for each in game.agents.values())
        latest = max((turn for turn in turns if turn is not None), key=lambda turn: turn.started, default=None)
        self._show_cards(cards_of(latest, game.clock(), game.strip_of, held=game.menus.top is Menu.PALETTE))
        position = ", ".join(f"{part:d}" for part in game.player.body.cell)
        if self._changed("status", position):
            self._status.text = position

    def clear(self) -> None:
        """Take down what a game showed: nothing of it is left for the title or the next game."""
        self._shown.clear()
        self._drawn.clear()
        clear(self._cards)
        clear(self._legend)
        for widget in (self._tint, self._bottom, self._status, self._legend, self._cards, self._notice, self._crosshair, self._veil):
            widget.visible = False
        self.line.text = ""

    def veil(self, text: str, share: float) -> None:
        """Cover everything while something long is done; `share` of it is done, 0..1."""
        self._veil.visible = True
        self._shown["veil"] = True
        self._bar.value = share
        self._loading.text = text

    @property
    def cards(self) -> list[tuple[Card, Control]]:
        """The cards that are shown, with their widgets."""
        return self._drawn

    def history(self, game: Game, step: int) -> None:
        """Put an earlier (-1) or later (+1) line of the history into the prompt."""
        lines = [*game.focus.history, ""]
        place = self._shown.get("history", len(lines) - 1)
        place = max(0, min(len(lines) - 1, int(place) + step))  # type: ignore[call-overload]
        self._shown["history"] = place
        self.line.text = lines[place]
        self.line.caret_column = len(lines[place])

    def complete(self, step: int = 1) -> None:
        """Take the next (+1) or the one before (-1) of what is offered for the word at the end of the prompt line."""
        line = self._completion.take(step)
        if line is not None:
            self.line.text = line
            self.line.caret_column = len(line)

    def asked(self) -> str:
        """The prompt line's text, which is taken out."""
        text = self.line.text.strip()
        self.line.text = ""
        self._shown.pop("history", None)
        return text

    def _show_completion(self, game: Game, agent: Agent) -> None:
        line, caret = str(self.line.text), int(self.line.caret_column)
        if self._changed("typed", (line, caret)):
            self._completion.look(line, caret, game.bodies, _handles(agent))
        offered = self._completion.shown
        text = f"Tell {game.focus.name} what to do, such as: {FIGURES[agent.resident.figure].example}"
        if offered:
            words = (f"[{option.text}]" if next_one else option.text for option, next_one in offered)
            hint = next((option.hint for option, next_one in offered if next_one), "")
            text = "   ".join(["Tab completes:", *words]) + (f"   {hint}" if hint else "")
        if self._changed("hint", text):
            self._hint.text = text

    def _show_veil(self, game: Game) -> None:
        loading = not game.ready
        if self._changed("veil", loading):
            self._veil.visible = loading
        if loading:
            self._bar.value = game.progress
            self._loading.text = f"The land of seed {game.world.seed} is taking shape · {game.progress:.0%} · Esc goes back"

    def _show_notice(self, text: str) -> None:
        if self._changed("notice", text):
            self._notice.visible = bool(text)
            self._notice_text.text = text

    def _show_subtitle(self, game: Game) -> None:
        subtitle = subtitle_of(game.chat.last_heard(game.player.body.position, game.caller.name), game.seconds)
        if self._changed("subtitle", subtitle):
            self._subtitle.visible = subtitle is not None
            if subtitle is not None:
                speaker, text = (GLYPHS.legible(part).replace("[", "[lb]") for part in (subtitle.speaker, subtitle.text))
                self._subtitle_text.text = f"[color={subtitle.colour}]{speaker}[/color]  {text}"

    def _show_hotbar(self, game: Game) -> None:
        hotbar = game.hotbar
        if not self._changed("hotbar", (tuple(hotbar.slots), hotbar.selected)):
            return
        for index, (slot, kind) in enumerate(zip(self._slots, hotbar.slots, strict=True)):
            slot.theme_type_variation = "SlotSelected" if index == hotbar.selected else "Slot"
            slot.get_node("Icon").texture = self._icons.of(kind)
        self._kind.text = hotbar.kind.replace("_", " ")

    def _show_legend(self, entries: tuple[Entry, ...]) -> None:
        if not self._changed("legend", entries):
            return
        clear(self._legend)
        for key, does in entries:
            row = self._key_scene.instantiate()
            row.get_node("Key").text = key
            row.get_node("Does").text = does
            self._legend.add_child(row)

    def _show_cards(self, cards: tuple[Card, ...]) -> None:
        while len(self._drawn) > len(cards):
            _card, widget = self._drawn.pop()
            self._cards.remove_child(widget)
            widget.queue_free()
        for index, card in enumerate(cards):
            if index == len(self._drawn):
                widget = self._card_scene.instantiate()
                self._cards.add_child(widget)
                self._drawn.append((Card("", "", "", ""), widget))
            before, widget = self._drawn[index]
            if before != card:
                _fill(widget, card)
                self._drawn[index] = (card, widget)

    def _changed(self, name: str, value: object) -> bool:
        if name in self._shown and self._shown[name] == value:
            return False
        self._shown[name] = value
        return True


def _handles(agent: Agent) -> Iterator[Option]:
    """What an agent was shown, the latest first."""
    return (Option(handle, one_line(whole_text(target), 60)) for handle, target in agent.handles.latest())


def _fill(widget: Control, card: Card) -> None:
    colour = Color.from_string(card.colour, Color())
    body = widget.get_node("Row/Body")
    widget.get_node("Row/Spine").color = colour
    status = body.get_node("Head/Status")
    status.text = card.status
    status.visible = bool(card.status)
    tool = body.get_node("Head/Tool")
    tool.text = card.title
    tool.add_theme_color_override("font_color", colour.lightened(0.25))
    body.get_node("Head/Elapsed").text = card.elapsed
    keys = body.get_node("Keys")
    clear(keys)
    keys.visible = bool(card.strip)
    for choice in card.strip:
        keys.add_child(Label(text=choice, theme_type_variation="Quiet"))
    for name, text in (("Arguments", card.detail), ("Result", "\n".join(card.lines))):
        label = body.get_node(name)
        label.text = GLYPHS.legible(text)
        label.visible = bool(text)
