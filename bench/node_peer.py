"""Peers that run in Node: the pinned packages, and one process a peer that stays up and times itself."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from types import TracebackType
from typing import Self

HERE = Path(__file__).resolve().parent
PLACE = HERE.parent / "build" / "peers"


class PeerError(Exception):
    """The peer cannot be run; the text says what is missing."""


def install() -> None:
    """Put the pinned packages into ``build/peers``. Raises `PeerError`."""
    for tool in ("node", "npm"):
        if shutil.which(tool) is None:
            raise PeerError(f"{tool} is not there; the peers of meshes and paths need Node. On Debian: apt-get install nodejs npm")
    wanted = (HERE / "peers/package-lock.json").read_bytes()
    stamp = PLACE / "installed.json"
    if stamp.is_file() and stamp.read_bytes() == wanted:
        return
    PLACE.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(HERE / "peers" / name, PLACE / name)
    done = subprocess.run(["npm", "ci", "--no-audit", "--no-fund"], cwd=PLACE, capture_output=True, text=True)
    if done.returncode:
        raise PeerError(f"npm ci failed in {PLACE}:\n{done.stderr.strip()}")
    stamp.write_bytes(wanted)


class NodePeer:
    """A running peer; a context. It answers each line of JSON with one."""

    def __init__(self, script: str) -> None:
        self._script = script

    def __enter__(self) -> Self:
        install()
        command = ["node", str(HERE / "peers" / self._script), str(PLACE / "package.json")]
        self._node = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._node.communicate()

    def ask(self, request: dict[str, object]) -> dict[str, object]:
        """Send a request and wait for its answer. Raises `PeerError` when the process ends instead."""
        assert self._node.stdin is not None
        assert self._node.stdout is not None
        self._node.stdin.write(json.dumps(request) + "\n")
        self._node.stdin.flush()
        line = self._node.stdout.readline()
        if not line:
            raise PeerError(f"the peer ended with {self._node.wait()}")
        return dict(json.loads(line))
