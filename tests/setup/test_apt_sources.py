"""Laws of reading apt sources: Debian's own archive is found in either format, and nobody else's is taken for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from setup.apt_sources import Mirror, Source, debian_mirrors, parse_deb822, parse_list

BOOKWORM_LIST = """
# installed from a medium
#deb cdrom:[Debian GNU/Linux 12]/ bookworm main
deb http://mirror.example/debian bookworm main contrib  # nearest
deb-src http://mirror.example/debian bookworm main
deb http://mirror.example/debian-security bookworm-security main
deb [arch=amd64 signed-by=/keys/third.gpg] https://third.example/linux/debian bookworm stable
"""

TRIXIE_SOURCES = """\
# Debian 13's installer writes this
Types: deb deb-src
URIs: http://mirror.example/debian/
Suites: trixie trixie-updates
Components: main non-free-firmware
Signed-By: /usr/share/keyrings/debian-archive-keyring.pgp

Types: deb
URIs: http://mirror.example/debian-security/
Suites: trixie-security
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.pgp

Enabled: no
Types: deb
URIs: http://old.example/debian
Suites: trixie
Components: main
"""

INLINE_KEY = """\
Types: deb
URIs: https://third.example/apt
Suites: nodistro
Components: main
Signed-By:
 -----BEGIN PGP PUBLIC KEY BLOCK-----
 .
 mQINBFit2ioBEADhWpZ8
 -----END PGP PUBLIC KEY BLOCK-----
"""


def test_one_line_style() -> None:
    assert parse_list(BOOKWORM_LIST) == [
        Source("http://mirror.example/debian", "bookworm", ("main", "contrib")),
        Source("http://mirror.example/debian-security", "bookworm-security", ("main",)),
        Source("https://third.example/linux/debian", "bookworm", ("stable",), "/keys/third.gpg"),
    ]


def test_deb822_style_multiplies_suites_and_skips_disabled() -> None:
    ring = "/usr/share/keyrings/debian-archive-keyring.pgp"
    assert parse_deb822(TRIXIE_SOURCES) == [
        Source("http://mirror.example/debian/", "trixie", ("main", "non-free-firmware"), ring),
        Source("http://mirror.example/debian/", "trixie-updates", ("main", "non-free-firmware"), ring),
        Source("http://mirror.example/debian-security/", "trixie-security", ("main",), ring),
    ]


def test_deb822_key_in_the_file_is_no_path() -> None:
    assert parse_deb822(INLINE_KEY) == [Source("https://third.example/apt", "nodistro", ("main",))]


@pytest.fixture
def etc(tmp_path: Path) -> Path:
    (tmp_path / "sources.list.d").mkdir()
    (tmp_path / "ring.gpg").write_bytes(b"key")
    return tmp_path


@pytest.mark.parametrize(("name", "text"), [("sources.list", BOOKWORM_LIST), ("sources.list.d/debian.sources", TRIXIE_SOURCES)])
def test_debian_is_found_once_and_others_are_not(etc: Path, name: str, text: str) -> None:
    (etc / name).write_text(text)
    (etc / "sources.list.d/third.sources").write_text(INLINE_KEY)
    ring = str(etc / "ring.gpg")
    uris = [mirror.uri.rstrip("/") for mirror in debian_mirrors(etc, (ring,))]
    assert uris == ["http://mirror.example/debian"]


def test_disabled_and_foreign_files_are_not_read(etc: Path) -> None:
    (etc / "sources.list.d/debian.sources.disabled").write_text(TRIXIE_SOURCES)
    (etc / "sources.list.d/third.sources").write_text(INLINE_KEY)
    assert debian_mirrors(etc, (str(etc / "ring.gpg"),)) == []


def test_the_keyring_named_wins_over_the_default(etc: Path) -> None:
    own = etc / "own.gpg"
    own.write_bytes(b"key")
    (etc / "sources.list").write_text(f"deb [signed-by={own}] http://mirror.example/debian trixie main\n")
    assert debian_mirrors(etc, (str(etc / "ring.gpg"),)) == [Mirror("http://mirror.example/debian", str(own))]


def test_without_any_keyring_nothing_is_trusted(etc: Path) -> None:
    (etc / "sources.list").write_text(BOOKWORM_LIST)
    assert debian_mirrors(etc, (str(etc / "missing.gpg"),)) == []
