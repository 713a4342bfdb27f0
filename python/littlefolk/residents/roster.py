"""The roster: every resident by name. Changed by the frame's thread only."""

from collections.abc import Callable, Iterator, Sequence

from littlefolk.residents.figures import GNOME
from littlefolk.residents.resident import Resident

NAMES = GNOME.names
Listener = Callable[[Resident], None]


class Roster:
    """Residents in order of arrival, found by name whatever the case."""

    def __init__(self) -> None:
        self._residents: dict[str, Resident] = {}
        self._arrival: list[Listener] = []
        self._departure: list[Listener] = []
        self._naming: list[Callable[[Resident, str], None]] = []

    def on_arrival(self, listener: Listener) -> None:
        """Call `listener` with each resident that is added from now on."""
        self._arrival.append(listener)

    def on_departure(self, listener: Listener) -> None:
        """Call `listener` with each resident that has been removed, from now on."""
        self._departure.append(listener)

    def on_naming(self, listener: Callable[[Resident, str], None]) -> None:
        """Call `listener` with each resident that has a new name, and the name before it, from now on."""
        self._naming.append(listener)

    def add(self, resident: Resident) -> None:
        """Add a resident. Raises ValueError when the name is taken."""
        key = resident.name.casefold()
        if key in self._residents:
            raise ValueError(f"there is a resident named {resident.name} already")
        self._residents[key] = resident
        for listener in self._arrival:
            listener(resident)

    def remove(self, resident: Resident) -> None:
        """Take a resident out. Raises KeyError for one that is not in the roster."""
        if self._residents.get(resident.name.casefold()) is not resident:
            raise KeyError(resident.name)
        del self._residents[resident.name.casefold()]
        for listener in self._departure:
            listener(resident)

    def rename(self, resident: Resident, name: str) -> None:
        """Give a resident another name; its place in the order stays. Raises KeyError for a stranger, ValueError for a taken name."""
        before, key = resident.name, name.casefold()
        if self._residents.get(before.casefold()) is not resident:
            raise KeyError(before)
        if self._residents.get(key, resident) is not resident:
            raise ValueError(f"there is a resident named {name} already")
        if before == name:
            return
        resident.name = resident.body.name = name
        resident.formerly = (*(each for each in resident.formerly if each.casefold() not in (key, before.casefold())), before)
        self._residents = {each.name.casefold(): each for each in self._residents.values()}
        for listener in self._naming:
            listener(resident, before)

    def get(self, name: str) -> Resident | None:
        """The resident with this name, or None."""
        return self._residents.get(name.casefold())

    def free_name(self, names: Sequence[str] = NAMES) -> str:
        """A name that nobody has, and nobody had: the first free one of these, or one of them with a number."""
        taken = self.names_taken
        for round_ in range(1, len(taken) + 2):
            for name in names:
                candidate = name if round_ == 1 else f"{name} {round_}"
                if candidate.casefold() not in taken:
                    return candidate
        raise AssertionError("one of more names than are taken is free")

    @property
    def names_taken(self) -> frozenset[str]:
        """Names, in lower case, that somebody here has or had: what they once were called still stands in their records."""
        former = (name.casefold() for resident in self for name in resident.formerly)
        return frozenset((*self._residents, *former))

    def __iter__(self) -> Iterator[Resident]:
        return iter(tuple(self._residents.values()))

    def __len__(self) -> int:
        return len(self._residents)
