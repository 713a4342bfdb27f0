"""Collects story files: each runs in the rendered game on a virtual screen, as a test of its own."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 840  # seconds that one run may take where pictures are drawn without a graphics card, beside other tests
LIMIT = pytest.mark.timeout(PATIENCE + 60)
MUST_FAIL = "must_fail"  # stories in this folder show that an expectation can fail


def pytest_collect_file(parent, file_path):
    """Story files are tests."""
    return StoryFile.from_parent(parent, path=file_path) if file_path.suffix == ".story" else None


def pytest_collection_modifyitems(items):
    """The tests of this folder may take longer than others."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(LIMIT)


class StoryFile(pytest.File):
    """One story file."""

    def collect(self):
        yield StoryItem.from_parent(self, name=self.path.stem)


class StoryItem(pytest.Item):
    """One run of a story."""

    def runtest(self):
        out = ROOT / "build/stories"
        command = [sys.executable, "-m", "littlefolk", "story", str(self.path), "--out", str(out)]
        ended = run_group(command)
        held, must_hold = ended.returncode == 0, self.path.parent.name != MUST_FAIL
        if ended.returncode not in (0, 1):
            raise StoryBroke(f"the story did not run (exit {ended.returncode})\n{ended.stdout}{ended.stderr}")
        if "engine reported errors" in ended.stderr or held != must_hold:
            wanted = "hold" if must_hold else "fail"
            raise StoryBroke(f"the story should {wanted}\n{ended.stdout}{ended.stderr}")
        if not must_hold and expected_failure(self.path) not in ended.stdout:
            raise StoryBroke(f"the story failed elsewhere than at its last line\n{ended.stdout}{ended.stderr}")

    def repr_failure(self, excinfo, style=None):
        return str(excinfo.value) if isinstance(excinfo.value, StoryBroke) else super().repr_failure(excinfo)

    def reportinfo(self):
        return self.path, 0, f"story {self.path.relative_to(ROOT)}"


class StoryBroke(Exception):
    """What a story's run printed."""


def run_group(command: list[str], env: dict[str, str] | None = None, seconds: float = PATIENCE) -> subprocess.CompletedProcess[str]:
    """Run a command and all that it starts; what is still there after `seconds` is killed, and TimeoutExpired says so."""
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env=env or environment(),
        start_new_session=True,
    ) as process:
        try:
            out, err = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            raise
    return subprocess.CompletedProcess(command, process.returncode, out, err)


def environment() -> dict[str, str]:
    """The environment of a run: this checkout's package, no keys of the one who tests, and data shared with no other suite's runs."""
    kept = {name: value for name, value in os.environ.items() if not name.endswith("_API_KEY")}
    return kept | {"PYTHONPATH": str(ROOT / "python"), "XDG_DATA_HOME": str(ROOT / "build/stories/data")}


def expected_failure(path: Path) -> str:
    """The line at which a story that must fail does so: its last one."""
    return [line for line in path.read_text(encoding="utf-8").splitlines() if line.strip()][-1].strip()
