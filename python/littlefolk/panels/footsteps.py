"""What is heard of a body that moves: its steps, and its going into the water."""

import math
from dataclasses import dataclass

from littlefolk.bodies.body import Body, Vector

STRIDE = 1.06  # heights of a body between two steps
LEAP = 3.0  # metres in one frame: that is no walking
FALL = 0.35  # seconds in the air after which touching the ground is heard


@dataclass
class Footsteps:
    """Follows one body from frame to frame."""

    _last: Vector | None = None
    _walked: float = 0.0
    _wet: bool = False
    _air: float = 0.0

    def advance(self, body: Body, seconds: float) -> str:
        """What is to be heard of this frame: "step", "splash" or ""."""
        last, self._last = self._last, body.position
        wet, self._wet = self._wet, body.in_water
        if last is None:
            return ""
        if body.in_water and not wet:
            self._walked = 0.0
            return "splash"
        landed = body.on_ground and self._air > FALL
        self._air = 0.0 if body.on_ground or body.in_water else self._air + seconds
        moved = math.hypot(body.position[0] - last[0], body.position[2] - last[2])
        if body.on_ground and not body.crouching and moved < LEAP:
            self._walked += moved
        stride = STRIDE * body.height
        if landed or self._walked >= stride:
            self._walked = 0.0 if landed else self._walked - stride
            return "step"
        return ""
