"""Evaluating source: what it writes and comes to, names that stay, and stopping it wherever it is."""

import gc
import sys
import threading
import time

import pytest
from littlefolk.agent.evaluating.evaluation import Evaluation, Progress, current
from littlefolk.agent.evaluating.output import Output, routed
from littlefolk.present.call import Call, Caller
from littlefolk.present.cancelling import CancelToken

PATIENCE = 60
CALL = Call("evaluate", {}, Caller("Moss"))
# The exception from outside comes once, at any bytecode: between two tries it leaves the inner loop, and the outer one goes on.
WILL_NOT_END = """
def keep_at_it():
    while not over.is_set():
        try:
            act()
        except BaseException:
            refused.append(1)
while not over.is_set():
    try:
        keep_at_it()
    except BaseException:
        pass
"""


@pytest.fixture(autouse=True)
def _nothing_is_collected():
    """An exception from outside that comes while a callback of the garbage collector runs is lost, and hypothesis has such a callback."""
    gc.disable()
    yield
    gc.enable()


def begun(source, namespace=None):
    evaluation = Evaluation(source, {"__builtins__": __builtins__} if namespace is None else namespace, CALL)
    evaluation.start()
    return evaluation


def done(source, namespace=None):
    evaluation = begun(source, namespace)
    assert evaluation.finished.wait(PATIENCE)
    evaluation.thread.join(PATIENCE)
    return evaluation


def test_what_is_written_is_told_apart_and_the_last_expression_is_the_value():
    found = done("import sys\nprint('out')\nprint('err', file=sys.stderr)\nx = 6\nx * 7")
    assert (found.out.text, found.err.text, found.shown, found.value) == ("out\n", "err\n", "42", 42)
    assert (found.progress, found.error) == (Progress.DONE, "")


@pytest.mark.parametrize("source", ["", "x = 1", "None", "# nothing", "def f():\n    return 1"])
def test_what_has_no_value_shows_none(source):
    found = done(source)
    assert (found.progress, found.shown) == (Progress.DONE, "")


def test_names_stay_and_the_last_value_has_one():
    namespace = {"__builtins__": __builtins__}
    done("def twice(n): return 2 * n\nkept = []", namespace)
    assert done("kept.append(twice(4))\nkept", namespace).value == [8]
    assert done("_[0]", namespace).value == 8


@pytest.mark.parametrize(
    ("source", "part"),
    [
        ("1 +", "SyntaxError"),
        ("def f():\n    return 1 / 0\nf()", "line 3, in f\n    return 1 / 0"),
        ("raise SystemExit(3)", "SystemExit: 3"),
        ("raise KeyboardInterrupt", "KeyboardInterrupt"),
        ("class A:\n    def __repr__(self):\n        raise ValueError('shy')\nA()", "ValueError: shy"),
        ("x" * 50, "NameError"),
        ("def f(): f()\nf()", "RecursionError"),
    ],
)
def test_what_goes_wrong_is_told_with_the_lines_of_the_source_alone(source, part):
    found = done("print('before')\n" + source if "SyntaxError" not in part else source)
    assert found.progress is Progress.RAISED
    assert part in found.error
    assert "littlefolk" not in found.error
    assert found.out.text in ("before\n", "")


def test_other_threads_write_where_they_did():
    ordinary, held = sys.stdout, threading.Event()
    evaluation = begun("print('mine')\nheld.wait(60)", {"held": held, "__builtins__": __builtins__})
    while not evaluation.out.text:
        time.sleep(0)
    print("not mine")
    held.set()
    evaluation.thread.join(PATIENCE)
    assert evaluation.out.text == "mine\n"
    assert sys.stdout is ordinary


def test_a_long_text_keeps_its_beginning_and_its_end():
    output = Output(keep=20)
    for number in range(100):
        output.write(f"{number:02d}")
    assert output.text == "0001020304\n… 180 characters left out …\n9596979899"
    short = Output(keep=20)
    short.write("x" * 20)
    assert short.text == "x" * 20


def test_streams_are_as_before_after_any_order_of_leaving():
    ordinary = (sys.stdout, sys.stderr)
    first, second = routed(Output(), Output()), routed(Output(), Output())
    first.__enter__()
    thread = threading.Thread(target=second.__enter__)
    thread.start()
    thread.join()
    first.__exit__(None, None, None)
    second.__exit__(None, None, None)
    assert (sys.stdout, sys.stderr) == ordinary


@pytest.mark.parametrize(
    "source",
    [
        "begun.set()\nwhile True: pass",
        "begun.set()\ntry:\n    while True: pass\nfinally:\n    print('cleaned')",
        "begun.set()\nwhile True:\n    try:\n        while True: pass\n    except Exception:\n        pass",
    ],
)
def test_a_loop_is_stopped_by_an_exception_in_it(source):
    begun_ = threading.Event()
    evaluation = begun(source, {"begun": begun_, "__builtins__": __builtins__})
    assert begun_.wait(PATIENCE)
    assert evaluation.stop("stopped")
    assert evaluation.finished.is_set(), "it is reported at once"
    evaluation.thread.join(PATIENCE)
    assert not evaluation.thread.is_alive()
    assert (evaluation.progress, evaluation.reason, evaluation.value) == (Progress.STOPPED, "stopped", None)
    assert not evaluation.stop("again")


def test_one_inside_a_c_call_is_reported_and_fenced_at_once_and_ends_when_the_call_does():
    told, gate = threading.Lock(), threading.Lock()
    told.acquire()
    gate.acquire()
    namespace = {"gate": gate, "announce": told.release, "after": [], "__builtins__": __builtins__}
    namespace["act"] = lambda: current().marshalling().__enter__()
    # One call into C: there is no moment between the two at which it could be ended.
    wait = "list(map(operator.call, [announce, gate.acquire]))"
    source = f"import operator\ntry:\n    {wait}\nfinally:\n    after.append('reached')\n    act()\n    after.append('acted')"
    evaluation = begun(source, namespace)
    assert told.acquire(timeout=PATIENCE)
    assert evaluation.stop("stopped")
    assert evaluation.finished.is_set()
    assert (evaluation.progress, evaluation.abandoned) == (Progress.STOPPED, True)
    gate.release()
    evaluation.thread.join(PATIENCE)
    assert namespace["after"] == ["reached"], "no act of it gets through any more"
    assert not evaluation.abandoned


def test_one_that_will_not_end_is_fenced_all_the_same():
    namespace = {"over": threading.Event(), "done": [], "refused": [], "__builtins__": __builtins__}

    def act():
        with current().marshalling():
            namespace["done"].append(1)

    evaluation = begun(WILL_NOT_END, namespace | {"act": act})
    while not namespace["done"]:
        time.sleep(0)
    evaluation.stop("stopped")
    assert evaluation.finished.is_set()
    while len(namespace["refused"]) < 2:
        time.sleep(0)
    acts = len(namespace["done"])
    while len(namespace["refused"]) < 100:
        time.sleep(0)
    assert (len(namespace["done"]), evaluation.abandoned) == (acts, True)
    namespace["over"].set()
    evaluation.thread.join(PATIENCE)


def test_what_is_cancelled_while_it_is_waited_for_is_stopped():
    token = CancelToken()
    evaluation = begun("import time\nwhile True: time.sleep(0.001)")
    threading.Timer(0.01, token.cancel, ("stopped",)).start()
    assert evaluation.wait(PATIENCE, token)
    assert evaluation.progress is Progress.STOPPED
    evaluation.thread.join(PATIENCE)


def test_stopping_at_any_moment_ends_it_once_and_harms_no_other_thread():
    streams, interval = (sys.stdout, sys.stderr), sys.getswitchinterval()
    sys.setswitchinterval(1e-6)  # so that the moments lie everywhere
    try:
        for number in range(300):
            evaluation = begun("print('something')\nsum(range(50))")
            for _ in range(number % 40 * 10):
                pass
            stopped = evaluation.stop("stopped")
            evaluation.thread.join(PATIENCE)
            assert evaluation.progress is (Progress.STOPPED if stopped else Progress.DONE)
    finally:
        sys.setswitchinterval(interval)
    assert (sys.stdout, sys.stderr) == streams
    assert done("print('as ever')").out.text == "as ever\n"


def test_one_that_is_stopped_before_it_begins_does_nothing():
    namespace = {"ran": [], "__builtins__": __builtins__}
    evaluation = Evaluation("ran.append(1)", namespace, CALL)
    assert evaluation.stop("the game is closing")
    evaluation.start()
    evaluation.thread.join(PATIENCE)
    assert namespace["ran"] == []
    assert (evaluation.progress, evaluation.finished.is_set()) == (Progress.STOPPED, True)


def test_facades_are_of_the_evaluations_thread():
    with pytest.raises(RuntimeError, match="only on the thread"):
        current()
