"""The import contracts bite: each direction that is forbidden breaks them, each that is allowed keeps them."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from setup.places import ROOT


def lint(folder: Path, imports: dict[str, str]) -> tuple[bool, str]:
    """Check a package `littlefolk` in which each module named has the one import given."""
    shutil.copy(ROOT / "pyproject.toml", folder)
    package = folder / "littlefolk"
    package.mkdir()
    (package / "__init__.py").touch()
    for module, line in imports.items():
        for name in {module, *(word for word in line.split()[1:2] if word.startswith("littlefolk."))}:
            part = package / name.removeprefix("littlefolk.")
            part.mkdir(exist_ok=True)
            (part / "__init__.py").touch()
        (package / module / "__init__.py").write_text(line + "\n")
    lint_imports = Path(sys.executable).parent / "lint-imports"
    result = subprocess.run([lint_imports, "--no-cache"], cwd=folder, env={"PYTHONPATH": str(folder)}, capture_output=True, text=True)
    return result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize(
    ("module", "other"),
    [
        ("kernels", "littlefolk.world"),
        ("lsl", "littlefolk.policy"),
        ("policy", "littlefolk.world"),
        ("policy", "littlefolk.kernels"),
        ("world", "littlefolk.bodies"),
        ("world", "littlefolk.policy"),
        ("world", "littlefolk.lsl"),
        ("bodies", "littlefolk.policy"),
        ("bodies", "littlefolk.critters"),
        ("critters", "littlefolk.bodies"),
        ("present", "littlefolk.commands"),
        ("present", "littlefolk.lsl"),
        ("commands", "littlefolk.residents"),
        ("residents", "littlefolk.agent"),
        ("agent", "littlefolk.panels"),
        ("agent", "littlefolk.grid"),
        ("agent", "littlefolk.lsl"),
        ("grid", "littlefolk.agent"),
        ("panels", "littlefolk.grid"),
        ("panels", "littlefolk.residents"),
        ("verbs", "littlefolk.game"),
        ("game", "littlefolk.stage"),
        ("stage", "littlefolk.cli"),
        ("cli", "littlefolk.stage"),
        ("game", "godot"),
        ("cli", "godot"),
        ("world", "godot.singletons"),
        ("anything_new", "littlefolk.world"),
    ],
)
def test_forbidden(tmp_path: Path, module: str, other: str) -> None:
    kept, output = lint(tmp_path, {module: f"import {other}"})
    assert not kept, output
    assert "Could not" not in output, output


@pytest.mark.parametrize(
    "imports",
    [
        {"kernels": "import numpy"},
        {"world": "import littlefolk.kernels"},
        {"present": "import littlefolk.policy"},
        {"commands": "import littlefolk.bodies"},
        {"residents": "import littlefolk.commands"},
        {"agent": "import littlefolk.residents", "panels": "import littlefolk.commands"},
        {"grid": "import littlefolk.lsl"},
        {"verbs": "import littlefolk.panels"},
        {"game": "import littlefolk.verbs"},
        {"cli": "import littlefolk.game"},
        {"stage": "import godot"},
    ],
    ids=lambda imports: "-".join(imports),
)
def test_allowed(tmp_path: Path, imports: dict[str, str]) -> None:
    kept, output = lint(tmp_path, imports)
    assert kept, output
