"""How a client comes to a body: one that lives here already, or a new one, and never one that another client leads."""

import asyncio
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from littlefolk.agent.agent import Agent
from littlefolk.agent.providers.base import Provider
from littlefolk.commands import TABLES
from littlefolk.commands.mailbox import Mailbox
from littlefolk.commands.parsing import parse_json
from littlefolk.mcp.led import LedProvider
from littlefolk.policy import Audience, Capability, Grants
from littlefolk.present.call import Caller
from littlefolk.present.context import ReadContext, Snapshot
from littlefolk.present.outcome import Done, Invalid
from littlefolk.present.outcome_text import shown_to_people
from littlefolk.residents import Resident

NAME = "Guest"
SPAWN = "spawn_gnome"
ARRIVING = 0.05  # seconds between two looks whether the world is there


class NoBody(Exception):
    """The client gets no body; the message says why, for people."""


@dataclass(frozen=True, slots=True)
class Host:
    """What a game lends to those who serve clients: everything here may be used from any thread.

    `owner` is the name of the player, beside whom new bodies are put; `mind` makes the provider that a resident has of its own.
    """

    owner: str
    mailbox: Mailbox
    agents: Mapping[str, Agent]
    snapshot: Callable[[], Snapshot]
    ready: Callable[[], bool]
    mind: Callable[[Resident], Provider]


class Bodies:
    """Which bodies clients lead. Used on one event loop only."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._led: set[str] = set()

    async def take(self, name: str, client: str) -> Agent:
        """Lead the body of this name, or a guest's for "". Raises NoBody."""
        while not self._host.ready():
            await asyncio.sleep(ARRIVING)
        wished = " ".join(name.split()) or self._free_guest()
        key = wished.casefold()
        if key in self._led:
            raise NoBody(f"{wished} is led by another client: choose another name")
        self._led.add(key)
        try:
            agent = self._agent(key) or await self._arrived(wished)
        except BaseException:
            self._led.discard(key)
            raise
        agent.use(LedProvider(agent.resident.name, client))
        return agent

    def leave(self, agent: Agent) -> None:
        """Let a body go: its own mind answers again."""
        self._led.discard(agent.resident.name.casefold())
        agent.use(self._host.mind(agent.resident))

    def _free_guest(self) -> str:
        number = 1
        while (name := NAME if number == 1 else f"{NAME} {number}").casefold() in self._led:
            number += 1
        return name

    def _agent(self, key: str) -> Agent | None:
        return next((agent for name, agent in tuple(self._host.agents.items()) if name.casefold() == key), None)

    async def _arrived(self, name: str) -> Agent:
        """A new resident, spawned for the player by whoever may reach this game at all."""
        caller = Caller(self._host.owner, Audience.GRANT, Grants.of(Capability.SPAWN))
        call = parse_json(list(TABLES), SPAWN, json.dumps({"name": name}), caller, ReadContext(caller.name, self._host.snapshot()))
        outcome = call if isinstance(call, Invalid) else await asyncio.wrap_future(self._host.mailbox.submit(call).future)
        agent = self._agent(name.casefold())
        if not isinstance(outcome, Done) or agent is None:
            raise NoBody(f"there is no body for {name!r}: {shown_to_people(outcome)}")
        return agent
