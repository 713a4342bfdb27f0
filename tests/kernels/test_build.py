"""The build of the kernels: what is up to date stays, what fails says why."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

SCRIPT = Path(__file__).parents[2] / "cython" / "build.py"


@pytest.fixture
def build(tmp_path: Path) -> ModuleType:
    """The build script, working in a folder of its own with one tiny kernel."""
    spec = importlib.util.spec_from_file_location("kernel_build", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.SOURCES, module.WORK, module.OUTPUT = tmp_path / "src", tmp_path / "work", tmp_path / "out"
    module.SOURCES.mkdir()
    (module.SOURCES / "part.pxd").write_text("cdef inline int two() noexcept nogil:\n    return 2\n")
    (module.SOURCES / "tiny.pyx").write_text("from part cimport two\ndef twice(int n):\n    return two() * n\n")
    return module


def load(build: ModuleType) -> ModuleType:
    spec = importlib.util.spec_from_file_location("tiny", build.OUTPUT / f"tiny{build.extension_suffix()}")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_kernel_is_built_once_and_again_when_a_shared_part_changes(build: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    assert build.build() == 1
    assert "[1/1] kernel tiny" in capsys.readouterr().out
    assert load(build).twice(21) == 42
    assert build.build() == 0
    (build.SOURCES / "other.pxd").write_text("# not cimported by anything\n")
    assert build.build() == 0
    (build.SOURCES / "part.pxd").write_text("cdef inline int two() noexcept nogil:\n    return 3\n")
    assert build.build() == 1
    (build.OUTPUT / f"tiny{build.extension_suffix()}").unlink()
    assert build.build() == 1


def test_a_mistake_is_shown_with_its_place_and_leaves_nothing(build: ModuleType) -> None:
    (build.SOURCES / "tiny.pyx").write_text("def twice(int n):\n    return n +\n")
    with pytest.raises(build.BuildError, match=r"translating cython/tiny.pyx failed:(?s:.*)tiny.pyx:2"):
        build.build()
    assert list(build.OUTPUT.iterdir()) == []


def test_a_missing_compiler_is_named_with_the_repair(build: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(build.BuildError, match="apt-get install gcc"):
        build.build()
