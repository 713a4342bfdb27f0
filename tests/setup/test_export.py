"""Laws of the export: what is edited in compiled files, what comes along, what is noticed, and how alone the jail is."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import numpy
import pytest

from addons.godot_python.export import libraries, paths
from addons.godot_python.export.elf import Elf, ElfError, is_elf
from setup.export import drivers, jail, layout, verify
from setup.places import ROOT

EXPORT = ROOT / "addons/godot_python/export"
SHELL = Path("/bin/sh").resolve()


@pytest.fixture
def scripts(monkeypatch: pytest.MonkeyPatch) -> None:
    """The export's scripts import each other by their bare names."""
    monkeypatch.syspath_prepend(str(EXPORT))


def a_module_with_search_path(folder: Path) -> Path:
    """A copy of a compiled module that looks for its libraries in a folder of its own."""
    for path in sorted(Path(numpy.__file__).parent.rglob("_umath_linalg*.so")):
        return Path(shutil.copy(path, folder))
    raise AssertionError("numpy has no _umath_linalg")


def test_a_program_names_its_loader_and_a_library_does_not(tmp_path: Path) -> None:
    assert os.path.exists(Elf(SHELL).interpreter or "")
    assert Elf(a_module_with_search_path(tmp_path)).interpreter is None


def test_a_search_path_is_replaced_and_the_file_stays_as_long(tmp_path: Path) -> None:
    path = a_module_with_search_path(tmp_path)
    before = path.stat().st_size
    elf = Elf(path)
    needed = elf.needed
    elf.set_search_path("$ORIGIN/x")
    elf.save()
    again = Elf(path)
    assert (again.search_path, again.needed, path.stat().st_size) == ("$ORIGIN/x", needed, before)


def test_a_longer_search_path_is_refused(tmp_path: Path) -> None:
    path = a_module_with_search_path(tmp_path)
    content = path.read_bytes()
    with pytest.raises(ElfError, match="longer"):
        Elf(path).set_search_path("$ORIGIN/" + "x" * 200)
    assert path.read_bytes() == content


def test_text_is_no_compiled_file(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("\x7fELF")
    assert not is_elf(tmp_path / "text")
    with pytest.raises(ElfError):
        Elf(tmp_path / "text")


def test_crossed_out_paths_keep_the_length_and_others_are_left() -> None:
    folders = ["/somewhere/checkout", "/somewhere"]
    data = b"a\0/somewhere/checkout/x.c\0/somewhere_else/y\0'/somewhere'"
    blanked = paths.blank(data, folders)
    assert len(blanked) == len(data)
    assert b"/somewhere_else/y" in blanked
    assert paths.found(data, folders) == ["/somewhere'", "/somewhere/checkout/x.c"]
    assert not paths.found(blanked, folders)


def test_common_folders_are_not_private() -> None:
    assert paths.private(["/usr", "/", "/somewhere/of/mine"]) == ["/somewhere/of/mine"]


def test_a_file_and_a_link_that_name_the_machine_are_found(tmp_path: Path) -> None:
    (tmp_path / "clean.txt").write_text("/usr/lib")
    (tmp_path / "note.txt").write_bytes(b"\0made in /somewhere/of/mine/build\0")
    (tmp_path / "link").symlink_to("/somewhere/of/mine")
    complaints = verify.named_folders(tmp_path, ["/somewhere/of/mine"])
    assert [line.split()[0] for line in complaints] == ["link", "note.txt"]


def test_a_library_that_would_come_from_the_machine_is_found(tmp_path: Path) -> None:
    shutil.copy(Elf(SHELL).interpreter or "", tmp_path / layout.LOADER)
    (tmp_path / layout.LIB).mkdir()
    shutil.copy(SHELL, tmp_path / layout.LIB / "program")
    assert "libc.so.6" in " ".join(verify.missing_libraries(tmp_path))


def test_a_module_that_searches_the_machine_is_found(tmp_path: Path) -> None:
    elf = Elf(a_module_with_search_path(tmp_path))
    elf.set_search_path("/opt/lib")
    elf.save()
    shutil.copy(Elf(SHELL).interpreter or "", tmp_path / layout.LOADER)
    assert any("looks for libraries in /opt/lib" in line for line in verify.missing_libraries(tmp_path))


@pytest.mark.parametrize("name", ["libc.so.6", "libm.so.6", "libstdc++.so.6", "ld-linux-x86-64.so.2"])
def test_glibc_and_the_runtime_of_drivers_are_the_machines(name: str) -> None:
    assert libraries.of_the_machine(name)


@pytest.mark.parametrize("name", ["libcrypto.so.3", "libcap.so.2", "libmpg123.so.0"])
def test_other_libraries_come_along(name: str) -> None:
    assert not libraries.of_the_machine(name)


def test_requirements_are_followed_and_extras_are_not(scripts: None) -> None:
    import packages

    names = {package.metadata["Name"].lower().replace("_", "-") for package in packages.closure(["pydantic>=2"])}
    assert {"pydantic", "pydantic-core", "annotated-types", "typing-extensions"} <= names
    assert "email-validator" not in names


def test_a_requirement_that_is_not_installed_says_how_to_install_it(scripts: None) -> None:
    import packages

    with pytest.raises(packages.MissingPackage, match="pip install"):
        packages.closure(["no-such-package-anywhere"])


def test_a_package_comes_with_its_licence_and_without_tests_types_and_headers(scripts: None) -> None:
    import packages

    names = [name.as_posix() for name, _ in packages.files(metadata.distribution("numpy"))]
    assert "numpy/__init__.py" in names
    assert any("LICENSE" in name for name in names)
    assert not [name for name in names if name.endswith((".pyi", ".h", ".a")) or "/tests/" in name or "__pycache__" in name]


def test_a_mirror_keeps_what_is_current_and_drops_what_is_gone(scripts: None, tmp_path: Path) -> None:
    from mirror import Mirror

    def update() -> int:
        mirror = Mirror(tmp_path / "out", lambda data: data)
        mirror.update(files, {}, lambda _: True, lambda *_: None)
        return mirror.written

    (tmp_path / "one.py").write_text("raise ValueError\n")
    (tmp_path / "data.toml").write_text("x = 1\n")
    files = {Path("a/one.py"): tmp_path / "one.py", Path("a/data.toml"): tmp_path / "data.toml"}
    assert [update(), update()] == [2, 0]
    assert sorted(path.name for path in (tmp_path / "out/a").iterdir()) == ["data.toml", "one.pyc"]
    assert str(tmp_path).encode() not in (tmp_path / "out/a/one.pyc").read_bytes()
    del files[Path("a/data.toml")]
    update()
    assert [path.name for path in (tmp_path / "out/a").iterdir()] == ["one.pyc"]


def test_a_module_of_the_game_that_does_not_compile_stops_the_export(scripts: None, tmp_path: Path) -> None:
    import py_compile

    from mirror import Mirror

    (tmp_path / "bad.py").write_text("def\n")
    files = {Path("bad.py"): tmp_path / "bad.py"}
    with pytest.raises(py_compile.PyCompileError):
        Mirror(tmp_path / "out", lambda data: data).update(files, {}, lambda _: True, lambda *_: None)
    lenient = Mirror(tmp_path / "out", lambda data: data)
    lenient.update(files, {}, lambda _: False, lambda *_: None)
    assert lenient.skipped == ["bad.py"]


def test_the_build_settings_hold_no_paths(scripts: None) -> None:
    import stdlib

    name, source = stdlib.build_settings()
    assert name.startswith("_sysconfigdata")
    assert "/" not in source
    assert "EXT_SUFFIX" in source


def test_the_jail_shows_only_what_was_put_into_it_and_is_nobody(tmp_path: Path) -> None:
    """Commands of the shell itself, since there is nothing else: the root's entries, and whether the shell can write to them."""
    (tmp_path / "shown").mkdir()
    (tmp_path / "shown/file").write_text("x")
    script = "echo /*; (: > /shown/new) || echo read-only; [ -e /usr/bin ] || echo alone; exit 3"
    specification = {
        "mounts": [[str(tmp_path / "shown"), "/shown", "ro"]],
        "copies": drivers.bare().copies,
        "env": {},
        "cwd": "/",
        "program": "/bin/sh",
        "argv": ["/bin/sh", "-c", script],
    }
    (tmp_path / "plan.json").write_text(json.dumps(specification))
    command = [sys.executable, "-m", "setup.export.jail", str(tmp_path / "plan.json")]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
    if ended.returncode == jail.CANNOT:
        pytest.skip(ended.stderr.strip())
    assert ended.returncode == 3, ended.stderr
    assert "alone" in ended.stdout
    assert "read-only" in ended.stdout
    assert "/shown" in ended.stdout.splitlines()[0]
    assert "/home" not in ended.stdout
