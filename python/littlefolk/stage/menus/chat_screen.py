"""The chat on screen: what was said, and a line to speak aloud or to write to one alone."""

from collections.abc import Callable

from godot import Control, InputEvent, LineEdit

from littlefolk.game import Game
from littlefolk.panels.chat import ChatLine, ChatLog, message_of, next_of
from littlefolk.stage.glyphs import GLYPHS
from littlefolk.stage.menus.widgets import both

EMPTY = "[color=#8d95a3]Nothing was said yet. What you write is heard within 20 m.[/color]"


class ChatScreen:
    """Shown while the chat is the topmost menu of a game."""

    def __init__(self, root: Control, click: Callable[[], None]) -> None:
        self._root, self._click = root, click
        column = root.get_node("Panel/Column")
        self._log, self._to_button = column.get_node("Log"), column.get_node("Row/To")
        self._words: LineEdit = column.get_node("Row/Words")
        self._game: Game | None = None
        self._shown: tuple[ChatLine, ...] | None = None
        self._to = ""
        self._to_button.pressed.connect(both(click, lambda: self._next(1)))

    def show(self, game: Game | None, log: ChatLog | None) -> None:
        """Open for a game and follow its log, or close for None."""
        if game is not self._game:
            self._game, self._shown = game, None
            self._root.visible = game is not None
            self._words.text = ""
            if game is not None:
                self._address(self._to if self._to in game.agents else "")
                self._words.grab_focus()
            else:
                self._words.release_focus()
        if game is not None and log is not None and log.lines is not self._shown:
            self._shown = log.lines
            self._log.text = "\n".join(map(_written, log.lines)) or EMPTY
        if game is not None and log is not None:
            log.read()

    def handle(self, event: InputEvent) -> bool:
        """A pressed key or button while it is open; whether it was the chat's own."""
        game = self._game
        if game is None:
            return False
        if event.is_action_pressed("ui_cancel"):
            game.submit("go_back")
        elif event.is_action_pressed("ui_text_submit") and self._words.has_focus():
            self._send(game)
        elif event.is_action_pressed("ui_focus_next", False, True):
            self._next(1)
        elif event.is_action_pressed("ui_focus_prev", False, True):
            self._next(-1)
        else:
            return False
        return True

    def _send(self, game: Game) -> None:
        message = message_of(self._words.text, game.agents, self._to)
        self._words.text = ""
        if message is None:
            game.submit("go_back")
        elif message.to:
            game.submit("tell", who=message.to, text=message.text)
        else:
            game.submit("say", text=message.text)

    def _next(self, step: int) -> None:
        if self._game is not None:
            self._address(next_of(list(self._game.agents), self._to, step))
            self._words.grab_focus()

    def _address(self, to: str) -> None:
        self._to = to
        self._to_button.text = f"to {to}" if to else "aloud"
        self._words.placeholder_text = f"Only {to} reads this" if to else "Say something aloud"


def _written(line: ChatLine) -> str:
    head, text = (GLYPHS.legible(part).replace("[", "[lb]") for part in (line.head, line.text))
    if line.to:
        return f"[color={line.colour}]{head}[/color]  [color=#b9c0cc]{text}[/color]"
    return f"[color={line.colour}]{head}[/color]  {text}"
