"""Laws of `make captures`: recipes are stories that can be read, and what they take becomes pictures that are small enough."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from setup import captures
from setup.console import SetupError
from setup.install import Environment
from setup.places import ROOT

DEVELOP = ROOT / "captures/develop.py"
NOWHERE = Environment("python", "python", "godot", "4", {}, {}, None)


def develop(taken: Path, pictures: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, DEVELOP, taken, pictures], capture_output=True, text=True, check=False)


def noise(size: tuple[int, int]) -> Image.Image:
    return Image.frombytes("RGB", size, os.urandom(size[0] * size[1] * 3))


def test_a_recipe_that_is_not_there_is_named_with_those_that_are() -> None:
    with pytest.raises(SetupError, match=r"fly.*portraits.*walk"):
        captures.make(NOWHERE, "fly")


def test_every_recipe_can_be_read_and_is_told_of() -> None:
    recipes = sorted((ROOT / "captures").glob("*.story"))
    code = "import sys; from littlefolk.game.stories import read_story; [read_story(open(path).read(), path) for path in sys.argv[1:]]"
    read = subprocess.run(
        [sys.executable, "-c", code, *recipes],
        env={**os.environ, "PYTHONPATH": str(ROOT / "python"), "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert read.returncode == 0, read.stderr
    told = (ROOT / "captures/README.md").read_text(encoding="utf-8")
    assert [recipe.stem for recipe in recipes if f"`{recipe.stem}`" not in told] == []


def test_pictures_become_smaller_and_frames_one_film(tmp_path: Path) -> None:
    (tmp_path / "taken").mkdir()
    Image.new("RGB", (1920, 1080), "orange").save(tmp_path / "taken/vista.png")
    Image.new("RGB", (640, 360), "red").save(tmp_path / "taken/vista.failed.png")
    for number in range(3):
        Image.new("RGB", (64, 36), (number * 80, 0, 0)).save(tmp_path / f"taken/walk-{number:03d}.png")
    done = develop(tmp_path / "taken", tmp_path / "pictures")
    assert done.returncode == 0, done.stderr
    assert sorted(path.name for path in (tmp_path / "pictures").iterdir()) == ["vista.png", "walk.webp"]
    with Image.open(tmp_path / "pictures/vista.png") as picture:
        assert picture.size == (960, 540)
    with Image.open(tmp_path / "pictures/walk.webp") as film:
        assert film.n_frames == 3


def test_a_picture_too_large_for_the_repository_is_refused(tmp_path: Path) -> None:
    (tmp_path / "taken").mkdir()
    noise((1920, 1080)).save(tmp_path / "taken/noise.png")
    done = develop(tmp_path / "taken", tmp_path / "pictures")
    assert done.returncode == 1
    assert "noise.png" in done.stdout
    assert "TOO LARGE" in done.stdout
