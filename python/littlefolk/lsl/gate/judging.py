"""All judgements of the gate over one script."""

from __future__ import annotations

import re

from ..caps import Deadline, OutOfTime
from ..diagnostics import quoted
from ..table import CLASSIFICATION, FUNCTIONS, HARMLESS
from ..tree import Call, Expression, Function, Print, Script, walk
from . import channel, masks
from .flow import Flow
from .folding import Folder, Overrun
from .refusal import Refusals
from .texts import Texts

#: Functions that only other servers have. A name of this form is refused even when the script declares it itself.
FOREIGN = re.compile(r"(?:os|ls|mod)[A-Z0-9_]\w*")


class Judge:
    """Judges the calls of a script, then all its texts."""

    def __init__(self, script: Script, refusals: Refusals) -> None:
        self.script = script
        self.refusals = refusals
        self.deadline = Deadline(script.caps)
        self.own = {one.name: one for one in script.definitions if isinstance(one, Function)}

    def run(self) -> None:
        self._unreadable()
        calls = [part for part in walk(self.script) if isinstance(part, Call)]
        for call in calls:
            self._classified(call)
        for one in self.own.values():
            if FOREIGN.fullmatch(one.name):
                self._foreign(one.name, one.start, one.end)
        try:
            flow = Flow(self.script)
            folder = Folder(flow, self.script.caps, self.deadline)
            texts = Texts(self.script, flow, folder, self.refusals)
            owners = {id(part): owner for place, owner in flow.places for part in walk(place) if isinstance(part, Call)}
            open_calls: list[Call | Print] = []
            for shown, owner in self._printed(flow):
                self._said(shown, shown.operand, owner, folder, open_calls)
            for call in calls:
                owner = owners.get(id(call), -1)
                if call.function == "llRequestPermissions":
                    self._mask(call, owner, folder)
                elif call.function == "llOwnerSay" and call.arguments:
                    self._said(call, call.arguments[0], owner, folder, open_calls)
                elif call.function in channel.SPEAKING:
                    self._relay(call, owner, folder)
            texts.judge()
            if open_calls and texts.commands:
                for spoken in open_calls:
                    self._command(spoken, "text said to the owner that may begin with @, in a script that holds viewer commands")
        except Overrun:
            self._undecided("the script combines more text than the gate follows")
        except OutOfTime:
            self._undecided(f"judging the script takes more than {self.script.caps.seconds} s")

    @staticmethod
    def _printed(flow: Flow) -> list[tuple[Print, int]]:
        """``print`` speaks to the owner where it does anything at all."""
        return [(part, owner) for place, owner in flow.places for part in walk(place) if isinstance(part, Print)]

    def _said(self, call: Call | Print, text: Expression, owner: int, folder: Folder, open_calls: list[Call | Print]) -> None:
        """Judges text that is said to the owner."""
        verdicts = {channel.verdict(value) for value in folder.fold(text, owner)}
        if "command" in verdicts:
            self._command(call, "text said to the owner that begins with @, which viewers take as a command")
        elif "open" in verdicts:
            open_calls.append(call)

    def _undecided(self, reason: str) -> None:
        self.refusals.add("undecided", 0, 0, reason, "build text from fewer pieces and variables")

    def _unreadable(self) -> None:
        for item in self.script.diagnostics:
            if item.severity == "error":
                start = self.script.source.offset(item.line, item.column)
                self.refusals.add(
                    "unreadable", start, start, f"a part that cannot be read: found {item.found}", f"expected {item.expected}"
                )

    # Calls

    def _classified(self, call: Call) -> None:
        name, end = call.function, call.start + len(call.function)
        if FOREIGN.fullmatch(name):
            self._foreign(name, call.start, end)
            return
        known = CLASSIFICATION.get(name)
        if known is None:
            if name not in self.own:
                self.refusals.add(
                    "foreign function", call.start, end, f"a call of {quoted(name)}, which neither the language nor the script has",
                    "call functions of the language or define your own",
                )  # fmt: skip
            return
        if known.name != HARMLESS and name != "llRequestPermissions":
            self.refusals.add(
                known.name,
                call.start,
                end,
                f"a call of {name}, which {known.reason}",
                "leave it out: scripts made for others may not do this",
            )

    def _foreign(self, name: str, start: int, end: int) -> None:
        self.refusals.add(
            "foreign function", start, end, f"the function {quoted(name)} of another server",
            "use a function of the language, or a name that does not start with os, ls or mod",
        )  # fmt: skip

    def _mask(self, call: Call, owner: int, folder: Folder) -> None:
        end = call.start + len(call.function)
        if len(call.arguments) != len(FUNCTIONS["llRequestPermissions"].parameters):
            self.refusals.add(
                "permission", call.start, end, "a permission request without a mask", "pass an avatar and a mask of constants"
            )
            return
        mask = call.arguments[1]
        repair = f"ask for no more than {masks.allowed_names()}"
        for value in folder.fold(mask, owner):
            bits = masks.refused_bits(value)
            if bits is None:
                self.refusals.add(
                    "permission", mask.start, mask.end, "a permission mask that cannot be worked out from the script",
                    "write the mask as constants joined with |",
                )  # fmt: skip
            elif bits:
                self.refusals.add("permission", mask.start, mask.end, f"a request for {', '.join(bits)}", repair)

    def _relay(self, call: Call, owner: int, folder: Folder) -> None:
        at, said = channel.SPEAKING[call.function]
        if len(call.arguments) <= said:
            return
        if channel.RELAY in folder.fold(call.arguments[at], owner):
            self._command(call, f"speech on channel {channel.RELAY}, on which relays take viewer commands")

    def _command(self, call: Call | Print, reason: str) -> None:
        self.refusals.add(
            "command channel", call.start, call.start + len(call.function if isinstance(call, Call) else "print"), reason,
            "put other characters in front, or say it with llRegionSayTo or llInstantMessage",
        )  # fmt: skip
