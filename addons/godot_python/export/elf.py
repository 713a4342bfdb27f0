"""Reading and editing 64-bit little-endian ELF files in place, as far as moving a library to another folder needs it."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path

MAGIC = b"\x7fELF\x02\x01"
PT_LOAD, PT_DYNAMIC, PT_INTERP = 1, 2, 3
DT_NEEDED, DT_STRTAB, DT_SONAME, DT_RPATH, DT_RUNPATH = 1, 5, 14, 15, 29


class ElfError(Exception):
    """A file that is not what the edit needs; the message names it."""


@dataclass(frozen=True)
class Segment:
    """One program header: its type, where it is in the file and in memory, its length in bytes."""

    kind: int
    offset: int
    address: int
    length: int


class Elf:
    """One file in memory. Edits keep every offset; `data` is then written back as a whole."""

    def __init__(self, path: Path, content: bytes | None = None) -> None:
        self.path = path
        self.data = bytearray(path.read_bytes() if content is None else content)
        if not self.data.startswith(MAGIC):
            raise ElfError(f"{path} is not a 64-bit little-endian ELF file")
        (table,) = struct.unpack_from("<Q", self.data, 32)
        size, count = struct.unpack_from("<HH", self.data, 54)
        self.segments = [self._segment(table + size * index) for index in range(count)]

    def _segment(self, at: int) -> Segment:
        kind, _, offset, address, _, length = struct.unpack_from("<IIQQQQ", self.data, at)
        return Segment(kind, offset, address, length)

    def _dynamic(self) -> list[tuple[int, int, int]]:
        """Entries of the dynamic section: tag, value, offset in the file."""
        entries = []
        for segment in self.segments:
            if segment.kind == PT_DYNAMIC:
                for at in range(segment.offset, segment.offset + segment.length, 16):
                    tag, value = struct.unpack_from("<qQ", self.data, at)
                    if tag == 0:
                        break
                    entries.append((tag, value, at))
        return entries

    def _string_start(self, index: int) -> int:
        address = next(value for tag, value, _ in self._dynamic() if tag == DT_STRTAB)
        for segment in self.segments:
            if segment.kind == PT_LOAD and segment.address <= address < segment.address + segment.length:
                return address - segment.address + segment.offset + index
        raise ElfError(f"{self.path} has no string table in a loaded segment")

    def _string(self, start: int) -> bytes:
        return bytes(self.data[start : self.data.index(0, start)])

    def _strings(self, wanted: int) -> list[str]:
        return [self._string(self._string_start(value)).decode() for tag, value, _ in self._dynamic() if tag == wanted]

    @property
    def needed(self) -> list[str]:
        """Names of the libraries it is linked to."""
        return self._strings(DT_NEEDED)

    @property
    def soname(self) -> str:
        """The name under which it is linked to; its file's name when it has none."""
        return next(iter(self._strings(DT_SONAME)), self.path.name)

    @property
    def interpreter(self) -> str | None:
        """The loader that starts it; None for libraries."""
        for segment in self.segments:
            if segment.kind == PT_INTERP:
                return self._string(segment.offset).decode()
        return None

    @property
    def search_path(self) -> str | None:
        """Its RPATH or RUNPATH; None when it has neither."""
        return next(iter([*self._strings(DT_RUNPATH), *self._strings(DT_RPATH)]), None)

    def set_search_path(self, value: str) -> None:
        """Replace RPATH or RUNPATH by an RPATH, which unlike RUNPATH also holds for libraries that its libraries need.

        The new value may be no longer than the old one; without an old one there is nothing to replace: ElfError.
        """
        for tag, index, at in self._dynamic():
            if tag in (DT_RPATH, DT_RUNPATH):
                self._replace(self._string_start(index), value.encode())
                struct.pack_into("<q", self.data, at, DT_RPATH)
                return
        raise ElfError(f"{self.path} has no search path that could be replaced")

    def set_interpreter(self, value: str) -> None:
        """Name another loader, no longer than the old one."""
        for segment in self.segments:
            if segment.kind == PT_INTERP:
                self._replace(segment.offset, value.encode())

    def _replace(self, start: int, new: bytes) -> None:
        old = self._string(start)
        if len(new) > len(old):
            raise ElfError(f"{self.path}: {new.decode()} is longer than {old.decode()}, which it should replace")
        self.data[start : start + len(old)] = new.ljust(len(old), b"\0")

    def save(self) -> None:
        self.path.write_bytes(self.data)


def is_elf(path: Path) -> bool:
    """Whether a regular file begins as an ELF file that this module reads."""
    if path.is_symlink() or not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(MAGIC)) == MAGIC
