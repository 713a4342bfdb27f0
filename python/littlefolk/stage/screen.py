"""A story's window: real input events in, pictures and widgets out."""

import math
from pathlib import Path
from typing import Protocol

import numpy as np
from godot import (
    Button,
    Camera3D,
    CanvasLayer,
    Control,
    Image,
    InputEventJoypadButton,
    InputEventJoypadMotion,
    InputEventKey,
    InputEventMouseButton,
    InputEventMouseMotion,
    Label,
    LineEdit,
    Node,
    Node3D,
    RichTextLabel,
    ScrollContainer,
    Vector2,
    Vector3,
)
from godot.singletons import Engine, Input, RenderingServer

from littlefolk.panels.framing import portrait
from littlefolk.present.outcome import Done
from littlefolk.stage.keymap import event_for
from littlefolk.stage.origin import ORIGIN
from littlefolk.stage.pointer import RADIANS_A_COUNT
from littlefolk.stage.staged_game import StagedGame
from littlefolk.world.cells import Cell

BUTTONS = {"left": 1, "right": 2, "middle": 3}
MARKS = 2  # the render layer of what is drawn for the player alone, such as the outline of the block looked at
BUBBLES = 3  # the render layer of bubbles, which face the player's camera
FIELD = 50.0  # degrees, of portraits
SETTLE_FRAMES = 3  # from asking to the picture, so that what has moved, cameras too, is drawn
DIFFERENT = 6  # of 255, in any channel


class Shows(Protocol):
    """What is on: a game with its nodes, or None at the title."""

    staged: StagedGame | None


class StageScreen:
    """Implements the `Screen` protocol of stories on a scene tree. Pictures apart, one frame in `every` is drawn."""

    def __init__(self, root: Node, on: Shows, camera: Camera3D, every: int = 1) -> None:
        self._root, self._on, self._camera, self._every = root, on, camera, every
        self._layer: CanvasLayer = root.get_node("Hud")
        self._wait = 0
        self._waiting = False
        self._of = ""
        self._portrait: Camera3D | None = None
        self._pictures: list[Image] = []

    def press(self, key: str, down: bool) -> None:
        event = event_for(key)
        if isinstance(event, InputEventJoypadMotion):
            event.axis_value = event.axis_value if down else 0.0
        elif isinstance(event, InputEventKey | InputEventMouseButton | InputEventJoypadButton):
            event.pressed = down
        if isinstance(event, InputEventKey):
            event.keycode = event.physical_keycode
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
        staged = self._on.staged
        if staged is None:
            return
        if not staged.pointer.captured:  # as a person would: click into the window first
            self.click("left", True)
            self.click("left", False)
        motion = InputEventMouseMotion()
        count = RADIANS_A_COUNT * staged.pointer.speed
        motion.relative = Vector2(-left / count, -up / count * staged.pointer.upward)
        Input.parse_input_event(motion)

    def click(self, button: str, down: bool) -> None:
        event = InputEventMouseButton()
        event.button_index = BUTTONS[button]
        event.pressed = down
        event.position = Vector2(self._root.get_window().size) / 2
        Input.parse_input_event(event)

    def reveal(self, name: str) -> bool:
        widget = self._visible(name)
        above = widget.get_parent() if widget is not None else None
        while above is not None:
            if isinstance(above, ScrollContainer):
                above.ensure_control_visible(widget)
            above = above.get_parent()
        return widget is not None

    def click_widget(self, name: str) -> bool:
        widget = self._visible(name)
        if widget is None:
            return False
        place = self._root.get_viewport().get_final_transform() * widget.get_global_rect().get_center()
        for down in (True, False):
            Input.parse_input_event(
                InputEventMouseButton(button_index=BUTTONS["left"], pressed=down, position=place, global_position=place)
            )
        return True

    def point(self, place: tuple[float, float, float], click: bool = False) -> bool:
        middle = ORIGIN.place(*place)
        if self._camera.is_position_behind(middle):
            return False
        at = self._root.get_viewport().get_final_transform() * self._camera.unproject_position(middle)
        Input.parse_input_event(InputEventMouseMotion(position=at, global_position=at))
        for down in (True, False) if click else ():
            Input.parse_input_event(InputEventMouseButton(button_index=BUTTONS["left"], pressed=down, position=at, global_position=at))
        return True

    def request_picture(self, of: str = "") -> None:
        self._of = of
        self._wait, self._waiting = SETTLE_FRAMES, True
        if of:
            self._begin_portrait(of)

    def picture_taken(self) -> bool:
        return not self._waiting

    def save_picture(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._pictures[-1].save_png(str(path))

    def picture_difference(self) -> float:
        first, second = (np.asarray(image.get_data()).reshape(image.get_height(), image.get_width(), -1) for image in self._pictures[-2:])
        return float((np.abs(first.astype(np.int16) - second.astype(np.int16)) > DIFFERENT).any(axis=2).mean())

    def drawn(self) -> int:
        """How many frames were drawn so far."""
        return Engine.get_frames_drawn()

    def texts(self) -> list[str]:
        found = []
        for widget in _widgets(self._layer):
            if isinstance(widget, Label | LineEdit | Button) and widget.text:
                found.append(widget.text)
            elif isinstance(widget, RichTextLabel) and widget.text:
                found.append(widget.get_parsed_text())
        return found

    def visible(self, widget: str) -> bool | None:
        node = self._layer.find_child(widget, True, False)
        return node.is_visible_in_tree() if isinstance(node, Control) else None

    def advance(self) -> None:
        """Once a frame, after everything is placed: takes the picture that was asked for when its time has come."""
        if self._every > 1:
            RenderingServer.set_render_loop_enabled(Engine.get_process_frames() % self._every == 0)
        if not self._waiting:
            return
        self._wait -= 1
        if self._wait > 0:
            return
        self.take_frame()
        self._end()

    def take_frame(self) -> None:
        RenderingServer.force_draw()
        image = self._root.get_viewport().get_texture().get_image()
        image.convert(Image.FORMAT_RGB8)
        self._pictures = [*self._pictures[-1:], image]

    def take_without(self, name: str, part: str) -> None:
        node = self._node_of(name, part)
        if node is not None:
            node.visible = False
        self.take_frame()  # which lets no time pass: nothing moves
        if node is not None:
            node.visible = True

    def hold_camera(self, eye: tuple[float, float, float], target: tuple[float, float, float], field: float) -> None:
        if self._on.staged is not None:
            self._on.staged.eyes.held = (eye, target, field)
            self._camera.set_cull_mask_value(MARKS, False)
            self._layer.visible = False

    def release_camera(self) -> None:
        if self._on.staged is not None:
            self._on.staged.eyes.held = None
            self._camera.set_cull_mask_value(MARKS, True)
            self._layer.visible = True

    def _begin_portrait(self, name: str) -> None:
        staged = self._on.staged
        resident = staged.game.roster.get(name) if staged is not None else None
        if staged is None or resident is None:
            return
        size = self._root.get_viewport().get_visible_rect().size
        eye, target = portrait(staged.game.world, resident.body, works_of(staged, name), size.x / size.y, math.radians(FIELD))
        self._portrait = Camera3D()
        self._root.add_child(self._portrait)
        self._portrait.fov = FIELD
        self._portrait.far = self._camera.far
        self._portrait.set_cull_mask_value(MARKS, False)
        self._portrait.set_cull_mask_value(BUBBLES, False)
        self._portrait.look_at_from_position(ORIGIN.place(*eye), ORIGIN.place(*target), Vector3(0.0, 1.0, 0.0))
        self._portrait.make_current()
        self._layer.visible = False

    def _visible(self, name: str) -> Control | None:
        widget = self._layer.find_child(name, True, False)
        return widget if isinstance(widget, Control) and widget.is_visible_in_tree() else None

    def _node_of(self, name: str, part: str) -> Node3D | None:
        staged = self._on.staged
        if staged is None:
            return None
        return (staged.bubbles if part == "bubbles" else staged.figures).node_of(name)

    def _end(self) -> None:
        self._waiting = False
        if self._portrait is not None:
            self._camera.make_current()
            self._portrait.queue_free()
            self._portrait = None
            self._layer.visible = self._on.staged is None or self._on.staged.eyes.held is None


def works_of(staged: StagedGame, name: str) -> list[Cell]:
    """The cells that a resident changed in its turns, the latest forty."""
    agent = staged.game.agents[name]
    turns = [turn for turn in (*agent.history, agent.turn) if turn is not None]
    values = [call.outcome.value for turn in turns for call in turn.calls if isinstance(call.outcome, Done)]
    return [value.cell for value in values if type(value).__name__ == "BlockChanged"][-40:]


def _widgets(node: Node) -> list[Control]:
    found: list[Control] = []
    for child in node.get_children():
        if isinstance(child, Control) and child.is_visible_in_tree():
            found.append(child)
        if not isinstance(child, Control) or child.visible:
            found.extend(_widgets(child))
    return found
