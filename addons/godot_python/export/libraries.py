"""Shared libraries: what a compiled file loads, as the loader of this machine finds it."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path

# Parts of glibc belong to the loader that starts the process. The C++ runtime belongs to the machine's graphics drivers: an older one
# that is loaded first would keep them from loading.
OF_THE_MACHINE = re.compile(
    r"(ld-linux|libc|libm|libmvec|libdl|libpthread|librt|libutil|libresolv|libanl|libnss_\w+|libstdc\+\+|libgcc_s|linux-vdso)([-.]|$)"
)
LINE = re.compile(r"^\s*(\S+) (?:=> (.+?) )?(?:\(0x[0-9a-f]+\)|=> not found|not found)", re.MULTILINE)


class Unresolved(Exception):
    """A library that cannot be found; the message says who needs it."""


def resolve(loader: Path | str, binary: Path, options: Iterable[str] = (), env: Mapping[str, str] | None = None) -> dict[str, Path]:
    """Every library that `binary` loads, directly or not: soname → file. Raises Unresolved."""
    done = subprocess.run([str(loader), *options, "--list", str(binary)], capture_output=True, text=True, errors="replace", env=env)
    if done.returncode != 0 or "not found" in done.stdout + done.stderr:
        complaint = [line.strip() for line in (done.stdout + done.stderr).splitlines() if "not found" in line]
        raise Unresolved(f"{binary}: {'; '.join(complaint) or done.stderr.strip() or done.stdout.strip()}")
    return {name: Path(path) for name, path in LINE.findall(done.stdout) if path}


def of_the_machine(soname: str) -> bool:
    """Whether a library is left to the machine that the game runs on (or to the loader that comes with the game)."""
    return OF_THE_MACHINE.match(soname) is not None
