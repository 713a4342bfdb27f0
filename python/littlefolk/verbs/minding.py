"""Whose mind a resident has."""

from dataclasses import dataclass
from typing import Annotated

from littlefolk.commands import command
from littlefolk.policy import Capability, Risk
from littlefolk.present.codecs import recorded
from littlefolk.present.outcome import Failed, Invalid, Outcome
from littlefolk.present.suggest import did_you_mean
from littlefolk.present.types import BodyType, Text, quoted
from littlefolk.present.views import TextView, presents
from littlefolk.verbs.acting import Acting
from littlefolk.verbs.company import company

DEFAULT = "default"


@recorded("minded")
@dataclass(frozen=True, slots=True)
class Minded:
    """Whose model thinks for somebody from now on, and what it costs: `free`, `priced` or `unpriced`."""

    name: str
    provider: str
    cost: str


@command("window", Capability.INTERFACE, Risk.REVERSIBLE, applies=(company,), label="provider")
def set_provider(
    acting: Acting,
    who: Annotated[str, BodyType(others=True), "a resident"],
    provider: Annotated[str, Text(24), "a provider's name, such as offline or openai, or one of providers.toml; default for the game's"],
) -> Outcome | Minded:
    """Let another provider think for somebody, from their next turn on; it is kept with the world."""
    resident = acting.roster.get(who)
    if resident is None:
        return Failed(f"{who} has no mind that could be chosen")
    name = " ".join(provider.split())
    if name != DEFAULT and name not in acting.providers.names:
        names = (*acting.providers.names, DEFAULT)
        clause, nearest = did_you_mean(name, names)
        return Invalid(f"there is no provider {quoted(name)}{clause or ';'} one of {', '.join(names)}", nearest, "provider")
    resident.provider = "" if name == DEFAULT else name
    made = acting.providers.make(resident.provider)
    acting.agents[resident.name].use(made)
    cost = "unpriced" if made.price is None else "priced" if made.price.read or made.price.written else "free"
    return Minded(resident.name, resident.provider or acting.providers.default, cost)


@presents(Minded, TextView)
def _minded(value: Minded, _view: TextView) -> str:
    cost = {"free": "", "priced": ", and its tokens cost money", "unpriced": ", and nobody said what its tokens cost"}[value.cost]
    return f"{value.provider} thinks for {value.name}{cost}"
