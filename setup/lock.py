"""Regenerating the lock files: exact versions with hashes, for every supported Python on every supported machine at once."""

from __future__ import annotations

import sys

from setup.console import note, step
from setup.places import BUILD, LOGS, ROOT
from setup.process import Command, must_run
from setup.venv import pinned

# Each file, the extras in it, and the file whose versions it keeps to.
LOCKS = (
    ("requirements.lock", ("build", "test"), None),
    ("requirements-bench.lock", ("bench",), "requirements.lock"),
)
HEADER = "# Made by `make lock` from pyproject.toml; not edited by hand.\n"


def main() -> int:
    """Resolve pyproject.toml anew with uv, in a virtual environment of its own."""
    tool = BUILD / "lock"
    python = tool / "bin/python"
    step("Preparing uv")
    must_run([sys.executable, "-m", "venv", tool], what="making a virtual environment for uv", log=LOGS / "lock.log", limit=300)
    must_run([python, "-m", "pip", "install", "-q", "uv"], what="installing uv", log=LOGS / "lock.log", limit=600)
    for name, extras, base in LOCKS:
        step(f"Resolving {name}")
        target = BUILD / name
        extra_words = [word for extra in extras for word in ("--extra", extra)]
        constraint = ["--constraint", base] if base else []
        options = ["--universal", "--python-version", "3.11", "--upgrade", "--generate-hashes"]
        quiet = ["--no-emit-index-url", "--no-annotate", "--no-header"]
        command: Command = [
            python,
            "-m",
            "uv",
            "pip",
            "compile",
            "pyproject.toml",
            *options,
            *quiet,
            *extra_words,
            *constraint,
            "-o",
            target,
        ]
        must_run(command, what=f"resolving {name}", log=LOGS / "lock.log", limit=600)
        text = HEADER + target.read_text(encoding="utf-8")
        (ROOT / name).write_text(text, encoding="utf-8")
        note(f"{name}: {len(pinned(text))} packages")
    return 0
