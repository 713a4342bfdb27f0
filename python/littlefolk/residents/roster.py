"""The roster: every resident by name. Changed by the frame's thread only."""

from collections.abc import Callable, Iterator, Sequence

from littlefolk.residents.figures import GNOME
from littlefolk.residents.resident import Resident

NAMES = GNOME.names


class Roster:
    """Residents in order of arrival, found by name whatever the case."""

    def __init__(self) -> None:
        self._residents: dict[str, Resident] = {}
        self._arrival: list[Callable[[Resident], None]] = []

    def on_arrival(self, listener: Callable[[Resident], None]) -> None:
        """Call `listener` with each resident that is added from now on."""
        self._arrival.append(listener)

    def add(self, resident: Resident) -> None:
        """Add a resident. Raises ValueError when the name is taken."""
        key = resident.name.casefold()
        if key in self._residents:
            raise ValueError(f"there is a resident named {resident.name} already")
        self._residents[key] = resident
        for listener in self._arrival:
            listener(resident)

    def get(self, name: str) -> Resident | None:
        """The resident with this name, or None."""
        return self._residents.get(name.casefold())

    def free_name(self, names: Sequence[str] = NAMES) -> str:
        """A name that nobody has: the first free one of these, or one of them with a number."""
        for round_ in range(1, len(self._residents) + 2):
            for name in names:
                candidate = name if round_ == 1 else f"{name} {round_}"
                if candidate.casefold() not in self._residents:
                    return candidate
        raise AssertionError("one of more names than residents is free")

    def __iter__(self) -> Iterator[Resident]:
        return iter(self._residents.values())

    def __len__(self) -> int:
        return len(self._residents)
