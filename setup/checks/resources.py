"""Check that every scene, shader and resource loads in the engine."""

from __future__ import annotations

from setup import engine_log
from setup.install import Environment
from setup.places import LOGS, ROOT
from setup.process import Command, run


def load(environment: Environment) -> list[str]:
    """Start the project headless with `--check-resources`; its log decides."""
    command: Command = [environment.godot, "--headless", "--path", ROOT, "--", "--check-resources"]
    ended = run(command, log=LOGS / "check_resources.log", limit=180, env=environment.env)
    complaints = engine_log.unexpected(ended.output)
    code = engine_log.end_code(ended.output, engine_log.CHECK_END)
    if code is None:
        complaints.append(f"the engine never printed {engine_log.CHECK_END} (it ended with {ended.code})")
    elif code != 0:
        complaints.append(f"the check inside the engine ended with {code}")
    return complaints
