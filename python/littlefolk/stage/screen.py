"""A story's window: real input events in, pictures and widgets out."""

import math
from pathlib import Path

import numpy as np
from godot import (
    Button,
    Camera3D,
    Control,
    Image,
    InputEventKey,
    InputEventMouseButton,
    InputEventMouseMotion,
    Label,
    LineEdit,
    Node,
    RichTextLabel,
    Vector2,
    Vector3,
)
from godot.singletons import Input, RenderingServer

from littlefolk.game import Game
from littlefolk.panels.framing import portrait
from littlefolk.present.outcome import Done
from littlefolk.stage.figures import Figures
from littlefolk.stage.hud import Hud
from littlefolk.stage.keymap import event_for
from littlefolk.stage.pointer import RADIANS_A_COUNT, PlayerInput
from littlefolk.world.cells import Cell

BUTTONS = {"left": 1, "right": 2, "middle": 3}
FIELD = 50.0  # degrees, of portraits
SETTLE_FRAMES = 3  # from asking to the picture, so that hidden figures and moved cameras are drawn
DIFFERENT = 6  # of 255, in any channel


class StageScreen:
    """Implements the `Screen` protocol of stories on a scene tree."""

    def __init__(self, root: Node, game: Game, hud: Hud, figures: Figures, camera: Camera3D, pointer: PlayerInput) -> None:
        self._root, self._game, self._hud, self._figures = root, game, hud, figures
        self._camera, self._pointer = camera, pointer
        self._wait = 0
        self._waiting = False
        self._of = self._hidden = ""
        self._portrait: Camera3D | None = None
        self._pictures: list[Image] = []

    def press(self, key: str, down: bool) -> None:
        event = event_for(key)
        if isinstance(event, InputEventKey):
            event.keycode = event.physical_keycode
        event.pressed = down
        Input.parse_input_event(event)

    def type(self, text: str) -> None:
        for sign in text:
            for down in (True, False):
                event = InputEventKey()
                event.unicode = ord(sign)
                event.keycode = ord(sign.upper()) if sign.isascii() else 0
                event.pressed = down
                Input.parse_input_event(event)

    def turn(self, left: float, up: float) -> None:
        if not self._pointer.captured:  # as a person would: click into the window first
            self.click("left", True)
            self.click("left", False)
        motion = InputEventMouseMotion()
        motion.relative = Vector2(-left / RADIANS_A_COUNT, -up / RADIANS_A_COUNT)
        Input.parse_input_event(motion)

    def click(self, button: str, down: bool) -> None:
        event = InputEventMouseButton()
        event.button_index = BUTTONS[button]
        event.pressed = down
        event.position = self._root.get_viewport().get_visible_rect().size / 2
        Input.parse_input_event(event)

    def request_picture(self, of: str = "", hide: str = "") -> None:
        self._of, self._hidden = of, hide
        self._wait, self._waiting = SETTLE_FRAMES, True
        if of:
            self._begin_portrait(of)
        node = self._figures.node_of(hide) if hide else None
        if node is not None:
            node.visible = False

    def picture_taken(self) -> bool:
        return not self._waiting

    def save_picture(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._pictures[-1].save_png(str(path))

    def picture_difference(self) -> float:
        first, second = (np.asarray(image.get_data()).reshape(image.get_height(), image.get_width(), -1) for image in self._pictures[-2:])
        return float((np.abs(first.astype(np.int16) - second.astype(np.int16)) > DIFFERENT).any(axis=2).mean())

    def texts(self) -> list[str]:
        found = []
        for widget in _widgets(self._hud.layer):
            if isinstance(widget, Label | LineEdit | Button) and widget.text:
                found.append(widget.text)
            elif isinstance(widget, RichTextLabel) and widget.text:
                found.append(widget.get_parsed_text())
        return found

    def visible(self, widget: str) -> bool | None:
        node = self._hud.layer.find_child(widget, True, False)
        return node.is_visible_in_tree() if isinstance(node, Control) else None

    def advance(self) -> None:
        """Once a frame, after everything is placed: takes the picture that was asked for when its time has come."""
        if not self._waiting:
            return
        self._wait -= 1
        if self._wait > 0:
            return
        RenderingServer.force_draw()
        image = self._root.get_viewport().get_texture().get_image()
        image.convert(Image.FORMAT_RGB8)
        self._pictures = [*self._pictures[-1:], image]
        self._end()

    def _begin_portrait(self, name: str) -> None:
        resident = self._game.roster.get(name)
        if resident is None:
            return
        size = self._root.get_viewport().get_visible_rect().size
        eye, target = portrait(self._game.world, resident.body, self._works(name), size.x / size.y, math.radians(FIELD))
        self._portrait = Camera3D()
        self._root.add_child(self._portrait)
        self._portrait.fov = FIELD
        self._portrait.far = self._camera.far
        self._portrait.look_at_from_position(Vector3(*eye), Vector3(*target), Vector3(0.0, 1.0, 0.0))
        self._portrait.make_current()
        self._hud.layer.visible = False

    def _works(self, name: str) -> list[Cell]:
        agent = self._game.agents[name]
        turns = [turn for turn in (*agent.history, agent.turn) if turn is not None]
        values = [call.outcome.value for turn in turns for call in turn.calls if isinstance(call.outcome, Done)]
        return [value.cell for value in values if type(value).__name__ == "BlockChanged"][-40:]

    def _end(self) -> None:
        self._waiting = False
        node = self._figures.node_of(self._hidden) if self._hidden else None
        if node is not None:
            node.visible = True
        if self._portrait is not None:
            self._camera.make_current()
            self._portrait.queue_free()
            self._portrait = None
            self._hud.layer.visible = True


def _widgets(node: Node) -> list[Control]:
    found: list[Control] = []
    for child in node.get_children():
        if isinstance(child, Control) and child.is_visible_in_tree():
            found.append(child)
        if not isinstance(child, Control) or child.visible:
            found.extend(_widgets(child))
    return found
