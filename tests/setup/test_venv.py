"""Laws of the virtual environment: one interpreter is one however it is called, a failure leaves the old one, any locale will do."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from setup.pythons import probe

ENSURE = "import sys; from setup import pythons, venv; venv.ensure(pythons.probe(sys.argv[1]))"
NOT_TO_BE_HAD = f"no-such-package-anywhere==1 --hash=sha256:{'0' * 64}\n"


def ensure(checkout: Path, python: str | Path = sys.executable) -> subprocess.CompletedProcess[str]:
    """Make the environment of `checkout`, as the set-up does, with no network."""
    env = {**os.environ, "PIP_NO_INDEX": "1"}
    command = [sys.executable, "-c", ENSURE, str(python)]
    return subprocess.run(command, cwd=checkout, env=env, capture_output=True, encoding="utf-8", timeout=280)


def test_an_interpreter_has_one_name_through_links_and_environments(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path / "env"], check=True)
    (tmp_path / "link").symlink_to(tmp_path / "env/bin/python3")
    real = probe(sys.executable)
    assert real is not None
    assert not Path(real.executable).is_symlink()
    assert not (Path(real.executable).parents[1] / "pyvenv.cfg").exists()
    for path in (*(tmp_path / "env/bin").glob("python*"), tmp_path / "env/bin/python3"):
        assert probe(str(path)) == real


def test_an_environment_lives_through_calls_locales_and_failures(checkout: Path, tmp_path: Path) -> None:
    """One story, since each environment takes seconds to make."""
    (tmp_path / "theirs").mkdir()
    (tmp_path / "theirs/file").touch()
    (checkout / ".venv").symlink_to(tmp_path / "theirs")
    made = ensure(checkout)
    assert made.returncode == 0, made.stderr
    python = checkout / ".venv/bin/python"

    # A link to a folder of others is replaced, and their folder left.
    assert not (checkout / ".venv").is_symlink()
    assert [path.name for path in (tmp_path / "theirs").iterdir()] == ["file"]

    # Its scripts run where it stands now, and nothing names the place where it was made.
    for path in (checkout / ".venv/pyvenv.cfg", *(checkout / ".venv/bin").iterdir()):
        assert path.is_symlink() or b"venv-replacement" not in path.read_bytes()
    subprocess.run([checkout / ".venv/bin/pip", "--version"], check=True, capture_output=True)
    assert [path.name for path in (checkout / "build").iterdir()] == ["logs"]

    # Sources are found in a locale that has no letters for their path.
    for locale in ("C", "C.UTF-8"):
        imported = subprocess.run([python, "-c", "import littlefolk"], env={**os.environ, "LC_ALL": locale}, cwd="/", capture_output=True)
        assert imported.returncode == 0, imported.stderr

    # Called by its own interpreter, as in a shell that activated it, it stays as it is.
    (checkout / ".venv/kept").touch()
    assert "Virtual environment" not in ensure(checkout, python).stdout
    assert (checkout / ".venv/kept").exists()

    # Packages that cannot be had leave what was there, and the next try ends the same.
    (checkout / "requirements.lock").write_text(NOT_TO_BE_HAD)
    for _ in range(2):
        failed = ensure(checkout)
        assert failed.returncode != 0
        assert "installing packages failed" in failed.stderr
        assert (checkout / ".venv/kept").exists()
        subprocess.run([python, "-c", "import littlefolk"], check=True)

    # With packages that can be had it is another one.
    (checkout / "requirements.lock").write_text("# nothing\n")
    assert ensure(checkout).returncode == 0
    assert not (checkout / ".venv/kept").exists()

    # A file that has taken its place is replaced.
    (checkout / ".venv").rename(tmp_path / "before")
    (checkout / ".venv").touch()
    assert ensure(checkout).returncode == 0
    subprocess.run([python, "-c", "import littlefolk"], check=True)
