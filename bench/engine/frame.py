"""Python's time in the frames of somebody who walks while chunks stream in, measured by the game's own profile inside Godot.

Run by ``bench/frame.py``; headless, so what is timed is the main thread's Python and its calls into the engine, not drawing. The walk is
done twice: timed by the thread's processor time, which other programs on a shared machine cannot stretch, and by the clock on the wall,
which also counts waiting for the interpreter's lock and for a processor.
"""

import json
import math
import os
import resource
import time
from pathlib import Path

import pytest
from littlefolk.game.profile import Profile
from littlefolk.stage.arguments import read_arguments

OUT = Path(os.environ["LITTLEFOLK_BENCH_OUT"])
WARM, FRAMES, TURN = 60, 600, 200
SPEED = 12.0
"""Metres a second over the land, twice a sprint: a row of columns comes in every three seconds."""
REFERENCE = 2000.0
"""Microseconds that the calibration loop takes on the machine that the limits are meant for."""
AGENTS = ("Moss", "Fern", "Birch")


def calibration() -> float:
    """Microseconds of a fixed loop of plain Python; how fast the machine is at the moment."""
    best = math.inf
    for _ in range(7):
        start, total = time.thread_time(), 0
        for i in range(20_000):
            total += i ^ (total >> 3)
        best = min(best, time.thread_time() - start)
    return best * 1e6


def memory() -> float:
    """Megabytes that this process holds."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize() / 1e6


@pytest.mark.keeps_objects
def test_walking_and_streaming(scene, wait_frames, tmp_path):
    main = scene("res://scenes/main/main.tscn")
    main.open(read_arguments(["--folder", str(tmp_path / "world"), "--settings", str(tmp_path / "settings.json"), "--seed", "7"]))
    try:
        for _ in range(6000):
            if main.game.ready and main.game.drawn:
                break
            wait_frames(1)
        game = main.game
        for name in AGENTS:
            game.submit("spawn_gnome", name=name)
        wait_frames(30)
        before = calibration()
        for name in AGENTS:
            game.agents[name].ask("put 40 bricks in a row in front of you", "player")
        held = [memory()]
        wall = walk(game, wait_frames, Profile(), held)
        profile = walk(game, wait_frames, Profile(clock=time.thread_time_ns), held)
        after = calibration()
        durations = profile.durations()
        order = sorted(range(len(durations)), key=durations.__getitem__)
        worst = order[-1]
        scale = REFERENCE / min(before, after)
        report = {
            "p50_ms": share(durations, 0.5, scale),
            "p99_ms": share(durations, 0.99, scale),
            "worst_ms": round(durations[worst] * scale, 3),
            "worst_zone": profile.heaviest(worst),
            "frames": len(durations),
            "wall": {"p50_ms": share(wall.durations(), 0.5, scale), "p99_ms": share(wall.durations(), 0.99, scale)},
            "load": round(os.getloadavg()[0], 1),
            "agents": len(AGENTS),
            "scale": round(scale, 3),
            "calibration_us": [round(before, 1), round(after, 1)],
            "memory_mb": [round(value) for value in held],
            "typical": profile.tree(order[len(order) // 2]).splitlines(),
            "worst": profile.tree(worst).splitlines(),
            "tail": [f"{durations[i] * scale:.2f} ms {profile.heaviest(i)}" for i in order[-9:]],
        }
        OUT.write_text(json.dumps(report, indent=1) + "\n")
        profile.write_trace(OUT.with_suffix(".trace.json"))
    finally:
        main.shut()


def walk(game, wait_frames, profile, held):
    """Fly on over the land in frames of 1/60 s, turning now and then; the profile with their times."""
    game.profile = profile
    for frame in range(WARM + FRAMES):
        profile.on = frame >= WARM
        if frame % TURN == 0:
            game.player.look(math.radians(35), 0.0)
        (x, _, z), yaw = game.player.body.position, game.player.body.yaw
        game.player.body.position = (x - math.sin(yaw) * SPEED / 60, 110.0, z - math.cos(yaw) * SPEED / 60)
        start = time.perf_counter()
        wait_frames(1)
        # The land comes as fast as time goes by, so frames must not go by faster than on a screen.
        time.sleep(max(0.0, 1 / 60 - (time.perf_counter() - start)))
    profile.on = False
    held.append(memory())
    return profile


def share(durations, part, scale):
    """The scaled duration below which a part of the frames stays."""
    return round(sorted(durations)[min(len(durations) - 1, int(part * len(durations)))] * scale, 3)
