"""Compile the kernels: every ``cython/*.pyx`` becomes one extension module in ``python/littlefolk/kernels/_native``.

Run as ``python cython/build.py``; the modules are made for the interpreter that runs this file. A kernel is compiled again only when its
source, a shared ``.pxd``, the flags, Cython or the interpreter changed, so a second run ends at once.

Floating point stays strict (no fast-math, no contraction into fused operations, no instructions beyond the platform's baseline): terrain
must have the same bytes on every machine, and an exported game must start on processors other than the one that built it.
"""

from __future__ import annotations

import argparse
import fcntl
import hashlib
import json
import os
import re
import shlex
import subprocess
import sys
import sysconfig
from importlib import metadata
from pathlib import Path

SOURCES = Path(__file__).resolve().parent
ROOT = SOURCES.parent
OUTPUT = ROOT / "python" / "littlefolk" / "kernels" / "_native"
WORK = ROOT / "build" / "kernels"
LIBVTERM = ROOT / "build" / "vterm"  # headers and archive that the set-up unpacks where the system has none that is new enough
HAS_LIBVTERM = "#include <vterm.h>\n#if VTERM_VERSION_MAJOR == 0 && VTERM_VERSION_MINOR < 3\n#error older\n#endif\n"
PACKAGE = "littlefolk.kernels._native"
DIRECTIVES = {"boundscheck": False, "wraparound": False, "initializedcheck": False, "cdivision": True}
FLAGS = (
    *("-O3", "-fPIC", "-shared", "-fvisibility=hidden"),
    *("-fno-fast-math", "-ffp-contract=off", "-fno-strict-aliasing", "-fwrapv"),
    *("-w", "-DNPY_NO_DEPRECATED_API=NPY_2_0_API_VERSION", "-DNPY_TARGET_VERSION=NPY_2_0_API_VERSION"),
)
# libvterm's archive is not made for shared objects and ends the process on a failed check: its references end in vterm_screen.h.
WRAPPED = "-Wl,--wrap=stderr,--wrap=abort,--wrap=exit,--exclude-libs,ALL"


class BuildError(Exception):
    """A kernel that could not be built; the text is what the person at the console should read."""


def extension_suffix() -> str:
    """The ABI-tagged file ending of this interpreter, for example ``.cpython-311-x86_64-linux-gnu.so``."""
    return sysconfig.get_config_var("EXT_SUFFIX")


def compiler() -> list[str]:
    """The C compiler's command: ``$CC`` when set, else the first of cc, gcc and clang that is found."""
    if os.environ.get("CC"):
        return shlex.split(os.environ["CC"])
    for name in ("cc", "gcc", "clang"):
        for folder in os.environ.get("PATH", os.defpath).split(os.pathsep):
            if folder and os.access(os.path.join(folder, name), os.X_OK):
                return [name]
    raise BuildError("no C compiler found (cc, gcc or clang). On Debian: apt-get install gcc libc6-dev. Elsewhere set $CC.")


def include_folders() -> list[Path]:
    """Where this interpreter's ``Python.h`` and numpy's headers stand."""
    import numpy

    folder = Path(sysconfig.get_path("include"))
    if not (folder / "Python.h").is_file():
        raise BuildError(f"Python.h is not in {folder}. On Debian: apt-get install python3-dev.")
    return [folder, Path(numpy.get_include())]


def shared_by(source: Path) -> list[Path]:
    """The ``.pxd`` files that a kernel cimports, directly or through another."""
    found: set[Path] = set()
    waiting = [source]
    while waiting:
        for name in re.findall(r"^from (\w+) cimport", waiting.pop().read_text(), re.MULTILINE):
            path = SOURCES / f"{name}.pxd"
            if path.is_file() and path not in found:
                found.add(path)
                waiting.append(path)
    return sorted(found)


def headers_of(source: Path) -> list[Path]:
    """The C headers beside a kernel that it names."""
    names = re.findall(r'^cdef extern from "(\w+\.h)"', source.read_text(), re.MULTILINE)
    return [SOURCES / name for name in names if (SOURCES / name).is_file()]


def libvterm(cc: list[str]) -> tuple[str, ...] | None:
    """Compiler flags for libvterm: the system's where it is installed, else what the set-up unpacked; None where there is neither."""

    def on_system(name: str) -> Path | None:
        done = subprocess.run([*cc, f"-print-file-name={name}"], capture_output=True, text=True)
        return Path(done.stdout.strip()) if done.returncode == 0 and os.path.isabs(done.stdout.strip()) else None

    has_header = subprocess.run([*cc, "-E", "-"], input=HAS_LIBVTERM, capture_output=True, text=True).returncode == 0
    library = on_system("libvterm.a") or on_system("libvterm.so")
    if has_header and library is not None:
        return str(library), WRAPPED
    archive = LIBVTERM / "lib" / "libvterm.a"
    return (f"-I{LIBVTERM / 'include'}", str(archive), WRAPPED) if archive.is_file() else None


def libraries_of(source: Path, cc: list[str]) -> tuple[str, ...] | None:
    """Flags for what a kernel stands on beside C: none for most; None when it cannot be built here."""
    return libvterm(cc) if source.stem == "vterm" else ()


def fingerprint(source: Path, cc: list[str], libraries: tuple[str, ...] = ()) -> str:
    """A hash of everything that decides the bytes of one compiled kernel."""
    digest = hashlib.sha256()
    parts = [
        sys.version,
        sysconfig.get_platform(),
        extension_suffix(),
        metadata.version("cython"),
        metadata.version("numpy"),
        *cc,
        *FLAGS,
        *libraries,
        repr(DIRECTIVES),
    ]
    digest.update("\0".join(parts).encode())
    archives = [Path(flag) for flag in libraries if flag.startswith("/")]
    for path in [source, *shared_by(source), *headers_of(source), *archives]:
        digest.update(b"\0" + path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def run(command: list[str], what: str) -> None:
    """Run one tool; on failure raise `BuildError` with the tool's own words."""
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        raise BuildError(f"{what} failed:\n{(done.stdout + done.stderr).strip()}\n(command: {shlex.join(command)})")
    if done.stderr.strip():
        print(done.stderr.strip(), file=sys.stderr)


def build_one(source: Path, cc: list[str], libraries: tuple[str, ...] = ()) -> Path:
    """Compile one ``.pyx`` and put the module in place in one step, so that an interrupted build leaves no torn file."""
    name = source.stem
    c_file = WORK / f"{name}{extension_suffix()}.c"
    module = OUTPUT / f"{name}{extension_suffix()}"
    fresh = WORK / f"{name}{extension_suffix()}"
    cython = [sys.executable, "-m", "cython", "-3", "--module-name", f"{PACKAGE}.{name}", "-I", str(SOURCES)]
    cython += [word for option, value in DIRECTIVES.items() for word in ("-X", f"{option}={value}")]
    run([*cython, "-o", str(c_file), str(source)], f"translating cython/{source.name}")
    run(
        [*cc, *FLAGS, *(f"-I{folder}" for folder in (SOURCES, *include_folders())), str(c_file), *libraries, "-o", str(fresh), "-lm"],
        f"compiling cython/{source.name}",
    )
    os.replace(fresh, module)
    return module


def build(force: bool = False) -> int:
    """Build every kernel that is out of date; returns how many were compiled. Raises `BuildError`."""
    for needed in ("cython>=3.2,<4", "numpy>=2.0"):
        try:
            metadata.version(re.split("[>=]", needed)[0])
        except metadata.PackageNotFoundError:
            raise BuildError(f"missing from {sys.prefix}: install it there with pip install '{needed}'.") from None
    WORK.mkdir(parents=True, exist_ok=True)
    OUTPUT.mkdir(parents=True, exist_ok=True)
    with open(WORK / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        cc = compiler()
        stamps_file = WORK / "stamps.json"
        try:
            stamps = json.loads(stamps_file.read_text())
        except (OSError, ValueError):
            stamps = {}
        sources = sorted(SOURCES.glob("*.pyx"))
        compiled = 0
        for number, source in enumerate(sources, 1):
            key = source.stem + extension_suffix()
            libraries = libraries_of(source, cc)
            if libraries is None:
                print(f"kernel {source.stem} left out: there is no libvterm 0.3, so no shells (Debian 13: apt-get install libvterm-dev)")
                continue
            stamp = fingerprint(source, cc, libraries)
            if not force and stamps.get(key) == stamp and (OUTPUT / key).is_file():
                continue
            print(f"[{number}/{len(sources)}] kernel {source.stem} …", flush=True)
            build_one(source, cc, libraries)
            stamps[key] = stamp
            stamps_file.write_text(json.dumps(stamps, indent=1, sort_keys=True))
            compiled += 1
        print(f"kernels: {compiled} compiled, {len(sources) - compiled} up to date")
        return compiled


def main() -> int:
    parser = argparse.ArgumentParser(description="Compile the kernels for this interpreter.")
    parser.add_argument("--force", action="store_true", help="compile all of them again")
    arguments = parser.parse_args()
    try:
        build(arguments.force)
    except BuildError as error:
        print(f"kernels: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
