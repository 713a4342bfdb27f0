"""Declaring classes: `export`, `signal`, and how a Python class body becomes a description for ClassDB."""

from __future__ import annotations

import copy
import enum
import inspect
import types
import typing
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import _godot

NIL, BOOL, INT, FLOAT, STRING, OBJECT, CALLABLE, DICTIONARY, ARRAY = 0, 1, 2, 3, 4, 24, 25, 27, 28
VARIANT, REFERENCE = 39, 41
USAGE_DEFAULT = 6
# Values of Godot's PropertyHint.
HINT_RANGE, HINT_ENUM, HINT_FLAGS, HINT_FILE, HINT_DIRECTORY = 1, 2, 6, 13, 14
HINT_RESOURCE, HINT_MULTILINE, HINT_TYPE_STRING, HINT_NODE = 17, 18, 23, 34
MUTABLE = (list, dict, _godot.PackedArray)
# What a class may define to decide about properties at run time (as in GDScript).
DYNAMIC = {"_get", "_set", "_get_property_list", "_validate_property", "_property_can_revert", "_property_get_revert"}

Row = tuple[str, int, str | None, int, str, int]


@dataclass
class MethodDeclaration:
    """One method for ClassDB: rows describe arguments and result as (name, type, class, hint, hint text, usage)."""

    name: str
    function: Callable[..., Any]
    arguments: list[Row]
    result: Row
    defaults: tuple[Any, ...]
    variadic: bool


@dataclass
class ClassDeclaration:
    """All that ClassDB is told about one class."""

    name: str
    tool: bool
    doc: str
    icon: str = ""
    properties: list[tuple[str | None, str | None, Row]] = field(default_factory=list)
    signals: list[tuple[str, list[Row]]] = field(default_factory=list)
    methods: list[MethodDeclaration] = field(default_factory=list)
    constants: list[tuple[str, str, int, bool]] = field(default_factory=list)


class Export:
    """A property shown in the inspector and saved in scenes. Made by `export()`."""

    def __init__(
        self, default: Any, hint: int, hint_text: str, headings: tuple[str | None, str | None], doc: str, wanted: type | None
    ) -> None:
        self.default, self.hint, self.hint_text, self.headings, self.doc, self.wanted = default, hint, hint_text, headings, doc, wanted
        self.name = ""
        self.code: int = VARIANT
        self.class_name: str | None = None

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, instance: Any, owner: type) -> Any:
        if instance is None:
            return self
        if isinstance(self.default, MUTABLE):
            # Each object gets its own.
            return instance.__dict__.setdefault(self.name, copy.deepcopy(self.default))
        return self.default

    def resolve(self, owner: type) -> None:
        """Finds the property's type from its annotation, its resource class or its default."""
        annotation = _annotation(owner, self.name)
        self.code, self.class_name = type_code(annotation)
        if self.wanted is not None:
            self.code, self.class_name = type_code(self.wanted)
        elif self.code == VARIANT and self.default is not None:
            self.code, self.class_name = type_code(type(self.default))
        if self.hint == 0 and self.code == REFERENCE:
            self.hint, self.hint_text = HINT_RESOURCE, self.class_name or "Resource"
        elif self.hint == 0 and self.code == OBJECT:
            self.hint, self.hint_text = HINT_NODE, self.class_name or "Node"
        elif self.hint == 0 and self.code in (ARRAY, DICTIONARY):
            self.hint, self.hint_text = _items_hint(annotation)
        self._check_default(owner)
        self._check_items(owner, annotation)

    def _check_default(self, owner: type) -> None:
        if self.default is None and self.code in (OBJECT, REFERENCE, VARIANT, CALLABLE):
            return
        given, _ = type_code(type(self.default))
        if self.code == FLOAT and given == INT:
            self.default = float(self.default)
        elif given != self.code and self.code != VARIANT:
            raise TypeError(
                f"{owner.__name__}.{self.name}: the default {self.default!r} is {type(self.default).__name__}, "
                f"the annotation says {_godot.TYPE_NAMES[self.code]}; make them agree"
            )

    def _check_items(self, owner: type, annotation: Any) -> None:
        wanted = typing.get_args(annotation)
        if isinstance(self.default, dict) and len(wanted) == 2:
            pairs = [(item, kind) for entry in self.default.items() for item, kind in zip(entry, wanted, strict=True)]
        elif isinstance(self.default, list) and len(wanted) == 1:
            pairs = [(item, wanted[0]) for item in self.default]
        else:
            return
        for item, kind in pairs:
            code, _ = type_code(kind)
            given, _ = type_code(type(item))
            if code not in (VARIANT, OBJECT, REFERENCE, given) and not (code == FLOAT and given == INT):
                raise TypeError(
                    f"{owner.__name__}.{self.name}: the default holds {item!r}, which is {type(item).__name__}, "
                    f"the annotation says {_godot.TYPE_NAMES[code]}; make them agree"
                )

    def row(self) -> Row:
        return self.name, self.code, self.class_name, self.hint, self.hint_text, USAGE_DEFAULT


def export(
    default: Any = None,
    *,
    range: Sequence[float | str] | None = None,
    enum: type[enum.Enum] | Sequence[str] | None = None,
    flags: type[enum.Flag] | Sequence[str] | None = None,
    file: str | bool | None = None,
    directory: bool = False,
    multiline: bool = False,
    resource: type | None = None,
    node: type | None = None,
    group: str | None = None,
    subgroup: str | None = None,
    doc: str = "",
) -> Any:
    """Declares a property for the inspector, saved with scenes and visible to GDScript.

    default: its value until set; its type is the annotation's, or else that of the default.
    range: (min, max), (min, max, step) and further words such as "or_greater" or "suffix:m".
    enum: names to choose from, or an Enum class. flags: names of bits, or a Flag class.
    file: True, or a filter such as "*.png". directory, multiline: True for those editors.
    resource, node: the class of an object property.
    group, subgroup: a heading in the inspector from this property on; "" ends it.
    doc: the text for the editor's help.
    """
    hint, text = 0, ""
    if range is not None:
        hint, text = HINT_RANGE, ",".join(str(part) for part in range)
    elif enum is not None:
        hint, text = HINT_ENUM, _choices(enum, texts=isinstance(default, str))
    elif flags is not None:
        hint, text = HINT_FLAGS, _choices(flags, texts=False, flags=True)
    elif file is not None and file is not False:
        hint, text = HINT_FILE, "" if file is True else file
    elif directory:
        hint = HINT_DIRECTORY
    elif multiline:
        hint = HINT_MULTILINE
    return Export(default, hint, text, (group, subgroup), doc, resource or node)


class SignalDeclaration:
    """A signal in a class body; replaced by its attribute when the class is registered."""

    def __init__(self, arguments: dict[str, Any]) -> None:
        self.arguments = arguments

    def rows(self) -> list[Row]:
        return [_row(name, annotation) for name, annotation in self.arguments.items()]


def signal(**arguments: Any) -> Any:
    """Declares a signal: `arrived = signal(cell=Vector3i)`. Use it as `self.arrived.emit(…)` and `.connect(function)`."""
    return SignalDeclaration(arguments)


def describe(cls: type, parent: str, options: dict[str, Any]) -> ClassDeclaration:
    """Reads a class body. Options of the class statement: class_name="…", tool=True and icon="res://…"."""
    name = options.pop("class_name", cls.__name__)
    tool = bool(options.pop("tool", False))
    icon = options.pop("icon", "")
    if options:
        raise TypeError(f"class {cls.__name__} has unknown options {', '.join(options)}; known are class_name, tool and icon")
    if not isinstance(icon, str):
        raise TypeError(f"class {cls.__name__}: icon is the path of a picture, such as 'res://icons/gnome.svg', not {icon!r}")
    declaration = ClassDeclaration(name, tool, inspect.cleandoc(cls.__dict__.get("__doc__") or ""), icon)
    for attribute, value in list(cls.__dict__.items()):
        if isinstance(value, Export):
            value.resolve(cls)
            declaration.properties.append((*value.headings, value.row()))
        elif isinstance(value, SignalDeclaration):
            rows = value.rows()
            declaration.signals.append((attribute, rows))
            setattr(cls, attribute, _godot.SignalAttribute(attribute, tuple(row[:3] for row in rows)))
        elif isinstance(value, type) and issubclass(value, enum.Enum):
            declaration.constants += _constants(attribute, value)
        elif type(value) is int and attribute.isupper() and not attribute.startswith("_"):
            declaration.constants.append(("", attribute, value, False))
        elif isinstance(value, types.FunctionType) and not _is_special(cls, attribute):
            declaration.methods.append(_method(attribute, value))
    return declaration


def type_code(annotation: Any) -> tuple[int, str | None]:
    """(type code, class name) of an annotation; what Godot has no type for is a Variant."""
    if annotation is None or annotation is type(None):
        return NIL, None
    origin = typing.get_origin(annotation)
    if origin in (typing.Union, types.UnionType):
        rest = [part for part in typing.get_args(annotation) if part is not type(None)]
        code, name = type_code(rest[0]) if len(rest) == 1 else (VARIANT, None)
        return (code, name) if code in (OBJECT, REFERENCE) else (VARIANT, None)
    if origin is not None:
        annotation = origin
    if not isinstance(annotation, type):
        return VARIANT, None
    if issubclass(annotation, _godot.EngineObject):
        info = _godot.class_info(annotation)
        return (VARIANT, None) if info is None else ((REFERENCE if info.refcounted else OBJECT), info.text)
    if issubclass(annotation, _godot.Value):
        return _godot.TYPE_NAMES.index(annotation.__name__), None
    if issubclass(annotation, Callable):  # type: ignore[arg-type]
        return CALLABLE, None
    for python, code in ((bool, BOOL), (int, INT), (float, FLOAT), (str, STRING), (dict, DICTIONARY), (list, ARRAY), (tuple, ARRAY)):
        if issubclass(annotation, python):
            return code, None
    return VARIANT, None


def _row(name: str, annotation: Any) -> Row:
    code, class_name = type_code(annotation)
    return name, code, class_name, 0, "", USAGE_DEFAULT


def _is_special(cls: type, name: str) -> bool:
    """Python's own methods and overrides of the engine's virtuals are no methods of the class in ClassDB."""
    if name.startswith("__") or name in DYNAMIC:
        return True
    return any(isinstance(base.__dict__.get(name), _godot.VirtualMethod) for base in cls.__mro__[1:]) or name == "_notification"


def _method(name: str, function: types.FunctionType) -> MethodDeclaration:
    code = function.__code__
    names = code.co_varnames[1 : code.co_argcount]
    hints = _hints(function)
    defaults = function.__defaults__ or ()
    variadic = bool(code.co_flags & inspect.CO_VARARGS) or code.co_kwonlyargcount > 0 or not all(_is_plain(value) for value in defaults)
    result = hints.get("return", VARIANT_HINT)
    return MethodDeclaration(
        name,
        function,
        [_row(argument, hints.get(argument, VARIANT_HINT)) for argument in names],
        _row("", result),
        defaults[-len(names) :] if names and not variadic else (),
        variadic,
    )


VARIANT_HINT = object()


def _is_plain(value: Any) -> bool:
    return value is None or isinstance(value, (bool, int, float, str, list, dict, _godot.Value))


def _hints(function: Any) -> dict[str, Any]:
    try:
        return typing.get_type_hints(function)
    except Exception:
        # A name that is not importable yet (a forward reference) only loses its own type.
        return {name: hint for name, hint in getattr(function, "__annotations__", {}).items() if not isinstance(hint, str)}


def _annotation(owner: type, name: str) -> Any:
    hint = inspect.get_annotations(owner).get(name, VARIANT_HINT)
    if isinstance(hint, str):
        module = inspect.getmodule(owner)
        try:
            return eval(hint, dict(vars(module)) if module else {}, dict(vars(owner)))
        except Exception:
            return VARIANT_HINT
    return hint


def _items_hint(annotation: Any) -> tuple[int, str]:
    """The hint of a list or dict whose annotation names the types of its items."""
    arguments = typing.get_args(annotation)
    if not arguments or any(type_code(argument)[0] == VARIANT for argument in arguments):
        return 0, ""
    return HINT_TYPE_STRING, ";".join(_item_text(argument) for argument in arguments)


def _item_text(annotation: Any) -> str:
    """type/hint:hint text of one item, as the inspector reads it."""
    code, class_name = type_code(annotation)
    if code == REFERENCE:
        return f"{OBJECT}/{HINT_RESOURCE}:{class_name}"
    if code == OBJECT:
        return f"{OBJECT}/{HINT_NODE}:{class_name}"
    if code == INT and isinstance(annotation, type) and issubclass(annotation, enum.Enum):
        hint = HINT_FLAGS if issubclass(annotation, enum.Flag) else HINT_ENUM
        return f"{code}/{hint}:{_choices(annotation, texts=False)}"
    if code in (ARRAY, DICTIONARY):
        hint, text = _items_hint(annotation)
        return f"{code}/{hint}:{text}"
    return f"{code}/0:"


def property_row(entry: dict[str, Any]) -> Row:
    """One entry of `_get_property_list()`: name and type, and if wanted class_name, hint, hint_string, usage.

    The type is a Python type or annotation, or a number of Variant.Type.
    """
    if not isinstance(entry, dict) or "name" not in entry:
        raise TypeError(f'_get_property_list() must return dicts such as {{"name": "size", "type": int}}, not {entry!r}')
    wanted = entry.get("type", NIL)
    code, class_name = (int(wanted), None) if isinstance(wanted, int) else type_code(wanted)
    hint, text = entry.get("hint", 0), entry.get("hint_string", "")
    if hint == 0 and code == REFERENCE:
        hint, text = HINT_RESOURCE, class_name or "Resource"
    return entry["name"], code, entry.get("class_name") or class_name, int(hint), text, int(entry.get("usage", USAGE_DEFAULT))


def _choices(names: Any, texts: bool, flags: bool = False) -> str:
    if isinstance(names, type) and issubclass(names, enum.Enum):
        if texts:
            return ",".join(str(member.value) for member in names)
        return ",".join(f"{member.name.capitalize()}:{int(member.value)}" for member in names)
    if flags or texts:
        return ",".join(names)
    return ",".join(f"{name}:{index}" for index, name in enumerate(names))


def _constants(name: str, members: type[enum.Enum]) -> list[tuple[str, str, int, bool]]:
    is_flags = issubclass(members, enum.Flag)
    return [(name, member.name, int(member.value), is_flags) for member in members if isinstance(member.value, int)]
