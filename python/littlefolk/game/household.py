"""What a game does when residents come, go and are named: their minds, the focus, and the handles of earlier games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from littlefolk.game.dwelling import Dwelling
from littlefolk.present.handles import HandleTable, number_of
from littlefolk.residents import Resident

if TYPE_CHECKING:
    from littlefolk.game.game import Game


def settle_in(game: Game) -> Dwelling:
    """Bring back the residents that are kept with the world, and keep house from now on. Gives back what keeps them."""
    dwelling = Dwelling(game.save, game.roster)
    dwelling.restore()
    game.roster.on_departure(lambda resident: _take_leave(game, resident))
    game.roster.on_naming(lambda resident, before: _rename(game, resident, before))
    for problem in dwelling.problems:
        game.tell(problem)
    return dwelling


def earlier_handles(tables: Mapping[str, HandleTable], resident: Resident) -> HandleTable | None:
    """The handles that a resident gave in earlier games, under the name it has and those that it had; None for none."""
    found = [tables[name] for name in (resident.name, *resident.formerly) if name in tables]
    if len(found) < 2:
        return found[0] if found else None
    targets = {handle: target for table in found for handle, target in table.latest()}
    newest = sorted(targets, key=number_of)
    return HandleTable.restored(max(table.counter for table in found), {handle: targets[handle] for handle in newest})


def _take_leave(game: Game, resident: Resident) -> None:
    """End a resident's mind; its thread is waited for when the game closes, if it has not ended by then."""
    game.world.forget_author(resident.name)
    game.minds.spending.forget(resident.name)
    agent = game.agents.pop(resident.name)
    agent.close()
    game.leaving = [*(each for each in game.leaving if not each.closed), agent]
    if game.focus.name == resident.name:
        game.focus.leave()


def _rename(game: Game, resident: Resident, before: str) -> None:
    game.shells.dismiss(before)  # what goes on under the name before would be nobody's
    game.evaluators.forget(before, f"{before} is called {resident.name} now")
    game.world.rename_author(before, resident.name)
    game.minds.spending.rename(before, resident.name)
    minds = {agent.resident.name: agent for agent in game.agents.values()}
    game.agents.clear()
    game.agents.update(minds)
    if game.focus.name == before:
        game.focus.enter(resident.name)
