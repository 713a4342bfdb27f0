"""The player's input: keys, mouse and gamepad, through the InputMap, become wishes and calls."""

import math

from godot import Input as InputClass
from godot import InputEvent, InputEventJoypadButton, InputEventMouseMotion
from godot.singletons import Input

from littlefolk.bodies.motor import Wish
from littlefolk.commands import TABLES
from littlefolk.game import Game
from littlefolk.game.settings import Settings
from littlefolk.panels.hotbar import SLOTS

RADIANS_A_COUNT = 0.0025
STICK_RADIANS = 2.8  # a second, with the stick pushed all the way
DOUBLE_TAP = 0.3  # seconds
FIRST_REPEAT, REPEAT = 0.4, 0.2  # seconds until the second block, and between blocks, while a button is held
HANDS = ("dig", "place", "pick")
REPEATED = ("place", "pick")


class PlayerInput:
    """Reads input for one player. Suspended while a conversation or a menu lies over the game."""

    def __init__(self, game: Game, settings: Settings) -> None:
        self._game = game
        self._flying = False
        self._jumped = -math.inf
        self._next_use = dict.fromkeys(REPEATED, math.inf)
        self._taking = False  # the click that took the pointer is still down, and digs nothing
        simple = (command for command in TABLES.within(["player"]) if all(not argument.required for argument in command.arguments))
        self._keyed = [command for command in simple if command.key]
        self.apply(settings)

    def apply(self, settings: Settings) -> None:
        """Take over how fast and which way the head turns."""
        self.speed = settings.sensitivity
        self.upward = -1.0 if settings.invert_look else 1.0

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
            if self.captured:
                turn = RADIANS_A_COUNT * self.speed
                game.player.look(-event.relative.x * turn, -event.relative.y * turn * self.upward)
            return self.captured
        for command in self._keyed:
            if event.is_action_pressed(command.name, False, True):
                game.submit(command.name, **{argument.name: argument.default for argument in command.arguments})
                return True
        if event.is_action_pressed("free_pointer"):
            if not self.captured or isinstance(event, InputEventJoypadButton):
                game.submit("open_menu")
            self.capture(False)
        elif not self.captured and any(event.is_action_pressed(hand) for hand in HANDS):
            self.capture(True)
            self._next_use = dict.fromkeys(REPEATED, math.inf)
            self._taking = True
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

    def advance(self, seconds: float) -> None:
        """What is held down now: the wish of this frame, and blocks dug or placed while a button stays down."""
        game, player = self._game, self._game.player
        if game.suspended:
            player.wish, player.digs = Wish(fly=self._flying), False
            return
        along = Input.get_axis("walk_back", "walk_forward")
        across = Input.get_axis("walk_left", "walk_right")
        jump, crouch = Input.is_action_pressed("jump"), Input.is_action_pressed("crouch")
        player.wish = Wish(along, across, jump, Input.is_action_pressed("sprint"), crouch, self._flying, float(jump) - float(crouch))
        left, up = Input.get_axis("look_right", "look_left"), Input.get_axis("look_down", "look_up")
        if left or up:
            turn = STICK_RADIANS * self.speed * seconds
            player.look(left * abs(left) * turn, up * abs(up) * turn * self.upward)
        held = Input.is_action_pressed("dig")
        self._taking = self._taking and held
        player.digs = held and self.captured and not self._taking
        if not self.captured:
            return
        now = game.clock()
        for hand in REPEATED:
            if Input.is_action_pressed(hand) and now >= self._next_use[hand]:
                self._next_use[hand] = now + REPEAT
                game.use(hand)

    def _use(self, event: InputEvent) -> bool:
        """A press uses the hand at once; staying down uses it again and again."""
        if event.is_action_pressed("dig"):
            self._game.player.digging.press()
            return True
        for hand in REPEATED:
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
