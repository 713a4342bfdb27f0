"""Menus, the inventory, bindings and whom one means by looking, as plain data."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as some
from littlefolk.bodies.body import Body
from littlefolk.panels.bindings import Bindings, Device, device_of
from littlefolk.panels.hotbar import SLOTS, Hotbar
from littlefolk.panels.inventory import groups_of
from littlefolk.panels.menus import Menu, Menus
from littlefolk.panels.sight import SIGHT, meant
from littlefolk.world.kinds import KINDS

DEFAULTS = {"jump": ["Space", "Pad A"], "fly": ["F"], "dig": ["Mouse Left", "Pad Right Shoulder"], "spawn_gnome": ["G"]}
INPUTS = ["Space", "F", "G", "J", "Mouse Left", "Pad A", "Pad X", "Left Stick Up"]


class TestMenus:
    def test_the_topmost_has_the_keys(self):
        menus = Menus()
        menus.open(Menu.PAUSE)
        menus.open(Menu.SETTINGS)
        assert menus.top is Menu.SETTINGS
        menus.back()
        assert menus.top is Menu.PAUSE
        menus.back()
        menus.back()
        assert not menus.active

    def test_opening_what_is_open_does_not_lay_it_twice(self):
        menus = Menus([Menu.PAUSE, Menu.SETTINGS])
        menus.open(Menu.PAUSE)
        assert menus.stack == [Menu.PAUSE]


class TestInventory:
    def test_everything_placeable_is_there_once(self):
        shown = [kind for group in groups_of("") for kind in group.kinds]
        assert sorted(kind.name for kind in shown) == sorted(kind.name for kind in KINDS.placeable)

    @pytest.mark.parametrize(
        ("search", "first"), [("lantern", "lantern"), ("stone br", "stone_bricks"), ("LIGHT", "crystal"), ("lanten", "lantern")]
    )
    def test_a_search_finds_by_name_category_and_likeness(self, search, first):
        assert groups_of(search)[0].kinds[0].name == first

    def test_nonsense_finds_nothing(self):
        assert groups_of("qqqqzz") == ()

    def test_a_kind_goes_into_the_selected_slot(self):
        hotbar = Hotbar(selected=4)
        assert hotbar.put("slate")
        assert (hotbar.slots[4], hotbar.selected) == ("slate", 4)
        assert not hotbar.put("air")
        assert not hotbar.put("cheese")
        assert hotbar.put("moss", SLOTS - 1)
        assert hotbar.kind == "moss"

    @pytest.mark.parametrize("slots", [None, "x", [1, 2], ["cheese", "air"], ["slate"] * 40])
    def test_a_saved_hotbar_is_taken_as_far_as_it_goes(self, slots):
        hotbar = Hotbar()
        hotbar.restore(slots, 3)
        assert len(hotbar.slots) == SLOTS
        assert all(KINDS[kind].placeable for kind in hotbar.slots)
        assert hotbar.selected == 3


class TestBindings:
    def test_a_conflict_is_told_and_changes_nothing(self):
        bindings = Bindings(DEFAULTS)
        conflict = bindings.bind("jump", "F")
        assert conflict is not None
        assert (conflict.action, conflict.input) == ("fly", "F")
        assert bindings.every() == Bindings(DEFAULTS).every()

    def test_taking_it_leaves_the_other_without(self):
        bindings = Bindings(DEFAULTS)
        assert bindings.bind("jump", "F", take=True) is None
        assert bindings.inputs("jump") == ("F", "Pad A")
        assert bindings.inputs("fly") == ()

    def test_each_device_has_its_own_first_input(self):
        bindings = Bindings(DEFAULTS)
        bindings.bind("fly", "Pad X")
        assert (bindings.first("fly", Device.KEYS), bindings.first("fly", Device.PAD)) == ("F", "Pad X")

    def test_coming_back_to_the_default_is_no_change(self):
        bindings = Bindings(DEFAULTS)
        bindings.bind("jump", "J")
        bindings.bind("jump", "Space")
        assert bindings.changes == {}

    @given(some.lists(some.tuples(some.sampled_from(sorted(DEFAULTS)), some.sampled_from(INPUTS), some.booleans()), max_size=12))
    def test_no_input_ever_does_two_things(self, steps):
        bindings = Bindings(DEFAULTS)
        for action, name, take in steps:
            done = bindings.bind(action, name, take=take) is None
            assert not done or bindings.first(action, device_of(name)) == name
        inputs = [name for names in bindings.every().values() for name in names]
        assert len(inputs) == len(set(inputs))


class TestSight:
    def test_the_one_in_the_middle_of_the_view_is_meant_not_the_nearest(self):
        me = Body("player")
        aside, ahead = Body("aside", position=(1.5, 0.0, -2.0)), Body("ahead", position=(0.0, 0.0, -8.0))
        assert meant(me, [("aside", aside), ("ahead", ahead)]) == "ahead"
        me.yaw = -math.atan2(1.5, 2.0)
        assert meant(me, [("aside", aside), ("ahead", ahead)]) == "aside"

    def test_of_two_in_line_the_nearer_is_meant(self):
        near, far = Body("near", position=(0.0, 0.0, -4.0)), Body("far", position=(0.0, 0.0, -9.0))
        assert meant(Body("player"), [("far", far), ("near", near)]) == "near"

    @pytest.mark.parametrize("place", [(0.0, 0.0, 5.0), (0.0, 0.0, -SIGHT - 1.0), (30.0, 0.0, 0.0)])
    def test_behind_or_far_away_nobody_is_in_view(self, place):
        assert meant(Body("player"), [("other", Body("other", position=place))]) is None
