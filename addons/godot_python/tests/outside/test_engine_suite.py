"""The tests inside the engine, as one run of Godot."""

from __future__ import annotations

from projects import ADDON


def test_the_engine_suite_passes(project):
    run = project({}).run("--fixed-fps", "60", "--", "--pytest", str(ADDON / "tests" / "engine"), "-q", "-p", "no:cacheprovider")
    assert "LITTLEFOLK-ENGINE-TESTS-END rc=0" in run.log, run.log[-6000:]
    assert run.code == 0, run.log[-3000:]
    assert "leaked at exit" not in run.log, run.log[-3000:]
