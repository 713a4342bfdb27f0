"""Translators: what something shown stands for, as a value of a presentation type."""

from collections.abc import Callable
from typing import Any

from littlefolk.present.context import ReadContext
from littlefolk.present.types import Optional, PresentationType
from littlefolk.present.types.handle import HandleType, Reference

Translate = Callable[[Any], Any]
_translators: dict[tuple[type, type[PresentationType[Any]]], Translate] = {}


def translates(source: type, target: type[PresentationType[Any]]) -> Callable[[Translate], Translate]:
    """Declare the decorated function as what reads an object of `source` as a value of `target`; it gives None where it cannot."""

    def declare(translate: Translate) -> Translate:
        _translators[source, target] = translate
        return translate

    return declare


def stands_for(shown: Any, type_: PresentationType[Any], context: ReadContext, *, itself: bool = False) -> Any | None:
    """The value of `type_` that something shown stands for, by a translator or by the type itself; None where there is none.

    What comes back holds in `context`: it passes the type's own check. With `itself` no translator is asked.
    """
    inner = type_.inner if isinstance(type_, Optional) else type_
    if isinstance(shown, Reference) and not isinstance(inner, HandleType):
        shown = shown.target
    value = None
    for base in () if itself else type(shown).__mro__:
        translate = _translators.get((base, type(inner)))
        if translate is not None:
            value = translate(shown)
            break
    if value is None:
        value = inner.taken_from(shown, context)
    return None if value is None or inner.recheck(value, context) is not None else value
