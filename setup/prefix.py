"""Building a prefix: a folder with programs of Debian, every library they need and their own loader.

Nothing is installed on the system. Interpreter and RPATH of each program are set to the prefix, so that it runs without a wrapper and
knows its own path; the prefix cannot be moved afterwards. A finished prefix appears by one rename.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

from setup.console import Progress, SetupError, note, step
from setup.locks import held
from setup.recipes import Recipe

LOADER = "ld-linux-x86-64.so.2"
LIBRARIES = "usr/lib/x86_64-linux-gnu"
RECORD = "prefix.json"


def build(recipe: Recipe, archives: list[Path], work: Path, prefix: Path) -> None:
    """Make `prefix` from the package files `archives`, working in the folder `work` of the same file system."""
    if ":" in str(prefix):
        raise SetupError(f"a library path cannot hold a colon: {prefix}; set XDG_CACHE_HOME to another folder")
    for name in ("root", "out", "old"):
        shutil.rmtree(work / name, ignore_errors=True)
    root, out = work / "root", work / "out"
    _unpack(archives, root, recipe.title)
    step(f"Patching {recipe.title}")
    unpacked = _Unpacked(root)
    _collect(recipe, unpacked, out)
    _patch(recipe, unpacked, out, prefix)
    _describe_drivers(unpacked, out, prefix)
    record = {"packages": sorted(path.stem for path in archives), "recipe": recipe.name}
    (out / RECORD).write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    if prefix.exists():
        os.rename(prefix, work / "old")
    os.rename(out, prefix)
    for name in ("root", "old"):
        shutil.rmtree(work / name, ignore_errors=True)
    size = sum(path.lstat().st_size for path in prefix.rglob("*"))
    note(f"{recipe.title}: {len(archives)} packages, {size / 1e6:.0f} MB in {prefix}")


class _Unpacked:
    """A tree of unpacked packages whose programs can be run through its own loader."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.libraries = root / LIBRARIES
        loaders = [root / "usr/lib64" / LOADER, root / "lib64" / LOADER, self.libraries / LOADER]
        self.loader = next((path for path in loaders if path.exists()), loaders[-1])
        self._search = f"{self.libraries}:{self.libraries / 'pulseaudio'}"

    def run(self, *arguments: str | Path) -> str:
        command = [self.loader, "--library-path", self._search, *arguments]
        result = subprocess.run(list(map(str, command)), capture_output=True, text=True, errors="replace", pass_fds=held())
        if result.returncode != 0:
            raise SetupError(f"{' '.join(map(str, arguments))}: {result.stderr.strip() or result.returncode}")
        return result.stdout

    def needed(self, binary: Path) -> list[Path]:
        """Every library that `binary` loads, directly or not. One that would come from the host is an error."""
        found = []
        for line in self.run("--list", binary).splitlines():
            name, arrow, rest = line.strip().partition(" => ")
            if not arrow:
                continue
            path = Path(rest.rsplit(" (", 1)[0])
            if not path.is_relative_to(self.root):
                if LOADER in name:
                    continue
                raise SetupError(f"{binary.name} needs {name}, which none of the packages holds ({rest})")
            found.append(path)
        return found


def _unpack(archives: list[Path], root: Path, title: str) -> None:
    """Unpack all archives into `root`; a damaged one is removed, so that the next try downloads it again."""
    root.mkdir(parents=True)
    total = sum(path.stat().st_size for path in archives)
    done = 0
    with Progress(f"unpacking {title}") as bar:
        for path in archives:
            result = subprocess.run(["dpkg-deb", "--extract", path, root], capture_output=True, text=True, pass_fds=held())
            if result.returncode != 0:
                path.unlink(missing_ok=True)
                raise SetupError(f"{path.name} cannot be unpacked ({result.stderr.strip()}); it was removed, call make again")
            done += path.stat().st_size
            bar.update(done / total, path.name.split("_", 1)[0])


def _collect(recipe: Recipe, unpacked: _Unpacked, out: Path) -> None:
    """Link programs, the closure of their libraries, and data from the unpacked tree into `out`."""
    for name in ("bin", "lib/dri"):
        (out / name).mkdir(parents=True)
    programs = [unpacked.root / "usr/bin" / name for name in recipe.programs]
    opened = [path for pattern in recipe.opened for path in sorted(unpacked.libraries.glob(pattern))]
    libraries = {path.name: path for binary in programs + opened for path in unpacked.needed(binary)}
    libraries |= {path.name: path for path in opened if path.parent.name != "dri"}
    libraries[LOADER] = unpacked.loader
    for program in programs:
        os.link(program.resolve(), out / "bin" / program.name)
    for name, path in libraries.items():
        os.link(path.resolve(), out / "lib" / name)
    for path in opened:
        if path.parent.name == "dri":
            shutil.copy2(path.resolve(), out / "lib/dri" / path.name)
    for source, target in recipe.folders:
        shutil.copytree(unpacked.root / source, out / target, symlinks=True)


def _patch(recipe: Recipe, unpacked: _Unpacked, out: Path, prefix: Path) -> None:
    patchelf = unpacked.root / "usr/bin/patchelf"
    for name in recipe.programs:
        where = ["--set-interpreter", str(prefix / "lib" / LOADER), "--force-rpath", "--set-rpath", str(prefix / "lib")]
        unpacked.run(patchelf, *where, out / "bin" / name)
    for path in sorted((out / "lib").rglob("*.so*")):
        # A library's own RUNPATH would hide the program's RPATH; libc and the loader must stay as they are.
        if path.name not in (LOADER, "libc.so.6") and unpacked.run(patchelf, "--print-rpath", path).strip():
            unpacked.run(patchelf, "--remove-rpath", path)
    if "Xvfb" in recipe.programs:
        _make_keymap_compiler_relative(out / "bin/Xvfb")


def _make_keymap_compiler_relative(server: Path) -> None:
    """Xvfb starts xkbcomp from a folder compiled in; make that the working directory, in the same number of bytes."""
    content = server.read_bytes()
    absolute, here = b"\0/usr/bin\0", b"\0././././\0"
    if content.count(absolute) != 1:
        raise SetupError("this version of Xvfb keeps its programs elsewhere; install xvfb on the system instead")
    server.write_bytes(content.replace(absolute, here))


def _describe_drivers(unpacked: _Unpacked, out: Path, prefix: Path) -> None:
    """Driver descriptions of Vulkan and EGL, with the prefix's paths in place of the system's."""
    descriptions = (
        ("usr/share/vulkan/icd.d/lvp_icd.json", "share/icd/lvp_icd.json", "libvulkan_lvp.so"),
        ("usr/share/glvnd/egl_vendor.d/50_mesa.json", "share/egl/50_mesa.json", "libEGL_mesa.so.0"),
    )
    for source, target, library in descriptions:
        if not (out / "lib" / library).exists():
            continue
        content = json.loads((unpacked.root / source).read_text(encoding="utf-8"))
        content["ICD"]["library_path"] = str(prefix / "lib" / library)
        (out / target).parent.mkdir(parents=True, exist_ok=True)
        (out / target).write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
