"""The handles of earlier games, as far as a journal knows them."""

import json
import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from littlefolk.agent.journal import JournalError, latest_named, pictures
from littlefolk.agent.journal_bodies import with_pictures
from littlefolk.present.codecs import decode
from littlefolk.present.handles import HandleTable, canonical, number_of

log = logging.getLogger(__name__)
KEPT = 1000  # of each agent, the latest


def handles_of(path: Path) -> Mapping[str, HandleTable]:
    """A table for each agent of a journal, by name: its counter goes on, and the values of recorded calls are there again.

    What died, or was written in a way that this version cannot read, is stale. An agent that is not in the journal has no table.
    """
    targets: dict[str, dict[str, Any]] = {}
    try:
        rows = latest_named(path, KEPT)
    except JournalError:
        return {}
    for agent, handle, result in rows:
        try:
            named = canonical(handle)
            outcome = json.loads(result)
            done = outcome.get("outcome") == "done"
            value = with_pictures(decode(outcome["value"]), pictures(path)) if done else outcome["message"]
            targets.setdefault(agent, {})[named] = value
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            log.warning("a handle of %s in %s cannot be read: %s", agent, path.name, error)
    return {agent: HandleTable.restored(1 + max(map(number_of, known)), known) for agent, known in targets.items()}
