"""Words of a sentence: splitting it, and the numerals, fillers and separators the reader knows."""

import re
from dataclasses import dataclass

_TOKEN = re.compile(r"\"[^\"]*\"|“[^”]*”|„[^“”]*[“”]|#[A-Za-z0-9]{4}\b|[+-]?\d+|[^\W\d_]+(?:['’_-][^\W\d_]+)*|[^\s\w]|\S", re.UNICODE)
_UNITS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
).split()
_TENS = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90}
NUMERALS = (
    {word: number for number, word in enumerate(_UNITS)}
    | _TENS
    | {"a": 1, "an": 1, "another": 1, "couple": 2, "dozen": 12, "hundred": 100, "thousand": 1000}
)
OPENINGS = tuple(
    tuple(phrase.split())
    for phrase in (
        "i want you to|i need you to|i would like you to|i'd like you to|could you|can you|would you|will you|let's|let us"
        "|please|kindly|now|just|also|first|ok|okay|hey"
    ).split("|")
)
CLOSINGS = tuple(tuple(phrase.split()) for phrase in "please|for me|now|again|thanks|thank you|?".split("|"))
STOPS = frozenset({".", ";", "!"})
JOINTS = tuple(tuple(phrase.split()) for phrase in ",|and|then|next|afterwards|after that|after this|with".split("|"))
QUOTES = '"“”„'


@dataclass(frozen=True, slots=True)
class Word:
    """One token: as written, folded to lower case, and where it starts in the sentence."""

    written: str
    folded: str
    start: int

    @property
    def quoted(self) -> bool:
        """Whether it is a quotation, to be taken letter by letter."""
        return len(self.written) >= 2 and self.written[0] in QUOTES

    @property
    def number(self) -> int | None:
        """The whole number it stands for, in digits or as a numeral, or None."""
        digits = self.folded.lstrip("+-")
        if digits.isascii() and digits.isdigit() and len(digits) <= 9:
            return int(self.folded)
        tens, _, unit = self.folded.partition("-")
        if unit in _UNITS[1:10] and tens in _TENS:
            return _TENS[tens] + NUMERALS[unit]
        return NUMERALS.get(self.folded)


def split(sentence: str) -> list[Word]:
    """The words of a sentence, quotations and punctuation signs as words of their own."""
    return [Word(match[0], match[0].casefold().replace("’", "'"), match.start()) for match in _TOKEN.finditer(sentence)]


def starts(words: list[Word], index: int, phrases: tuple[tuple[str, ...], ...]) -> int:
    """The index after the longest of `phrases` that begins at `index`; `index` itself when none does."""
    found = index
    for phrase in phrases:
        if tuple(word.folded for word in words[index : index + len(phrase)]) == phrase:
            found = max(found, index + len(phrase))
    return found


def singular(word: str) -> str:
    """A guess at the singular of a plural noun: `lanterns` → `lantern`."""
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    return word[:-1] if word.endswith("s") and not word.endswith("ss") and len(word) > 3 else word
