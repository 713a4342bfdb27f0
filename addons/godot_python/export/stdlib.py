"""Which files of the standard library a game takes along."""

from __future__ import annotations

import sysconfig
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

# Installing and building packages, tests, teaching, windows of other toolkits, terminals.
LEFT_OUT = (
    *("__pycache__", "site-packages", "dist-packages", "config-*", "_sysconfigdata*", "sitecustomize.py", "EXTERNALLY-MANAGED"),
    *("test", "tests", "idlelib", "lib2to3", "distutils", "ensurepip", "venv", "pydoc_data", "turtledemo", "turtle.py", "tkinter"),
    *("msilib", "curses", "dbm", "__phello__*", "this.py", "antigravity.py", "nturl2path.py", "pip*"),
    *(
        "_test*",
        "*_test.*",
        "_xx*",
        "xx*",
        "_curses*",
        "_dbm*",
        "_gdbm*",
        "_tkinter*",
        "_crypt.*",
        "crypt.py",
        "_distutils_system_mod*",
        "nis.*",
        "ossaudiodev*",
        "readline.*",
    ),
    *("_codecs_cn*", "_codecs_hk*", "_codecs_jp*", "_codecs_kr*", "_codecs_tw*", "_codecs_iso2022*", "_multibytecodec*"),
    *("*.exe", "*.bat", "*.ico", "*.gif", "*.whl", "*.rst", "*.a"),
)
KEPT = {".py", ".so", ".txt", ".xsl", ".json", ".toml"}


def files() -> Iterator[tuple[Path, Path]]:
    """Pairs (path relative to the library's folder, file) of the running interpreter's standard library."""
    pure = Path(sysconfig.get_path("stdlib"))
    yield from _walk(pure, pure)
    platform = Path(sysconfig.get_path("platstdlib"))
    dynload = platform / "lib-dynload"
    if dynload.is_dir() and platform.resolve() != pure.resolve():
        yield from ((Path("lib-dynload") / inner, path) for inner, path in _walk(dynload, dynload))


def _walk(folder: Path, root: Path) -> Iterator[tuple[Path, Path]]:
    for path in sorted(folder.iterdir()):
        if any(fnmatch(path.name, name) for name in LEFT_OUT):
            continue
        if path.is_dir():
            yield from _walk(path, root)
        elif path.suffix in KEPT:
            yield path.relative_to(root), path


def build_settings() -> tuple[str, str]:
    """Name and source of the module that `sysconfig` reads: the interpreter's build settings without those that hold paths."""
    name = sysconfig._get_sysconfigdata_name()  # type: ignore[attr-defined]
    settings = {key: value for key, value in sysconfig.get_config_vars().items() if isinstance(value, int) or _plain(value)}
    return f"{name}.py", f"build_time_vars = {settings!r}\n"


def _plain(value: object) -> bool:
    return isinstance(value, str) and "/" not in value and len(value) < 80
