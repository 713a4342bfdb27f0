"""Reading a story file: one step a line, each matched against the declared steps."""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from littlefolk.agent.providers import PROVIDERS
from littlefolk.game.stories import answering, expectations, going, staging, steps  # noqa: F401 (importing them declares their steps)
from littlefolk.game.stories.story import FORMS, StepForm, Story, StoryError, StoryStep
from littlefolk.game.stories.values import TYPES
from littlefolk.present.context import ReadContext
from littlefolk.present.outcome import Invalid
from littlefolk.present.suggest import did_you_mean
from littlefolk.present.types import quoted

_SLOT = re.compile(r"\{(\w+):(\w+)\}")
_SETTING = re.compile(r"(\w+)=(\S+)")
SETTINGS = {
    "seed": r"-?\d{1,18}",
    "window": r"\d{2,5}x\d{2,5}",
    "radius": r"\d{1,2}",
    "provider": r"\w+",
    "time": r"0?\.\d+|0|1",
    "start": r"title|world",
    "fps": r"[1-9]\d{1,2}",
    "draw_every": r"[1-9]\d?",
    "critters": r"on|off",
}


def read_story(text: str, name: str = "story") -> Story:
    """Read a story. Raises StoryError for an unknown step or setting, a wrong value, or a story that expects nothing."""
    settings: dict[str, str] = {}
    found: list[StoryStep] = []
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        if line.split()[0] == "world":
            if found:
                raise StoryError(f"{name}:{number}: the world line comes first")
            settings |= _settings(line, name, number)
        else:
            found.append(_read_step(line, name, number))
    if not any(story_step.form.expects for story_step in found):
        raise StoryError(f"{name}: the story expects nothing: add a line such as `expect cell 1 64 -5 is stone`")
    return Story(name, settings, tuple(found))


def _settings(line: str, name: str, number: int) -> dict[str, str]:
    settings = {}
    for word in line.split()[1:]:
        match = _SETTING.fullmatch(word)
        if match is None or match[1] not in SETTINGS:
            raise StoryError(f"{name}:{number}: {quoted(word)} is not a setting; there are {', '.join(f'{key}=…' for key in SETTINGS)}")
        if re.fullmatch(SETTINGS[match[1]], match[2], re.ASCII) is None:
            raise StoryError(f"{name}:{number}: {quoted(match[2])} is not a value for {match[1]}")
        if match[1] == "provider" and match[2] not in PROVIDERS:
            raise StoryError(f"{name}:{number}: there is no provider {quoted(match[2])}; one of {', '.join(sorted(PROVIDERS))}")
        settings[match[1]] = match[2]
    return settings


def _read_step(line: str, name: str, number: int) -> StoryStep:
    problems: list[str] = []
    for form in FORMS:
        match = _compiled(form.pattern)[0].fullmatch(line)
        if match is None:
            continue
        values = _values(form, match, problems)
        if values is not None:
            return StoryStep(number, line, form, values)
    if problems:
        raise StoryError(f"{name}:{number}: {problems[0]}")
    clause, _found = did_you_mean(line[:80], (form.pattern for form in FORMS))
    raise StoryError(f"{name}:{number}: there is no step {quoted(line)}{clause}")


def _values(form: StepForm, match: re.Match[str], problems: list[str]) -> dict[str, Any] | None:
    values = {}
    for slot, type_name in _compiled(form.pattern)[1]:
        value = TYPES[type_name].parse(match[slot], ReadContext())
        if isinstance(value, Invalid):
            problems.append(value.message)
            return None
        values[slot] = value
    return values


@lru_cache(maxsize=256)
def _compiled(pattern: str) -> tuple[re.Pattern[str], tuple[tuple[str, str], ...]]:
    slots: list[tuple[str, str]] = []
    pieces: Iterable[str] = pattern.split()
    regexes = []
    for piece in pieces:
        slot = _SLOT.fullmatch(piece)
        if slot:
            slots.append((slot[1], slot[2]))
            regexes.append(rf"(?P<{slot[1]}>.+?)" if slot[2] != "word" else rf"(?P<{slot[1]}>\S+)")
        else:
            regexes.append(re.escape(piece))
    return re.compile(r"\s+".join(regexes)), tuple(slots)
