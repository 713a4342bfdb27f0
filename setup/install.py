"""The whole set-up, in order; every step does nothing where its result is there already."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass
from typing import Any

from setup import builds, godot, screen, stamps, system_packages, variables, venv
from setup.console import note, step
from setup.locks import exclusive
from setup.places import BUILD, ENVIRONMENT, VENV_PYTHON


@dataclass(frozen=True)
class Environment:
    """How to start Python and Godot here; the content of `build/environment.json` (keys: see README.md beside this file)."""

    python: str
    base_python: str
    godot: str
    godot_version: str
    env: dict[str, str]
    render_env: dict[str, str]
    xvfb: dict[str, Any] | None


def ensure(*, picture: bool) -> Environment:
    """Set everything up. With `picture`, also a virtual screen. Raises SetupError when the user has to do something."""
    started = time.monotonic()
    BUILD.mkdir(exist_ok=True)
    with exclusive(BUILD / "setup.lock", "this checkout"):
        step("Looking for Python, a C compiler and Godot")
        python = system_packages.prepare()
        engine = godot.find()
        note(f"Python {python.name}")
        note(f"Godot {engine.version} ({engine.path}, from {engine.origin})")
        venv.ensure(python)
        builds.kernels()
        builds.binding(engine)
        environment = Environment(
            python=str(VENV_PYTHON),
            base_python=python.executable,
            godot=str(engine.path),
            godot_version=engine.version,
            env=variables.for_every_start(engine.path),
            render_env=variables.for_drawing_in_software(engine.path),
            xvfb=screen.find() if picture else screen.cached(),
        )
        if stamps.read(ENVIRONMENT) != asdict(environment):
            stamps.write(ENVIRONMENT, asdict(environment))
        builds.import_project(engine)
    note(f"ready after {time.monotonic() - started:.1f} s")
    return environment
