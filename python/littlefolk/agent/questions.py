"""Questions to the player: a text, and the type of the answer."""

from dataclasses import dataclass
from typing import Any

from littlefolk.commands.parked import Approve, Decision, Decline, Frame, Parked, Reply
from littlefolk.present.call import Call
from littlefolk.present.codecs import recorded
from littlefolk.present.outcome import Done, Failed, Invalid, Outcome
from littlefolk.present.types import Boolean, PresentationType
from littlefolk.present.untrusted import one_line
from littlefolk.present.views import ModelView, TextView, View, presents
from littlefolk.world.cells import Cell

YES = "yes"


@recorded("answer")
@dataclass(frozen=True, slots=True)
class Answer:
    """What the player answered: the words, and the value that they mean. Declined answers have neither."""

    question: str
    text: str = ""
    value: Any = None
    declined: bool = False

    @property
    def cell(self) -> Cell | None:
        """The place that was answered, if it was one."""
        return self.value if isinstance(self.value, Cell) else None


class Question(Parked):
    """A question that waits for the player. Words that the type cannot read are said to be wrong, and the question stays open."""

    def __init__(self, call: Call, text: str, type_: PresentationType[Any], expires: float | None = None) -> None:
        super().__init__(call, expires)
        self.title, self.text = f"{self.asker} asks", text
        self.type: PresentationType[Any] = type_
        self.takes_yes = isinstance(type_, Boolean)

    def objection(self, decision: Decision, frame: Frame) -> str:
        words = self._words(decision)
        if words is None:
            return "" if isinstance(decision, Decline) else f"write an answer: {self.type.describe()}"
        read = self.type.parse(words, frame.reader)
        return read.message if isinstance(read, Invalid) else ""

    def decide(self, decision: Decision, frame: Frame) -> Outcome:
        words = self._words(decision)
        if words is None:
            return Done(Answer(self.text, declined=True))
        read = self.type.parse(words, frame.reader)
        return Done(Answer(self.text, words.strip(), read))

    def withdraw(self, frame: Frame) -> None:
        """Nothing is held."""

    def expire(self, frame: Frame) -> Outcome:
        return Failed("the player did not answer in time: go on without, or ask another time")

    def _words(self, decision: Decision) -> str | None:
        """What was answered; saying yes answers a question that takes yes or no."""
        if isinstance(decision, Reply):
            return decision.text
        return YES if isinstance(decision, Approve) and self.takes_yes else None


@presents(Answer, TextView)
def _answer(value: Answer, _view: View) -> str:
    return "declined" if value.declined else f"“{one_line(value.text, 400)}”"


@presents(Answer, ModelView)
def _answer_to_model(value: Answer, _view: ModelView) -> str:
    return "declined: the player does not want to answer" if value.declined else f"the player answers: {value.text}"
