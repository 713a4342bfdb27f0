"""The camera: at the player's eyes, or at a conversational distance from whom they talk to."""

import math

from godot import Camera3D, Vector3

from littlefolk.game import Game
from littlefolk.panels.framing import Point, conversation

FIELD, FOCUSED_FIELD = 70.0, 50.0  # degrees
EASE = 7.0  # 1/s
STEP_EASE = 14.0


class Eyes:
    """Moves one camera. Teleports at first, eases afterwards."""

    def __init__(self, camera: Camera3D) -> None:
        self.camera = camera
        self._share = 0.0  # 0 at the player's eyes, 1 in conversation
        self._talk: tuple[Point, Point] = ((0.0, 0.0, 0.0), (0.0, 0.0, -1.0))  # eye and target of the last conversation
        self._lag = 0.0  # metres the camera is still below a step that was taken

    def follow(self, game: Game, seconds: float) -> None:
        """Place the camera for this frame."""
        body = game.player.body
        self._lag = (self._lag + body.stepped) * math.exp(-STEP_EASE * seconds)
        x, y, z = body.eyes
        gx, gy, gz = body.gaze
        eye, target = (x, y - self._lag, z), (x + gx, y - self._lag + gy, z + gz)
        resident = game.roster.get(game.focus.name) if game.focus.active else None
        self._share += ((resident is not None) - self._share) * (1.0 - math.exp(-EASE * seconds))
        if resident is not None:
            self._talk = conversation(game.world, body, resident.body)
        if self._share > 0.001:
            eye = _between(eye, self._talk[0], self._share)
            target = _between(target, self._talk[1], self._share)
        self.camera.fov = FIELD + (FOCUSED_FIELD - FIELD) * self._share
        self.camera.look_at_from_position(Vector3(*eye), Vector3(*target), Vector3(0.0, 1.0, 0.0))


def _between(first: Point, second: Point, share: float) -> Point:
    x, y, z = (a + (b - a) * share for a, b in zip(first, second, strict=True))
    return (x, y, z)
