"""Leaving the process behind threads that do not end."""

import os
import sys
from collections.abc import Sequence


def leave(code: int, abandoned: Sequence[str]) -> None:
    """End the process at once with an exit code where threads were abandoned, as nothing may wait for them; else do nothing.

    Everything has to be saved and closed before.
    """
    if abandoned:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
