"""`littlefolk mcp`: carries the Model Context Protocol between standard input and output and a running game.

Nothing but what the game answers is ever written to standard output: where no game runs, one without an engine is started in a process
of its own, which ends when the last client is gone.
"""

import argparse
import contextlib
import json
import os
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import littlefolk
from littlefolk.cli.mcp_host import OTHERS
from littlefolk.cli.worlds import WorldNameError
from littlefolk.game.options import worlds_folder
from littlefolk.game.worlds import FILE, SavedWorlds, WorldsError
from littlefolk.mcp.socket_file import NotReachable, connected
from littlefolk.world.saving import in_use

PIECE = 65536
PATIENCE = 60.0
"""Seconds for which the door of another game that has the world open is waited for."""
LOOK = 0.05
"""Seconds between two looks."""


def serve(options: argparse.Namespace) -> int:
    """Lead a body until the client's input ends or the game closes; 0 then, 3 when there is no body."""
    try:
        connection = _running(options.world)
        answer = _greeted(connection, options.name)
    except NotReachable:
        answer = {}
    if not answer:  # none runs, or it is just ending
        connection, answer = _started(options)
    if not answer:
        print("littlefolk: the game ended before it answered", file=sys.stderr)
        return 3
    if "error" in answer:
        print(f"littlefolk: {answer['error']}", file=sys.stderr)
        return 3
    print(f"littlefolk: this is {answer['name']}", file=sys.stderr)
    threading.Thread(target=_send, args=(connection,), name="stdin", daemon=True).start()
    with contextlib.suppress(ConnectionError, BrokenPipeError):
        while piece := connection.recv(PIECE):
            _write(piece)
    return 0


def _running(world: str | None) -> socket.socket:
    """A connection to the game that has this world open, or any saved world for None. Raises NotReachable."""
    if world is not None:
        return connected(folder_of(world))
    for saved in SavedWorlds(worlds_folder()).list():
        with contextlib.suppress(NotReachable):
            return connected(saved.folder)
    raise NotReachable("no game is running")


def _started(options: argparse.Namespace) -> tuple[socket.socket, dict[str, str]]:
    """A connection to a game that is started for it, and its greeting ({} when it ended first).

    Where another game was first to open the world, its door is waited for; where that one leaves, a game is started anew.
    """
    end = time.monotonic() + PATIENCE
    while True:
        connection, process = _hosted(options)
        answer = _greeted(connection, options.name)
        if answer or process.wait() != OTHERS:
            return connection, answer
        while in_use(folder_of(options.world) / FILE):
            with contextlib.suppress(NotReachable):
                connection = _running(options.world)
                answer = _greeted(connection, options.name)
                if answer:
                    return connection, answer
            if time.monotonic() > end:
                return connection, {"error": f"the world {options.world} is open in a game without a door: close that one first"}
            time.sleep(LOOK)


def _hosted(options: argparse.Namespace) -> tuple[socket.socket, subprocess.Popen[bytes]]:
    """A new game in a process of its own, and a connection to it."""
    ours, theirs = socket.socketpair()
    command = [sys.executable, "-m", "littlefolk", "mcp", "--host", str(theirs.fileno())]
    command += ["--world", options.world] if options.world is not None else []
    command += ["--seed", str(options.seed)] if options.seed is not None else []
    command += ["--provider", options.provider] if options.provider is not None else []
    paths = [str(Path(littlefolk.__file__).parents[1]), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    with theirs:  # a session of its own: what ends one client must not end the game of the others
        process = subprocess.Popen(
            command, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL, stdout=2, env=environment, start_new_session=True
        )
    return ours, process


def _greeted(connection: socket.socket, name: str) -> dict[str, str]:
    """The game's answer to a greeting; {} when it is gone."""
    try:
        connection.sendall(json.dumps({"name": name}).encode() + b"\n")
        line = b""
        while not line.endswith(b"\n"):
            sign = connection.recv(1)
            if not sign:
                return {}
            line += sign
        return dict(json.loads(line))
    except (OSError, ValueError):
        return {}


def _send(connection: socket.socket) -> None:
    """Carry standard input to the game; at its end the game hears that the client is gone."""
    with contextlib.suppress(OSError):
        while piece := os.read(0, PIECE):
            connection.sendall(piece)
        connection.shutdown(socket.SHUT_WR)


def _write(piece: bytes) -> None:
    while piece:
        piece = piece[os.write(1, piece) :]


def folder_of(world: str) -> Path:
    """The folder of a saved world. Raises WorldNameError for a name that will not do."""
    try:
        return SavedWorlds(worlds_folder()).place(world)
    except WorldsError as error:
        raise WorldNameError(f"{world!r} cannot be a world's name: {error}") from error
