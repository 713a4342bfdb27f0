"""Fixtures of the engine tests: a whole game in the running engine, in a fresh world each."""

import threading
import time

import pytest
from littlefolk.stage.arguments import read_arguments

# Thousands of frames go by in a second when nothing is drawn, whether a thread, a file or a process got on or not: what bounds a wait
# for one of these is time, and so much of it that only what will never come runs into it.
PATIENCE = 120.0  # seconds
TURN = 0.001  # seconds that a frame leaves to the threads


@pytest.fixture(autouse=True)
def _own_data(monkeypatch, tmp_path):
    """What a person keeps, providers and what they cost, is neither read nor written."""
    monkeypatch.setenv("LITTLEFOLK_DATA", str(tmp_path / "data"))


@pytest.fixture
def littlefolk(scene, wait_frames, tmp_path):
    """littlefolk(*arguments): the main scene with an opened game, once the player stands in its world."""
    opened = []

    def open_game(*words):
        main = scene("res://scenes/main/main.tscn")
        folder = tmp_path / f"world-{len(opened)}"
        main.open(read_arguments(["--folder", str(folder), "--settings", str(tmp_path / "settings.json"), "--seed", "7", *words]))
        opened.append(main)
        until(wait_frames, lambda: main.game.ready)
        return main

    yield open_game
    for main in opened:
        main.shut()


@pytest.fixture
def title(scene, wait_frames, tmp_path):
    """The main scene at the title, with its list of worlds read."""
    main = scene("res://scenes/main/main.tscn")
    main.open(read_arguments(["--worlds", str(tmp_path / "worlds"), "--settings", str(tmp_path / "settings.json")]))
    until(wait_frames, lambda: not main.application.title.busy)
    wait_frames(2)
    yield main
    main.shut()


@pytest.fixture(autouse=True)
def _no_thread_is_left():
    """Every thread that a test started has ended after it."""
    before = set(threading.enumerate())
    yield
    end = time.monotonic() + PATIENCE
    started = [thread for thread in threading.enumerate() if thread not in before]
    for thread in started:  # one that has done its work may still be on its way out
        thread.join(max(0.0, end - time.monotonic()))
    left = [thread.name for thread in started if thread.is_alive()]
    assert not left, f"threads are left: {left}"


def until(wait_frames, holds, told=lambda: ""):
    """Let frames go by until something holds; fails after PATIENCE seconds, and says what is `told` then."""
    end = time.monotonic() + PATIENCE
    while not holds():
        if time.monotonic() > end:
            raise AssertionError(f"it did not come to hold within {PATIENCE:.0f} s {told()}")
        time.sleep(TURN)
        wait_frames(1)
