"""What deciding about parked calls needs of a running game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from littlefolk.agent.approvals import proposed
from littlefolk.commands import TABLES, Command
from littlefolk.commands.admission import admitted, perform
from littlefolk.commands.parked import NOBODY, Parked, Work
from littlefolk.present.call import Call
from littlefolk.present.context import ReadContext
from littlefolk.present.outcome import Denied, Outcome
from littlefolk.verbs.acting import Acting
from littlefolk.world.cells import Cell

if TYPE_CHECKING:
    from littlefolk.game.game import Game


class Deciding:
    """One game's side of its desk. Frame thread only. `previews` are the cells of what is proposed, by the number of the call."""

    def __init__(
        self,
        game: Game,
        acting: Callable[[Call], Acting],
        context: Callable[[Call], ReadContext],
        report: Callable[[Call, BaseException], None],
    ) -> None:
        self._game, self._acting, self._context, self._report = game, acting, context, report
        self.previews: dict[int, Cell] = {}

    @property
    def reader(self) -> ReadContext:
        """How the player's words are read."""
        return self._game.context

    @property
    def asked(self) -> str:
        """What the player is asked at the moment: `question`, `yes or no`, `approval` or ""."""
        shown = self.shown
        if shown is None:
            return ""
        return "approval" if shown.exact else "yes or no" if shown.takes_yes else "question"

    @property
    def shown(self) -> Parked | None:
        """What the player is asked at the moment: by whom they talk to, or else the oldest of all."""
        return self._game.mailbox.desk.shown(self._game.focus.name)

    def propose(self, command: Command, call: Call) -> Outcome | Parked:
        """Put a call before the player; with nobody there it is denied at once."""
        if not self._game.mailbox.desk.attended:
            return Denied(NOBODY)
        approval = proposed(command, call, self._acting(call))
        cell = approval.proposal.camera_pose()
        if cell is not None:
            self.previews[call.number] = cell
        return approval

    def admit(self, call: Call) -> Outcome | None:
        """What now stands against a call, with the grants as they are now."""
        return admitted(TABLES, self.current(call), self._context)

    def perform(self, call: Call) -> Outcome | Work | Parked:
        """Run an admitted call."""
        return perform(TABLES, self.current(call), self._acting, self._report)

    def drop_preview(self, call: Call) -> None:
        """Take down the mark of a call."""
        self.previews.pop(call.number, None)

    def current(self, call: Call) -> Call:
        """A call with no more grants than its caller has now: what was taken since a turn began counts at once."""
        resident = self._game.roster.get(call.caller.name)
        if resident is None:
            return call
        return replace(call, caller=replace(call.caller, grants=call.caller.grants.within(resident.grants)))
