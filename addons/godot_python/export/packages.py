"""Which installed packages a game needs, and which of their files."""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from fnmatch import fnmatch
from importlib import metadata
from pathlib import Path

# Without a pyproject.toml everything that is installed comes along but these.
TOOLS = {"pip", "setuptools", "wheel", "cython", "pytest", "mypy", "ruff"}

# Headers and sources for compiling, types for editors, tests, and what only packagers and numpy's own build use.
LEFT_OUT = (
    *(
        "*.pyi",
        "*/py.typed",
        "*.pxd",
        "*.pyx",
        "*.pxi",
        "*.h",
        "*.hpp",
        "*.c",
        "*.cc",
        "*.cpp",
        "*.a",
        "*.f",
        "*.f90",
        "*.in",
        "*.md",
        "*.pc",
    ),
    *("*/tests/*", "*/testing/tests/*", "*/_examples/*", "*/_pyinstaller/*", "*/__pyinstaller/*", "*/__pycache__/*", "*/conftest.py"),
    *(
        "/numpy/distutils/*",
        "/numpy/f2py/*",
        "/numpy/_core/include/*",
        "/numpy/_core/lib/*",
        "/numpy/doc/*",
        "*/mypy.py",
        "*/_hypothesis_plugin.py",
    ),
)


class MissingPackage(Exception):
    """A package that the project asks for is not installed; the message says how to install it."""


def wanted(project: Path) -> list[str]:
    """What the project asks for: the `dependencies` of its pyproject.toml, or else every installed package that is not a tool."""
    file = project / "pyproject.toml"
    if file.is_file():
        return tomllib.loads(file.read_text(encoding="utf-8")).get("project", {}).get("dependencies", [])
    return [name for name in (found.metadata["Name"] for found in metadata.distributions()) if name.lower() not in TOOLS]


def closure(requirements: Iterable[str]) -> list[metadata.Distribution]:
    """The installed packages that fulfil `requirements`, and all that those require here, by name. Raises MissingPackage."""
    found: dict[str, metadata.Distribution] = {}
    waiting = [(requirement, "the project") for requirement in requirements]
    while waiting:
        requirement, source = waiting.pop()
        name = _needed_here(requirement)
        if name is None or name in found:
            continue
        try:
            found[name] = metadata.distribution(name)
        except metadata.PackageNotFoundError:
            raise MissingPackage(f"{source} needs {requirement}, which is not installed in {sys.prefix}: pip install it there") from None
        waiting += [(text, name) for text in found[name].requires or ()]
    return [found[name] for name in sorted(found)]


def _needed_here(requirement: str) -> str | None:
    """The package's name, or None when the requirement's marker excludes this interpreter. Markers of extras exclude it."""
    text, _, marker = requirement.partition(";")
    match = re.match(r"[A-Za-z0-9._-]+", text.strip())
    if match is None or not _holds(marker.strip()):
        return None
    return re.sub(r"[-_.]+", "-", match[0]).lower()


def _holds(marker: str) -> bool:
    if not marker:
        return True
    try:
        from packaging.markers import Marker
    except ImportError:
        from pip._vendor.packaging.markers import Marker
    return bool(Marker(marker).evaluate({"extra": ""}))


def files(package: metadata.Distribution) -> Iterator[tuple[Path, Path]]:
    """Pairs (path relative to site-packages, file) of what the package needs when it runs, with its licences."""
    for entry in package.files or ():
        name = entry.as_posix()
        path = Path(str(package.locate_file(entry)))
        if name.startswith(("..", "/")) or not path.is_file() or any(fnmatch(f"/{name}", rule) for rule in LEFT_OUT):
            continue
        inside = name.partition("/")[2] if ".dist-info/" in name else ""
        if inside and not (inside in ("METADATA", "entry_points.txt") or re.match(r"(?i)licen[cs]e|copying|notice|authors", inside)):
            continue
        yield Path(name), path
