"""Runs of the engine as a person starts it: the editor, a game that is left with Ctrl+C, a node that raises."""

import json
import re
import signal
import subprocess
import time

import pytest
from conftest import PATIENCE, ROOT, environment

ERROR = re.compile(r"SHADER ERROR|SCRIPT ERROR|ERROR:|Traceback")


@pytest.fixture
def godot(tmp_path_factory):
    """The engine's command and environment, as the set-up found them; its own settings and logs are shared with no other run."""
    found = json.loads((ROOT / "build/environment.json").read_text(encoding="utf-8"))
    own = tmp_path_factory.mktemp("own")
    folders = {name: str(own / name.lower()) for name in ("XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME")}
    return found["godot"], {**environment(), **found["env"], **folders}


def test_the_editor_opens_the_project_without_an_error(godot):
    """Opening the project in the editor logs no error."""
    command, env = godot
    ended = subprocess.run(
        [command, "--headless", "--editor", "--path", str(ROOT), "--quit-after", "200"],
        capture_output=True,
        text=True,
        env=env,
        timeout=PATIENCE,
        check=False,
    )
    log = ended.stdout + ended.stderr
    assert ended.returncode == 0, log
    assert not [line for line in log.splitlines() if ERROR.search(line)], log


def test_ctrl_c_closes_the_game(godot, tmp_path):
    """An interrupt closes over a few frames: everything is saved and released, and the exit code is 0."""
    command, env = godot
    arguments = ["--folder", str(tmp_path / "world"), "--seed", "7"]
    with subprocess.Popen(
        [command, "--headless", "--path", str(ROOT), "--", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=env,
    ) as process:
        while not (tmp_path / "world/journal.sqlite-wal").exists() and process.poll() is None:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        log, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, log
    assert "littlefolk-end rc=0" in log
    assert not [line for line in log.splitlines() if ERROR.search(line)], log
    assert not (tmp_path / "world/world.sqlite-wal").exists(), "the world was not closed"


def test_a_node_that_raises_is_reported_once_and_the_game_goes_on(godot, tmp_path):
    """An exception in `_process` shows file, line and traceback in the engine's output once; frames go on."""
    command, env = godot
    (tmp_path / "raising.py").write_text(
        "from godot import Node\nfrom godot.singletons import Engine\n\n"
        "class Raising(Node):\n    def _process(self, delta):\n"
        "        if Engine.get_process_frames() == 30:\n            print('still here at frame 30')\n"
        "        raise ValueError('a mistake in a game')\n",
        encoding="utf-8",
    )
    (tmp_path / "main.tscn").write_text('[gd_scene format=3]\n\n[node name="Main" type="Raising"]\n', encoding="utf-8")
    (tmp_path / "project.godot").write_text(
        'config_version=5\n\n[application]\n\nconfig/name="Raising"\nrun/main_scene="res://main.tscn"\n\n'
        '[godot_python]\n\npaths=PackedStringArray("res://")\nmodules=PackedStringArray("raising")\n',
        encoding="utf-8",
    )
    (tmp_path / "addons").symlink_to(ROOT / "addons")
    (tmp_path / ".godot").mkdir()
    (tmp_path / ".godot/extension_list.cfg").write_text("res://addons/godot_python/godot_python.gdextension\n", encoding="utf-8")
    ended = subprocess.run(
        [command, "--headless", "--path", str(tmp_path), "--quit-after", "60"],
        capture_output=True,
        text=True,
        env=env,
        timeout=PATIENCE,
        check=False,
    )
    log = ended.stdout + ended.stderr
    assert "still here at frame 30" in log
    assert log.count("Traceback") == 1, log
    assert "raising.py" in log
    assert re.search(r"raising\.py:8|line 8", log), log
