"""Sparing 41 MB: Embree serves occlusion culling only, and a game that does not use it gets a library that says it cannot."""

from __future__ import annotations

import os
import shlex
import shutil
from pathlib import Path

from addons.godot_python.export.elf import Elf
from setup.console import note
from setup.export.layout import WORK
from setup.places import LOGS
from setup.process import run

SETTING = "occlusion_culling/use_occlusion_culling=true"


def spare_embree(library: Path, player: Elf, project: Path) -> bool:
    """Replace `library` by one whose functions do nothing; False where the project culls by occlusion or no compiler is there."""
    names = sorted(imported(player, b"rtc"))
    if SETTING in project.read_text(encoding="utf-8") or not names:
        return False
    compiler = shlex.split(os.environ.get("CC") or "cc")
    if shutil.which(compiler[0]) is None:
        return False
    source = WORK / "embree.c"
    # rtcNewDevice answers "no device", after which Godot asks for nothing else.
    source.write_text("".join(f"void *{name}(void) {{ return 0; }}\n" for name in names), encoding="utf-8")
    made = WORK / library.name
    command = [*compiler, "-shared", "-fPIC", "-O1", "-s", "-nostdlib", "-Wl,--build-id=none", f"-Wl,-soname,{library.name}"]
    ended = run([*command, source, "-o", made], log=LOGS / "embree.log", limit=60)
    if ended.code != 0:
        return False
    shutil.copyfile(made, library)
    note("left out: Embree (the project does not cull by occlusion)")
    return True


def imported(player: Elf, prefix: bytes) -> set[str]:
    """Names in the file's string tables that begin with `prefix` and an upper-case letter: functions it takes from elsewhere."""
    return {
        word.decode()
        for word in bytes(player.data).split(b"\0")
        if word.startswith(prefix) and word[len(prefix) :].isalnum() and word[len(prefix) : len(prefix) + 1].isupper() and len(word) < 60
    }
