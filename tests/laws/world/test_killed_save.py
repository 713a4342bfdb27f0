"""A killed process loses nothing that it committed more than a second before, and never leaves a broken file."""

import random
import time

import pytest
from killed_game import PAIRS, PULSE, kind_after, pair_of, play
from littlefolk.world.saving import Save

WORLDS, LIVES = 10, 5
SECOND = 1_000 + PULSE
"""Milliseconds of the clock of the game that is killed, whose steps are PULSE long; the law's own measure, not a timing of the code."""


class Life:
    """One process that plays on in a world until it is killed at a random moment."""

    def __init__(self, process, path, chance):
        self.path = path
        self._delay = chance.uniform(0.0, 2.0)
        self._kill_at = None
        self._told = path.with_suffix(".told")
        self._told.write_bytes(b"")
        self.process = process(play, str(path), chance.choice([0.0, 0.002, 0.02]), str(self._told))
        self.killed = False

    def advance(self):
        """Kill it when its time has come; whether it is over."""
        if self.killed:
            return True
        assert self.process.is_alive(), f"it ended by itself (code {self.process.exitcode})"
        now = time.monotonic()
        if self._kill_at is None and self._told.stat().st_size:
            self._kill_at = now + self._delay
        if self._kill_at is not None and now >= self._kill_at:
            self.end()
            self.killed = True
        return self.killed

    def end(self):
        """Be sure that it is gone."""
        self.process.kill()
        self.process.join()

    def lines(self):
        """(revision, revision on disk, moment) of each commit that was told of."""
        whole = self._told.read_text().rpartition("\n")[0]
        return [tuple(map(int, line.split())) for line in whole.splitlines()]


def kinds_after(revision):
    """What the cells are after so many commits."""
    return {cell: kind_after(number) for number in range(max(0, revision - PAIRS), revision) for cell in pair_of(number)}


def test_nothing_older_than_a_second_is_lost_at_fifty_kills(tmp_path, process):
    """Ten worlds at a time, each killed five times and taken up again: what a save holds is the whole of its first commits."""
    seed = random.SystemRandom().randrange(2**31)
    chance = random.Random(seed)
    survived = dict.fromkeys((tmp_path / f"world {number}.sqlite" for number in range(WORLDS)), 0)
    kills = 0
    for _ in range(LIVES):
        lives = [Life(process, path, chance) for path in survived]
        try:
            playing = lives
            while playing:
                playing = [life for life in playing if not life.advance()]
                time.sleep(0.002)
        finally:
            for life in lives:
                life.end()
        for life in lives:
            told = life.lines()
            save = Save.open(life.path)
            edits = dict(save.edits())
            revision = save.revision
            save.close()
            assert {cell: edit.kind for cell, edit in edits.items()} == kinds_after(revision), f"seed {seed}: not the whole of its commits"
            assert max((edit.revision for edit in edits.values()), default=0) == revision
            older = [committed for committed, _, moment in told if moment <= told[-1][2] - SECOND]
            assert revision >= max(older, default=0), f"seed {seed}: what was committed more than a second before is lost"
            assert revision >= max((saved for _, saved, _ in told), default=0), f"seed {seed}: what was reported as saved is lost"
            assert revision >= survived[life.path], f"seed {seed}: what had survived a kill is lost"
            survived[life.path] = revision
            kills += 1
    assert kills == WORLDS * LIVES
    assert min(survived.values()) > 0


@pytest.mark.parametrize("_", range(5))
def test_a_kill_in_the_middle_of_creation_or_opening_leaves_nothing_broken(tmp_path, process, _):
    path = tmp_path / "world.littlefolk"
    started = process(play, str(path), 0.0)
    while not list(tmp_path.glob("world.littlefolk*")):
        assert started.is_alive()
    started.kill()
    started.join()
    save = Save.open(path)
    assert {cell: edit.kind for cell, edit in save.edits()} == kinds_after(save.revision)
    save.close()
