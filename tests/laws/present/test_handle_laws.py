"""Laws of handles: short names in order, one an object, read in any spelling, never given twice."""

import gc
import threading
import time
import weakref

import pytest
from hypothesis import given
from hypothesis import strategies as st
from littlefolk.present import handles as handles_module
from littlefolk.present.context import Pose, ReadContext, Snapshot
from littlefolk.present.handles import ALPHABET, LENGTH, HandleTable, Stale, Unknown, canonical, looks_like_handle, mortal, spelled
from littlefolk.present.outcome import Invalid
from littlefolk.present.types import BlockKind, CellType, HandleType
from littlefolk.world.cells import Cell, Direction

counters = st.integers(0, len(ALPHABET) ** LENGTH - 1)


@mortal
class Mortal:
    """Something that can die."""


def test_the_alphabet_has_no_look_alikes():
    assert len(ALPHABET) == len(set(ALPHABET)) == 32
    assert not set(ALPHABET) & set("IO01")
    assert ALPHABET.upper() == ALPHABET


@given(counters, counters)
def test_spellings_keep_the_order_of_minting_and_never_meet(one, other):
    order = {sign: index for index, sign in enumerate(ALPHABET)}
    as_numbers = [[order[sign] for sign in spelled(number)[1:]] for number in (one, other)]
    assert (one < other) == (as_numbers[0] < as_numbers[1])
    assert (one == other) == (spelled(one) == spelled(other))


def test_a_full_table_says_so():
    table = HandleTable(first=len(ALPHABET) ** LENGTH - 1)
    assert table.mint("last") == "#9999"
    with pytest.raises(OverflowError, match="full"):
        table.mint("one more")


@given(counters, st.booleans(), st.sampled_from(["{}", "[{}]", "`{}`", "`[{}]`", "  {} ", "({})", "<{}>", '"{}"', "'{}'"]), st.booleans())
def test_any_spelling_that_a_model_uses_is_read(number, sign, around, lower):
    table = HandleTable(first=number)
    target = Mortal()
    handle = table.mint(target)
    text = handle if sign else handle[1:]
    text = around.format(text.lower() if lower else text)
    assert table.read(text) is target
    assert canonical(text) == handle
    assert looks_like_handle(text) == sign


@given(st.lists(st.integers(0, 9), min_size=1, max_size=40))
def test_the_same_object_has_the_same_handle_and_equal_objects_have_their_own(order):
    objects = [[1, 2] for _ in range(10)]
    table = HandleTable()
    handles = {}
    for index in order:
        handle = table.mint(objects[index])
        assert handles.setdefault(index, handle) == handle
        assert table.read(handle) is objects[index]
    assert len(set(handles.values())) == len(handles)
    firsts = list(dict.fromkeys(order))
    assert [handles[index] for index in firsts] == [spelled(number) for number in range(len(firsts))]


def test_a_handle_whose_object_died_is_stale_and_is_never_given_again():
    table = HandleTable()
    handles = []
    for _ in range(300):  # objects that die give their address to the next one
        thing = Mortal()
        handles.append(table.mint(thing))
        del thing
    gc.collect()
    assert len(set(handles)) == 300
    assert all(table.read(handle) == Stale(handle) for handle in handles)


@given(counters.filter(lambda number: number > 0))
def test_what_was_never_minted_is_unknown(number):
    table = HandleTable()
    table.mint("something")
    assert table.read(spelled(number)) == Unknown(spelled(number))
    assert isinstance(table.read("#12"), Unknown)
    assert isinstance(table.read("#ABCDE"), Unknown)


def test_unknown_and_stale_are_told_apart_in_words():
    table = HandleTable()
    thing = Mortal()
    thing.cell = Cell(1, 2, 3)
    handle = table.mint(thing)
    context = ReadContext("", Snapshot(), table)
    assert CellType().parse(handle, context) == Cell(1, 2, 3)
    del thing
    gc.collect()
    for type_ in (CellType(), HandleType()):
        stale, unknown = type_.parse(handle, context), type_.parse("#ZZZZ", context)
        assert isinstance(stale, Invalid)
        assert isinstance(unknown, Invalid)
        assert "gone" in stale.message
        assert "not a handle that was given out here" in unknown.message


@pytest.mark.parametrize("word", ["here", "Here", "HERE"])
def test_words_win_over_handles_that_are_spelled_like_them(word):
    order = {sign: index for index, sign in enumerate(ALPHABET)}
    number = 0
    for sign in "HERE":
        number = number * 32 + order[sign]
    table = HandleTable(first=number)
    assert table.mint(Cell(1, 1, 1)) == "#HERE"
    pose = Pose(Cell(5, 6, 7), (5.5, 6.0, 7.5), 0.0, Direction.NORTH)
    context = ReadContext("Moss", Snapshot(bodies={"Moss": pose}), table)
    assert CellType().parse(word, context) == Cell(5, 6, 7)
    assert CellType().parse("#HERE", context) == Cell(1, 1, 1)


def test_a_kind_that_is_spelled_like_a_handle_stays_a_kind():
    order = {sign: index for index, sign in enumerate(ALPHABET)}
    number = 0
    for sign in "SAND":
        number = number * 32 + order[sign]
    table = HandleTable(first=number)
    table.mint("a wall")
    assert BlockKind().parse("sand", ReadContext("", Snapshot(), table)) == "sand"


def test_a_handle_may_be_narrowed_to_a_class():
    table = HandleTable()
    cell, text = table.mint(Cell(1, 2, 3)), table.mint("a text")
    context = ReadContext("", Snapshot(), table)
    narrowed = HandleType(Cell, "a cell")
    assert narrowed.parse(cell, context).target == Cell(1, 2, 3)
    refused = narrowed.parse(text, context)
    assert isinstance(refused, Invalid)
    assert "a cell" in refused.message


def test_many_threads_mint_without_a_gap_or_a_double(monkeypatch):
    monkeypatch.setattr(handles_module, "spelled", lambda number: time.sleep(0) or spelled(number))  # the others get their turn
    table = HandleTable()
    shared = [Mortal() for _ in range(50)]
    own = [[Mortal() for _ in range(200)] for _ in range(8)]
    minted = [[] for _ in own]
    start = threading.Barrier(len(own))

    def mint(index):
        start.wait()
        for position, thing in enumerate(own[index]):
            minted[index].append((table.mint(thing), thing))
            table.mint(shared[position % len(shared)])

    threads = [threading.Thread(target=mint, args=(index,)) for index in range(len(own))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    pairs = [pair for pairs in minted for pair in pairs]
    handles = {handle for handle, _ in pairs} | {table.mint(thing) for thing in shared}
    assert handles == {spelled(number) for number in range(8 * 200 + 50)}
    assert all(table.read(handle) is thing for handle, thing in pairs)


def test_only_the_latest_values_are_kept_and_let_go_ones_are_stale():
    table = HandleTable(keep=3)
    things = [[number] for number in range(5)]
    handles = [table.mint(thing) for thing in things]
    assert [table.read(handle) for handle in handles] == [Stale(handles[0]), Stale(handles[1]), [2], [3], [4]]
    assert len(table) == 3
    assert table.known(things[0]) == ""
    again = table.mint(things[0])
    assert again not in handles
    assert [handle for handle, _ in table.latest()] == [again, handles[4], handles[3]]


def test_a_dead_object_is_not_kept_alive_and_leaves_nothing_behind():
    table = HandleTable()
    things = [Mortal() for _ in range(100)]
    alive = [weakref.ref(thing) for thing in things]
    for thing in things:
        table.mint(thing)
    del things, thing
    gc.collect()
    assert not any(reference() for reference in alive)
    assert len(table) == 0
    assert table.latest() == []


def test_the_values_do_not_count_the_dying():
    table = HandleTable(keep=1)
    things = [Mortal() for _ in range(4)]
    handles = [table.mint(thing) for thing in things]
    table.mint("a text")
    assert [table.read(handle) for handle in handles] == things


@given(st.integers(1, 2000), st.dictionaries(st.integers(0, 2100), st.text(max_size=5), max_size=8))
def test_a_restored_table_goes_on_where_the_earlier_one_stopped(counter, known):
    table = HandleTable.restored(counter, {spelled(number): text for number, text in known.items()})
    for number in {*known, 0, counter - 1}:
        expected = known.get(number, Stale(spelled(number))) if number < counter else Unknown(spelled(number))
        assert table.read(spelled(number)) == expected
    assert table.counter == counter
    assert table.mint(["new"]) == spelled(counter)
    assert table.read(spelled(counter + 1)) == Unknown(spelled(counter + 1))


def test_a_handle_that_names_nothing_any_more_fails_when_it_is_checked_again():
    table = HandleTable(keep=1)
    context = ReadContext("", Snapshot(), table)
    reference = HandleType().parse(table.mint([1]), context)
    assert HandleType().recheck(reference, context) is None
    table.mint([2])
    assert "gone" in HandleType().recheck(reference, context).message
    assert [found.insert for found in HandleType().complete("", context)] == ["#AAAB"]
    assert HandleType().taken_from("never shown", context) is None
