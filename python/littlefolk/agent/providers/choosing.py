"""Whose minds there are: the providers by their kinds' names, and those that a person described in `providers.toml`."""

import os
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, FiniteFloat, ValidationError

from littlefolk.agent.providers import PROVIDERS, Provider
from littlefolk.agent.providers.settings import TOOL_MODES, Secret, Settings, from_environment

FILE = "providers.toml"
REACHING = ("chat", "openai")  # kinds that reach a server, and so have settings
Dollars = Annotated[FiniteFloat, Field(ge=0)]


class Described(BaseModel):
    """One provider of the file. What it leaves out is taken from the environment."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    kind: str = ""
    base_url: str = ""
    model: str = ""
    key: str = Field(default="", repr=False)
    key_variable: str = ""
    context: int | None = Field(default=None, ge=2_000)
    tools: str = Field(default="auto", pattern=f"^({'|'.join(TOOL_MODES)})$")
    sockets: bool = True
    price: tuple[Dollars, Dollars] | None = None


class Providers:
    """Makes providers by name; `default` is whose name may be left out.

    `problem` says what is wrong with the file, for people; what it describes then does not count.
    """

    def __init__(self, path: Path | None = None, default: str = "offline", environment: Mapping[str, str] = os.environ) -> None:
        self.problem = ""
        self.default = default
        self.dollars_a_day: float | None = None
        self._environment = environment
        self._described: dict[str, Described] = {}
        if path is not None:
            try:
                self._read(path)
            except FileNotFoundError:
                return
            except (OSError, ValueError, TypeError) as error:
                self.problem = f"{path} does not count: {_reason(error)}"

    @property
    def names(self) -> tuple[str, ...]:
        """Every name, sorted."""
        return tuple(sorted({*PROVIDERS, *self._described}))

    def make(self, name: str) -> Provider:
        """A new provider, the default one for "". Raises KeyError for a name that is not there."""
        name = name or self.default
        described = self._described.get(name)
        cls = PROVIDERS[(described.kind or name) if described else name]
        if cls.name in REACHING:
            return cls(self._settings(described))  # type: ignore[call-arg]
        return cls()

    def _settings(self, described: Described | None) -> Settings:
        if described is None:
            return from_environment(self._environment)
        environment = dict(self._environment)
        if described.base_url:  # a key goes to the server that it was given for
            environment = {name: text for name, text in environment.items() if name not in ("LITTLEFOLK_API_KEY", "OPENAI_BASE_URL")}
            environment["LITTLEFOLK_BASE_URL"] = described.base_url
        if described.model:
            environment["LITTLEFOLK_MODEL"] = described.model
        found = from_environment(environment)
        key = described.key or (self._environment.get(described.key_variable, "") if described.key_variable else "")
        changes: dict[str, Any] = {"sockets": described.sockets, "price": described.price}
        changes |= {"key": Secret(key)} if key else {}
        changes |= {"context": described.context} if described.context is not None else {}
        changes |= {"tools": described.tools} if described.tools != "auto" else {}
        return replace(found, **changes)

    def _read(self, path: Path) -> None:
        with path.open("rb") as file:
            others = os.name == "posix" and os.fstat(file.fileno()).st_mode & 0o077
            tables = tomllib.load(file)
        limit = tables.pop("dollars_a_day", None)
        if limit is not None and (isinstance(limit, bool) or not isinstance(limit, int | float) or not 0 <= limit < 1e9):
            raise ValueError("dollars_a_day is a number from 0, such as 2.50")
        described = {}
        for name, table in tables.items():
            if not isinstance(table, dict):
                raise ValueError(f"{name} is no table: write [{name}] and its settings below")
            described[name] = Described.model_validate(table)
            kind = described[name].kind or name
            if kind not in PROVIDERS:
                raise ValueError(f"[{name}] needs a kind, one of {', '.join(sorted(PROVIDERS))}")
        if others and any(one.key for one in described.values()):
            raise ValueError(f"it holds a key, and others may read it: `chmod 600 {path}`, or name a key_variable instead")
        self._described = described
        self.dollars_a_day = None if limit is None else float(limit)


def _reason(error: Exception) -> str:
    """What is wrong, without any value of the file: it may hold keys."""
    if isinstance(error, ValidationError):
        return "; ".join(f"{'.'.join(map(str, part['loc']))}: {part['msg']}" for part in error.errors(include_input=False))
    return str(error)
