"""Finding one's way from inside: `apropos` and `docs`."""

import ast
import inspect
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import littlefolk
from littlefolk.commands import Command
from littlefolk.commands.finding import ranked
from littlefolk.commands.reference import call_of, paragraph

FOUND = 12  # commands that a search lists
PACKAGE = Path(littlefolk.__file__).parent


class Shown(str):
    """A text that shows as it is, without quotes."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def apropos_of(commands: Callable[[], Iterable[Command]]) -> Callable[[str], Shown]:
    """`apropos(text)`: the commands that some words mean, best first, and the modules that have them in their first line."""

    def apropos(text: str) -> Shown:
        """Find commands and modules by words."""
        lines = [f"{call_of(command)}: {command.summary}" for command in ranked(text, commands())[:FOUND]]
        words = text.casefold().split()
        lines += [line for line in _modules() if all(word in line.casefold() for word in words)][:FOUND]
        return Shown("\n".join(lines) or "nothing is called so: docs() lists the modules")

    return apropos


def docs_of(commands: Callable[[], Iterable[Command]], namespace: dict[str, Any]) -> Callable[..., Shown]:
    """`docs(name)`: what there is to know of a command, a name of the namespace, a module or an object; without a name, all modules."""

    def docs(name: object = None) -> Shown:
        """Explain a command, a module or an object; without a name, list the modules."""
        if name is None:
            return Shown("\n".join(_modules()))
        if not isinstance(name, str):
            return Shown(_described(name))
        last = name.rsplit(".", 1)[-1]
        command = next((each for each in commands() if each.name == last), None)
        if command is not None:
            return Shown(paragraph(command))
        if name in namespace:
            return Shown(_described(namespace[name]))
        source = _source(name)
        return Shown(_outline(source) if source is not None else f"there is no {name}: docs() lists the modules, apropos(text) searches")

    return docs


def _described(value: object) -> str:
    try:
        head = f"{getattr(value, '__name__', type(value).__name__)}{inspect.signature(value)}"  # type: ignore[arg-type]
    except (TypeError, ValueError):
        head = type(value).__name__
    public = ", ".join(name for name in dir(value) if not name.startswith("_"))
    return f"{head}\n{inspect.getdoc(value) or ''}\n{public}".strip()


def _modules() -> list[str]:
    lines = []
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        lines.append(f"{name}: {_first_line(path)}")
    return lines


def _first_line(path: Path) -> str:
    text = path.read_text(encoding="utf-8").lstrip()
    return text[3:].split("\n", 1)[0].removesuffix('"""') if text.startswith('"""') else ""


def _source(name: str) -> Path | None:
    parts = name.split(".")
    if parts[0] != PACKAGE.name:
        loaded = getattr(sys.modules.get(name), "__file__", None)
        return Path(loaded) if loaded and loaded.endswith(".py") else None
    plain = PACKAGE.joinpath(*parts[1:])
    return next((path for path in (plain.with_suffix(".py"), plain / "__init__.py") if path.is_file()), None)


def _outline(path: Path) -> str:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    lines = [ast.get_docstring(tree) or ""]
    for node in tree.body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and not node.name.startswith("_"):
            lines.append(_entry(node, ""))
            if isinstance(node, ast.ClassDef):
                lines += [_entry(each, "  ") for each in node.body if isinstance(each, ast.FunctionDef) and not each.name.startswith("_")]
    return "\n".join(lines)


def _entry(node: ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef, indent: str) -> str:
    head = f"class {node.name}" if isinstance(node, ast.ClassDef) else f"{node.name}({ast.unparse(node.args)})"
    return f"{indent}{head}: {(ast.get_docstring(node) or '').split(chr(10), 1)[0]}"
