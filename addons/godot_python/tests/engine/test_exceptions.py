"""An exception in every kind of callback: told with file and line, and the game goes on."""

from __future__ import annotations

import godot
import pytest
from godot import Callable, Control, Node, Resource, Timer, export, signal
from godot.testing import expect_errors


class Failing(Node):
    wanted = signal()
    level: int = export(1)

    def _ready(self):
        raise ValueError("in _ready")

    def _process(self, delta):
        raise ValueError("in _process")

    def _exit_tree(self):
        raise ValueError("in _exit_tree")

    def _notification(self, what):
        if what == Node.NOTIFICATION_PAUSED:
            raise ValueError("in _notification")

    def __str__(self):
        raise ValueError("in __str__")

    def method(self, number: int) -> int:
        raise ValueError("in method")

    def listens(self):
        raise ValueError("in listener")


class FailingControl(Control):
    def _get_minimum_size(self):
        raise ValueError("in virtual with result")


class FailingResource(Resource):
    def __del__(self):
        raise ValueError("in __del__")


class FailingProperty(Node):
    held: int = export(0)

    @property
    def computed(self):
        raise ValueError("in property")

    def __setattr__(self, name, value):
        raise ValueError("in __setattr__")


def use_ready(node, spawn, wait_frames):
    spawn(node)


def use_process(node, spawn, wait_frames):
    spawn(node)
    wait_frames(2)


def use_exit(node, spawn, wait_frames):
    spawn(node)
    godot.tree().root.remove_child(node)
    godot.tree().root.add_child(node)


def use_deferred(node, spawn, wait_frames):
    Callable(node.listens).call_deferred()
    node.call_deferred("method", 1)
    wait_frames(1)


def use_timer(node, spawn, wait_frames):
    timer = spawn(Timer(wait_time=0.01, one_shot=True))
    timer.timeout.connect(node.listens)
    timer.start()
    wait_frames(5)


def use_group(node, spawn, wait_frames):
    spawn(node)
    node.add_to_group("failing")
    godot.tree().call_group("failing", "method", 3)


def use_tween(node, spawn, wait_frames):
    tween = godot.tree().create_tween()
    tween.tween_callback(node.listens)
    wait_frames(3)


def use_filter(node, spawn, wait_frames):
    def broken(item):
        raise ValueError("in a comparison")

    # One callable, called from the middle of an engine call that was made from Python.
    Callable(broken).call(1)


USES = {
    "_ready": (use_ready, "in _ready"),
    "_process": (use_process, "in _process"),
    "_exit_tree": (use_exit, "in _exit_tree"),
    "_notification": (lambda node, spawn, wait: node.notification(Node.NOTIFICATION_PAUSED), "in _notification"),
    "__str__": (lambda node, spawn, wait: godot.var_to_str(node.call("to_string")), "in __str__"),
    "a method called by name": (lambda node, spawn, wait: node.call("method", 1), "in method"),
    "a signal": (lambda node, spawn, wait: (node.wanted.connect(node.listens), node.wanted.emit()), "in listener"),
    "a deferred call": (use_deferred, "in listener"),
    "a timer": (use_timer, "in listener"),
    "a group call": (use_group, "in method"),
    "a tween": (use_tween, "in listener"),
    "a callable": (use_filter, "in a comparison"),
}


@pytest.mark.parametrize("kind", USES)
def test_an_exception_is_told_and_survived(kind, spawn, wait_frames):
    use, text = USES[kind]
    node = Failing()
    with expect_errors(match=rf"ValueError: {text}") as errors:
        use(node, spawn, wait_frames)
        # Whatever else the class does wrong while it goes belongs here too.
        if node.get_parent() is not None:
            node.get_parent().remove_child(node)
        node.free()
        wait_frames(1)
    assert any("test_exceptions.py" in error for error in errors)


def test_an_exception_in_a_frame_function_is_told(wait_frames):
    def broken():
        godot._runtime._frame.remove(broken)
        raise ValueError("in the frame")

    godot.on_frame(broken)
    with expect_errors(match="in the frame"):
        wait_frames(2)


def test_an_exception_in_a_virtual_with_a_result(spawn):
    with expect_errors(match="in virtual with result"):
        control = spawn(FailingControl())
        assert control.get_combined_minimum_size() == godot.Vector2()


def test_an_exception_in_a_setter():
    node = FailingProperty()
    with expect_errors(match="in __setattr__"):
        node.set("held", 3)
    assert node.held == 0
    node.free()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_an_exception_in_a_destructor_is_pythons_affair():
    # Python prints it itself; it must not reach the engine.
    FailingResource()
    assert godot.is_valid(Resource())


def test_the_traceback_names_the_cause_and_no_inner_frames():
    def outer():
        try:
            {}["missing"]
        except KeyError as problem:
            raise ValueError("outer") from problem

    with expect_errors(match="ValueError: outer") as errors:
        Callable(outer).call()
    assert "KeyError: 'missing'" in errors[0]
    assert "The above exception was the direct cause" in errors[0]
    assert ".pxi" not in errors[0]
