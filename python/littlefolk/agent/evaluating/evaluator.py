"""The evaluators of a game: one a caller, with a namespace that stays."""

import threading
import time
from collections.abc import Callable
from typing import Any

from littlefolk.agent.evaluating.discovery import apropos_of, docs_of
from littlefolk.agent.evaluating.evaluation import Evaluation
from littlefolk.agent.evaluating.facades import CallFailed, Me, Session, World
from littlefolk.commands import Command
from littlefolk.commands.mailbox import Mailbox
from littlefolk.commands.tables import Registry
from littlefolk.present.call import Call
from littlefolk.present.context import ReadContext

KEPT = 32  # evaluations of one caller that are followed


class Evaluators:
    """Starts evaluations and stops them. Thread-safe.

    `context` gives how a caller's words are read now, `tables` the tables whose commands it may use.
    """

    def __init__(
        self,
        mailbox: Mailbox,
        registry: Registry,
        context: Callable[[str], ReadContext],
        tables: Callable[[str], tuple[str, ...]],
    ) -> None:
        self._mailbox, self._registry, self._context, self._tables = mailbox, registry, context, tables
        self._lock = threading.Lock()
        self._namespaces: dict[str, dict[str, Any]] = {}
        self._evaluations: dict[str, list[Evaluation]] = {}
        self._closed = ""

    def start(self, source: str, call: Call) -> Evaluation:
        """Begin to evaluate for the caller of `call`. After `close` it is stopped before it begins anything."""
        name = call.caller.name
        with self._lock:
            namespace = self._namespaces.get(name)
            if namespace is None:
                namespace = self._namespaces[name] = self._namespace(name)
            evaluation = Evaluation(source, namespace, call)
            running = [each for each in self._evaluations.get(name, ()) if each.thread.is_alive()]
            self._evaluations[name] = [*running, evaluation]
            closed = self._closed
        if closed:
            evaluation.stop(closed)
        evaluation.start()
        return evaluation

    def stop(self, name: str, reason: str) -> bool:
        """Stop what runs for one caller; whether anything did."""
        with self._lock:
            evaluations = list(self._evaluations.get(name, ()))
        return sum(evaluation.stop(reason) for evaluation in evaluations) > 0

    def forget(self, name: str, reason: str) -> None:
        """Stop what runs for one caller and let go of its namespace."""
        self.stop(name, reason)
        with self._lock:
            self._namespaces.pop(name, None)

    def close(self, reason: str) -> None:
        """Stop everything and start nothing any more. Does not wait."""
        with self._lock:
            self._closed = reason
            evaluations = [each for found in self._evaluations.values() for each in found]
        for evaluation in evaluations:
            evaluation.stop(reason)

    def abandoned(self, seconds: float) -> tuple[str, ...]:
        """After `close`: the names of the threads that do not end within so many seconds."""
        end = time.monotonic() + seconds
        with self._lock:
            threads = [each.thread for found in self._evaluations.values() for each in found if each.thread.ident is not None]
        for thread in threads:
            thread.join(max(0.0, end - time.monotonic()))
        return tuple(thread.name for thread in threads if thread.is_alive())

    def _namespace(self, name: str) -> dict[str, Any]:
        """A new namespace: façades of what the caller may call, and what finds the way among them."""

        def context() -> ReadContext:
            return self._context(name)

        def commands() -> list[Command]:
            return self._registry.within(self._tables(name))

        def within(*tables: str) -> Callable[[], list[Command]]:
            return lambda: [command for command in commands() if command.table in tables]

        namespace: dict[str, Any] = {"__name__": f"evaluate_{name}", "__builtins__": __builtins__, "CallFailed": CallFailed}
        namespace["world"] = World(within("world", "construction"), context, self._mailbox)
        namespace["me"] = Me(within("agent", "movement"), context, self._mailbox)
        namespace["session"] = Session(commands, context, self._mailbox)
        namespace["apropos"] = apropos_of(commands)
        namespace["docs"] = docs_of(commands, namespace)
        return namespace
