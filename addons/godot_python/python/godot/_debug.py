"""A debugger on request: with LITTLEFOLK_DEBUG=5678 in the environment, debugpy listens on that port of this machine.

Any client of the Debug Adapter Protocol (VS Code, PyCharm, nvim-dap, …) attaches to it. "5678,wait" holds the start until one
has attached, so that breakpoints in module code are met too.
"""

from __future__ import annotations

import os
import sys

from godot import _report

VARIABLE = "LITTLEFOLK_DEBUG"
HOST = "127.0.0.1"


def start() -> None:
    """Begins to listen if the environment asks for it (called at boot, before the project's modules are imported)."""
    wanted = os.environ.get(VARIABLE, "")
    if not wanted:
        return
    port, _, word = wanted.partition(",")
    if not port.isdigit() or int(port) > 65535 or word not in ("", "wait"):
        _report.push_error(f"{VARIABLE}={wanted} is no port number, such as 5678 or 5678,wait: no debugger")
        return
    # Otherwise debugpy reaches for libpython through a debugger of its own, which an embedding program does not need.
    os.environ.setdefault("PYDEVD_LOAD_NATIVE_LIB", "0")
    os.environ.setdefault("PYDEVD_DISABLE_FILE_VALIDATION", "1")
    try:
        import debugpy
    except ImportError:
        _report.push_error(f"{VARIABLE} is set, but debugpy is not installed: {sys.executable} -m pip install debugpy")
        return
    # debugpy takes sys.executable for its helper process; here that is the interpreter of the environment already.
    debugpy.configure(python=sys.executable, subProcess=False)
    host, port_number = debugpy.listen((HOST, int(port)))
    print(f"godot_python: a debugger may attach to {host}:{port_number}")
    if word == "wait":
        debugpy.wait_for_client()
