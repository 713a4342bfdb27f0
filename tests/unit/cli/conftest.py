"""Runs the command line in this process, on the flat world."""

from collections import namedtuple

import pytest

Ended = namedtuple("Ended", "code out err")


@pytest.fixture
def littlefolk(capsys, monkeypatch, tmp_path, flat_terrain):
    """`littlefolk("ask", "…")` gives the exit code and what went to stdout and stderr."""
    from littlefolk.cli import main

    monkeypatch.setenv("LITTLEFOLK_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)

    def run(*words):
        capsys.readouterr()
        try:
            code = main(list(words))
        except SystemExit as ended:
            code = ended.code
        return Ended(code, *capsys.readouterr())

    return run
