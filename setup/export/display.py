"""A virtual screen that lasts as long as a block of code."""

from __future__ import annotations

import contextlib
import os
import select
import subprocess
from collections.abc import Iterator, Mapping
from typing import Any

from setup.console import SetupError
from setup.locks import held

PATIENCE = 30


@contextlib.contextmanager
def virtual_screen(how: Mapping[str, Any]) -> Iterator[int]:
    """Start the Xvfb that `environment.json` describes; gives its display's number."""
    reader, writer = os.pipe()
    command = [*how["command"], "-displayfd", str(writer), "-screen", "0", "1280x720x24", "-nolisten", "tcp"]
    server = subprocess.Popen(
        command,
        cwd=how["cwd"],
        env={**os.environ, **how["env"]},
        pass_fds=(writer, *held()),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        os.close(writer)
        ready, _, _ = select.select([reader], [], [], PATIENCE)
        number = os.read(reader, 16).strip() if ready else b""
        if not number.isdigit():
            raise SetupError("the virtual screen does not start; try the command " + " ".join(how["command"]))
        yield int(number)
    finally:
        os.close(reader)
        server.terminate()
        server.wait()
