"""Whether there is a display to open a window on: named in the environment, and answering.

Names: X(7), section "Display names"; `WAYLAND_DISPLAY` as in libwayland's `wl_display_connect`.
"""

from __future__ import annotations

import contextlib
import os
import re
import socket

from setup.console import SetupError

PATIENCE = 3.0
X_PORT = 6000


def named() -> dict[str, str]:
    """The variables that name a display, with their values."""
    return {name: os.environ[name] for name in ("DISPLAY", "WAYLAND_DISPLAY") if os.environ.get(name)}


def require() -> None:
    """Raises SetupError when no display named in the environment takes a connection."""
    given = named()
    if x_answers(given.get("DISPLAY", "")) or wayland_answers(given.get("WAYLAND_DISPLAY", "")):
        return
    names = " and ".join(f"{name}={value}" for name, value in given.items())
    raise SetupError(
        f"the display {names} does not answer, so no window can be opened. Start it, or set DISPLAY to the one you see; "
        "`make demo` needs no display"
    )


def x_answers(display: str) -> bool:
    """Whether an X server takes connections at `display`: `[protocol/][host]:number[.screen]`, or the path of its socket."""
    if display.startswith("/"):
        return _unix_answers(display)
    match = re.fullmatch(r"(?:(?P<protocol>\w+)/)?(?P<host>.*?):(?P<number>\d+)(?:\.\d+)?", display)
    if not match:
        return False
    number = int(match["number"])
    if match["host"] in ("", "unix") or match["protocol"] == "unix":
        path = f"/tmp/.X11-unix/X{number}"
        return _unix_answers(f"\0{path}") or _unix_answers(path)
    with contextlib.suppress(OSError), socket.create_connection((match["host"].strip("[]"), X_PORT + number), PATIENCE):
        return True
    return False


def wayland_answers(display: str) -> bool:
    """Whether a Wayland compositor takes connections at `display`: the path of its socket, or its name in `$XDG_RUNTIME_DIR`."""
    return bool(display) and _unix_answers(os.path.join(os.environ.get("XDG_RUNTIME_DIR", ""), display))


def _unix_answers(address: str) -> bool:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as client:
        client.settimeout(PATIENCE)
        try:
            client.connect(address)
        except (OSError, ValueError):
            return False
    return True
