"""One resident's node: where it stands, its pose, the light on it and its name."""

import math
from dataclasses import dataclass

from godot import MeshInstance3D, Node3D, Vector3, Vector4

from littlefolk.agent.agent import Agent
from littlefolk.bodies.body import Body, Vector
from littlefolk.panels.manner import MOVING, Doing, Manner, attention, calling, hears, manner_of
from littlefolk.panels.surroundings import Surroundings, light_on
from littlefolk.present.records import Turn
from littlefolk.residents import Resident
from littlefolk.stage.carried import Carried
from littlefolk.stage.names import Name
from littlefolk.stage.origin import ORIGIN
from littlefolk.world.world import World

EASE = 8.0  # how fast poses come and go, 1/s
SETTLE = 3.0  # how fast somebody sits down, falls asleep or rises, 1/s
TURN = 5.0  # how fast a head turns, 1/s
LIT = 4.0  # how fast light follows, 1/s
STEP_EASE = 14.0  # how fast a figure catches up with a step that its body took, 1/s
STEPS = (0.2, 1.3)  # metres by which a body is lifted at once in a step
LEAP = 2.0  # metres in a frame that nobody walks
SAME = 0.002  # smaller differences of a uniform are not written
FAR, SELDOM = 32.0, 4  # metres from which on a pose is looked after only every so many frames


@dataclass(frozen=True, slots=True)
class Moment:
    """What a frame tells every figure: the player's eyes, who is meant and who is in focus, who speaks and from where, world time.

    `named`: names are shown, but those that are `covered` by another.
    """

    eyes: Vector
    meant: str
    focused: str
    voice: tuple[str, Vector] | None
    now: float
    seconds: float
    frame: int
    named: bool
    covered: frozenset[str] = frozenset()


class StagedFigure:
    """One resident's node and what its pose is at. `number` sets it apart from the others in time."""

    def __init__(self, node: Node3D, resident: Resident, number: int, stride: float) -> None:
        self.node, self.number = node, number
        self.seen_light = False
        self._resident = resident
        self._radians = math.tau / stride
        self._carried = Carried(node)
        self._name = Name(node, resident.name)
        self._surfaces = [surface for path in ("Figure", "Shadow") if isinstance(surface := node.get_node(path), MeshInstance3D)]
        self._seed = (number * 0.618034) % 1.0 * math.tau
        self._manner = Manner()
        self._phase = self._speed = self._still = self._lag = self._waited = 0.0
        self._before = resident.body.position
        self._head = (0.0, 0.0)
        self._light = self._wished_light = Surroundings(1.0, 1.0, 0.0)
        self._turn: Turn | None = None
        self._calling = False
        self._written: dict[str, tuple[float, ...]] = {}

    def look_around(self, world: World, sun: Vector) -> None:
        """Find out how much light reaches the resident."""
        self._wished_light = light_on(world, self._resident.body, sun)
        if not self.seen_light:
            self.seen_light, self._light = True, self._wished_light

    def follow(self, agent: Agent | None, moment: Moment, *, talking: bool) -> None:
        """Stand where the body stands, and ease towards what the resident is doing."""
        resident, body = self._resident, self._resident.body
        self._place(body, moment.seconds)
        distance = math.dist(body.position, moment.eyes)
        focused = resident.name == moment.focused
        hidden = not moment.named or resident.name in moment.covered
        self._name.show(resident.name, distance, focused or resident.name == moment.meant, hidden)
        self._carried.show(resident.carries, self._light)
        self._waited += moment.seconds
        if distance > FAR and (moment.frame + self.number) % SELDOM:
            return
        seconds, self._waited = self._waited, 0.0
        doing = self._doing(agent, moment, focused, talking)
        self._carry(manner_of(doing), seconds)
        self._head = _eased(self._head, attention(body, doing, moment.eyes, moment.voice), 1.0 - math.exp(-TURN * seconds))
        if self._light != self._wished_light:
            self._light = _lit(self._light, self._wished_light, 1.0 - math.exp(-LIT * seconds))
        self._write()

    def _place(self, body: Body, seconds: float) -> None:
        """Stand where the body stands, a little behind where it took a step; learn how fast it walks."""
        (x, y, z), (x0, y0, z0) = body.position, self._before
        self._before = body.position
        walked = math.hypot(x - x0, z - z0)
        if walked > LEAP:
            walked = self._lag = 0.0
        elif STEPS[0] < y - y0 < STEPS[1] and body.on_ground:
            self._lag += y - y0
        self._lag *= math.exp(-STEP_EASE * seconds)
        self._phase = (self._phase + walked * self._radians) % math.tau
        if seconds > 0.0:
            self._speed += (walked / seconds - self._speed) * (1.0 - math.exp(-EASE * 1.5 * seconds))
        self._still = self._still + seconds if self._speed < MOVING else 0.0
        if self._changed("place", (x, y - self._lag, z, body.yaw, ORIGIN.moves)):
            self.node.position = ORIGIN.place(x, y - self._lag, z)
            self.node.rotation = Vector3(0.0, body.yaw, 0.0)

    def _doing(self, agent: Agent | None, moment: Moment, focused: bool, talking: bool) -> Doing:
        resident = self._resident
        turn = agent.turn if agent is not None and agent.busy else None
        if turn is not self._turn:
            self._turn, self._calling = turn, calling(turn)
        return Doing(
            status=turn.status if turn is not None and not turn.status.final else None,
            calling=self._calling,
            talking=talking,
            focused=focused,
            hearing=hears(resident.body, moment.voice),
            speed=self._speed,
            still=self._still,
            mood=resident.mood if moment.now < resident.mood_until else "",
            carries=bool(resident.carries),
        )

    def _carry(self, wished: Manner, seconds: float) -> None:
        if wished == self._manner:
            return
        fast, slow = 1.0 - math.exp(-EASE * seconds), 1.0 - math.exp(-SETTLE * seconds)
        walk, talk, think, listen, work, sit, nap, purr, carry = self._manner
        self._manner = Manner(
            _towards(walk, wished.walk, fast),
            _towards(talk, wished.talk, fast),
            _towards(think, wished.think, fast),
            _towards(listen, wished.listen, fast),
            _towards(work, wished.work, fast),
            _towards(sit, wished.sit, fast if wished.walk else slow),
            _towards(nap, wished.nap, slow),
            _towards(purr, wished.purr, slow),
            _towards(carry, wished.carry, fast),
        )

    def _write(self) -> None:
        manner, light = self._manner, self._light
        self._set("pose", (self._phase, manner.walk, manner.talk, manner.think))
        self._set("gesture", (manner.listen, manner.work, 0.0, 0.0))
        self._set("look", (*self._head, self._seed, manner.sit))
        self._set("mood", (manner.nap, manner.purr, manner.carry, 0.0))
        if self._changed("surroundings", light):
            self._surfaces[0].set_instance_shader_parameter("surroundings", Vector4(*light, 0.0))

    def _set(self, name: str, values: tuple[float, float, float, float]) -> None:
        if self._changed(name, values):
            vector = Vector4(*values)
            for surface in self._surfaces:
                surface.set_instance_shader_parameter(name, vector)

    def _changed(self, name: str, values: tuple[float, ...]) -> bool:
        before = self._written.get(name)
        if before is not None:
            for old, new in zip(before, values, strict=True):
                if abs(old - new) > SAME:
                    break
            else:
                return False
        self._written[name] = values
        return True


def _towards(value: float, wished: float, share: float) -> float:
    """A step towards what is wished, which is reached in the end."""
    return wished if abs(wished - value) < SAME else value + (wished - value) * share


def _eased(value: tuple[float, float], wished: tuple[float, float], share: float) -> tuple[float, float]:
    return (_towards(value[0], wished[0], share), _towards(value[1], wished[1], share))


def _lit(light: Surroundings, wished: Surroundings, share: float) -> Surroundings:
    return Surroundings(
        _towards(light.sun, wished.sun, share), _towards(light.sky, wished.sky, share), _towards(light.lamp, wished.lamp, share)
    )
