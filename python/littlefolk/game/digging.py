"""Digging: a block gives way once it was worked on for as long as it is hard."""

from dataclasses import dataclass

from littlefolk.world.cells import Cell
from littlefolk.world.kinds import Kind

SOFT = 0.35  # seconds; what is no harder than this gives way to a single tap
REST = 0.12  # seconds between two blocks while the button stays down


@dataclass
class Digging:
    """The block that a body digs at. `progress` goes from 0 to 1; `cell` is None while nothing is dug."""

    cell: Cell | None = None
    progress: float = 0.0
    _tapped: bool = False
    _rest: float = 0.0

    def press(self) -> None:
        """The button went down: a soft block is dug even if it comes up at once."""
        self._tapped, self._rest = True, 0.0

    def advance(self, cell: Cell | None, kind: Kind | None, held: bool, seconds: float) -> Cell | None:
        """Work for `seconds` on the targeted cell of this kind, if the button is held; the cell once it gives way.

        Looking at another cell begins anew. Letting go of a hard block forgets what was done.
        """
        if cell is None or kind is None:
            self.stop()
            return None
        if cell != self.cell:
            self._tapped = self._tapped and self.cell is None
            self.cell, self.progress = cell, 0.0
        if not held and not (self._tapped and kind.hardness <= SOFT):
            self.stop()
            return None
        self._rest = max(0.0, self._rest - seconds)
        if self._rest > 0.0:
            return None
        self.progress = min(1.0, self.progress + seconds / kind.hardness) if kind.hardness > 0.0 else 1.0
        if self.progress < 1.0:
            return None
        self.stop()
        self._rest = REST
        return cell

    def stop(self) -> None:
        """Forget the block."""
        self.cell, self.progress, self._tapped = None, 0.0, False
