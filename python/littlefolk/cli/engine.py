"""Starting Godot: in a window of its own, or for a scripted run on a virtual screen."""

import contextlib
import json
import os
import re
import select
import shutil
import signal
import subprocess
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
ENVIRONMENT = ROOT / "build/environment.json"
OURS = "littlefolk| "  # what a scripted run prints for its caller starts so
REFUSED = "littlefolk-refused| "  # what says why a run could not begin starts so
END = re.compile(r"littlefolk-end rc=(\d+)")
ERROR = re.compile(r"SHADER ERROR|SCRIPT ERROR|ERROR:|Traceback")
LIMIT = 900.0  # seconds of a scripted run
CLOSING_SECONDS = 20.0
SCREEN_SECONDS = 60.0  # that a virtual screen may take to start


class EngineError(Exception):
    """Godot cannot be started, or did not come to its end. The message says what to do."""


@dataclass
class EngineRun:
    """How a scripted run went: its exit code, and the lines that report engine errors."""

    code: int
    errors: list[str] = field(default_factory=list)


def environment() -> dict[str, Any]:
    """What the set-up found. Raises EngineError before `make setup` was run."""
    try:
        return json.loads(ENVIRONMENT.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise EngineError("Godot is not set up here yet: run `make setup` in the project's folder") from error
    except ValueError as error:
        raise EngineError(f"{ENVIRONMENT} is damaged: run `make setup` again") from error


def become(arguments: Sequence[str]) -> int:
    """Go on as Godot with these user arguments, in a window. Does not return."""
    found = environment()
    command = [found["godot"], "--path", str(ROOT), "--", *arguments]
    os.execve(command[0], command, {**os.environ, **found["env"]})


def run_scripted(arguments: Sequence[str], size: str, on_line: Callable[[str], None], options: Sequence[str] = ()) -> EngineRun:
    """Run Godot rendered on a virtual screen (or the display there is) with user arguments until it ends.

    `size` is `WIDTHxHEIGHT`; `on_line` gets each line that the run prints for us; `options` are more of the engine's own. Raises
    EngineError when it cannot start, crashes, or does not end within LIMIT seconds.
    """
    found = environment()
    with _display(found) as display:
        command = [found["godot"], "--audio-driver", "Dummy", "--rendering-method", "gl_compatibility", "--resolution", size]
        command += [*options, "--path", str(ROOT), "--", *arguments]
        env = {**os.environ, **found["env"], **found["render_env"], **display}
        with subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=env,
            text=True,
            encoding="utf-8",
            errors="replace",
        ) as process:
            return _follow(process, on_line)


def _follow(process: subprocess.Popen[str], on_line: Callable[[str], None]) -> EngineRun:
    assert process.stdout is not None
    late = threading.Timer(LIMIT, _kill, [process])
    late.start()
    tail: list[str] = []
    refusal: list[str] = []
    run = EngineRun(-1)
    try:
        for raw in process.stdout:
            line = raw.rstrip("\n")
            if line.startswith(OURS):
                on_line(line.removeprefix(OURS))
                continue
            if line.startswith(REFUSED):
                refusal.append(line.removeprefix(REFUSED))
                continue
            tail = [*tail[-30:], line]
            if ERROR.search(line):
                run.errors.append(line.strip())
            ended = END.search(line)
            if ended:
                run.code = int(ended[1])
        process.wait()
    except KeyboardInterrupt:  # Godot heard it too, and closes
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(CLOSING_SECONDS)
        _kill(process)
        raise
    except BaseException:
        _kill(process)
        raise
    finally:
        late.cancel()
    if refusal:
        raise EngineError("\n".join(refusal))
    if run.code < 0:
        if process.returncode < 0:
            ended_by = signal.Signals(-process.returncode).name
            raise EngineError(f"Godot was ended by {ended_by} before the run was over; what was saved is kept")
        raise EngineError("Godot ended before the run was over. Its last lines:\n" + "\n".join(f"    {line}" for line in tail))
    return run


def _kill(process: subprocess.Popen[str]) -> None:
    process.kill()


@contextlib.contextmanager
def _display(found: dict[str, Any]) -> Iterator[dict[str, str]]:
    """The environment variables of a screen to draw on."""
    virtual = found.get("xvfb")
    if virtual is None:
        if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
            yield {}
            return
        raise EngineError("a picture needs a screen: run `make demo` once (it fetches a virtual one), or install the package xvfb")
    reader, writer = os.pipe()
    command = [*virtual["command"], "-displayfd", str(writer), "-screen", "0", "1920x1080x24", "-nolisten", "tcp", "-noreset"]
    if shutil.which(command[0]) is None:
        raise EngineError(f"the virtual screen {command[0]} is missing: run `make demo` again")
    with subprocess.Popen(
        command,
        cwd=virtual["cwd"],
        env={**os.environ, **virtual["env"]},
        pass_fds=(writer,),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    ) as server:
        os.close(writer)
        try:
            readable, _, _ = select.select([reader], [], [], SCREEN_SECONDS)
            number = os.read(reader, 32).decode().strip() if readable else ""
            if not number:
                raise EngineError("the virtual screen did not start: is another one stuck? Try again, or install the package xvfb")
            yield {"DISPLAY": f":{number}", "WAYLAND_DISPLAY": ""}
        finally:
            os.close(reader)
            server.terminate()
            try:
                server.wait(5)
            except subprocess.TimeoutExpired:
                server.kill()
