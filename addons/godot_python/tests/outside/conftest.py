"""Fixtures of the tests that start Godot as a process."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from projects import PATIENCE, Project

LIMIT = pytest.mark.timeout(PATIENCE + 60)


def pytest_collection_modifyitems(items):
    """The tests of this folder may take longer than others."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(LIMIT)


@pytest.fixture
def project(tmp_path):
    """project(modules, scene=…): a new Godot project with this addon."""

    def make(modules, **options):
        return Project(tmp_path / "project ä 世", modules, **options)

    return make
