"""Compare the kernels with their peers: prints a table, writes ``bench/results.json``, fails when a floor is missed or an output differs.

Run as ``python bench/run.py``. A ratio is peer ÷ ours from interleaved runs in one process; larger is better.
"""

from __future__ import annotations

import datetime
import json
import platform
import sys
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "python"), str(HERE)]

import agents_bench  # noqa: E402
import hand_over  # noqa: E402
import handles_bench  # noqa: E402
import kernels  # noqa: E402
import lsl_bench  # noqa: E402
import paths  # noqa: E402
import stop_bench  # noqa: E402
import terminals  # noqa: E402
from reasons import reason  # noqa: E402
from timing import Row, calibration  # noqa: E402

HEADINGS = ("kernel", "case", "peer", "ours µs", "peer µs", "ratio", "floor", "stretch", "identical", "")
WIDTHS = (21, 36, 27, 9, 9, 6, 6, 8, 10, 7)


def line(words: Iterable[str]) -> str:
    """One line of the table: words to the left, numbers to the right."""
    cells = [w.rjust(n) if 3 <= i <= 7 else w.ljust(n) for i, (w, n) in enumerate(zip(words, WIDTHS, strict=True))]
    return "  ".join(cells).rstrip()


def show(row: Row) -> str:
    """A row of the table."""
    verdict = "" if row.met else "MISSED"
    if row.met and row.stretch and row.ratio >= row.stretch:
        verdict = "stretch"
    stretch = f"{row.stretch:g}" if row.stretch else "-"
    numbers = (f"{row.ours_us:.2f}", f"{row.peer_us:.2f}", f"{row.ratio:.1f}", f"{row.floor:g}", stretch)
    return line((row.name, row.case, row.peer, *numbers, "yes" if row.identical else "NO", verdict))


def minds() -> Iterator[Iterator[Row]]:
    """What agents cost and how fast they stop; their limits are absolute, so that a busy machine may miss one."""
    yield agents_bench.rows()
    yield stop_bench.rows()


def main() -> int:
    started = datetime.datetime.now(datetime.UTC)
    before = calibration()
    print(line(HEADINGS))
    rows = []
    for row in chain(kernels.rows(), paths.rows(), hand_over.rows(), lsl_bench.rows(), handles_bench.rows(), terminals.rows(), *minds()):
        print(show(row), flush=True)
        rows.append(row)
    after = calibration()
    machine = f"{platform.machine()} {platform.system()} {platform.release()}, Python {platform.python_version()}"
    report = {
        "machine": machine,
        "date": started.isoformat(timespec="seconds"),
        "calibration_us": [round(before, 1), round(after, 1)],
        "rows": [row.as_json() | ({"short": why} if (why := reason(row)) else {}) for row in rows],
    }
    (HERE / "results.json").write_text(json.dumps(report, indent=1, ensure_ascii=False) + "\n")
    for row in rows:
        if why := reason(row):
            print(f"short of its stretch: {row.name}, {row.case} ({row.ratio:.1f} of {row.stretch:g}): {why}")
    missed = [row for row in rows if not row.met]
    print(f"calibration loop {before:.0f} µs before, {after:.0f} µs after; {len(rows) - len(missed)} of {len(rows)} floors met")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
