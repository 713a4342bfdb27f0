"""Laws of looking for a display: one that takes connections is found by every kind of name, one that does not is not."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from setup.console import SetupError
from setup.display import require, wayland_answers, x_answers


def test_an_x_server_on_a_unix_socket() -> None:
    number = 10_000 + os.getpid()
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(f"\0/tmp/.X11-unix/X{number}")
        server.listen()
        assert all(x_answers(name) for name in (f":{number}", f":{number}.0", f"unix:{number}", f"host/unix:{number}"))
    assert not x_answers(f":{number}")


def test_an_x_server_named_by_its_path(tmp_path: Path) -> None:
    path = str(tmp_path / "x:0")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(path)
        server.listen()
        assert x_answers(path)
    assert not x_answers(path)


def test_an_x_server_over_tcp() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        number = server.getsockname()[1] - 6000
        assert x_answers(f"127.0.0.1:{number}.0")
    assert not x_answers(f"127.0.0.1:{number}.0")


def test_a_wayland_compositor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "w-0"))
        server.listen()
        assert wayland_answers("w-0")
        assert wayland_answers(str(tmp_path / "w-0"))
    assert not wayland_answers("w-0")


@pytest.mark.parametrize("name", ["", "nonsense", ":", ":x", "1", ":99999999999", "\0:1", "/nowhere/" + "x" * 200])
def test_what_is_no_name_is_no_display(name: str) -> None:
    assert not x_answers(name)
    assert not wayland_answers(name)


def test_one_of_two_is_enough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", ":7791")
    monkeypatch.setenv("WAYLAND_DISPLAY", str(tmp_path / "w-0"))
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "w-0"))
        server.listen()
        require()
    with pytest.raises(SetupError, match=r"DISPLAY=:7791 and WAYLAND_DISPLAY=.*make demo"):
        require()
