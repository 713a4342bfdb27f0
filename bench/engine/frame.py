"""Python's time in the frames of a running game, measured by the game's own profile inside Godot.

Run by ``bench/frame.py``; headless, so what is timed is the main thread's Python and its calls into the engine, not drawing. Cases:

walk    somebody walks over the land at twice a sprint while chunks stream in and three agents are in the middle of a turn
agents  twenty gnomes walk about and talk around somebody who walks with them
busy    the walk again, with another Python thread that never rests in every other stretch of frames
flood   the walk again, while a shell writes as fast as its terminal reads

Walk, agents and flood are timed by the thread's processor time, which other programs on a shared machine cannot stretch, and by the
clock on the wall, which counts waiting for the interpreter's lock and for a processor too. Busy is about waiting for the lock alone: the
time of a frame in which its thread neither ran nor waited for a processor, nor the busy one, which may have held the lock; the kernel
counts all that.
"""

import asyncio
import itertools
import json
import math
import os
import resource
import threading
import time
from pathlib import Path

import pytest
from littlefolk.agent.providers.base import CallReady, CallStarted, Finished, Provider, Thought
from littlefolk.game.profile import Profile
from littlefolk.kernels import surface_height
from littlefolk.stage.arguments import read_arguments

OUT = Path(os.environ["LITTLEFOLK_BENCH_OUT"])
WARM, FRAMES = 60, 600
SPEED, STROLL = 12.0, 4.3
"""Metres a second: twice a sprint, in which a row of columns comes in every three seconds; and a walk."""
TURN = 200
"""Frames after which who walks turns aside."""
STRETCH = 30
"""Frames with the busy thread, and frames without it."""
REFERENCE = 2000.0
"""Microseconds that the calibration loop takes on the machine that the limits are meant for."""
AGENTS = ("Moss", "Fern", "Birch")
CROWD = 20
BREATH = 0.04
"""Seconds between the words of an agent that builds."""
PERIOD = 1 / 60
FLOOD = "yes '\x1b[32mall work and no play makes\x1b[0m Moss a dull gnome, and this line nearly eighty' | head -c 2000000000"


def calibration():
    """Microseconds of a fixed loop of plain Python; how fast the machine is at the moment."""
    best = math.inf
    for _ in range(7):
        start, total = time.thread_time(), 0
        for i in range(20_000):
            total += i ^ (total >> 3)
        best = min(best, time.thread_time() - start)
    return best * 1e6


def memory():
    """Megabytes that this process holds."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize() / 1e6


def queued_ms(threads):
    """Milliseconds that some threads have waited for a processor so far; 0 where the kernel does not say."""
    total = 0
    for thread in threads:
        try:
            with open(f"/proc/self/task/{thread}/schedstat") as file:
                total += int(file.read().split()[1])
        except OSError:
            continue
    return total / 1e6


class Walker:
    """Moves the player through a game, frame after frame of 1/60 s."""

    def __init__(self, game, wait_frames):
        self.game, self._wait = game, wait_frames
        self.threads = [threading.get_native_id()]
        self.blocked = []
        """Milliseconds of each timed frame in which the thread waited for something other than a processor."""

    def alight(self):
        """Stand on the ground where the land is loaded."""
        x, _, z = self.game.player.body.position
        self.game.player.body.position = (x, surface_height(self.game.world.seed, math.floor(x), math.floor(z)) + 1.0, z)
        until(self._wait, lambda: self.game.drawn)

    def go(self, speed, turn, profiles, each=lambda frame: None):
        """Go on for the warm and the timed frames; `profiles` take turns by stretches of frames."""
        game = self.game
        self.blocked.clear()
        for frame in range(WARM + FRAMES):
            profile = profiles[frame // STRETCH % len(profiles)]
            game.profile = profile
            profile.on = frame >= WARM
            each(frame)
            if frame % TURN == 0:
                game.player.look(math.radians(turn), 0.0)
            (x, _, z), yaw = game.player.body.position, game.player.body.yaw
            game.player.body.position = (x - math.sin(yaw) * speed / 60, 110.0, z - math.cos(yaw) * speed / 60)
            start = time.perf_counter()
            queued = queued_ms(self.threads)
            before = time.perf_counter_ns() - time.thread_time_ns()
            self._wait(1)
            idle = time.perf_counter_ns() - time.thread_time_ns() - before
            if profile.on:
                self.blocked.append(max(0.0, idle / 1e6 - (queued_ms(self.threads) - queued)))
            profile.on = False
            # The land comes as fast as time goes by, so frames must not go by faster than on a screen.
            time.sleep(max(0.0, PERIOD - (time.perf_counter() - start)))


class Crowd:
    """Twenty gnomes that are asked again and again to go somewhere near and to say something."""

    def __init__(self, game):
        self._game = game
        self._names = sorted(game.agents)
        self._asked = itertools.count()
        self.walked = dict.fromkeys(self._names, 0.0)
        self._last = {name: game.bodies[name].position for name in self._names}

    def advance(self, frame):
        """Ask who is idle, and add up how far everybody went."""
        for name in self._names:
            body = self._game.bodies[name]
            self.walked[name] += math.dist(body.position, self._last[name])
            self._last[name] = body.position
        name = self._names[frame % len(self._names)]
        if not self._game.agents[name].busy:
            turn = next(self._asked) * 2.4
            x, z = (math.floor(self._last[name][axis] + 9 * way) for axis, way in ((0, math.sin(turn)), (2, math.cos(turn))))
            y = surface_height(self._game.world.seed, x, z) + 1
            self._game.agents[name].ask(f"say I am on my way, then go to {x} {y} {z}", "player")


class Busy:
    """A thread of plain Python that never rests while it is on."""

    def __init__(self):
        self._on = threading.Event()
        self._ended = False
        self._thread = threading.Thread(target=self._work, name="busy")
        self._thread.start()
        self.native_id = self._thread.native_id

    def advance(self, frame):
        """On in every second stretch."""
        if frame // STRETCH % 2:
            self._on.set()
        else:
            self._on.clear()

    def close(self):
        self._ended = True
        self._on.set()
        self._thread.join()

    def _work(self):
        total = 0
        while not self._ended:
            if not self._on.is_set():
                self._on.wait()
            for i in range(200):
                total += i ^ (total >> 3)


@pytest.mark.keeps_objects
def test_frames(scene, wait_frames, tmp_path):
    begun = time.perf_counter()
    main = scene("res://scenes/main/main.tscn")
    main.open(read_arguments(["--folder", str(tmp_path / "world"), "--settings", str(tmp_path / "settings.json"), "--seed", "7"]))
    try:
        until(wait_frames, lambda: main.game.ready)
        playable = time.perf_counter() - begun
        until(wait_frames, lambda: main.game.drawn)
        whole = time.perf_counter() - begun
        game, walker = main.game, Walker(main.game, wait_frames)
        report = {"playable_s": round(playable, 2), "whole_s": round(whole, 2)}
        held = [memory()]
        scale = REFERENCE / calibration()

        for name in AGENTS:
            game.submit("spawn_gnome", name=name)
        wait_frames(30)
        wall, profile = Profile(), Profile(clock=time.thread_time_ns)
        walker.go(SPEED, 35, [wall], lambda frame: keep_building(game))
        held.append(memory())
        walker.go(SPEED, 35, [profile], lambda frame: keep_building(game))
        held.append(memory())
        calls = sum(len(turn.calls) for name in AGENTS for turn in (*game.agents[name].history, game.agents[name].turn) if turn is not None)
        report |= figures(profile, wall, scale) | {"agents": len(AGENTS), "calls": calls}
        profile.write_trace(OUT.with_suffix(".trace.json"))

        busy, quiet, loaded = Busy(), Profile(), Profile()
        walker.threads.append(busy.native_id)
        try:
            walker.go(SPEED, 35, [quiet, loaded], busy.advance)
        finally:
            busy.close()
            walker.threads.pop()
        held.append(memory())
        waits = [[wait for frame, wait in enumerate(walker.blocked) if frame // STRETCH % 2 == kind] for kind in (0, 1)]
        report["busy"] = {
            "p50_ms": [share(wait, 0.5, 1.0) for wait in waits],
            "p99_ms": [share(wait, 0.99, 1.0) for wait in waits],
            "stretch_ms": round(share(waits[1], 0.99, 1.0) - share(waits[0], 0.99, 1.0), 3),
            "frames": len(waits[1]),
        }

        profile, before = Profile(clock=time.thread_time_ns), memory()
        shell = game.shells.open("Moss", FLOOD)
        walker.go(SPEED, 35, [profile], lambda frame: keep_building(game))
        report["flood"] = figures(profile, profile, scale) | {
            "read_mb": round(shell.screen.fed / 1e6),
            "grown_mb": round(memory() - before),
        }
        shell.end("measured")
        until(wait_frames, lambda: shell.finished)

        walker.alight()
        for _ in range(CROWD - len(AGENTS)):
            game.player.look(math.radians(360 / CROWD), 0.0)
            until(wait_frames, game.submit("spawn_gnome").future.done)
        until(wait_frames, lambda: len(game.agents) == CROWD)
        until(wait_frames, lambda: not any(agent.busy for agent in game.agents.values()))
        crowd = Crowd(game)
        wall, profile = Profile(), Profile(clock=time.thread_time_ns)
        said = game.chat.count
        walker.go(STROLL, 110, [wall], crowd.advance)
        walker.go(STROLL, 110, [profile], crowd.advance)
        held.append(memory())
        walked = sorted(crowd.walked.values())
        report["crowd"] = figures(profile, wall, scale) | {
            "agents": len(crowd.walked),
            "metres": [round(walked[0], 1), round(walked[len(walked) // 2], 1), round(walked[-1], 1)],
            "said": game.chat.count - said,
        }
        report |= {
            "load": round(os.getloadavg()[0], 1),
            "scale": round(scale, 3),
            "memory_mb": [round(value) for value in held],
        }
        OUT.write_text(json.dumps(report, indent=1) + "\n")
    finally:
        main.shut()


class Building(Provider):
    """Thinks a few words, then places or removes a block beside its body, several times a second: faster than models do."""

    name = "building"

    async def stream(self, request):
        number = len(request.turn.calls)
        for word in ("Now", " the", " next", " block."):
            await asyncio.sleep(BREATH)
            yield Thought(word)
        cell = request.context.snapshot.bodies[request.turn.agent].cell
        place = [cell.x + 1 + number // 2 % 3, cell.y + 1, cell.z]
        tool = "remove_block_at" if number % 2 else "place_block_at"
        arguments = {"cell": place} if number % 2 else {"cell": place, "kind": "bricks"}
        yield CallStarted(f"{request.turn.id}.{number}", tool)
        yield CallReady(f"{request.turn.id}.{number}", tool, json.dumps(arguments))
        yield Finished()


def keep_building(game):
    """Keep the agents in the middle of a turn."""
    for name in AGENTS:
        if not game.agents[name].busy:
            game.agents[name].ask("build on", "player", mind=Building())


def figures(profile, wall, scale):
    """The scaled durations of a case and what its frames consist of."""
    durations = profile.durations()
    order = sorted(range(len(durations)), key=durations.__getitem__)
    worst = order[-1]
    return {
        "p50_ms": share(durations, 0.5, scale),
        "p99_ms": share(durations, 0.99, scale),
        "worst_ms": round(durations[worst] * scale, 3),
        "worst_zone": profile.heaviest(worst),
        "frames": len(durations),
        "wall": {"p50_ms": share(wall.durations(), 0.5, scale), "p99_ms": share(wall.durations(), 0.99, scale)},
        "typical": profile.tree(order[len(order) // 2]).splitlines(),
        "worst": profile.tree(worst).splitlines(),
        "tail": [f"{durations[i] * scale:.2f} ms {profile.heaviest(i)}" for i in order[-9:]],
    }


def share(durations, part, scale):
    """The scaled duration below which a part of the frames stays."""
    return round(sorted(durations)[min(len(durations) - 1, int(part * len(durations)))] * scale, 3)


def until(wait_frames, holds):
    """Let frames go by until something holds."""
    for _ in range(6000):
        if holds():
            return
        wait_frames(1)
    raise AssertionError("it did not come to hold")
