"""What a model's tokens cost: nothing on one's own machines, the list price at OpenAI, and otherwise what the settings say."""

import functools
import ipaddress
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from littlefolk.agent.providers.settings import Settings, is_openai
from littlefolk.present.records import Usage

TABLE = Path(__file__).with_name("prices.toml")
MILLION = 1_000_000
_VERSION = re.compile(r"-\d{4}-\d{2}-\d{2}")


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars for a million tokens that a model reads and writes."""

    read: float = 0.0
    written: float = 0.0

    def of(self, usage: Usage) -> float:
        """What some usage costs, in US dollars."""
        return (usage.tokens_in * self.read + usage.tokens_out * self.written) / MILLION


FREE = Price()


def price_of(settings: Settings, model: str) -> Price | None:
    """What a model costs where the settings reach it; None where nobody said."""
    if settings.price is not None:
        return Price(*settings.price)
    if _own(urlsplit(settings.base_url).hostname or ""):
        return FREE
    return _listed().get(_VERSION.sub("", model)) if is_openai(settings.base_url) else None


@functools.cache
def _listed() -> dict[str, Price]:
    return {model: Price(*pair) for model, pair in tomllib.loads(TABLE.read_text(encoding="utf-8")).items()}


def _own(host: str) -> bool:
    """Whether a host is this machine or one of the same house."""
    if (
        host == "localhost"
        or host.endswith((".localhost", ".local", ".lan", ".internal"))
        or (host and "." not in host and ":" not in host)
    ):
        return True
    try:
        return ipaddress.ip_address(host).is_private
    except ValueError:
        return False
