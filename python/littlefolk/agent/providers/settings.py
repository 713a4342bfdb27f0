"""Where a model is and how it is reached: read from the environment, and never written anywhere."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import platformdirs

OPENAI_URL = "https://api.openai.com/v1"
TOOL_MODES = ("auto", "native", "actions")
DEFAULT_CONTEXT = 24_000  # tokens: what ordinary local servers hold
_KEY_LIKE = re.compile(r"\b(?:sk|pk|key)-[\w*.-]{6,}|(?i:bearer)\s+[\w.~+/=-]{6,}")
HIDDEN = "[key]"


class Secret:
    """A text that shows nowhere: its `repr` and `str` hide it, `reveal` gives it."""

    __slots__ = ("_text",)

    def __init__(self, text: str = "") -> None:
        self._text = text

    def reveal(self) -> str:
        """The text itself, for the one place that sends it."""
        return self._text

    def __bool__(self) -> bool:
        return bool(self._text)

    def __repr__(self) -> str:
        return HIDDEN if self._text else "[no key]"


@dataclass(frozen=True, slots=True)
class Patience:
    """How often a response is asked for, the first wait in seconds (it doubles), and the longest wait that a server may ask for."""

    attempts: int = 4
    first: float = 0.5
    longest: float = 60.0


@dataclass(frozen=True, slots=True)
class Settings:
    """How one provider reaches its model.

    `base_url` and `model` may be empty: a provider then has a default or says what to set. `context` is the size of a prompt in
    tokens, `tools` one of TOOL_MODES, `sockets` whether a WebSocket is tried first where a protocol has one, `profiles` the file that
    keeps what servers can do, `price` US dollars for a million tokens read and written (None: as it is listed).
    """

    base_url: str = field(default="", repr=False)  # it may hold a password
    model: str = ""
    key: Secret = field(default_factory=Secret)
    context: int = DEFAULT_CONTEXT
    tools: str = "auto"
    sockets: bool = True
    profiles: Path | None = None
    patience: Patience = field(default_factory=Patience)
    price: tuple[float, float] | None = None

    @property
    def place(self) -> str:
        """The base URL as it may be shown: without user name, password and query."""
        return shown_url(self.base_url)

    def hide(self, text: str) -> str:
        """A text from outside without the key, anything like one, or a password of the base URL."""
        secrets = [self.key.reveal(), urlsplit(self.base_url).password or ""]
        for secret in secrets:
            if len(secret) >= 4:
                text = text.replace(secret, HIDDEN)
        return _KEY_LIKE.sub(HIDDEN, text)


def shown_url(url: str) -> str:
    """A URL without user name, password, query and fragment."""
    parts = urlsplit(url)
    host = parts.netloc.rpartition("@")[2]
    return urlunsplit((parts.scheme, host, parts.path.rstrip("/"), "", ""))


def from_environment(environment: Mapping[str, str] = os.environ) -> Settings:
    """Settings from LITTLEFOLK_BASE_URL, LITTLEFOLK_MODEL, LITTLEFOLK_API_KEY, LITTLEFOLK_CONTEXT (tokens) and LITTLEFOLK_TOOLS.

    OPENAI_BASE_URL is the second choice for the base URL. OPENAI_API_KEY is sent to OpenAI, or to the server that OPENAI_BASE_URL
    names, and to nobody else.
    """
    base_url = environment.get("LITTLEFOLK_BASE_URL", "").strip()
    general = environment.get("OPENAI_BASE_URL", "").strip()
    key = environment.get("LITTLEFOLK_API_KEY", "").strip()
    if not key and (not base_url or base_url == general or is_openai(base_url)):
        key = environment.get("OPENAI_API_KEY", "").strip()
    context = environment.get("LITTLEFOLK_CONTEXT", "").strip()
    tools = environment.get("LITTLEFOLK_TOOLS", "").strip() or "auto"
    return Settings(
        base_url=base_url or general,
        model=environment.get("LITTLEFOLK_MODEL", "").strip(),
        key=Secret(key),
        context=max(2_000, int(context)) if context.isdecimal() else DEFAULT_CONTEXT,
        tools=tools if tools in TOOL_MODES else "auto",
        profiles=_kept(environment) / "servers.json",
    )


def is_openai(url: str) -> bool:
    """Whether a URL is OpenAI's own."""
    parts = urlsplit(url)
    host = parts.hostname or ""
    return parts.scheme == "https" and (host == "openai.com" or host.endswith(".openai.com"))


def _kept(environment: Mapping[str, str]) -> Path:
    chosen = environment.get("LITTLEFOLK_DATA")
    return Path(chosen) if chosen else Path(platformdirs.user_data_dir("littlefolk", appauthor=False))
