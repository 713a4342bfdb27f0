"""A debugger on request: a real client attaches to the running game and stops it in `_process`."""

from __future__ import annotations

import re
import subprocess
import threading

import pytest
from dap import Client
from projects import godot

WATCHED = """
from godot import Node

class Watched(Node):
    def __init__(self):
        self.frames = 0
    def _process(self, delta):
        self.frames += 1
        double = self.frames * 2
        self.name = f"Watched{double}"
"""
LINE = WATCHED.splitlines().index('        self.name = f"Watched{double}"') + 1
SCENE = '[gd_scene format=3]\n\n[node name="Main" type="Watched"]\n'
SECONDS = 240


@pytest.fixture
def debugged(project):
    """A running game whose debugger listens: (port, path of the module, lines it printed)."""
    made = project({"watched": WATCHED}, scene=SCENE)
    process = subprocess.Popen(
        [godot(), "--headless", "--path", str(made.folder)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        env=made.environment({"LITTLEFOLK_DEBUG": "0"}),
    )
    lines = []
    reader = threading.Thread(target=lambda: lines.extend(process.stdout))
    try:
        port = None
        for line in process.stdout:
            lines.append(line)
            if found := re.search(r"a debugger may attach to 127\.0\.0\.1:(\d+)", line):
                port = int(found.group(1))
                break
        assert port, "".join(lines)
        reader.start()
        yield port, made.folder / "python" / "watched.py", lines
    finally:
        process.kill()
        process.wait()
        if reader.ident:
            reader.join()
        process.stdout.close()


def test_a_breakpoint_in_process_is_hit(debugged):
    port, path, lines = debugged
    client = Client(port, SECONDS)
    try:
        client.ask("initialize", adapterID="test", pathFormat="path", linesStartAt1=True, columnsStartAt1=True)
        attached = client.send("attach", justMyCode=False, pathMappings=[])
        client.event("initialized")
        bound = client.ask("setBreakpoints", source={"path": str(path)}, breakpoints=[{"line": LINE}])
        assert bound["breakpoints"][0]["verified"], bound
        client.ask("configurationDone")
        client.answer(attached)
        seen = []
        for _ in range(2):
            stopped = client.event("stopped")
            assert stopped["reason"] == "breakpoint"
            frame = client.ask("stackTrace", threadId=stopped["threadId"])["stackFrames"][0]
            assert (frame["name"].rpartition(".")[2], frame["line"]) == ("_process", LINE)
            double = client.ask("evaluate", expression="double", frameId=frame["id"])["result"]
            assert client.ask("evaluate", expression="self.frames * 2", frameId=frame["id"])["result"] == double
            assert client.ask("evaluate", expression="self.get_class()", frameId=frame["id"])["result"] == "'Watched'"
            seen.append(int(double))
            client.ask("continue", threadId=stopped["threadId"])
        assert seen[1] == seen[0] + 2
        client.ask("disconnect", terminateDebuggee=False)
    finally:
        client.close()
    assert "Traceback" not in "".join(lines)


def test_a_wrong_request_is_told_and_the_game_goes_on(project):
    quitting = "import godot\n@godot.on_frame\ndef f():\n    print('STILL RUNNING')\n    godot.tree().quit()\n"
    run = project({"quitting": quitting}).run(environment={"LITTLEFOLK_DEBUG": "yes"})
    assert "LITTLEFOLK_DEBUG=yes is no port number" in run.log
    assert "STILL RUNNING" in run.log
    assert run.code == 0
