"""A folder made equal to a list of files: what is up to date stays, what is not in the list goes."""

from __future__ import annotations

import os
import py_compile
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

from elf import Elf, is_elf

Report = Callable[[float, str], None]


class Mirror:
    """Files to be: target (relative) → source. A target has its source's time, and appears whole by a rename."""

    def __init__(self, folder: Path, blank: Callable[[bytes], bytes]) -> None:
        self.folder = folder
        self._blank = blank
        self.written = 0
        self.skipped: list[str] = []

    def update(self, files: Mapping[Path, Path], texts: Mapping[Path, str], required: Callable[[Path], bool], report: Report) -> None:
        """Make the folder hold `files` (a `.py` source as its compiled `.pyc`) and `texts`, and nothing else.

        A source with a syntax error is left out, unless `required` says of its target that the game needs it: then it is raised.
        """
        expected = {self._target(name) for name in (*files, *texts)}
        for path in sorted(self.folder.rglob("*"), reverse=True):
            if path.is_dir() and not path.is_symlink():
                if not any(path.iterdir()):
                    path.rmdir()
            elif path.relative_to(self.folder) not in expected:
                path.unlink()
        for number, (name, source) in enumerate(sorted(files.items())):
            report(number / len(files), str(name))
            self._place(name, source, required(name))
        for name, text in texts.items():
            self._write(self.folder / name, text.encode())

    @staticmethod
    def _target(name: Path) -> Path:
        return name.with_suffix(".pyc") if name.suffix == ".py" else name

    def _place(self, name: Path, source: Path, required: bool) -> None:
        target = self.folder / self._target(name)
        moment = source.stat().st_mtime_ns
        if target.exists() and target.stat().st_mtime_ns == moment:
            return
        if name.suffix == ".py":
            if not self._compile(name, source, target, required):
                return
        else:
            self._write(target, self._changed(name, source))
        os.utime(target, ns=(moment, moment))
        self.written += 1

    def _changed(self, name: Path, source: Path) -> bytes:
        """The content of a file that is not compiled, as the game has it."""
        if is_elf(source) and name.parts[0] == "site-packages":
            # A wheel brings its libraries, and comes stripped; what edited it has moved parts that strip expects elsewhere.
            return self._blank(source.read_bytes())
        if is_elf(source):
            return self._blank(_at_home(stripped(source), name))
        data = source.read_bytes()
        return data.split(b"\n\n", 1)[0] + b"\n" if name.name == "METADATA" else data

    def _compile(self, name: Path, source: Path, target: Path, required: bool) -> bool:
        """Compile with the relative name as the code's file, so that tracebacks tell nothing of this machine."""
        target.parent.mkdir(parents=True, exist_ok=True)
        mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
        try:
            py_compile.compile(str(source), cfile=str(target), dfile=str(name), doraise=True, invalidation_mode=mode)
        except py_compile.PyCompileError:
            if required:
                raise
            self.skipped.append(str(name))
            return False
        return True

    def _write(self, target: Path, data: bytes) -> None:
        target.parent.mkdir(parents=True, exist_ok=True)
        temporary = target.with_name(f"{target.name}.new")
        temporary.write_bytes(data)
        os.replace(temporary, target)


def stripped(binary: Path) -> bytes:
    """The file without what only debuggers and linkers read, where the machine has `strip`.

    A libpython of one's own build has 25 MB of it.
    """
    strip = shutil.which("strip")
    if strip:
        with tempfile.NamedTemporaryFile() as file:
            done = subprocess.run([strip, "--strip-unneeded", "-o", file.name, str(binary)], capture_output=True)
            content = Path(file.name).read_bytes()
            if done.returncode == 0 and content:
                return content
    return binary.read_bytes()


def _at_home(data: bytes, name: Path) -> bytes:
    """A library or extension module that looks for others in a folder of this machine now looks in the game's `lib`."""
    elf = Elf(name, data)
    if elf.search_path is not None:
        elf.set_search_path("/".join(["$ORIGIN", *[".."] * (len(name.parts) - 2)]))
    return bytes(elf.data)


def fresh(folder: Path, key: str) -> None:
    """Empty `folder` when it was made under another key; the key file stands beside it."""
    stamp = folder.with_name(f"{folder.name}.key")
    if not stamp.exists() or stamp.read_text(encoding="utf-8") != key:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        stamp.write_text(key, encoding="utf-8")
