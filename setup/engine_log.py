"""Reading what the engine printed. Its exit code says little: shader and script errors leave it 0, so the log decides."""

from __future__ import annotations

import re

ERROR = re.compile(r"SHADER ERROR|SCRIPT ERROR|ERROR:|Traceback")
EXPECTED_BEGIN = "EXPECTED-ERRORS-BEGIN"
EXPECTED_END = "EXPECTED-ERRORS-END"
TESTS_END = "LITTLEFOLK-ENGINE-TESTS-END"
CHECK_END = "LITTLEFOLK-CHECK-END"


def unexpected(output: str) -> list[str]:
    """Lines that report an error nobody announced.

    Errors a test provokes on purpose stand between lines that hold EXPECTED-ERRORS-BEGIN and EXPECTED-ERRORS-END; a beginning without
    its end is itself returned, since it would hide everything after it.
    """
    found = []
    opened: str | None = None
    for line in output.splitlines():
        if EXPECTED_BEGIN in line:
            opened = line
        elif EXPECTED_END in line:
            opened = None
        elif opened is None and ERROR.search(line):
            found.append(line.strip())
    if opened is not None:
        found.append(f"{opened.strip()} (without {EXPECTED_END})")
    return found


def end_code(output: str, marker: str) -> int | None:
    """The code of the last `marker rc=N`, or None when the run never came to its end."""
    codes = re.findall(rf"{re.escape(marker)} rc=(-?\d+)", output)
    return int(codes[-1]) if codes else None
