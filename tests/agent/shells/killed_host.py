"""Opens a shell, says when its program has written its id, and waits to be killed. Run by test_ending."""

import sys
import time
from pathlib import Path

from littlefolk.agent.shells import Shells

folder, command = Path(sys.argv[1]), sys.argv[2]
shells = Shells(folder / "shell", folder / "ledger")
shells.open("Moss", command)
pid = folder / "shell/pid"
while not (pid.exists() and pid.read_text().endswith("\n")):
    time.sleep(0.01)
print("ready", flush=True)
time.sleep(1000)
