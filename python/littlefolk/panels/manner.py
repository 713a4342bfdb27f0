"""How somebody carries themselves: the pose that follows from what they do, and whom they look at. Figures ease towards it."""

import math
from dataclasses import dataclass
from typing import NamedTuple

from littlefolk.bodies.body import Body, Vector
from littlefolk.panels.sight import head_towards
from littlefolk.present.records import Turn, TurnStatus

WALKING = 2.0  # m/s at which a stride is whole
MOVING = 0.15  # m/s; slower is standing
SITS_AFTER = 2.5  # seconds of standing about
EARSHOT = 20.0  # metres within which somebody turns to a voice
TALK = 8.0  # metres within which a voice is listened to
DOWNCAST = -0.25  # radians: who works looks at the work


class Manner(NamedTuple):
    """How much of each pose somebody is in, 0..1."""

    walk: float = 0.0
    talk: float = 0.0
    think: float = 0.0
    listen: float = 0.0
    work: float = 0.0
    sit: float = 0.0
    nap: float = 0.0
    purr: float = 0.0
    carry: float = 0.0


@dataclass(frozen=True, slots=True)
class Doing:
    """What somebody does at a moment.

    `status` is that of their running turn, None without one; `calling`: a tool call other than speech is in flight; `hearing`: somebody
    else speaks near by; `speed` in m/s; `still`: seconds they have stood; `mood` is "", "nap" or "purr"; `carries`:
    the hands hold something.
    """

    status: TurnStatus | None = None
    calling: bool = False
    talking: bool = False
    focused: bool = False
    hearing: bool = False
    speed: float = 0.0
    still: float = 0.0
    mood: str = ""
    carries: bool = False


def manner_of(doing: Doing) -> Manner:
    """The pose for what somebody does. Walking keeps the hands free, and nobody sleeps who is asked, spoken to or on the way."""
    moving = doing.speed > MOVING
    busy = doing.status is not None
    working = doing.calling and not moving and not doing.carries
    attentive = (doing.focused or doing.hearing) and not busy and not doing.talking
    idle = not (moving or busy or doing.carries or doing.talking or attentive)
    purring = doing.mood == "purr" and not (moving or working)
    return Manner(
        walk=min(1.0, doing.speed / WALKING) if moving else 0.0,
        talk=float(doing.talking),
        think=float(doing.status in (TurnStatus.THINKING, TurnStatus.WAITING) and not doing.talking and not moving),
        listen=float(attentive and not moving and not purring),
        work=float(working and not doing.talking),
        sit=float(not moving and (doing.still > SITS_AFTER or purring)),
        nap=float(doing.mood == "nap" and idle),
        purr=float(purring),
        carry=float(doing.carries),
    )


def calling(turn: Turn | None) -> bool:
    """Whether a tool call other than speech is in flight."""
    return turn is not None and not turn.status.final and any(not call.status.final and call.tool != "say" for call in turn.calls)


def hears(body: Body, voice: tuple[str, Vector] | None) -> bool:
    """Whether a voice (who speaks, and from where) is somebody else's and near enough to listen to."""
    return voice is not None and voice[0] != body.name and math.dist(body.eyes, voice[1]) <= TALK


def attention(body: Body, doing: Doing, player: Vector, voice: tuple[str, Vector] | None) -> tuple[float, float]:
    """Yaw and pitch (radians, from straight ahead) of the head: to whoever speaks, else to the player who is near, else ahead.

    `player` is where the player's eyes are; `voice` is who speaks now and from where. Who is at work looks at it, and who is in
    conversation looks at the player unless somebody else speaks.
    """
    ahead = (0.0, max(-0.6, min(0.6, body.pitch)))
    if doing.calling and not doing.talking and doing.speed <= MOVING:
        return (0.0, DOWNCAST)
    if voice is not None and voice[0] != body.name and math.dist(body.eyes, voice[1]) <= EARSHOT:
        found = head_towards(body, voice[1], within=EARSHOT)
        if found is not None:
            return found
    return head_towards(body, player) or ahead
