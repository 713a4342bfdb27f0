"""Rows of the hand-over of meshes, measured inside headless Godot by ``engine/hand_over.py``."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from timing import Row

HERE = Path(__file__).resolve().parent


def rows() -> Iterator[Row]:
    """One row a size and peer; the peer with the packed lanes, which only this mesher makes, is an extra case without the floor."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "rows.json"
        command = [
            os.environ.get("GODOT", "godot"),
            "--headless",
            "--path",
            str(HERE.parent),
            "--",
            "--pytest",
            "bench/engine/hand_over.py",
        ]
        done = subprocess.run(command, env={**os.environ, "LITTLEFOLK_BENCH_OUT": str(out)}, capture_output=True, text=True)
        if not out.is_file():
            print(done.stdout[-3000:] + done.stderr[-3000:], file=sys.stderr)
            yield Row("mesh hand-over", "did not run inside Godot", "add_surface_from_arrays", 0.0, 0.0, 0.0, 8.0, 15.0, False)
            return
        found = json.loads(out.read_text())
    for row in found:
        extra = "extra" in row["case"]
        floor, stretch = (1.0, None) if extra else (8.0, 15.0)
        times = round(row["ours_us"], 2), round(row["peer_us"], 2), round(row["ratio"], 2)
        yield Row("mesh hand-over", row["case"], "add_surface_from_arrays", *times, floor, stretch, row["identical"])
