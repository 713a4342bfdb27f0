"""The pager: reading any text or table by its handle, a page at a time."""

from typing import Annotated, Any

from littlefolk.commands import command
from littlefolk.policy import Capability
from littlefolk.present.outcome_text import whole_text
from littlefolk.present.page import Page, hits_in, lines_of, page_of
from littlefolk.present.types import HandleType, Integer, Text
from littlefolk.present.types.handle import Reference
from littlefolk.verbs.acting import Acting

LINES = 80
MOST_LINES = 400


def _is_long(target: Any) -> bool:
    return "\n" in whole_text(target)


def _never(_target: Any) -> bool:
    return False


Count = Annotated[int, Integer(1, MOST_LINES), f"how many lines; {LINES} by default"]


@command("agent", Capability.LOOK, family="read")
def read(
    acting: Acting,
    handle: Annotated[Reference, HandleType(noun="the text to read", offered=_is_long), "what to read"],
    first: Annotated[int, Integer(1), "the line to begin at, counted from 1; the first by default"] = 1,
    lines: Count = LINES,
) -> Page:
    """Read a text or table that was shown, by its handle, from any line on. Pages are not shortened; a large one has a handle too."""
    return page_of(lines_of(whole_text(handle.target)), first, lines, handle.handle)


@command("agent", Capability.LOOK, family="read")
def head(
    acting: Acting,
    handle: Annotated[Reference, HandleType(noun="the text to read", offered=_never), "what to read"],
    lines: Count = LINES,
) -> Page:
    """Read the first lines of a text or table that was shown, by its handle."""
    return page_of(lines_of(whole_text(handle.target)), 1, lines, handle.handle)


@command("agent", Capability.LOOK, family="read")
def tail(
    acting: Acting,
    handle: Annotated[Reference, HandleType(noun="the text to read", offered=_never), "what to read"],
    lines: Count = LINES,
) -> Page:
    """Read the last lines of a text or table that was shown, by its handle."""
    found = lines_of(whole_text(handle.target))
    return page_of(found, max(1, len(found) - lines + 1), lines, handle.handle)


@command("agent", Capability.LOOK, family="search")
def grep(
    acting: Acting,
    handle: Annotated[Reference, HandleType(noun="the text to search", offered=_is_long), "what to search"],
    text: Annotated[str, Text(200), "the text to find, as it is written; case does not matter"],
) -> Page:
    """Find a text in a text or table that was shown: each line that has it, with 3 lines around it, at most 50 hits."""
    return hits_in(lines_of(whole_text(handle.target)), text, handle.handle)


@command("agent", Capability.LOOK, family="read")
def stat(acting: Acting, handle: Annotated[Reference, HandleType(noun="the text to measure", offered=_never), "what to measure"]) -> str:
    """Say how large a text or table is that was shown: its lines, characters and bytes, and what kind of thing it is."""
    text = whole_text(handle.target)
    size = len(text.encode("utf-8", "surrogatepass"))
    return f"{handle.handle}: {type(handle.target).__name__}, {len(lines_of(text)):,} lines, {len(text):,} characters, {size:,} bytes"
