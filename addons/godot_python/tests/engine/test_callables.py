"""Python functions as callables of the engine."""

from __future__ import annotations

import gc
import weakref

import godot
from godot import Callable, Node, Timer
from godot.testing import expect_errors


class Hearer(Node):
    def __init__(self):
        self.count = 0

    def hear(self):
        self.count += 1


def test_the_same_bound_method_connects_once_and_disconnects():
    node, hearer = Node(), Hearer()
    node.renamed.connect(hearer.hear)
    assert node.renamed.is_connected(hearer.hear)
    node.renamed.emit()
    assert hearer.count == 1
    node.renamed.disconnect(hearer.hear)
    assert not node.renamed.is_connected(hearer.hear)
    node.renamed.emit()
    assert hearer.count == 1
    node.free()
    hearer.free()


def test_a_connection_ends_with_its_listener():
    node, hearer = Node(), Hearer()
    node.renamed.connect(hearer.hear)
    hearer.free()
    assert node.renamed.get_connections() == []
    node.renamed.emit()
    node.free()


def test_a_callable_gives_back_the_python_function():
    def function(a, b):
        return a + b

    node = Node()
    node.set_meta("f", function)
    assert node.get_meta("f") is function
    assert Callable(function).call(1, 2) == 3
    assert Callable(function).get_argument_count() == 2
    assert Callable(node, "get_name").call() == node.get_name()
    assert Callable(function) == Callable(function)
    assert not Callable().is_valid()
    node.free()


def test_a_function_is_let_go_with_its_connection():
    class Token:
        pass

    token = Token()
    reference = weakref.ref(token)
    node = Node()
    node.renamed.connect(lambda token=token: None)
    del token
    gc.collect()
    assert reference() is not None
    node.free()
    gc.collect()
    assert reference() is None


def test_engine_methods_connect_as_they_are(spawn, wait_frames):
    timer, other = spawn(Timer(wait_time=0.02, one_shot=True)), spawn(Node())
    identifier = other.get_instance_id()
    timer.timeout.connect(other.queue_free)
    timer.start()
    wait_frames(10)
    assert godot.instance_from_id(identifier) is None


def test_bound_arguments_and_deferred_calls(wait_frames):
    heard = []
    Callable(lambda *values: heard.append(values)).bind(5).call(1)
    Callable(lambda: heard.append("later")).call_deferred()
    assert heard == [(1, 5)]
    wait_frames(1)
    assert heard[-1] == "later"


def test_an_exception_in_a_callback_is_told_once_and_the_caller_goes_on():
    node = Node()
    calls = []

    def broken():
        calls.append(1)
        raise ValueError("broken on purpose")

    node.renamed.connect(broken)
    with expect_errors(match="ValueError: broken on purpose") as errors:
        for _ in range(5):
            node.renamed.emit()
    assert len(calls) == 5
    assert len(errors) == 1
    assert "test_callables.py" in errors[0]
    node.free()


def test_waiting_in_a_callback_is_refused(wait_frames):
    node = Node()
    node.renamed.connect(lambda: wait_frames(1))
    with expect_errors(match="wait_frames.. works only in the test itself"):
        node.renamed.emit()
    node.free()


def test_reentrant_signals():
    node = Node()
    depth = []

    def again():
        depth.append(1)
        if len(depth) < 10:
            node.renamed.emit()

    node.renamed.connect(again)
    node.renamed.emit()
    assert len(depth) == 10
    node.free()


def test_freeing_the_emitter_in_its_own_signal(spawn, wait_frames):
    node = spawn(Node())
    node.renamed.connect(node.queue_free)
    node.renamed.emit()
    assert godot.is_valid(node)
    wait_frames(2)
    assert not godot.is_valid(node)
