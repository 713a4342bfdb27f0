"""Pages of a text: what the pager's commands give back."""

from dataclasses import dataclass
from typing import ClassVar

from littlefolk.present.codecs import recorded
from littlefolk.present.drawables import Chip, Drawable, Line
from littlefolk.present.untrusted import plain
from littlefolk.present.views import CardView, TextView, View, presents

LONGEST_LINE = 1000  # characters; a longer line counts as several
LARGEST = 24_000  # bytes of one page
PATTERN_HITS = 50
AROUND = 3  # lines before and after a hit


@recorded("page")
@dataclass(frozen=True, slots=True)
class Page:
    """A part of a text that was shown: `text` holds it, `note` says which part of how much."""

    note: str
    text: str
    folds: ClassVar[bool] = False


def lines_of(text: str) -> list[str]:
    """The lines of a text; lines of more than LONGEST_LINE characters count as several."""
    lines = text.split("\n")
    if max(map(len, lines)) <= LONGEST_LINE:
        return lines
    return [line[at : at + LONGEST_LINE] for line in lines for at in range(0, max(1, len(line)), LONGEST_LINE)]


def page_of(lines: list[str], first: int, count: int, handle: str) -> Page:
    """The page of `count` lines that begins at line `first`, counted from 1; shorter where the text ends or the page grows too large."""
    shown: list[str] = []
    size = 0
    for line in lines[first - 1 : first - 1 + count]:
        size += len(line.encode("utf-8", "surrogatepass")) + 1
        if size > LARGEST and shown:
            break
        shown.append(line)
    last = first + len(shown) - 1
    if not shown:
        return Page(f"{handle} has {len(lines):,} lines; there is no line {first:,}", "")
    more = f"; read {handle} from line {last + 1} for more" if last < len(lines) else ""
    return Page(f"lines {first:,} to {last:,} of {len(lines):,} of {handle}{more}", "\n".join(shown))


def hits_in(lines: list[str], wanted: str, handle: str) -> Page:
    """The lines that have `wanted`, in any case, each with the lines around it; at most PATTERN_HITS of them."""
    needle = wanted.casefold()
    found = [index for index, line in enumerate(lines) if needle in line.casefold()]
    kept = found[:PATTERN_HITS]
    hits = set(kept)
    near = sorted({line for index in kept for line in range(max(0, index - AROUND), min(len(lines), index + AROUND + 1))})
    shown: list[str] = []
    size, last = 0, None
    for index in near:
        if last is not None and index > last + 1:
            shown.append("--")
        last = index
        shown.append(f"{index + 1}{':' if index in hits else '-'} {lines[index]}")
        size += len(shown[-1].encode("utf-8", "surrogatepass")) + 1
        if size > LARGEST:
            break
    cut = f", the first {len(kept)} shown" if len(found) > len(kept) else ""
    cut += ", the page is cut" if size > LARGEST else ""
    return Page(f"{len(found):,} of {len(lines):,} lines of {handle} have it{cut}", "\n".join(shown))


@presents(Page, TextView)
def _page(value: Page, _view: View) -> str:
    return f"{value.text}\n({value.note})" if value.text else f"({value.note})"


@presents(Page, CardView)
def _page_card(value: Page, _view: View) -> tuple[Drawable, ...]:
    return (Chip(value.note.split(";")[0]), *(Line(line) for line in plain(value.text).splitlines()))
