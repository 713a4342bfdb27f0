"""Derive ``table.json`` from a file of LSL definitions.

Usage: ``python derive.py DEFINITIONS.yaml [OUTPUT.json]``

The input is the YAML file of functions, constants and events that Linden Lab publishes in the repository
``secondlife/lsl-definitions``. Only facts are taken: names, types, values, parameter order, and which functions are deprecated.
The output holds one entry a line, sorted by name, so that a newer input gives a readable difference.
PyYAML is needed here and nowhere else.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

_ESCAPE = re.compile(r"\\(?:n|t|\\|x([0-9a-fA-F]{2})|u\{([0-9a-fA-F]+)\})")
_SIMPLE = {r"\n": "\n", r"\t": "\t", r"\\": "\\"}


def _unescape(text: str) -> str:
    def one(match: re.Match[str]) -> str:
        digits = match[1] or match[2]
        return chr(int(digits, 16)) if digits else _SIMPLE[match[0]]

    return _ESCAPE.sub(one, text)


def _value(kind: str, raw: Any) -> Any:
    """The Python value of a constant: integers signed to 32 bits, vectors and rotations as lists of floats."""
    if kind == "integer":
        number = int(raw, 0) if isinstance(raw, str) else int(raw)
        return (number + 2**31) % 2**32 - 2**31
    if kind == "float":
        return float(raw)
    if kind in ("vector", "rotation"):
        return [float(part) for part in raw.strip("<> ").split(",")]
    return _unescape(raw)


def _parameters(entry: dict[str, Any]) -> list[list[str]]:
    return [[facts["type"], name] for argument in entry["arguments"] for name, facts in argument.items()]


def derive(definitions: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The three tables (functions, events, constants) as plain JSON values."""
    functions = {
        name: {
            "returns": entry["return"],
            "parameters": _parameters(entry),
            **({"deprecated": True} if entry.get("deprecated") else {}),
        }
        for name, entry in definitions["functions"].items()
    }
    events = {name: {"parameters": _parameters(entry)} for name, entry in definitions["events"].items()}
    constants = {
        name: {"type": entry["type"], "value": _value(entry["type"], entry["value"])}
        for name, entry in definitions["constants"].items()
        if not entry.get("private")
    }
    return {"functions": functions, "events": events, "constants": constants}


def write(tables: dict[str, dict[str, Any]]) -> str:
    """The text of ``table.json``: one entry a line, sorted."""
    sections = []
    for section, entries in tables.items():
        lines = ",\n".join(f"  {json.dumps(name)}: {json.dumps(entries[name])}" for name in sorted(entries))
        sections.append(f' "{section}": {{\n{lines}\n }}')
    return "{\n" + ",\n".join(sections) + "\n}\n"


def main(arguments: list[str]) -> int:
    if len(arguments) not in (1, 2):
        print(__doc__, file=sys.stderr)
        return 2
    import yaml

    definitions = yaml.safe_load(Path(arguments[0]).read_text(encoding="utf-8"))
    output = Path(arguments[1]) if len(arguments) == 2 else Path(__file__).with_name("table.json")
    output.write_text(write(derive(definitions)), encoding="utf-8")
    print(f"wrote {output}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
