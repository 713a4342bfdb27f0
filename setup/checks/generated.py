"""Check that committed files which a program makes are what it makes now."""

from __future__ import annotations

from setup.install import Environment
from setup.places import LOGS, ROOT
from setup.process import run

# (committed file, arguments for the virtual environment's Python that print what it should hold)
GENERATED: tuple[tuple[str, tuple[str, ...]], ...] = (("docs/commands.md", ("docs/make_commands.py",)),)


def current(environment: Environment) -> list[str]:
    complaints = []
    for name, arguments in GENERATED:
        ended = run([environment.python, *arguments], log=LOGS / "check_generated.log", limit=300)
        path = ROOT / name
        if ended.code != 0:
            complaints.append(f"{name}: its generator ended with {ended.code}: {ended.output.strip()[-300:]}")
        elif not path.is_file() or path.read_text(encoding="utf-8") != ended.output:
            complaints.append(f"{name} is out of date; write the output of `python {' '.join(arguments)}` to it")
    return complaints
