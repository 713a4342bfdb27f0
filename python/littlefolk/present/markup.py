"""Text made safe inside CommonMark."""

import re

_SIGNS = re.compile(r"([\\`*_{}\[\]<>#|~&])")
_OPENERS = re.compile(r"(?m)^(\s*)(\d+)([.)])|^(\s*)([-+=])")


def escaped(text: str) -> str:
    """Text in which nothing is markup: signs that open some are escaped, and each line keeps its break."""
    text = _SIGNS.sub(r"\\\1", text)
    text = _OPENERS.sub(lambda found: f"{found[1]}{found[2]}\\{found[3]}" if found[2] else f"{found[4]}\\{found[5]}", text)
    return text.replace("\n", "  \n")


def fenced(text: str, language: str = "") -> str:
    """Text in a code block whose fence is longer than any run of backquotes in it."""
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{language}\n{text}\n{fence}"
