"""The camera: at the player's eyes, or at a conversational distance from whom they talk to."""

import math

from godot import Camera3D, Vector3

from littlefolk.game import Game
from littlefolk.game.settings import Settings
from littlefolk.panels.framing import Point, conversation, eased
from littlefolk.stage.origin import ORIGIN
from littlefolk.world.cells import cell_at

FOCUSED_FIELD = 50.0  # degrees, at most
EASE = 7.0  # 1/s
BEGUN = 0.2  # of the way into a conversation, from which on the camera follows softly
STEP_EASE = 14.0
BOB = 0.035  # metres the head bobs at a walk
STRIDE = 1.9  # metres of one bob
SPRINT_SPEED, SPRINT_FIELD = 5.0, 5.0  # m/s from which on the view widens, and by how many degrees


class Eyes:
    """Moves one camera. Teleports at first, eases afterwards. `under_water` tells where the eyes are now."""

    def __init__(self, camera: Camera3D, settings: Settings) -> None:
        self.camera = camera
        self.under_water = False
        self.held: tuple[Point, Point, float] | None = None
        """Eye, target and field of view (degrees) of a scene that is set, in place of all this."""
        self._share = 0.0  # 0 at the player's eyes, 1 in conversation
        self._talk: tuple[Point, Point] = ((0.0, 0.0, 0.0), (0.0, 0.0, -1.0))  # eye and target of the last conversation
        self._lag = 0.0  # metres the camera is still below a step that was taken
        self._walked = self._bob = self._wide = 0.0
        self.apply(settings)

    def apply(self, settings: Settings) -> None:
        """Take over the field of view and how much moves."""
        self._field = float(settings.field_of_view)
        self._still = settings.reduced_motion
        self._bobs = settings.head_bob and not settings.reduced_motion

    def follow(self, game: Game, seconds: float) -> None:
        """Place the camera for this frame."""
        body = game.player.body
        self._lag = (self._lag + body.stepped) * math.exp(-STEP_EASE * seconds)
        x, y, z = body.eyes
        gx, gy, gz = body.gaze
        lift = self._bobbing(game, seconds) - self._lag
        eye, target = (x, y + lift, z), (x + gx, y + lift + gy, z + gz)
        resident = game.roster.get(game.focus.name) if game.focus.active else None
        ease = 1.0 if self._still else 1.0 - math.exp(-EASE * seconds)
        self._share += ((resident is not None) - self._share) * ease
        if resident is not None:
            wished = conversation(game.world, body, resident.body)
            self._talk = wished if self._share < BEGUN else eased(game.world, self._talk, wished, ease)
        if self._share > 0.001:
            eye = _between(eye, self._talk[0], self._share)
            target = _between(target, self._talk[1], self._share)
        fast = not self._still and math.hypot(body.velocity[0], body.velocity[2]) > SPRINT_SPEED
        self._wide += (fast * SPRINT_FIELD - self._wide) * ease
        near = min(FOCUSED_FIELD, self._field)
        field = self._field + self._wide + (near - self._field - self._wide) * self._share
        if self.held is not None:
            eye, target, field = self.held
        self.camera.fov = field
        self.camera.look_at_from_position(ORIGIN.place(*eye), ORIGIN.place(*target), Vector3(0.0, 1.0, 0.0))
        kind = game.world.read(cell_at(*eye)).kind
        self.under_water = kind is not None and kind.liquid

    def _bobbing(self, game: Game, seconds: float) -> float:
        body = game.player.body
        speed = math.hypot(body.velocity[0], body.velocity[2]) if body.on_ground else 0.0
        self._walked = (self._walked + speed * seconds) % (STRIDE * 1000)
        wished = min(1.0, speed / 4.0) * BOB if self._bobs else 0.0
        self._bob += (wished - self._bob) * (1.0 - math.exp(-EASE * seconds))
        return -self._bob * abs(math.sin(self._walked / STRIDE * math.pi))


def _between(first: Point, second: Point, share: float) -> Point:
    x, y, z = (a + (b - a) * share for a, b in zip(first, second, strict=True))
    return (x, y, z)
