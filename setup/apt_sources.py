"""Reading the system's apt sources, to find the Debian archive this machine already uses and trusts.

Formats: sources.list(5), both the one-line style (`*.list`) and deb822 (`*.sources`, the default since Debian 13).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

KEYRINGS = ("/usr/share/keyrings/debian-archive-keyring.gpg", "/usr/share/keyrings/debian-archive-keyring.pgp")


@dataclass(frozen=True)
class Source:
    """One binary source: `uri suite components`, and the keyring file named for it, if any."""

    uri: str
    suite: str
    components: tuple[str, ...]
    signed_by: str | None = None


@dataclass(frozen=True)
class Mirror:
    """A Debian archive and the keyring that its signatures are checked against."""

    uri: str
    keyring: str


def parse_list(text: str) -> list[Source]:
    """Sources of a one-line-style file; comments, deb-src and unreadable lines are left out."""
    found = []
    for raw in text.splitlines():
        line = raw.split("#", 1)[0].strip()
        match = re.fullmatch(r"deb\s+(?:\[(?P<options>[^]]*)]\s*)?(?P<uri>\S+)\s+(?P<suite>\S+)(?P<components>.*)", line)
        if match:
            options = dict(part.split("=", 1) for part in (match["options"] or "").split() if "=" in part)
            found.append(Source(match["uri"], match["suite"], tuple(match["components"].split()), options.get("signed-by")))
    return found


def parse_deb822(text: str) -> list[Source]:
    """Sources of a deb822 file: one for each URI and suite of each enabled `Types: deb` stanza."""
    found = []
    for fields in _stanzas(text):
        if fields.get("enabled", "yes").lower() in ("no", "false", "0", "off", "disable", "without"):
            continue
        if "deb" not in fields.get("types", "").split():
            continue
        signed_by = fields.get("signed-by", "")
        keyring = signed_by if signed_by.startswith("/") and "\n" not in signed_by else None
        components = tuple(fields.get("components", "").split())
        for uri in fields.get("uris", "").split():
            found += [Source(uri, suite, components, keyring) for suite in fields.get("suites", "").split()]
    return found


def debian_mirrors(etc_apt: Path = Path("/etc/apt"), keyrings: tuple[str, ...] = KEYRINGS) -> list[Mirror]:
    """Debian archives among the enabled sources under `etc_apt`, the likeliest first.

    A source counts when it has the component main of a plain suite (not security, updates or backports) and its path ends in
    `debian`, as third parties' archives named so have other components. Whether it really is Debian is decided by the signature
    of what it serves.
    """
    default = next((ring for ring in keyrings if Path(ring).is_file()), None)
    mirrors = []
    for source in _read(etc_apt):
        plain_suite = re.fullmatch(r"[a-z]+", source.suite)
        debian_path = re.search(r"/debian/?$", source.uri) or re.match(r"mirror\+\w+:.*debian", source.uri)
        if "main" not in source.components or not plain_suite or not debian_path:
            continue
        named = source.signed_by if source.signed_by and Path(source.signed_by).is_file() else None
        keyring = named or default
        if keyring:
            mirrors.append(Mirror(source.uri, keyring))
    return list(dict.fromkeys(mirrors))


def _read(etc_apt: Path) -> list[Source]:
    files = [etc_apt / "sources.list", *sorted((etc_apt / "sources.list.d").glob("*"))]
    found = []
    for path in files:
        try:
            text = path.read_text(encoding="utf-8", errors="replace")
        except OSError:
            continue
        if path.suffix == ".list":
            found += parse_list(text)
        elif path.suffix == ".sources":
            found += parse_deb822(text)
    return found


def _stanzas(text: str) -> Iterator[dict[str, str]]:
    """Fields by lower-case name of each stanza; a continued field keeps its line breaks."""
    for block in re.split(r"\n(?:[ \t]*\n)+", text.replace("\r\n", "\n")):
        fields: dict[str, str] = {}
        name = ""
        for line in block.split("\n"):
            if line.startswith("#"):
                continue
            if line[:1] in (" ", "\t") and name:
                fields[name] += "\n" + line.strip()
            elif ":" in line:
                name, value = (part.strip() for part in line.split(":", 1))
                name = name.lower()
                fields[name] = value
        if fields:
            yield fields
