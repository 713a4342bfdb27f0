"""Builds libgodot_python.so for one Godot and one Python.

Usage: python addons/godot_python/build.py --godot PATH [--force]

Run it with the Python that the game shall use (of a virtual environment, best). It asks that Godot for its interface and
API, generates tables and declarations into generated/, compiles src/ with Cython and the C compiler, and writes
bin/libgodot_python.so with bin/interpreter.txt beside it. It does nothing when sources, Python and Godot are unchanged.
"""

from __future__ import annotations

import argparse
import fcntl
import hashlib
import json
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
from pathlib import Path

ADDON = Path(__file__).resolve().parent
sys.path.insert(0, str(ADDON))

from generate.interface import interface_pxi  # noqa: E402
from generate.stubs import Stubs  # noqa: E402
from generate.tables import Tables  # noqa: E402
from generate.values import values_pxi  # noqa: E402

GENERATED, BIN, SOURCES = ADDON / "generated", ADDON / "bin", ADDON / "src"
LIBRARY, NOTE, KEY = BIN / "libgodot_python.so", BIN / "interpreter.txt", BIN / "build.key"
OLDEST_GODOT = (4, 6)
started = time.monotonic()


class BuildError(Exception):
    """Something on this machine keeps the build from working; the message says how to repair it."""


def say(text: str) -> None:
    print(f"[godot_python {time.monotonic() - started:5.1f} s] {text}", flush=True)


def godot_version(godot: str) -> str:
    try:
        done = subprocess.run([godot, "--headless", "--version"], capture_output=True, text=True, timeout=60)
    except OSError as problem:
        raise BuildError(f"cannot run Godot at {godot}: {problem}; give its path with --godot") from None
    lines = done.stdout.strip().splitlines()
    version = lines[-1] if lines else ""
    numbers = tuple(int(part) for part in version.split(".")[:2] if part.isdigit())
    if len(numbers) < 2:
        raise BuildError(f"{godot} does not tell its version (it printed {version!r}); is it Godot?")
    if numbers < OLDEST_GODOT:
        raise BuildError(f"{godot} is Godot {version}; 4.6 or newer is needed")
    return version


def interpreter() -> dict[str, str]:
    """Where the running interpreter's headers, shared library, home and packages are."""
    variables = sysconfig.get_config_vars()
    shared = variables.get("LDLIBRARY", "")
    folder = Path(variables.get("LIBDIR", "/usr/lib"))
    candidates = [folder, folder / (variables.get("MULTIARCH") or ""), Path(sys.base_prefix) / "lib"]
    found = next((place for place in candidates if ".so" in shared and (place / shared).exists()), None)
    if found is None:
        raise BuildError(
            f"{sys.base_prefix} has no shared library of Python; on Debian install python3-dev, or use a Python built with --enable-shared"
        )
    include = sysconfig.get_path("include")
    if not (Path(include) / "Python.h").exists():
        raise BuildError(f"Python's headers are not in {include}; on Debian install python3-dev")
    return {
        "home": sys.base_prefix,
        "executable": sys.executable,
        "prefix": sys.prefix,
        "path": sysconfig.get_path("purelib"),
        "include": include,
        "library": str(found / shared),
        "version": sys.version,
    }


def content_key(python: dict[str, str], version: str) -> str:
    """A hash of everything the library depends on."""
    digest = hashlib.sha256()
    for path in sorted([*SOURCES.iterdir(), *(ADDON / "generate").glob("*.py"), Path(__file__)]):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    digest.update(json.dumps([python, version, os.environ.get("CC"), os.environ.get("CFLAGS")]).encode())
    return digest.hexdigest()


def dump_api(godot: str, folder: Path) -> tuple[dict, dict]:
    say("asking Godot for its interface and API")
    command = [godot, "--headless", "--dump-gdextension-interface", "--dump-gdextension-interface-json", "--dump-extension-api"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)
    names = ("gdextension_interface.h", "gdextension_interface.json", "extension_api.json")
    missing = [name for name in names if not (folder / name).exists()]
    if missing:
        raise BuildError(f"Godot did not write {', '.join(missing)}:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return json.loads((folder / names[1]).read_text()), json.loads((folder / names[2]).read_text())


def generate(godot: str) -> None:
    GENERATED.mkdir(exist_ok=True)
    (GENERATED / ".gdignore").touch()
    with tempfile.TemporaryDirectory(dir=GENERATED) as folder:
        interface, api = dump_api(godot, Path(folder))
        say(f"writing tables of {len(api['classes'])} classes")
        shutil.move(Path(folder) / "gdextension_interface.h", GENERATED / "gdextension_interface.h")
        shutil.move(Path(folder) / "extension_api.json", GENERATED / "extension_api.json")
    (GENERATED / "interface.pxi").write_text(interface_pxi(interface))
    (GENERATED / "values.pxi").write_text(values_pxi(api))
    (GENERATED / "tables.bin").write_bytes(Tables(api).build())
    stubs = GENERATED / "stubs" / "godot"
    stubs.mkdir(parents=True, exist_ok=True)
    for name, text in Stubs(api).files().items():
        (stubs / name).write_text(text, encoding="utf-8")


def cythonize() -> Path:
    say("translating with Cython")
    target = GENERATED / "_godot.c"
    command = [
        sys.executable,
        "-m",
        "cython",
        "-3",
        "-I",
        str(GENERATED),
        "-I",
        str(SOURCES),
        "-o",
        str(target),
        str(SOURCES / "_godot.pyx"),
    ]
    run(command, "Cython is missing or failed; install it with: pip install cython")
    return target


def compile_library(source: Path, python: dict[str, str]) -> None:
    say("compiling")
    compiler = shlex.split(os.environ.get("CC") or (sysconfig.get_config_var("CC") or "cc"))
    if shutil.which(compiler[0]) is None:
        compiler = ["cc"]
    library = Path(python["library"])
    BIN.mkdir(exist_ok=True)
    target = BIN / f"libgodot_python.{os.getpid()}.tmp"
    command = [
        *compiler, "-O2", "-g0", "-fPIC", "-shared", "-fno-strict-aliasing", "-fwrapv", "-DNDEBUG",
        "-Wno-discarded-qualifiers", "-Wno-incompatible-pointer-types", "-Wno-unused-function",
        f'-DTABLES_FILE="{GENERATED / "tables.bin"}"',
        "-I", python["include"], "-I", str(GENERATED), "-I", str(SOURCES), str(source), "-o", str(target),
        f"-L{library.parent}", f"-l{library.name.removeprefix('lib').split('.so')[0]}", "-ldl",
        f"-Wl,-rpath,$ORIGIN/python/lib:{library.parent}", "-Wl,-z,nodelete",
        *shlex.split(os.environ.get("CFLAGS", "")),
    ]  # fmt: skip
    try:
        run(command, "the C compiler failed; on Debian install gcc and libc6-dev")
        os.replace(target, LIBRARY)
    finally:
        target.unlink(missing_ok=True)


def run(command: list[str], advice: str) -> None:
    try:
        done = subprocess.run(command, capture_output=True, text=True)
    except OSError as problem:
        raise BuildError(f"{command[0]}: {problem}; {advice}") from None
    if done.returncode:
        raise BuildError(f"{advice}\n{shlex.join(command)}\n{done.stdout[-4000:]}{done.stderr[-8000:]}")


def note_interpreter(python: dict[str, str]) -> None:
    lines = [f"{key}={python[key]}" for key in ("home", "executable", "prefix", "path")]
    NOTE.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description="Builds the library that runs Python inside Godot.")
    parser.add_argument("--godot", default=os.environ.get("GODOT", "godot"), help="the Godot to build for (default: $GODOT or godot)")
    parser.add_argument("--force", action="store_true", help="build even if nothing changed")
    arguments = parser.parse_args()
    GENERATED.mkdir(exist_ok=True)
    lock = open(GENERATED / "build.lock", "w")  # noqa: SIM115
    try:
        # A second build waits for the first and then finds its work done.
        fcntl.flock(lock, fcntl.LOCK_EX)
        python = interpreter()
        version = godot_version(arguments.godot)
        key = content_key(python, version)
        if not arguments.force and LIBRARY.exists() and NOTE.exists() and KEY.exists() and KEY.read_text() == key:
            say(f"up to date for Godot {version}")
            return 0
        KEY.unlink(missing_ok=True)
        say(f"building for Godot {version} and Python {sys.version.split()[0]}")
        generate(arguments.godot)
        compile_library(cythonize(), python)
        note_interpreter(python)
        KEY.write_text(key)
    except BuildError as problem:
        print(f"godot_python: {problem}", file=sys.stderr)
        return 1
    say(f"built {LIBRARY.relative_to(ADDON)} ({LIBRARY.stat().st_size / 1e6:.1f} MB)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
