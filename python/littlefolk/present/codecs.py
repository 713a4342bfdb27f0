"""How typed values go into records and come back. A class registers under a durable tag and a version."""

import dataclasses
import math
from collections.abc import Callable
from typing import Any, TypeVar

from littlefolk.world.cells import Cell, Direction


@dataclasses.dataclass(frozen=True, slots=True)
class Opaque:
    """A recorded value whose tag this version does not know; it still shows, and is written back unchanged."""

    tag: str
    version: int
    data: Any

    def __str__(self) -> str:
        return f"{self.tag} (version {self.version})"


@dataclasses.dataclass(frozen=True, slots=True)
class _Codec:
    tag: str
    version: int
    cls: type
    decode: Callable[[dict[str, Any]], Any]
    fields: tuple[str, ...]


C = TypeVar("C", bound=type)
_by_tag: dict[tuple[str, int], _Codec] = {}
_by_class: dict[type, _Codec] = {}


def recorded(
    tag: str, version: int = 1, decode: Callable[[dict[str, Any]], Any] | None = None, unwritten: tuple[str, ...] = ()
) -> Callable[[C], C]:
    """Register the decorated dataclass under `tag`. Its fields, but for the `unwritten`, must be JSON values, cells or tuples of them."""

    def register(cls: C) -> C:
        fields = tuple(field.name for field in dataclasses.fields(cls) if field.name not in unwritten)
        codec = _Codec(tag, version, cls, decode or (lambda data: cls(**data)), fields)
        if (tag, version) in _by_tag:
            raise ValueError(f"the record tag {tag!r} version {version} is taken by {_by_tag[tag, version].cls.__qualname__}")
        _by_tag[tag, version] = _by_class[cls] = codec
        return cls

    return register


def recorded_classes() -> tuple[type, ...]:
    """Every class that has a codec."""
    return tuple(_by_class)


def encode(value: Any) -> Any:
    """A JSON value that `decode` reads back. Values of unregistered classes become their text."""
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, Cell):
        return {"tag": "cell", "version": 1, "data": list(value)}
    if isinstance(value, Direction):
        return value.label
    if isinstance(value, Opaque):
        return {"tag": value.tag, "version": value.version, "data": value.data}
    if isinstance(value, list | tuple):
        return [encode(item) for item in value]
    codec = _by_class.get(type(value))
    if codec is None:
        return str(value)
    data = {name: encode(getattr(value, name)) for name in codec.fields}
    return {"tag": codec.tag, "version": codec.version, "data": data}


def decode(value: Any) -> Any:
    """What `encode` wrote; tuples come back for lists, and Opaque for a tag or version that is not known."""
    if isinstance(value, list):
        return tuple(decode(item) for item in value)
    if not isinstance(value, dict):
        return value
    tag, version, data = value["tag"], value["version"], value["data"]
    if tag == "cell" and version == 1:
        return Cell(*data)
    codec = _by_tag.get((tag, version))
    if codec is None:
        return Opaque(tag, version, data)
    return codec.decode({name: decode(item) for name, item in data.items()})
