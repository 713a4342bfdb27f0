"""The text of a stream: what is said, what is thought in `<think>` marks, and what may turn out to be a tool call."""

from littlefolk.agent.providers.base import Event, Text, Thought

THINK, THOUGHT_OVER, CALL = "<think>", "</think>", "<tool_call>"
_JSON_OPENINGS = ("{", "[", "```", CALL)


class Content:
    """Sorts the pieces of a text as they come. `held` is what could be a tool call, for the end to decide.

    A text that opens like JSON is held back whole when `may_call`; so is what follows a `<tool_call>` mark. Pieces of marks wait for
    the rest of the mark.
    """

    def __init__(self, *, may_call: bool) -> None:
        self._may_call = may_call
        self._waiting = ""
        self._thinking = False
        self._begun = False
        self._holding = False
        self.held = ""

    def feed(self, piece: str) -> list[Event]:
        """The events of one more piece."""
        if self._holding:
            self.held += piece
            return []
        self._waiting += piece
        return self._sort(last=False)

    def end(self) -> list[Event]:
        """The events of what still waited; `held` is then complete."""
        return self._sort(last=True)

    def _sort(self, *, last: bool) -> list[Event]:
        events: list[Event] = []
        while self._waiting and not self._holding:
            if not self._begun and not self._thinking:
                opening = self._waiting.lstrip()
                marks = (THINK, *(_JSON_OPENINGS if self._may_call else ()))
                if not last and (not opening or any(mark.startswith(opening) and mark != opening for mark in marks)):
                    return events
                if self._may_call and opening.startswith(_JSON_OPENINGS):
                    self._hold(opening)
                    return events
                self._waiting = opening
                self._begun = not opening.startswith(THINK)
            mark = THOUGHT_OVER if self._thinking else CALL if self._may_call and self._begun else THINK
            before, found, after = self._waiting.partition(mark)
            if found:
                events += self._shown(before)
                if mark == CALL:
                    self._hold(CALL + after)
                else:
                    self._thinking, self._begun, self._waiting = mark == THINK, False, after
                continue
            keep = 0 if last else _overlap(self._waiting, mark)
            events += self._shown(self._waiting[: len(self._waiting) - keep])
            self._waiting = self._waiting[len(self._waiting) - keep :]
            break
        return events

    def _shown(self, text: str) -> list[Event]:
        if not text:
            return []
        return [Thought(text) if self._thinking else Text(text)]

    def _hold(self, text: str) -> None:
        self._holding, self.held, self._waiting = True, text, ""


def _overlap(text: str, mark: str) -> int:
    """How many letters at the end of a text may be the beginning of a mark."""
    return next((size for size in range(min(len(mark) - 1, len(text)), 0, -1) if mark.startswith(text[-size:])), 0)
