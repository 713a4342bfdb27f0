"""The command line as a real process, on the real terrain."""

import json
import os
import subprocess
import sys
from pathlib import Path

PYTHON = Path(__file__).parents[3] / "python"


def littlefolk(*words, **options):
    environment = {**os.environ, "PYTHONPATH": str(PYTHON)}
    return subprocess.run(
        [sys.executable, "-m", "littlefolk", *words], capture_output=True, env=environment, check=False, timeout=200, **options
    )


def test_the_first_request_end_to_end():
    ended = littlefolk("ask", "--seed", "7", "--json", "-", input=b"put three stone blocks in a row in front of you\n")
    assert ended.returncode == 0, ended.stderr
    records = [json.loads(line) for line in ended.stdout.splitlines()]
    placed = [record for record in records if record.get("tool") == "place_block_at"]
    assert [record["status"] for record in placed] == ["ok"] * 3
    assert ended.stderr == b"littlefolk: seed 7\n"


def test_bytes_that_are_no_text_are_an_error_and_no_traceback():
    ended = littlefolk("ask", "-", input=b"say \xff\xfe")
    assert ended.returncode in (1, 2)
    assert b"Traceback" not in ended.stderr


def test_a_reader_that_goes_away_early_is_no_traceback():
    with subprocess.Popen(
        [sys.executable, "-m", "littlefolk", "tools", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(PYTHON)},
    ) as process:
        process.stdout.close()
        errors = process.stderr.read()
    assert b"Traceback" not in errors
    assert process.returncode in (0, 1, 2, 3)
