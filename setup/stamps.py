"""Stamps: small JSON files, written whole or not at all, that say what a finished step was made from."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Any


def digest(*parts: object) -> str:
    """A short key of `parts`: bytes as they are, paths as the system has them, anything else as it prints."""
    total = hashlib.sha256()
    for part in parts:
        data = os.fsencode(part) if isinstance(part, (bytes, os.PathLike)) else str(part).encode()
        total.update(len(data).to_bytes(8, "big") + data)
    return total.hexdigest()[:16]


def read(path: Path) -> dict[str, Any]:
    """The stamp at `path`; empty when there is none or it cannot be read."""
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return value if isinstance(value, dict) else {}


def write(path: Path, value: dict[str, Any]) -> None:
    """Replace `path` in one step, so that an interruption leaves the old content or the new."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f"{path.name}.{os.getpid()}.new")
    temporary.write_text(json.dumps(value, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    os.replace(temporary, path)
