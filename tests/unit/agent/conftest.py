"""An agent with a played provider, a mailbox and frames that a test turns one by one."""

import time
from dataclasses import replace
from typing import Annotated, get_type_hints

import pytest
from littlefolk.agent.agent import Agent
from littlefolk.agent.approvals import proposed
from littlefolk.bodies.body import Body
from littlefolk.commands.admission import admitted, execute, perform
from littlefolk.commands.declaration import Argument, Command
from littlefolk.commands.mailbox import Mailbox
from littlefolk.commands.parked import NOBODY
from littlefolk.commands.tables import Registry, Table
from littlefolk.policy import Capability, Row
from littlefolk.present.context import ReadContext, Snapshot
from littlefolk.present.outcome import Denied
from littlefolk.present.types import Integer
from littlefolk.present.types import Text as TextType
from littlefolk.residents import Resident
from played import Played

PATIENCE = 120  # seconds until a test gives up; none that passes waits so long


def declared(body, capability=Capability.LOOK):
    """A command made of a function, without the tables of the game."""
    hints = get_type_hints(body, include_extras=True)
    arguments = tuple(Argument(name, *hint.__metadata__) for name, hint in hints.items())
    return Command(body.__name__, "resident", body.__doc__, arguments, body, Row(capability))


class Stage:
    """One agent and the frames beside it."""

    def __init__(self):
        self.mailbox = Mailbox(report=self._report)
        self.registry = Registry([Table("resident")])
        self.records, self.agents, self.bugs, self.ran = [], [], [], []

    def add(self, body, capability=Capability.LOOK, **more):
        self.registry.add(replace(declared(body, capability), **more))

    # What deciding needs of a frame

    reader = ReadContext("player")

    def admit(self, call):
        return admitted(self.registry, call)

    def perform(self, call):
        return perform(self.registry, call, lambda call: call, self._report)

    def drop_preview(self, call):
        pass

    def propose(self, command, call):
        return proposed(command, call, call) if self.mailbox.desk.attended else Denied(NOBODY)

    def _report(self, *bug):
        self.bugs.append(bug)

    def agent(self, *responses, budget=None, name="Moss"):
        agent = Agent(
            Resident(name, "gnome", Body(name)),
            provider=Played(*responses),
            mailbox=self.mailbox,
            registry=self.registry,
            snapshot=Snapshot,
            on_record=self.records.append,
            budget=budget,
        )
        self.agents.append(agent)
        return agent

    def frame(self):
        self.drain()
        self.mailbox.resolve()

    def drain(self):
        self.mailbox.frame += 1
        self.mailbox.decide(self)
        self.mailbox.drain(lambda call: execute(self.registry, call, lambda call: call, self._report, propose=self.propose), 1.0)

    def until(self, holds, *, frames=True):
        """Frames (or only waiting) until something holds."""
        end = time.monotonic() + PATIENCE
        while not holds():
            assert time.monotonic() < end, "it never holds"
            if frames:
                self.frame()
            time.sleep(0.0002)

    def ask(self, agent, text="do it", *, frames=True):
        """Ask, wait for the end, and give the finished turn."""
        turn = agent.ask(text, "player")
        self.until(lambda: not agent.busy, frames=frames)
        return next(known for known in reversed(agent.history) if known.id == turn)


@pytest.fixture
def stage():
    made = Stage()

    def count(caller, number: Annotated[int, Integer(0, 99), "a number"]):
        """Count."""
        made.ran.append(number)
        return number

    def speak(caller, text: Annotated[str, TextType(40), "a text"]):
        """Speak."""
        return text

    def build(caller):
        """Build."""
        made.ran.append("built")

    def break_down(caller):
        """Break."""
        raise RuntimeError("a secret")

    for body in (count, speak, break_down):
        made.add(body)
    made.add(build, Capability.SPAWN)
    yield made
    for agent in made.agents:
        agent.close()
    for agent in made.agents:
        agent.thread.join(60)
        assert agent.closed
