"""Critters: they come, keep out of what is solid, stay few, and leave nothing behind."""

import itertools
import math

import numpy as np
import pytest
from littlefolk.critters import MOST, Population, Species, Watcher
from littlefolk.critters.rabbits import AFRAID, RUN
from littlefolk.game import Game, Options
from littlefolk.game.stories import StoryRun, read_story
from littlefolk.world.cells import Cell, ChunkKey, cell_at
from littlefolk.world.kinds import AIR, KINDS
from littlefolk.world.transactions import Commit
from littlefolk.world.world import Change, World

NOON, NIGHT = 0.5, 0.0
PLACE = slice(0, 8)
PLAYER = Watcher((0.5, 1.0, 0.5), (0.0, 0.0, -1.0))
FAR_OFF = Watcher((0.5, 1.0, 40.5), (0.0, 0.0, -1.0))


def meadow(bumps=0):
    """Grass at y = 0 with trees on it, and some single blocks beside; resident 64 m around."""
    world = World(seed=1)
    ground = np.zeros((128, 128), int)
    ids = np.zeros((128, 64, 128), np.uint8)
    if bumps:
        ground = np.random.default_rng(bumps).integers(0, 12, (128, 128)) // 10
    for height in (0, 1):
        ids[:, 32 + height, :][ground >= height] = KINDS["grass"].id
    ids[:, :32, :] = KINDS["dirt"].id
    for x, z in itertools.product(range(8, 128, 16), repeat=2):
        ids[x, 33:37, z] = KINDS["wood"].id
        ids[x - 2 : x + 3, 37:40, z - 2 : z + 3] = KINDS["leaves"].id
    for x, y, z in itertools.product(range(4), range(2), range(4)):
        part = ids[x * 32 : x * 32 + 32, y * 32 : y * 32 + 32, z * 32 : z * 32 + 32]
        world.install(ChunkKey(x - 2, y - 1, z - 2), np.ascontiguousarray(part))
    for x, z in itertools.product(range(-2, 2), repeat=2):
        world.install(ChunkKey(x, 1, z), np.zeros((32, 32, 32), np.uint8))
    return world


def wild(world, seed=3):
    population = Population(world, seed)
    population.wild = True
    return population


def everything(population):
    return {species: population.rows(species) for species in Species}


def walker(frame, speed=0.05):
    """Somebody who walks in a circle and looks ahead."""
    turn = frame * speed / 20
    return Watcher((20 * math.cos(turn), 1.0, 20 * math.sin(turn)), (-math.sin(turn), 0.0, math.cos(turn)))


@pytest.mark.parametrize("bumps", [0, 7])
def test_none_is_ever_inside_what_is_solid(bumps):
    world = meadow(bumps)
    population = wild(world)
    met = dict.fromkeys(Species, 0)
    for frame in range(3000):
        population.advance(1 / 30, walker(frame), NOON if frame < 1800 else NIGHT)
        for species, rows in everything(population).items():
            met[species] += len(rows)
            for x, y, z in rows[:, :3]:
                for dx, dz in itertools.product((-0.12, 0.12), repeat=2):
                    kind = world.read(cell_at(x + dx, y + 1e-6, z + dz)).kind
                    assert kind is AIR, f"{species} at {x} {y} {z} in frame {frame} is in {kind}"
    assert all(met.values()), met


def test_they_stay_as_few_as_may_be():
    population = wild(meadow())
    most = dict.fromkeys(Species, 0)
    for frame in range(2400):
        population.advance(1 / 10, PLAYER, NOON if frame < 1200 else NIGHT)
        for species in Species:
            most[species] = max(most[species], population.count(species))
            assert population.count(species) <= MOST[species]
    assert most == MOST, "after minutes there are as many as may be"


def test_birds_are_about_by_day_and_fireflies_by_night():
    population = wild(meadow())
    for day, there, away in ((NOON, Species.BIRD, Species.FIREFLY), (NIGHT, Species.FIREFLY, Species.BIRD)):
        for _ in range(600):
            population.advance(0.1, PLAYER, day)
        assert population.count(there)
        assert not population.count(away)


@pytest.mark.parametrize("day", [NOON, NIGHT])
def test_equal_seeds_give_equal_steps_however_time_is_cut(day):
    at_once, in_pieces, other = wild(meadow()), wild(meadow()), wild(meadow(), seed=4)
    for _ in range(600):
        at_once.advance(0.1, PLAYER, day)
        other.advance(0.1, PLAYER, day)
        for _ in range(4):
            in_pieces.advance(0.025, PLAYER, day)
    first, second, third = everything(at_once), everything(in_pieces), everything(other)
    assert all(np.allclose(first[species][:, PLACE], second[species][:, PLACE], atol=1e-6) for species in Species)
    assert any(
        first[species].shape != third[species].shape or not np.allclose(first[species][:, PLACE], third[species][:, PLACE])
        for species in Species
    )


def test_a_rabbit_runs_from_who_comes_near():
    population = Population(meadow(), 5)
    assert population.place(Species.RABBIT, (3.5, 1.0, 3.5)) == ""
    before = math.dist(PLAYER.place, population.rows(Species.RABBIT)[0, :3])
    for _ in range(round(AFRAID * RUN / 0.1)):
        population.advance(0.1, PLAYER, NOON)
    x, _, z = population.rows(Species.RABBIT)[0, :3]
    assert before < AFRAID < math.dist(PLAYER.place, (x, 1.0, z))


def test_one_that_nobody_frightens_stays_near_by():
    population = Population(meadow(), 5)
    population.place(Species.RABBIT, (3.5, 1.0, 3.5))
    places = set()
    for _ in range(300):
        population.advance(0.1, FAR_OFF, NOON)
        places.add(cell_at(*population.rows(Species.RABBIT)[0, :3] + 0.01))
    assert len(places) > 3, "it hops about"


def test_a_rabbit_whose_ground_is_dug_away_falls_onto_what_is_below():
    world = meadow()
    population = Population(world, 5)
    population.place(Species.RABBIT, (3.5, 1.0, 3.5))
    walls = [Change(Cell(3 + dx, y, 3 + dz), "stone") for dx, dz in ((1, 0), (-1, 0), (0, 1), (0, -1)) for y in (0, 1, 2)]
    assert isinstance(world.commit("player", [*walls, Change(Cell(3, 0, 3), "air"), Change(Cell(3, -1, 3), "air")]), Commit)
    for _ in range(20):
        population.advance(0.1, FAR_OFF, NOON)
    assert population.rows(Species.RABBIT)[0, 1] == -1.0


@pytest.mark.parametrize("species", list(Species))
def test_who_is_built_in_is_gone(species):
    world = meadow()
    population = Population(world, 5)
    assert population.place(species, (3.5, 1.0 if species is Species.RABBIT else 12.0, 3.5)) == ""
    population.advance(0.1, FAR_OFF, NOON)
    x, y, z = population.rows(species)[0, :3]
    world.commit("player", [Change(cell_at(x, y, z), "stone")])
    assert population.count(species) == 0


def test_those_that_came_by_themselves_go_when_that_is_switched_off_and_those_placed_stay():
    population = wild(meadow())
    for _ in range(300):
        population.advance(0.1, PLAYER, NOON)
    assert population.place(Species.RABBIT, (3.5, 1.0, 30.5)) == ""
    assert population.count(Species.RABBIT) == MOST[Species.RABBIT], "one makes room"
    population.wild = False
    for _ in range(30):
        population.advance(0.1, PLAYER, NOON)
    assert [population.count(species) for species in Species] == [1, 0, 0]


def test_what_is_placed_needs_room_and_is_bounded():
    population = Population(meadow(), 5)
    assert "no room" in population.place(Species.RABBIT, (3.5, 0.0, 3.5))
    assert "not enough free air" in population.place(Species.BIRD, (3.5, 1.0, 3.5))
    assert [population.place(Species.FIREFLY, (3.5, 3.0, 3.5)) for _ in range(MOST[Species.FIREFLY])] == [""] * MOST[Species.FIREFLY]
    assert "placed already" in population.place(Species.FIREFLY, (3.5, 3.0, 3.5))


def test_none_come_far_from_what_is_loaded_or_into_the_dark():
    empty, buried = wild(World(seed=1)), wild(meadow())
    for _ in range(300):
        empty.advance(0.1, PLAYER, NOON)
        buried.advance(0.1, Watcher((0.5, -60.0, 0.5), (0.0, 0.0, -1.0)), NOON)
    assert not any(map(empty.count, Species))
    assert not any(map(buried.count, Species))


def test_a_game_keeps_nothing_of_them(tmp_path):
    story = "critter firefly at 0.5 110 0.5 facing 0\nexpect critters firefly 1..1\nexpect revision 0"
    for first in (True, False):
        game = Game(Options(tmp_path, seed=7, radius=1, meshing=False))
        run = StoryRun(read_story(story if first else "expect critters firefly 0..0\nexpect revision 0"), game)
        while run.advance():
            game.frame(1 / 60)
        assert run.failure == ""
        assert game.close() == []
