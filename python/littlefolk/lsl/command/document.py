"""Results for programs: one JSON document, described by ``report.schema.json`` beside this file."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from .reading import Result

VERSION = 1


def document(results: Sequence[Result]) -> dict[str, Any]:
    """The document of a run."""
    return {
        "version": VERSION,
        "files": [_file(result) for result in results],
        "summary": {
            "files": len(results),
            "errors": sum(result.errors for result in results),
            "warnings": sum(result.warnings for result in results),
            "refusals": sum(len(result.refusals) for result in results),
        },
    }


def render(results: Sequence[Result]) -> str:
    """The document as text."""
    return json.dumps(document(results), indent=2, ensure_ascii=True) + "\n"


def _file(result: Result) -> dict[str, Any]:
    return {
        "file": result.name,
        "trouble": result.trouble or None,
        "diagnostics": [{**asdict(item), "message": item.message} for item in result.diagnostics],
        "refusals": [{**asdict(item), "message": item.message} for item in result.refusals],
    }
