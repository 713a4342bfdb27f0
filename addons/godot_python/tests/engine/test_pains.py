"""What users of other Python bindings complain of, each by name, as far as it shows inside the engine.

Games that lose Python when they are exported, and their size, are tried by `make export-test`; an editor that a mistake in
Python closes is tried by tests/outside/test_mistakes.py.
"""

from __future__ import annotations

import gc
import importlib
import subprocess
import sys
import sysconfig
import threading
import time
from pathlib import Path

import _godot
import godot
import numpy as np
from classes_creatures import Boss, Creature
from godot import Callable, Image, Node, PackedByteArray, PackedScene, PackedVector3Array, Resource
from godot.singletons import OS, ResourceLoader, ResourceSaver
from godot.testing import expect_errors


def test_pain_get_node_loses_your_class(spawn):
    root, boss = Node(name="Root"), Boss()
    boss.name = "Boss"
    root.add_child(boss)
    boss.owner = root
    scene = PackedScene()
    scene.pack(root)
    root.free()
    made = spawn(scene.instantiate())
    found = made.get_node("Boss")
    assert type(found) is Boss
    assert found is made.get_child(0) is made.find_child("Boss") is godot.tree().root.get_node(found.get_path())
    assert isinstance(found, Creature)
    found.mine = 3
    identity = id(found)
    del found
    gc.collect()
    assert id(made.get_node("Boss")) == identity
    assert made.get_node("Boss").mine == 3


def test_pain_numpy_and_images_are_slow():
    # No clock: what makes them slow elsewhere is a copy, or a Python object for each number. Here neither is made.
    for side in (4, 1024):
        pixels = np.zeros((side, side, 4), np.uint8)
        before = sys.getallocatedblocks()
        packed = PackedByteArray(pixels)
        image = Image.create_from_data(side, side, False, Image.FORMAT_RGBA8, packed)
        view = np.asarray(image.get_data()).reshape(side, side, 4)
        made = sys.getallocatedblocks() - before
    assert made < 100
    assert np.asarray(packed).ctypes.data == view.ctypes.data
    assert np.asarray(image.get_data()).ctypes.data == view.ctypes.data
    points = PackedVector3Array(np.ones((100_000, 3), np.float32))
    assert np.asarray(points).shape == (100_000, 3)


def test_pain_ides_see_nothing():
    stubs = Path(godot.__file__).resolve().parents[2] / "generated" / "stubs" / "godot" / "__init__.pyi"
    text = stubs.read_text(encoding="utf-8")
    missing = [name for name in dir(godot) if f"class {name}(" not in text and f"class {name}:" not in text and not _declared(text, name)]
    assert missing == []
    singletons = stubs.with_name("singletons.pyi").read_text(encoding="utf-8")
    assert all(f"{name}: godot." in singletons for name in _godot.table("singletons"))
    assert "add_child" in dir(Node)
    assert "node" in Node.add_child.__text_signature__
    assert Creature.add.__doc__ == "Adds."


def _declared(text: str, name: str) -> bool:
    private = name.startswith("_") or name in ("testing", "singletons", "annotations", "Any", "Sequence", "str")
    return private or f"def {name}(" in text or f"\n{name}: " in text or f"\n{name} = " in text


def test_pain_pip_works_in_the_shell_and_not_in_the_game():
    packages = sysconfig.get_path("purelib", vars={"base": sys.prefix, "platbase": sys.prefix})
    assert packages in sys.path
    assert importlib.import_module("pytest").__file__.startswith(sys.prefix)
    shell = subprocess.run([sys.executable, "-c", "import sys, pytest; print(sys.prefix, pytest.__file__)"], capture_output=True, text=True)
    assert shell.stdout.split() == [sys.prefix, importlib.import_module("pytest").__file__], shell.stderr


def test_pain_output_is_swallowed_and_tracebacks_mislead():
    def fails():
        raise LookupError("the real reason")

    with expect_errors(match="the real reason") as errors:
        Callable(fails).call()
    assert f"{Path(__file__).name}" in errors[0]
    assert "raise LookupError" in errors[0]
    assert f", line {fails.__code__.co_firstlineno + 1}, in fails" in errors[0]


def test_pain_crashes_and_leaks_under_load(tree, wait_frames):
    for _ in range(4):
        nodes = [(Creature if number % 2 else Node)() for number in range(2500)]
        for node in nodes:
            tree.root.add_child(node)
        for number, node in enumerate(nodes):
            if isinstance(node, Creature):
                node.arrived.connect(lambda cell, by, other=nodes[number - 2]: other.queue_free())
                node.renamed.connect(lambda node=node: node.log.clear())
                node.item = Resource()
        wait_frames(1)
        for node in nodes[1::2]:
            node.arrived.emit(godot.Vector3i(), node)
        for node in nodes:
            if godot.is_valid(node):
                node.free()
        del node, nodes
        wait_frames(1)


def test_pain_threads_deadlock(tmp_path, wait_frames):
    """Python threads, the engine's workers, printing, loading and the frame all at once, for a hundred frames."""
    path = str(tmp_path / "thing.tres")
    assert ResourceSaver.save(Resource(), path) == 0
    stop, done = threading.Event(), []
    lock = threading.Lock()

    def counts():
        while not stop.is_set():
            with lock:
                done.append(godot.Vector3(1, 2, 3).length())
                PackedByteArray(np.zeros(1000, np.uint8))
            time.sleep(0)

    def prints():
        while not stop.is_set():
            print("thread")
            time.sleep(0.001)

    def works():
        with lock:
            done.append(Resource().get_class())

    threads = [threading.Thread(target=target) for target in (counts, counts, prints)]
    for thread in threads:
        thread.start()
    pool = godot.singletons.WorkerThreadPool
    for _ in range(100):
        tasks = [pool.add_task(works) for _ in range(4)]
        print("frame")
        # Not load_threaded_get: in one of ten thousand calls Godot 4.6 itself leaks its token, without any Python.
        ResourceLoader.load(path, "", ResourceLoader.CACHE_MODE_IGNORE)
        for task in tasks:
            assert pool.wait_for_task_completion(task) == 0
        OS.delay_usec(100)
        wait_frames(1)
    stop.set()
    for thread in threads:
        thread.join(120)
        assert not thread.is_alive()
    assert done.count("Resource") == 400


RELOADED = """
from godot import Node

class ReloadedInPain(Node):
    def _ready(self):
        self.said = {said!r}
    def say(self):
        {body}
"""


def test_pain_reload(tmp_path, spawn):
    source = RELOADED
    path = tmp_path / "reloaded_in_pain.py"
    path.write_text(source.format(said="first", body="return 1"))
    sys.path.insert(0, str(tmp_path))
    try:
        module = importlib.import_module("reloaded_in_pain")
        node = spawn(module.ReloadedInPain())
        heard = []
        node.renamed.connect(node.say)
        node.tree_exited.connect(lambda: heard.append(node.say()))
        path.write_text(source.format(said="second one", body="return super().get_child_count() + 40 + len(self.said)"))
        importlib.invalidate_caches()
        godot.reload(module)
        assert node.say() == 45
        assert node.renamed.is_connected(node.say)
        godot.tree().root.remove_child(node)
        assert heard == [45]
        node.renamed.disconnect(node.say)
        node.free()
    finally:
        sys.path.remove(str(tmp_path))
