"""Commands about the time of day."""

from dataclasses import dataclass
from typing import Annotated

from littlefolk.commands import command
from littlefolk.panels.daytime import MINUTES
from littlefolk.policy import Capability, Risk
from littlefolk.present.codecs import recorded
from littlefolk.present.types import TimeOfDay
from littlefolk.present.types.time_of_day import clock_text
from littlefolk.present.views import TextView, presents
from littlefolk.verbs.acting import Acting


@recorded("time of day")
@dataclass(frozen=True, slots=True)
class Clock:
    """What the day's clock shows, in minutes since midnight."""

    minutes: int


@command(
    "world",
    Capability.BUILD,
    Risk.REVERSIBLE,
    family="other",
    phrases=("set the? time|clock of? day? to|at? {time}", "make|let it be? {time}", "turn the? time|clock to|on to? {time}"),
)
def set_time(acting: Acting, time: Annotated[int, TimeOfDay(), "the time that it becomes"]) -> Clock:
    """Set the time of day for everybody: where sun and moon stand and how light it is. Gives back what the clock shows."""
    acting.daytime.set(time / MINUTES, acting.now)
    return Clock(time)


@command(
    "world",
    Capability.LOOK,
    family="read",
    phrases=("what time is it", "what is the time", "what's the time", "how late is it", "what time of day is it"),
)
def tell_time(acting: Acting) -> Clock:
    """Tell the time of day in the world; gives back hours and minutes."""
    return Clock(acting.daytime.minutes(acting.now))


@presents(Clock, TextView)
def _clock(value: Clock, _view: TextView) -> str:
    return f"it is {clock_text(value.minutes)}"
