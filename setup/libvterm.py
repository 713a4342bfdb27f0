"""libvterm, which shells in the game need: the system's where 0.3 is installed, else Debian's, unpacked without root.

Its static archive goes into the compiled module, so nothing of it is needed when the game runs. Where it can be had in no way, the game
is built without shells.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from setup import archive
from setup.apt_private import PrivateApt
from setup.apt_sources import debian_mirrors
from setup.console import SetupError, note, step, warn
from setup.locks import exclusive
from setup.places import BUILD, cache_folder
from setup.process import answer

LAYOUT = 1
HERE = BUILD / "vterm"  # where cython/build.py looks
PACKAGE = "libvterm-dev"
# 0.1.4, of Debian 12, leaves the cursor outside of a screen that is made smaller.
PROBE = b"#include <vterm.h>\n#if VTERM_VERSION_MAJOR == 0 && VTERM_VERSION_MINOR < 3\n#error older\n#endif\n"
ADVICE = "the game is built without shells; for them, install libvterm 0.3 with its headers (Debian 13: libvterm-dev) and call make setup"
LIBRARIES = Path("usr/lib/x86_64-linux-gnu")


def ensure() -> None:
    """Have libvterm where the kernels' build finds it, or say what is missing."""
    if _complete(HERE) or on_system():
        return
    try:
        kept = _cached()
    except SetupError as error:
        warn(f"no libvterm ({error}): {ADVICE}")
        return
    # Copied beside and renamed, so that an interruption leaves nothing half.
    beside = HERE.with_name("vterm.new")
    shutil.rmtree(beside, ignore_errors=True)
    shutil.copytree(kept, beside)
    shutil.rmtree(HERE, ignore_errors=True)
    os.rename(beside, HERE)


def on_system() -> bool:
    """Whether the C compiler finds a new enough libvterm by itself, header and library."""
    compiler = (os.environ.get("CC") or "gcc").split()
    names = [answer([*compiler, f"-print-file-name={name}"]) or "" for name in ("libvterm.a", "libvterm.so")]
    if not any(os.path.isabs(name.strip()) for name in names):
        return False
    try:
        tried = subprocess.run([*compiler, "-E", "-"], input=PROBE, capture_output=True, timeout=60)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return tried.returncode == 0


def _complete(folder: Path) -> bool:
    return (folder / "lib/libvterm.a").is_file()


def _cached() -> Path:
    """The unpacked package in the user's cache, fetched when it is not there. Raises SetupError."""
    cache = cache_folder()
    target = cache / f"vterm-{LAYOUT}"
    if _complete(target):
        return target
    reason = archive.unsupported()
    if reason:
        raise SetupError(reason)
    with exclusive(cache / "lock", f"the cache {cache}"):
        if _complete(target):
            return target
        step("Fetching libvterm from Debian (nothing is installed on the system)")
        work = cache / "work-vterm"
        shutil.rmtree(work, ignore_errors=True)
        work.mkdir(parents=True)
        _lay_out(_unpacked(_download(work), work / "root"), work / "out")
        shutil.rmtree(target, ignore_errors=True)
        os.rename(work / "out", target)
        shutil.rmtree(work)
    return target


def _download(work: Path) -> list[Path]:
    """The package files, verified by apt, from the first mirror and suite that has them."""
    for suite in archive.SUITES:
        for mirror in debian_mirrors():
            try:
                apt = PrivateApt(work, mirror, suite)
                apt.update()
                return apt.download((PACKAGE,), ("libc6",), f"downloading libvterm ({suite})")
            except SetupError as error:
                note(str(error))
    raise SetupError("it could not be fetched; the reasons are above")


def _unpacked(files: list[Path], root: Path) -> Path:
    for path in files:
        if subprocess.run(["dpkg-deb", "-x", path, root], capture_output=True).returncode:
            raise SetupError(f"{path.name} could not be unpacked")
    return root


def _lay_out(root: Path, out: Path) -> None:
    """Headers, archive and licence in the folders that the build names."""
    (out / "lib").mkdir(parents=True)
    try:
        shutil.copytree(root / "usr/include", out / "include")
        shutil.copyfile(root / "usr/share/doc" / PACKAGE / "copyright", out / "copyright")
        shutil.copyfile(root / LIBRARIES / "libvterm.a", out / "lib/libvterm.a")
    except OSError as error:
        raise SetupError(f"Debian's {PACKAGE} is laid out differently ({error})") from error
    note(f"libvterm: {', '.join(sorted(path.name for path in root.parent.glob('archives/libvterm*.deb')))}")
