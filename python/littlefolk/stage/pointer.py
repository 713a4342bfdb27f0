"""The player's input: keys, mouse and gamepad, through the InputMap, become wishes and calls."""

import math

from godot import Input as InputClass
from godot import InputEvent, InputEventMouseMotion
from godot.singletons import Input

from littlefolk.bodies.motor import Wish
from littlefolk.commands import TABLES
from littlefolk.game import Game
from littlefolk.panels.hotbar import SLOTS

RADIANS_A_COUNT = 0.0025
STICK_RADIANS = 2.6  # a second
DOUBLE_TAP = 0.3  # seconds
FIRST_REPEAT, REPEAT = 0.4, 0.2  # seconds until the second block, and between blocks, while a button is held
HANDS = ("dig", "place", "pick")


class PlayerInput:
    """Reads input for one player. Suspended while somebody is in focus."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._flying = False
        self._jumped = -math.inf
        self._next_use = dict.fromkeys(HANDS, math.inf)
        simple = (command for command in TABLES.within(["player"]) if all(not argument.required for argument in command.arguments))
        self._keyed = [command for command in simple if command.key]

    @property
    def captured(self) -> bool:
        """Whether the mouse turns the head."""
        return Input.mouse_mode == InputClass.MOUSE_MODE_CAPTURED

    def capture(self, captured: bool) -> None:
        """Take or free the pointer."""
        Input.mouse_mode = InputClass.MOUSE_MODE_CAPTURED if captured else InputClass.MOUSE_MODE_VISIBLE

    def handle(self, event: InputEvent) -> bool:
        """One event; whether it was used."""
        game = self._game
        if isinstance(event, InputEventMouseMotion):
            if self.captured and not game.focus.active:
                game.player.look(-event.relative.x * RADIANS_A_COUNT, -event.relative.y * RADIANS_A_COUNT)
            return self.captured
        for command in self._keyed:
            if event.is_action_pressed(command.name, False, True):
                game.submit(command.name, **{argument.name: argument.default for argument in command.arguments})
                return True
        if event.is_action_pressed("free_pointer"):
            self.capture(False)
        elif not self.captured and any(event.is_action_pressed(hand) for hand in HANDS):
            self.capture(True)
            self._next_use = dict.fromkeys(HANDS, math.inf)  # this click only took the pointer
        elif event.is_action_pressed("fly"):
            self._flying = not self._flying
        elif event.is_action_pressed("jump"):
            self._tap_jump()
        elif event.is_action_pressed("next_slot"):
            game.submit("select_slot", slot=(game.hotbar.selected + 1) % SLOTS)
        elif event.is_action_pressed("previous_slot"):
            game.submit("select_slot", slot=(game.hotbar.selected - 1) % SLOTS)
        else:
            return self._use(event) or self._slot(event)
        return True

    def advance(self) -> None:
        """What is held down now: the wish of this frame, and blocks dug or placed while a button stays down."""
        game = self._game
        if game.focus.active:
            game.player.wish = Wish()
            return
        along = Input.get_axis("walk_back", "walk_forward")
        across = Input.get_axis("walk_left", "walk_right")
        jump, crouch = Input.is_action_pressed("jump"), Input.is_action_pressed("crouch")
        game.player.wish = Wish(along, across, jump, Input.is_action_pressed("sprint"), crouch, self._flying, float(jump) - float(crouch))
        if not self.captured:
            return
        now = game.clock()
        for hand in HANDS:
            if Input.is_action_pressed(hand) and now >= self._next_use[hand]:
                self._next_use[hand] = now + REPEAT
                game.use(hand)

    def _use(self, event: InputEvent) -> bool:
        """A press uses the hand at once; staying down uses it again and again."""
        for hand in HANDS:
            if event.is_action_pressed(hand):
                self._next_use[hand] = self._game.clock() + FIRST_REPEAT
                self._game.use(hand)
                return True
        return False

    def _slot(self, event: InputEvent) -> bool:
        for number in range(SLOTS):
            if event.is_action_pressed(f"slot_{(number + 1) % SLOTS}"):
                self._game.submit("select_slot", slot=number)
                return True
        return False

    def _tap_jump(self) -> None:
        now = self._game.clock()
        if now - self._jumped < DOUBLE_TAP:
            self._flying = not self._flying
            self._jumped = -math.inf
        else:
            self._jumped = now
