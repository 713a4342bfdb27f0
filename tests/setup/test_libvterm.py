"""libvterm: unpacked once, copied whole, and no reason to stop where it cannot be had."""

from pathlib import Path

import pytest

from setup import libvterm
from setup.console import SetupError


@pytest.fixture
def places(tmp_path, monkeypatch):
    """A checkout and a cache of their own, on a system that has no libvterm."""
    monkeypatch.setattr(libvterm, "HERE", tmp_path / "checkout/vterm")
    monkeypatch.setattr(libvterm, "cache_folder", lambda: tmp_path / "cache")
    monkeypatch.setattr(libvterm, "on_system", lambda: False)
    (tmp_path / "checkout").mkdir()
    return tmp_path


def package(root: Path) -> Path:
    """A package unpacked as Debian lays it out."""
    for name in ("usr/include/vterm.h", "usr/share/doc/libvterm-dev/copyright", "usr/lib/x86_64-linux-gnu/libvterm.a"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(name)
    return root


def test_where_it_cannot_be_had_the_set_up_goes_on_and_says_what_to_install(places, monkeypatch, capsys):
    monkeypatch.setattr(libvterm.archive, "unsupported", lambda: "this system has no apt")
    libvterm.ensure()
    said = "".join(capsys.readouterr())
    assert "this system has no apt" in said
    assert "libvterm-dev" in said
    assert not libvterm.HERE.exists()


def test_it_is_fetched_once_and_copied_into_each_checkout(places, monkeypatch):
    fetched = []
    monkeypatch.setattr(libvterm.archive, "unsupported", lambda: None)
    monkeypatch.setattr(libvterm, "_download", lambda work: fetched.append(work) or [])
    monkeypatch.setattr(libvterm, "_unpacked", lambda files, root: package(root))
    libvterm.ensure()
    libvterm.ensure()
    monkeypatch.setattr(libvterm, "HERE", places / "checkout/another")
    libvterm.ensure()
    assert len(fetched) == 1
    for folder in ("vterm", "another"):
        found = sorted(str(path.relative_to(places / "checkout" / folder)) for path in (places / "checkout" / folder).rglob("*.*"))
        assert found == ["include/vterm.h", "lib/libvterm.a"]
        assert (places / "checkout" / folder / "copyright").is_file()


def test_a_package_that_is_laid_out_differently_is_named(places, tmp_path):
    (tmp_path / "root/usr/include").mkdir(parents=True)
    with pytest.raises(SetupError, match="libvterm-dev is laid out differently"):
        libvterm._lay_out(tmp_path / "root", tmp_path / "out")


def test_the_systems_own_is_preferred(places, monkeypatch):
    monkeypatch.setattr(libvterm, "on_system", lambda: True)
    monkeypatch.setattr(libvterm, "_cached", lambda: pytest.fail("nothing is fetched"))
    libvterm.ensure()
    assert not libvterm.HERE.exists()


@pytest.mark.parametrize(("major_minor", "good"), [("0 1", False), ("0 2", False), ("0 3", True), ("0 4", True), ("1 0", True)])
def test_an_old_one_on_the_system_does_not_count(tmp_path, monkeypatch, major_minor, good):
    major, minor = major_minor.split()
    (tmp_path / "vterm.h").write_text(f"#define VTERM_VERSION_MAJOR {major}\n#define VTERM_VERSION_MINOR {minor}\n")
    (tmp_path / "libvterm.a").touch()
    monkeypatch.setenv("CPATH", str(tmp_path))
    monkeypatch.setenv("CC", f"gcc -B{tmp_path}")
    assert libvterm.on_system() is good
