"""The character controller: what a body wants, gravity, water and walls become one step of motion."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

from littlefolk.world.kinds import HELD, LIQUID, SOLID
from littlefolk.world.world import World

from .body import Body
from .probe import Probe
from .sweep import Sweep, push_out


class Wish(NamedTuple):
    """What a body wants to do in a step. forward, right: -1..1 along its gaze on the level. up: -1..1, only when flying or in water."""

    forward: float = 0.0
    right: float = 0.0
    jump: bool = False
    sprint: bool = False
    crouch: bool = False
    fly: bool = False
    up: float = 0.0


STILL = Wish()


@dataclass(frozen=True, slots=True)
class Tuning:
    """How bodies move: speeds in m/s, accelerations in m/s2, heights in metres."""

    walk: float = 4.3
    sprint: float = 5.6
    crouch: float = 1.3
    swim: float = 2.4
    fly: float = 10.9
    fly_sprint: float = 21.8
    climb: float = 7.5
    ground_acceleration: float = 45.0
    air_acceleration: float = 14.0
    water_acceleration: float = 16.0
    fly_acceleration: float = 40.0
    water_drag: float = 5.0
    """Acceleration in water grows by this for each m/s of vertical speed, so that a fall ends within a few metres."""
    gravity: float = 28.0
    jump_height: float = 1.25
    terminal: float = 55.0
    limit: float = 100.0
    """No component of a velocity exceeds this, whatever set it."""
    float_depth: float = 0.85
    """Height above the base at which the surface stands when a body floats at rest; under 1, so that a bank is one step."""
    float_speed: float = 0.6
    stroke: float = 2.6


class Motor:
    """Moves bodies through one world after another; keeps only a cache between steps, so one motor serves all bodies."""

    def __init__(self, tuning: Tuning | None = None) -> None:
        self.tuning = tuning or Tuning()
        self._jump = math.sqrt(2 * self.tuning.gravity * self.tuning.jump_height)
        self._probe: Probe | None = None

    def step(self, world: World, body: Body, wish: Wish = STILL, dt: float = 1 / 60) -> None:
        """Move a body for `dt` seconds. It never ends inside a solid cell and passes through none, at any dt and velocity.

        A body that a block was put into is pushed out by the shortest way. A body among cells that are not loaded is held still.
        Raises ValueError for a dt that is negative or not finite.
        """
        if not 0 <= dt < math.inf:
            raise ValueError(f"dt must be finite and not negative, got {dt}")
        probe = self._probe
        if probe is None or probe.world is not world:
            probe = self._probe = Probe(world)
        probe.refresh()
        body.stepped, body.flying = 0.0, wish.fly
        sweep = Sweep(probe, body)
        bits = sweep.bits()
        if bits & HELD or (bits & SOLID and not push_out(sweep)):
            body.velocity, body.held, body.on_ground = (0.0, 0.0, 0.0), True, False
            return
        body.held = False
        self._accelerate(probe, body, wish, dt, sweep)
        body.position = (sweep.x, sweep.y, sweep.z)

    def _accelerate(self, probe: Probe, body: Body, wish: Wish, dt: float, sweep: Sweep) -> None:
        tuning = self.tuning
        limit = tuning.limit
        vx, vy, vz = (min(limit, max(-limit, component)) for component in body.velocity)
        x, y, z = math.floor(sweep.x), sweep.y, math.floor(sweep.z)
        body.in_water = bool(probe.bits(x, math.floor(y + 0.5), z) & LIQUID)
        body.crouching = wish.crouch and not wish.fly
        grounded = body.on_ground

        if wish.fly:
            speed, acceleration = tuning.fly_sprint if wish.sprint else tuning.fly, tuning.fly_acceleration
        elif body.in_water:
            speed, acceleration = tuning.swim, tuning.water_acceleration
        else:
            speed = tuning.crouch if wish.crouch else tuning.sprint if wish.sprint else tuning.walk
            acceleration = tuning.ground_acceleration if grounded else tuning.air_acceleration
        vx, vz = _approach(vx, vz, *_target(body.yaw, wish, speed), acceleration * dt)

        before = vy
        if wish.fly:
            target = tuning.climb * min(1.0, max(-1.0, wish.up + wish.jump - wish.crouch))
            vy = _towards(vy, target, acceleration * dt)
        elif body.in_water:
            if wish.jump or wish.crouch or wish.up:
                target = tuning.stroke * min(1.0, max(-1.0, wish.up + wish.jump - wish.crouch))
            elif probe.bits(x, math.floor(y + tuning.float_depth + 0.1), z) & LIQUID:
                target = tuning.float_speed
            else:
                target = 0.0 if probe.bits(x, math.floor(y + tuning.float_depth - 0.1), z) & LIQUID else -tuning.float_speed
            vy = _towards(vy, target, (acceleration + tuning.water_drag * abs(vy)) * dt)
        else:
            if wish.jump and grounded:
                before = self._jump
            vy = max(before - tuning.gravity * dt, -tuning.terminal) if before > -tuning.terminal else before
        # The mean of the velocities at both ends is exact under constant acceleration, so a jump's height does not depend on dt.
        rise = (before + vy) / 2 * dt
        moving = bool(wish.forward or wish.right) and not wish.fly and not wish.crouch
        sweep.move(
            vx * dt,
            rise,
            vz * dt,
            climbs=moving and (grounded or body.in_water),
            stays=body.crouching and grounded and rise <= 0 and not body.in_water,
        )
        body.stepped = sweep.lifted
        body.on_ground = sweep.grounded
        if sweep.stopped_y and vy * rise >= 0:
            vy = 0.0
        body.velocity = (0.0 if sweep.stopped_x else vx, vy, 0.0 if sweep.stopped_z else vz)


def _target(yaw: float, wish: Wish, speed: float) -> tuple[float, float]:
    """The wished horizontal velocity."""
    forward, right = wish.forward, wish.right
    if not forward and not right:
        return 0.0, 0.0
    length = math.hypot(forward, right)
    scale = speed / length if length > 1.0 else speed
    sine, cosine = math.sin(yaw), math.cos(yaw)
    return (right * cosine - forward * sine) * scale, (-right * sine - forward * cosine) * scale


def _approach(vx: float, vz: float, tx: float, tz: float, most: float) -> tuple[float, float]:
    """A horizontal velocity moved towards a target by at most so much."""
    dx, dz = tx - vx, tz - vz
    distance = math.hypot(dx, dz)
    if distance <= most:
        return tx, tz
    return vx + dx * most / distance, vz + dz * most / distance


def _towards(value: float, target: float, most: float) -> float:
    return target if abs(target - value) <= most else value + math.copysign(most, target - value)
