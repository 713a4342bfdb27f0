"""What a template needs beside it: a template that is linked to more than glibc gets its libraries and their loader."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from addons.godot_python.export import libraries
from addons.godot_python.export.elf import Elf
from setup import libvterm
from setup.console import SetupError, note
from setup.export import layout
from setup.export.embree import spare_embree
from setup.export.templates import Template
from setup.places import ROOT
from setup.process import answer

HERE = Path(__file__).resolve().parent
SYSTEM_LOADER = "/lib64/ld-linux-x86-64.so.2"
GLIBC = re.compile(r"(libc|libm|libmvec|libdl|libpthread|librt|libutil|libresolv|libanl|libnss_\w+)\.so\.\d+$")

# Parts of glibc that no library of the template names, but libpython or an extension module may.
OLD_PARTS = ("libdl.so.2", "libpthread.so.0", "librt.so.1", "libutil.so.1", "libresolv.so.2", "libm.so.6", "libc.so.6")

# Names under which X11 finds compose tables: those of the languages whose keyboards need one.
LOCALES = ("C", "en_US.UTF-8", "compose.dir", "locale.alias", "locale.dir")


def complete(stage: Path, template: Template) -> None:
    """Put libraries, loader, start script, data and licences beside the exported game."""
    player = stage / layout.PLAYER
    bundled = needs_libraries(player)
    if bundled:
        _carry_libraries(stage, template)
    _write_script(stage, bundled)
    (stage / "share").mkdir()
    shutil.copyfile(HERE.parent / "fonts.conf", stage / "share/fonts.conf")
    if template.share:
        for name in LOCALES:
            _copy(template.share / "X11/locale" / name, stage / "share/X11/locale" / name)
    _carry_licences(stage, template)


def needs_libraries(player: Path) -> bool:
    """Whether a template is linked to more than what every machine with glibc has."""
    return any(not libraries.of_the_machine(name) for name in Elf(player).needed)


def _carry_libraries(stage: Path, template: Template) -> None:
    player = Elf(stage / layout.PLAYER)
    loader = Path(player.interpreter or "")
    found = libraries.resolve(loader, template.path)
    beside = {path.parent for path in found.values()}
    for name in OLD_PARTS:
        if name not in found:
            found.update((name, folder / name) for folder in beside if (folder / name).exists())
    for name, path in found.items():
        if "ld-linux" not in name:
            _copy(path, stage / (layout.GLIBC if GLIBC.match(name) else layout.LIB) / name)
    _copy(loader, stage / layout.LOADER)
    (stage / layout.LOADER).chmod(0o755)
    if "libembree4.so.4" in player.needed and spare_embree(stage / layout.LIB / "libembree4.so.4", player, ROOT / "project.godot"):
        (stage / layout.LIB / "libtbb.so.12").unlink(missing_ok=True)
    # One library a name in one process: where both folders have it, the template's is the newer one.
    for path in sorted((stage / layout.PYTHON / "lib").glob("*.so*")):
        if (stage / layout.LIB / path.name).exists():
            path.unlink()
    player.set_interpreter(SYSTEM_LOADER)
    player.set_search_path("$ORIGIN/lib")
    player.save()
    note(f"{len(list((stage / layout.LIB).rglob('*.so*')))} libraries of the template")


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.is_dir():
        shutil.copytree(source, target)
    else:
        shutil.copyfile(source, target)


def _write_script(stage: Path, bundled: bool) -> None:
    text = (HERE / "run.sh.in").read_text(encoding="utf-8")
    if bundled:
        banner = answer([stage / layout.LOADER, "--version"]) or ""
        version = re.search(r"version 2\.(\d+)", banner)
        if version is None:
            raise SetupError(f"the template's loader does not say its version: {banner.strip()}")
        text += (HERE / "run_bundled.sh.in").read_text(encoding="utf-8").replace("@MINOR@", version[1])
    else:
        text += (HERE / "run_plain.sh.in").read_text(encoding="utf-8")
    (stage / layout.RUN).write_text(text, encoding="utf-8")
    (stage / layout.RUN).chmod(0o755)


def _carry_licences(stage: Path, template: Template) -> None:
    """This project's licence, and those of the packages that the template's libraries came in. Python packages keep theirs inside."""
    folder = stage / "licences"
    folder.mkdir()
    shutil.copyfile(ROOT / "LICENSE", folder / "littlefolk.txt")
    for terminal in (libvterm.HERE / "copyright", Path("/usr/share/doc/libvterm-dev/copyright")):
        if terminal.is_file():
            shutil.copyfile(terminal, folder / "libvterm.txt")
            break
    documents = template.share / "doc" if template.share else None
    for path in sorted(documents.glob("*/copyright")) if documents and documents.is_dir() else ():
        if path.is_file():
            shutil.copyfile(path, folder / f"{path.parent.name}.txt")
