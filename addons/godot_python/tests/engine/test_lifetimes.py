"""Objects that go at awkward moments: in __init__, in their own methods, between signal and listener, while viewed."""

from __future__ import annotations

import gc

import _godot
import godot
import numpy as np
import pytest
from godot import Callable, FreedObjectError, Node, Object, PackedVector3Array, RefCounted, Resource, Signal, Vector3, export, signal
from godot.testing import expect_errors


class Refusing(Node):
    fail = True

    def __init__(self, parent=None):
        self.child = Node(name="ChildOfRefusing")
        self.add_child(self.child)
        if parent is not None:
            parent.add_child(self)
        if self.fail:
            raise RuntimeError("not today")


class RefusingHeir(Refusing):
    def __init__(self):
        super().__init__()


class InheritsInit(Refusing):
    pass


class RefusingObject(Object):
    def __init__(self):
        raise RuntimeError("not today")


class RefusingResource(Resource):
    def __init__(self):
        raise RuntimeError("not today")


class Speaker(Node):
    spoke = signal(word=str)

    def hear(self, word):
        self.heard = word


class Suicidal(Node):
    level: int = export(0)
    asked = signal()

    def end(self):
        self.free()
        return "gone"

    def _process(self, delta):
        self.queue_free()

    def set_again(self):
        self.set("level", self.level + 1)
        if self.level < 20:
            self.call("set_again")


class Counter(RefCounted):
    def __init__(self, start=0):
        self.value = start

    def next(self):
        self.value += 1
        return self.value


@pytest.mark.parametrize("kind", [Refusing, RefusingHeir, InheritsInit, RefusingObject, RefusingResource])
def test_an_object_whose_init_raises_does_not_stay(kind):
    # The guard around each test finds orphans and objects; here also their number is right at once.
    before = Node.get_orphan_node_ids()
    for _ in range(100):
        with pytest.raises(RuntimeError, match="not today"):
            kind()
    assert Node.get_orphan_node_ids() == before


def test_an_object_that_entered_a_tree_before_it_raised_stays_there(spawn):
    parent = spawn(Node())
    with pytest.raises(RuntimeError, match="not today"):
        Refusing(parent)
    assert parent.get_child_count() == 1
    assert type(parent.get_child(0)) is Refusing


def test_an_object_that_somebody_kept_is_a_freed_one():
    kept = []

    class Leaking(Node):
        def __init__(self):
            kept.append(self)
            raise RuntimeError("not today")

    with pytest.raises(RuntimeError, match="not today"):
        Leaking()
    assert not godot.is_valid(kept[0])
    with pytest.raises(FreedObjectError):
        kept.pop().get_name()


def test_a_class_that_recovers_in_init_is_an_ordinary_one():
    class Recovering(Refusing):
        def __init__(self):
            try:
                super().__init__()
            except RuntimeError:
                self.recovered = True

    node = Recovering()
    assert node.recovered
    assert godot.is_valid(node)
    node.free()


def test_signals_between_freed_objects():
    speaker, hearer = Speaker(), Speaker()
    speaker.spoke.connect(hearer.hear)
    kept_signal, kept_method = speaker.spoke, hearer.hear
    hearer.free()
    speaker.spoke.emit("nobody hears")
    with pytest.raises(FreedObjectError):
        speaker.spoke.connect(kept_method)
    speaker.free()
    for use in (lambda: speaker.spoke, lambda: kept_signal.emit("x")):
        with pytest.raises(FreedObjectError):
            use()
    assert Callable(len).is_valid()
    with pytest.raises(FreedObjectError):
        Signal(speaker, "spoke")
    with pytest.raises(FreedObjectError):
        Callable(hearer, "hear")


def test_a_listener_that_frees_the_next_listener():
    speaker, first, second = Speaker(), Speaker(), Speaker()
    speaker.spoke.connect(lambda word: second.free() if godot.is_valid(second) else None)
    speaker.spoke.connect(second.hear)
    speaker.spoke.connect(first.hear)
    speaker.spoke.emit("hello")
    assert first.heard == "hello"
    assert not godot.is_valid(second)
    speaker.free()
    first.free()


def test_a_freed_object_as_an_argument_of_a_signal():
    speaker, other = Speaker(), Node()
    other.free()
    with pytest.raises(FreedObjectError):
        speaker.spoke.emit(other)
    speaker.free()


def test_an_object_may_free_itself_in_its_own_method(spawn, wait_frames):
    node = Suicidal()
    assert node.call("end") == "gone"
    assert not godot.is_valid(node)
    second = Suicidal()
    assert second.end() == "gone"
    third = spawn(Suicidal())
    wait_frames(3)
    assert not godot.is_valid(third)


def test_an_object_that_frees_itself_while_its_signal_is_emitted_and_connected_to_itself():
    node = Suicidal()
    node.asked.connect(lambda: None)
    # The engine refuses to free an object in the middle of its own signal, and says so.
    node.asked.connect(node.end)
    with expect_errors():
        node.asked.emit()
    if godot.is_valid(node):
        node.free()


def test_reentrancy_through_the_engine_and_back():
    node = Suicidal()
    node.set_again()
    assert node.level == 20
    assert _godot.callback_depth() == 1
    node.free()


def test_views_stay_while_arrays_are_resized_in_every_way():
    packed = PackedVector3Array([Vector3(i, i, i) for i in range(100)])
    views = []
    for change in (
        lambda: packed.resize(10_000), lambda: packed.clear(), lambda: packed.append(Vector3()), lambda: packed.append_array(packed),
        lambda: packed.fill(Vector3.ONE), lambda: packed.remove_at(0), lambda: packed.insert(0, Vector3.UP), lambda: packed.reverse(),
    ):  # fmt: skip
        view = np.asarray(packed)
        views.append((view, view.copy()))
        change()
    for view, copy in views:
        assert np.array_equal(view, copy)
    assert len(packed) == 2


def test_classes_derived_from_refcounted(spawn, wait_frames):
    carrier = spawn(Node())
    counter = Counter(5)
    assert counter.next() == 6
    carrier.set_meta("counter", counter)
    identity = id(counter)
    del counter
    gc.collect()
    assert id(carrier.get_meta("counter")) == identity
    assert carrier.get_meta("counter").next() == 7
    assert carrier.get_meta("counter").call("next") == 8
    carrier.remove_meta("counter")
    wait_frames(2)
    for round_trip in (lambda c: [c], lambda c: {"c": c}, lambda c: c):
        carrier.set_meta("x", round_trip(Counter(1)))
        gc.collect()
        carrier.remove_meta("x")


def test_a_refcounted_object_that_only_a_connection_holds(wait_frames):
    speaker, counter = Speaker(), Counter()
    speaker.spoke.connect(lambda word, counter=counter: counter.next())
    del counter
    gc.collect()
    speaker.spoke.emit("x")
    speaker.free()
    wait_frames(1)
