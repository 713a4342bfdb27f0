"""The socket in a world's folder at which its running game can be reached, by nobody but the folder's owner."""

import contextlib
import os
import socket
import struct
from collections.abc import Iterator
from pathlib import Path

FILE = "mcp.sock"
LONGEST = 100  # bytes of a path that every system's socket address holds
BACKLOG = 8


class NotReachable(OSError):
    """There is no socket, or no game behind it."""


def listening(folder: Path) -> socket.socket:
    """A socket that listens in a world's folder. Only the game that holds the world may call it. Raises OSError.

    What an ended game left there is replaced. The file is made owner-only before anybody can connect.
    """
    path = folder / FILE
    with contextlib.suppress(FileNotFoundError):
        path.unlink()
    made = socket.socket(_family(), socket.SOCK_STREAM)
    try:
        with _short(path) as name:
            made.bind(name)
        path.chmod(0o600)
        made.listen(BACKLOG)
    except BaseException:
        made.close()
        raise
    return made


def connected(folder: Path) -> socket.socket:
    """A connection to the game that has a world open. Raises NotReachable where there is none."""
    made = socket.socket(_family(), socket.SOCK_STREAM)
    try:
        with _short(folder / FILE) as name:
            made.connect(name)
    except OSError as error:
        made.close()
        raise NotReachable(f"no game is running in {folder}") from error
    return made


def same_owner(connection: socket.socket) -> bool:
    """Whether the other side runs as the same user, as far as the system tells."""
    option = getattr(socket, "SO_PEERCRED", None)
    if option is None:
        return True  # the file's permissions decide
    _process, user, _group = struct.unpack("3i", connection.getsockopt(socket.SOL_SOCKET, option, struct.calcsize("3i")))
    return user == os.getuid()


def _family() -> int:
    family = getattr(socket, "AF_UNIX", None)
    if family is None:
        raise NotReachable("this system has no Unix-domain sockets")
    return int(family)


@contextlib.contextmanager
def _short(path: Path) -> Iterator[str]:
    """A name for the path that fits into a socket's address."""
    if len(os.fsencode(path)) <= LONGEST:
        yield str(path)
        return
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        yield f"/proc/self/fd/{folder}/{path.name}"
    finally:
        os.close(folder)
