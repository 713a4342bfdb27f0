"""`make check`: everything about the sources that can be decided without running the tests."""

from __future__ import annotations

from collections.abc import Callable

from setup.checks import generated, resources, sources, tools
from setup.console import note, step
from setup.install import Environment

# Each returns its complaints, none when all is well.
CHECKS: dict[str, Callable[[Environment], list[str]]] = {
    "ruff": tools.ruff,
    "format": tools.ruff_format,
    "import directions": tools.import_directions,
    "types": tools.types,
    "file sizes": sources.file_sizes,
    "machine paths": sources.machine_paths,
    "generated files": generated.current,
    "scenes and shaders": resources.load,
}


def run_all(environment: Environment) -> int:
    """Run every check, also after a failure. Returns the exit code."""
    results = {}
    for name, check in CHECKS.items():
        step(f"Check: {name}")
        complaints = check(environment)
        results[name] = len(complaints)
        for complaint in complaints:
            note(complaint)
    step(f"{sum(not count for count in results.values())} of {len(results)} checks passed")
    for name, count in results.items():
        note(f"{'FAILED' if count else 'ok':6}  {name}")
    return 1 if any(results.values()) else 0
