"""Compares Python in Godot with typed GDScript: prints a table, writes the rows as JSON, fails when a floor is missed.

Usage: GODOT=PATH python addons/godot_python/bench/run.py [--out bench/binding.json]

A ratio is peer ÷ ours, so larger is better: 0.25 is "within four times". GDScript runs as the Godot at hand runs it: one with
the editor inside checks more than an exported game does.
"""

from __future__ import annotations

import argparse
import datetime
import json
import platform
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "tests" / "outside")]

from projects import Project  # noqa: E402

MARKER = "BINDING-BENCH-ROWS "
COLUMNS = ("name", "case", "peer", "ours_us", "peer_us", "ratio", "floor", "stretch", "identical")
WIDTHS = (13, 33, 25, 10, 10, 7, 6, 8, 9)


def measured() -> tuple[list[dict], str]:
    """The rows from one run of Godot, and its whole log."""
    with tempfile.TemporaryDirectory() as folder:
        project = Project(Path(folder) / "bench", {name: (HERE / f"{name}.py").read_text(encoding="utf-8") for name in ("peers", "inside")})
        run = project.run("--fixed-fps", "60", seconds=300)
    lines = [line for line in run.log.splitlines() if line.startswith(MARKER)]
    if run.code or not lines or run.problems():
        raise SystemExit(f"the benchmark did not come to its end (code {run.code}):\n{run.log[-5000:]}")
    return json.loads(lines[0].removeprefix(MARKER))["rows"], run.log


def verdict(row: dict) -> str:
    if not row["identical"] or row["ratio"] < row["floor"]:
        return "MISSED"
    return "stretch" if row["stretch"] and row["ratio"] >= row["stretch"] else ""


def main() -> int:
    parser = argparse.ArgumentParser(description="Compares Python in Godot with typed GDScript.")
    parser.add_argument("--out", default="bench/binding.json", help="where the rows are written")
    out = Path(parser.parse_args().out)
    rows, _ = measured()
    for cells in (COLUMNS, *([*(str(row[column]) for column in COLUMNS), verdict(row)] for row in rows)):
        print("  ".join(cell.ljust(width) for cell, width in zip(cells, (*WIDTHS, 7), strict=False)))
    report = {
        "machine": f"{platform.machine()} {platform.system()} {platform.release()}, Python {platform.python_version()}",
        "date": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        "rows": rows,
    }
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(json.dumps(report, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"written to {out}")
    missed = [f"{row['name']} ({row['case']})" for row in rows if verdict(row) == "MISSED"]
    if missed:
        print(f"missed: {', '.join(missed)}", file=sys.stderr)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
