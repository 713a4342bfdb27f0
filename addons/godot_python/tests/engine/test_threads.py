"""Other Python threads: they run beside the frame, and engine objects are refused to them."""

from __future__ import annotations

import gc
import threading
import time

import godot
from classes_creatures import Item
from godot import Callable, FileAccess, Node, Resource, Vector3, WrongThreadError, singletons

PATIENCE = 60.0  # seconds; frames and short waits may be over before a thread has had a turn


def on_thread(function):
    """Runs on another thread; returns (result, exception)."""
    box = []

    def run():
        try:
            box.append((function(), None))
        except BaseException as problem:
            box.append((None, problem))

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    return box[0]


def test_engine_objects_are_refused_off_the_main_thread():
    node = Node()
    uses = {
        "a method": node.get_name,
        "a property": lambda: node.process_priority,
        "setting a property": lambda: setattr(node, "name", "x"),
        "making an object": Node,
        "a singleton": singletons.OS.get_name,
        "a static method": lambda: FileAccess.file_exists("res://project.godot"),
        "a signal": lambda: node.renamed.emit(),
        "a Variant": lambda: Callable(print).call(node),
    }
    for name, use in uses.items():
        _, problem = on_thread(use)
        assert isinstance(problem, WrongThreadError), (name, problem)
        assert "main thread" in str(problem)
    node.free()


def test_values_work_on_every_thread():
    assert on_thread(lambda: (Vector3(3, 4, 0) * 2).length()) == (10, None)


def test_wrappers_dropped_on_another_thread_are_released_by_the_frame(wait_frames):
    box = [Resource()]
    identifier = box[0].get_instance_id()
    on_thread(box.clear)
    gc.collect()
    wait_frames(2)
    assert godot.instance_from_id(identifier) is None


def test_threads_progress_while_frames_run(wait_frames):
    stop, ticks = threading.Event(), []
    thread = threading.Thread(target=lambda: [ticks.append(1) for _ in iter(stop.is_set, True)])
    thread.start()
    end = time.monotonic() + PATIENCE
    while not ticks and time.monotonic() < end:
        wait_frames(5)
    stop.set()
    thread.join()
    assert ticks


def test_a_blocking_call_lets_other_threads_run():
    seen = threading.Event()
    thread = threading.Thread(target=seen.set)
    singletons.OS.delay_msec(1)
    thread.start()
    end = time.monotonic() + PATIENCE
    while not seen.is_set() and time.monotonic() < end:
        singletons.OS.delay_msec(200)
    assert seen.is_set()
    thread.join()


def test_print_works_from_threads():
    assert on_thread(lambda: print("printed by a thread"))[1] is None


def test_waiting_for_frames_is_refused_there():
    from godot.testing import wait_frames

    _, problem = on_thread(lambda: wait_frames(1))
    assert isinstance(problem, RuntimeError)


def test_the_engines_own_threads_may_call_python():
    done = []

    def work():
        # Here the engine made the call, on a thread of its own, so its objects may be used.
        resource = Resource()
        resource.resource_name = "made on a worker"
        done.append((threading.current_thread() is threading.main_thread(), resource.resource_name))

    pool = singletons.WorkerThreadPool
    task = pool.add_task(work)
    assert pool.wait_for_task_completion(task) == 0
    assert done == [(False, "made on a worker")]


def test_resources_of_ours_load_on_the_engines_threads(tmp_path):
    path = str(tmp_path / "item.tres")
    item = Item()
    item.power = 11
    assert singletons.ResourceSaver.save(item, path) == 0
    assert singletons.ResourceLoader.load_threaded_request(path) == 0
    loaded = singletons.ResourceLoader.load_threaded_get(path)
    assert type(loaded) is Item
    assert loaded.power == 11
