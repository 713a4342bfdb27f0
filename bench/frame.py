"""Measure frames: runs `engine/frame.py` inside headless Godot, prints the outcome, fails when a limit is missed.

Run as ``python bench/frame.py``; the engine is ``$GODOT`` or ``godot``. Writes ``bench/frame.json`` and a trace beside it for Chrome's
tracing view. The limits are for a machine on which the calibration loop takes 2 ms; what is measured is scaled to that.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
LIMITS = {"p50_ms": 2.0, "p99_ms": 6.0}
MEMORY_GROWTH = 60.0
"""Megabytes that a walk may add once everything around has been loaded."""


def main() -> int:
    out = HERE / "frame.json"
    out.unlink(missing_ok=True)
    command = [os.environ.get("GODOT", "godot"), "--headless", "--path", str(ROOT), "--", "--pytest", "bench/engine/frame.py", "-q"]
    done = subprocess.run(command, cwd=ROOT, env={**os.environ, "LITTLEFOLK_BENCH_OUT": str(out)}, capture_output=True, text=True)
    if not out.is_file():
        print(done.stdout[-4000:] + done.stderr[-4000:], file=sys.stderr)
        print("frame: the run inside Godot did not get through", file=sys.stderr)
        return 1
    report = json.loads(out.read_text())
    print("a typical frame:", *report["typical"], "the worst frame:", *report["worst"], sep="\n  ")
    print("the slowest:", ", ".join(reversed(report["tail"])))
    held = report["memory_mb"]
    print(f"memory {' → '.join(map(str, held))} MB over two walks")
    wall = report["wall"]
    print(f"on the wall p50 {wall['p50_ms']} ms and p99 {wall['p99_ms']} ms, at a load of {report['load']} on {os.cpu_count()} processors")
    missed = [name for name, limit in LIMITS.items() if report[name] > limit]
    if held[-1] - held[1] > MEMORY_GROWTH:
        missed.append("memory")
    print(
        f"{report['frames']} frames: p50 {report['p50_ms']} ms (limit 2), p99 {report['p99_ms']} ms (limit 6), "
        f"worst {report['worst_ms']} ms in {report['worst_zone']}" + (f"; MISSED: {', '.join(missed)}" if missed else "")
    )
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
