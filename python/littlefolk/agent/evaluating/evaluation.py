"""One evaluation: Python source that runs on a thread of its own and can be stopped."""

import ast
import contextlib
import ctypes
import linecache
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from enum import StrEnum
from itertools import count
from pathlib import Path
from typing import Any

from littlefolk.agent.evaluating.output import Output, routed
from littlefolk.present.call import Call
from littlefolk.present.cancelling import CancelToken

HERE = str(Path(__file__).parent)
_numbers = count(1)
_running: dict[int, "Evaluation"] = {}  # by thread


class Interrupted(BaseException):
    """Raised in evaluated code that is stopped; not an Exception, so that ordinary handlers let it pass."""


class Progress(StrEnum):
    """How far an evaluation is. Only `running` is left, and once."""

    RUNNING = "running"
    DONE = "done"
    RAISED = "raised"
    STOPPED = "stopped"


class Evaluation:
    """Runs `source` in `namespace` once started. `value` is that of its last expression and `shown` its repr; `error` a traceback.

    `call` is the call it belongs to: the calls that it makes carry that one's caller and number. Stopping fences it at once: no call
    of it gets through any more, and `finished` is set, whatever its thread is still at.
    """

    def __init__(self, source: str, namespace: dict[str, Any], call: Call, clock: Callable[[], float] = time.monotonic) -> None:
        self.source = source
        self.call = call
        self.token = CancelToken()
        self.out, self.err = Output(), Output()
        self.progress = Progress.RUNNING
        self.value: Any = None
        self.shown = self.error = self.reason = ""
        self.finished = threading.Event()
        self._clock = clock
        self._began = clock()
        self._ended: float | None = None
        self._namespace = namespace
        self._gate = threading.Lock()
        self._open = self._inside = False
        self._file = f"<evaluate {next(_numbers)}>"
        self.thread = threading.Thread(target=self._run, name=f"evaluate {call.caller.name}", daemon=True)

    def start(self) -> None:
        """Begin, unless it was stopped before."""
        self.thread.start()

    @property
    def seconds(self) -> float:
        """For how long it ran, or runs."""
        return (self._clock() if self._ended is None else self._ended) - self._began

    @property
    def abandoned(self) -> bool:
        """Whether it was stopped and its thread is still at something."""
        return self.progress is Progress.STOPPED and self.thread.is_alive()

    def wait(self, seconds: float, cancel: CancelToken) -> bool:
        """Wait so long at most; whether it is finished. It is stopped when `cancel` is cancelled meanwhile."""
        unlisten = cancel.listen(self.stop)
        try:
            return self.finished.wait(seconds)
        finally:
            unlisten()

    def stop(self, reason: str) -> bool:
        """Fence it, and raise Interrupted in it; False where it had ended. Does not wait, and works also while it is in a C call:
        then the exception comes when that returns.
        """
        with self._gate:
            if not self._end(Progress.STOPPED):
                return False
            self.reason = reason
            if self._open and not self._inside:
                _raise_in(self.thread)
        self.finished.set()
        self.token.cancel(reason)
        return True

    @contextlib.contextmanager
    def marshalling(self) -> Iterator[None]:
        """While a façade is at a call of the evaluation: no exception is raised from outside then, as locks of the program are held."""
        with self._gate:
            self._check()
            self._inside = True
        try:
            yield
        finally:
            with self._gate:
                self._inside = False
        self._check()

    def _check(self) -> None:
        if self.progress is Progress.STOPPED:
            raise Interrupted(f"this evaluation was stopped: {self.reason}")

    def _end(self, progress: Progress) -> bool:
        """The one transition. The gate is held."""
        if self.progress is not Progress.RUNNING:
            return False
        self.progress, self._ended = progress, self._clock()
        return True

    def _run(self) -> None:
        """Everything around the source: nothing is raised here from outside."""
        try:
            with routed(self.out, self.err):
                _running[threading.get_ident()] = self
                try:
                    self._finish(*self._outcome())
                finally:
                    _running.pop(threading.get_ident(), None)
        finally:
            self.finished.set()

    def _outcome(self) -> tuple[Progress, Any, str, str]:
        """What the source comes to. The exception from outside comes in here alone, and once: what it may cut short is done again."""
        try:
            found = self._evaluated()
            self._close_gate()
        except Interrupted:
            found = Progress.STOPPED, None, "", ""
            self._close_gate()
        return found

    def _evaluated(self) -> tuple[Progress, Any, str, str]:
        try:
            with self._gate:
                if self.progress is not Progress.RUNNING:
                    return Progress.STOPPED, None, "", ""
                self._open = True
            value = self._execute()
            return Progress.DONE, value, "" if value is None else repr(value), ""
        except Interrupted:
            return Progress.STOPPED, None, "", ""
        except BaseException as error:
            return Progress.RAISED, None, "", self._told(error)

    def _finish(self, progress: Progress, value: Any, shown: str, error: str) -> None:
        with self._gate:
            if self._end(progress):
                self.value, self.shown, self.error = value, shown, error

    def _execute(self) -> Any:
        linecache.cache[self._file] = (len(self.source), None, self.source.splitlines(keepends=True), self._file)
        tree = ast.parse(self.source, self._file)
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, self._file, "exec"), self._namespace)
        if not isinstance(last, ast.Expr):
            return None
        value = eval(compile(ast.Expression(last.value), self._file, "eval"), self._namespace)
        self._namespace["_"] = value
        return value

    def _told(self, error: BaseException) -> str:
        """The traceback from the source on, without the frames of this package before and after it."""
        told = traceback.TracebackException.from_exception(error)
        told.stack = traceback.StackSummary.from_list([frame for frame in told.stack if not frame.filename.startswith(HERE)])
        return "".join(told.format()).rstrip()

    def _close_gate(self) -> None:
        """From now on nothing is raised here: the thread's identifier may become another's."""
        with self._gate:
            self._open = False

    def __str__(self) -> str:
        return f"an evaluation, {self.progress} for {self.seconds:.1f} s"


def current() -> Evaluation:
    """The evaluation that the calling thread runs. Raises RuntimeError on other threads."""
    found = _running.get(threading.get_ident())
    if found is None:
        raise RuntimeError("this works only on the thread of a running evaluation")
    return found


def _raise_in(thread: threading.Thread) -> None:
    """Have a thread raise Interrupted at its next bytecode (PyThreadState_SetAsyncExc)."""
    ident = thread.ident
    if ident is not None:
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(ident), ctypes.py_object(Interrupted))
