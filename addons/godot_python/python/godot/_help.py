"""Docstrings as pages of the editor's help, in the XML of Godot's class reference."""

from __future__ import annotations

from typing import Any
from xml.sax.saxutils import escape, quoteattr

import _godot

_HEADER = '<?xml version="1.0" encoding="UTF-8" ?>\n'


def publish() -> None:
    """Loads one page for each registered class into the editor."""
    for info in _godot.own_class_infos():
        _godot.load_editor_help(class_page(info.python, info.declaration, _parent_name(info.python)))


def class_page(cls: type, declaration: Any, parent: str) -> str:
    """The XML page of one class."""
    brief, _, rest = declaration.doc.partition("\n")
    lines = [
        _HEADER + f"<class name={quoteattr(declaration.name)} inherits={quoteattr(parent)}>",
        f"<brief_description>{escape(brief)}</brief_description>",
        f"<description>{escape(rest.strip() or brief)}</description>",
        "<methods>",
    ]
    for method in declaration.methods:
        lines.append(f"<method name={quoteattr(method.name)}><return type={quoteattr(_type_name(method.result))} />")
        for index, row in enumerate(method.arguments):
            lines.append(f'<param index="{index}" name={quoteattr(row[0])} type={quoteattr(_type_name(row))} />')
        lines.append(f"<description>{escape((method.function.__doc__ or '').strip())}</description></method>")
    lines.append("</methods><members>")
    for _, _, row in declaration.properties:
        export = cls.__dict__[row[0]]
        lines.append(
            f"<member name={quoteattr(row[0])} type={quoteattr(_type_name(row))} default={quoteattr(repr(export.default))}>"
            f"{escape(export.doc)}</member>"
        )
    lines.append("</members><signals>")
    for name, rows in declaration.signals:
        lines.append(f"<signal name={quoteattr(name)}>")
        for index, row in enumerate(rows):
            lines.append(f'<param index="{index}" name={quoteattr(row[0])} type={quoteattr(_type_name(row))} />')
        lines.append("<description></description></signal>")
    lines.append("</signals></class>")
    return "\n".join(lines)


def _parent_name(cls: type) -> str:
    for base in cls.__mro__[1:]:
        info = _godot.class_info(base)
        if info is not None:
            return str(info.text)
    return "Object"


def _type_name(row: tuple[Any, ...]) -> str:
    _, code, class_name, *_ = row
    if class_name:
        return str(class_name)
    names = {0: "void", 4: "String", 27: "Dictionary", 28: "Array", 39: "Variant"}
    return names.get(code, _godot.TYPE_NAMES[code])
