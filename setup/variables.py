"""Environment variables for starting Godot: always, and for drawing without a GPU."""

from __future__ import annotations

import os
from pathlib import Path

from setup.places import BUILD, ROOT, in_home, writable

# Where Godot writes: variable, the folder in the home folder it stands for, and the one in the checkout to use instead.
FOLDERS = (
    ("XDG_DATA_HOME", ".local/share", "data"),
    ("XDG_CONFIG_HOME", ".config", "config"),
    ("XDG_CACHE_HOME", ".cache", "cache"),
)


def for_every_start(godot: Path) -> dict[str, str]:
    """What Godot at `godot` needs on this machine, with or without a GPU. The folders named for it are made."""
    values = {"OPENBLAS_NUM_THREADS": "1"}  # NumPy's linear algebra is not used, and its threads would only spin at the start
    for variable, usual, name in FOLDERS:
        configured = os.environ.get(variable, "")
        folder = Path(configured) if os.path.isabs(configured) else in_home(usual)
        if folder is None or not writable(folder):
            # Godot crashes when it cannot write its data; the checkout can be written, since it was built in.
            values[variable] = str(BUILD / "home" / name)
            os.makedirs(values[variable], exist_ok=True)
        elif not os.path.isabs(configured) and not os.environ.get("HOME"):
            # Godot knows the home folder from $HOME alone, and writes into the working directory without it.
            values[variable] = str(folder)
    if not Path("/etc/fonts/fonts.conf").exists():
        values["FONTCONFIG_FILE"] = str(ROOT / "setup/fonts.conf")
    prefix = _prefix(godot)
    if prefix and not Path("/usr/share/X11/locale/compose.dir").exists():
        # Without compose tables xkbcommon reports errors.
        values["XLOCALEDIR"] = str(prefix / "share/X11/locale")
    if prefix:
        values["LIBGL_DRIVERS_PATH"] = str(prefix / "lib/dri")
        values["GBM_BACKENDS_PATH"] = str(prefix / "lib")
        values["__EGL_VENDOR_LIBRARY_DIRS"] = f"{prefix / 'share/egl'}:/etc/glvnd/egl_vendor.d:/usr/share/glvnd/egl_vendor.d"
    return values


def for_drawing_in_software(godot: Path) -> dict[str, str]:
    """Everything of `for_every_start`, and Mesa's software renderers in place of any GPU."""
    values = {**for_every_start(godot), "LIBGL_ALWAYS_SOFTWARE": "1"}
    prefix = _prefix(godot)
    if prefix:
        values["__EGL_VENDOR_LIBRARY_DIRS"] = str(prefix / "share/egl")
        values["VK_DRIVER_FILES"] = str(prefix / "share/icd/lvp_icd.json")
    return values


def _prefix(godot: Path) -> Path | None:
    """The folder that holds Godot with its own drivers, when that is how it was fetched."""
    prefix = godot.resolve().parent.parent
    return prefix if (prefix / "share/egl/50_mesa.json").exists() else None
