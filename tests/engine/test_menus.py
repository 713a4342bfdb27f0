"""The title, the menus over a game, settings that count at once, keys that are bound anew."""

import functools
import gc
import json
import threading

import pytest
from conftest import until
from godot import (
    Control,
    InputEventJoypadButton,
    InputEventJoypadMotion,
    InputEventKey,
    InputEventMouseButton,
    Performance,
    Viewport,
)
from godot import singletons as engine
from littlefolk.game import game as opened
from littlefolk.game.settings import rows
from littlefolk.game.worlds import FILE
from littlefolk.kernels import generate_chunk
from littlefolk.panels.bindings import Bindings
from littlefolk.panels.menus import Menu
from littlefolk.stage.keymap import Keymap, event_for, name_of, read_keys
from littlefolk.world.streaming import Streaming


def widget(main, name):
    found = main.get_node("Hud").find_child(name, True, False)
    assert isinstance(found, Control), name
    return found


def press(main, name):
    button = widget(main, name)
    assert button.is_visible_in_tree(), f"{name} is not to be seen"
    button.pressed.emit()


def key(name, pressed=True):
    event = event_for(name)
    if isinstance(event, InputEventKey):
        event.keycode = event.physical_keycode
    event.pressed = pressed
    return event


def play(main, wait_frames, name="Vale", seed="7"):
    widget(main, "NewName").text = name
    widget(main, "NewSeed").text = seed
    press(main, "Create")
    until(wait_frames, lambda: main.game is not None and main.game.ready)


def to_title(main, wait_frames):
    main.game.submit("open_menu")
    until(wait_frames, lambda: widget(main, "Leave").is_visible_in_tree())
    press(main, "Leave")
    until(wait_frames, lambda: main.game is None and not main.application.title.busy)
    wait_frames(3)


@pytest.mark.keeps_objects
def test_a_world_is_made_left_and_opened_again(title, wait_frames):
    """Its blocks, its hotbar and where the player stood are there again."""
    main = title
    assert widget(main, "TitleScreen").is_visible_in_tree()
    assert "none yet" in widget(main, "Worlds").get_child(0).text
    play(main, wait_frames)
    assert not widget(main, "TitleScreen").visible
    game = main.game
    assert (game.world.name, game.world.seed) == ("Vale", 7)
    game.submit("put_in_slot", kind="slate", slot=4)
    game.player.look(0.5, -1.2)
    wait_frames(2)
    game.use("dig")
    until(wait_frames, lambda: game.world.revision == 1)
    place = game.player.body.position
    to_title(main, wait_frames)
    assert widget(main, "World_1").get_node("Play/Column/About").text.startswith("seed 7 · 1 block changed")
    press(main, "Play")
    until(wait_frames, lambda: main.game is not None and main.game.ready)
    again = main.game
    assert again is not game
    assert again.world.revision == 1
    assert again.hotbar.kind == "slate"
    assert again.player.body.position == pytest.approx(place, abs=1.5)


@pytest.mark.keeps_objects
def test_leaving_to_the_title_again_and_again_leaks_nothing(title, wait_frames):
    """From the second visit to the sixth no node and no thread stays, and not an object a visit, but for sounds kept and played."""
    main = title
    monitors = (Performance.OBJECT_COUNT, Performance.OBJECT_NODE_COUNT, Performance.OBJECT_ORPHAN_NODE_COUNT)
    before = set(threading.enumerate())

    def silent():
        """Whether no sound is played: one that is holds an object, for as long as the thread that mixes takes."""
        kinds = ("AudioStreamPlayer", "AudioStreamPlayer3D")
        return not any(player.playing for kind in kinds for player in main.find_children("*", kind, True, False))

    def count():
        gc.collect()
        objects, *others = (engine.Performance.get_monitor(monitor) for monitor in monitors)
        return objects - len(main.application.speakers), *others

    def as_few_as(earlier):
        (objects, *others), (most, *same) = count(), earlier
        return objects < most + 4 and others == same

    counts = []
    for visit in range(6):
        if visit == 0:
            play(main, wait_frames)
        else:
            press(main, "Play")
            until(wait_frames, lambda: main.game is not None and main.game.ready)
        main.game.submit("spawn_gnome")
        main.game.submit("open_inventory")
        wait_frames(4)
        to_title(main, wait_frames)
        wait_frames(5)
        until(wait_frames, lambda: not set(threading.enumerate()) - before, lambda: set(threading.enumerate()) - before)
        until(wait_frames, silent)
        counts.append(count())
    until(wait_frames, lambda: as_few_as(counts[1]), lambda: [*counts, count()])


@pytest.mark.keeps_objects
def test_deleting_asks_first(title, wait_frames, tmp_path):
    """Keeping keeps; deleting takes the files and the row."""
    main = title
    play(main, wait_frames)
    to_title(main, wait_frames)
    press(main, "Delete")
    assert "Vale" in widget(main, "Question").text
    press(main, "Keep")
    assert not widget(main, "Confirm").visible
    assert (tmp_path / "worlds/Vale" / FILE).exists()
    press(main, "Delete")
    press(main, "ReallyDelete")
    until(wait_frames, lambda: not main.application.title.busy)
    wait_frames(3)
    assert not (tmp_path / "worlds/Vale").exists()
    assert main.get_node("Hud").find_child("World_1", True, False) is None


@pytest.mark.keeps_objects
def test_a_damaged_world_is_shown_and_cannot_be_played(title, wait_frames, tmp_path):
    """Its row says why; nothing of it is touched."""
    main = title
    folder = tmp_path / "worlds/Broken"
    folder.mkdir(parents=True)
    (folder / FILE).write_bytes(b"rubbish")
    main.application.title.show(True)
    until(wait_frames, lambda: not main.application.title.busy)
    wait_frames(2)
    row = widget(main, "World_1")
    assert row.get_node("Play").disabled
    assert "damaged" in row.get_node("Play/Column/About").text
    assert (folder / FILE).read_bytes() == b"rubbish"


@pytest.mark.keeps_objects
def test_a_bad_name_is_told_and_makes_nothing(title, tmp_path):
    """The reason stands under the list."""
    main = title
    widget(main, "NewName").text = "a/b"
    press(main, "Create")
    assert "cannot be in a name" in main.application.title._note.text
    assert main.game is None
    assert not (tmp_path / "worlds").exists()


@pytest.mark.keeps_objects
def test_a_world_that_cannot_be_opened_leads_to_the_title_with_the_reason(scene, wait_frames, tmp_path):
    """A person who names a damaged world gets to choose another."""
    from littlefolk.stage.arguments import read_arguments

    (tmp_path / "w").mkdir()
    (tmp_path / "w" / FILE).write_bytes(b"rubbish")
    main = scene("res://scenes/main/main.tscn")
    main.open(
        read_arguments(["--folder", str(tmp_path / "w"), "--worlds", str(tmp_path / "worlds"), "--settings", str(tmp_path / "s.json")])
    )
    try:
        assert main.game is None
        assert "not a Littlefolk world" in main.application.title._note.text
    finally:
        main.shut()


@pytest.fixture
def no_land_yet(monkeypatch):
    """No chunk is made before this event is set."""
    come = threading.Event()

    def generate(*place):
        come.wait()
        return generate_chunk(*place)

    monkeypatch.setattr(opened, "Streaming", functools.partial(Streaming, generate=generate))
    yield come
    come.set()


@pytest.mark.keeps_objects
def test_loading_can_be_left(title, wait_frames, no_land_yet):
    """Escape while the land takes shape leads back to the title; nothing is left open."""
    main = title
    widget(main, "NewName").text = "Far"
    press(main, "Create")
    game = main.game
    assert not game.ready
    wait_frames(1)
    assert widget(main, "Veil").is_visible_in_tree()
    engine.Input.parse_input_event(key("Escape"))
    engine.Input.parse_input_event(key("Escape", False))
    until(wait_frames, lambda: game.closing)
    no_land_yet.set()
    until(wait_frames, lambda: main.game is None)
    assert game.closed
    assert game.problems == []
    assert widget(main, "TitleScreen").is_visible_in_tree()


@pytest.mark.keeps_objects
def test_menus_suspend_the_player_and_give_the_keys_back(littlefolk, wait_frames):
    """Escape opens the menu when the pointer is free, and leads back out of each menu in turn."""
    main = littlefolk()
    game = main.game
    engine.Input.parse_input_event(key("Escape"))
    engine.Input.parse_input_event(key("Escape", False))
    until(wait_frames, lambda: game.menus.top is Menu.PAUSE)
    wait_frames(2)
    assert game.suspended
    assert widget(main, "Pause").is_visible_in_tree()
    press(main, "ToSettings")
    until(wait_frames, lambda: widget(main, "Settings").is_visible_in_tree())
    for gone in ("Settings", "Pause"):
        engine.Input.parse_input_event(key("Escape"))
        engine.Input.parse_input_event(key("Escape", False))
        until(wait_frames, lambda name=gone: not widget(main, name).is_visible_in_tree())
    assert not game.suspended


@pytest.mark.keeps_objects
def test_the_inventory_puts_a_kind_into_the_hand_through_a_call(littlefolk, wait_frames):
    """Searching narrows, Enter takes the first, and it was the player's admitted call."""
    main = littlefolk()
    game = main.game
    game.submit("open_inventory")
    until(wait_frames, lambda: widget(main, "Inventory").is_visible_in_tree())
    search = widget(main, "Search")
    assert search.has_focus()
    search.text_changed.emit("sandst")
    assert main.get_node("Hud").find_child("Block_slate", True, False) is None
    search.text_submitted.emit("sandst")
    until(wait_frames, lambda: not widget(main, "Inventory").is_visible_in_tree())
    assert game.hotbar.kind == "sandstone"
    assert "put_in_slot" in [ticket.call.command for ticket in game.mailbox.settled]


@pytest.mark.keeps_objects
def test_settings_count_at_once_and_are_kept(littlefolk, wait_frames, tmp_path):
    """Field of view, glow, smooth edges, volume, view distance, text size; then the file says the same."""
    main = littlefolk()
    preferences = main.application.preferences
    window = main.get_window()
    usual = window.size
    window.size = (1280, 720)
    wait_frames(2)
    before = window.content_scale_factor
    preferences.change(field_of_view=95, glow=True, smooth_edges="4×", volume=0.5, view_distance=3, text_size=1.25, sensitivity=2.0)
    wait_frames(3)
    assert main.get_node("Camera3D").fov == pytest.approx(95, abs=0.1)
    assert main.get_node("Sky/WorldEnvironment").environment.glow_enabled
    assert window.msaa_3d == Viewport.MSAA_4X
    assert window.content_scale_factor == pytest.approx(before * 1.25)
    assert engine.AudioServer.get_bus_volume_linear(0) == pytest.approx(0.5, abs=0.01)
    assert main.application.staged.pointer.speed == 2.0
    window.size = (640, 360)
    wait_frames(2)
    assert window.content_scale_factor == pytest.approx(1.2), "in a small window panels would no longer fit"
    window.size = usual
    until(wait_frames, lambda: preferences.written)
    assert json.loads((tmp_path / "settings.json").read_text(encoding="utf-8"))["field_of_view"] == 95
    preferences.change(glow=False, smooth_edges="off", volume=0.0, text_size=1.0)
    assert engine.AudioServer.is_bus_mute(0)
    preferences.change(volume=0.8)
    until(wait_frames, lambda: preferences.written)


@pytest.mark.keeps_objects
def test_every_setting_has_its_row_and_the_row_changes_it(title, wait_frames):
    """Each row of each tab is there and sets what it names."""
    main = title
    press(main, "TitleSettings")
    wait_frames(2)
    preferences = main.application.preferences
    for row in rows():
        press(main, f"Tab_{row.group}")
        before = getattr(preferences.settings, row.name)
        made = widget(main, f"Set_{row.name}")
        if row.kind == "number":
            made.value = row.low if before != row.low else row.high
        else:
            made.pressed.emit()
        assert getattr(preferences.settings, row.name) != before, row.name
        press(main, "Reset")
        assert getattr(preferences.settings, row.name) == before
    press(main, "Done")
    wait_frames(1)
    assert not widget(main, "Settings").visible
    until(wait_frames, lambda: preferences.written)


@pytest.mark.keeps_objects
def test_a_key_is_bound_anew_with_its_conflict_told(title, wait_frames):
    """The other action's key is taken only when pressed again; the InputMap follows at once."""
    main = title
    press(main, "TitleSettings")
    press(main, "Tab_Keys")
    wait_frames(1)
    press(main, "Bind_jump")
    for expected in ("fly", "is F now"):
        engine.Input.parse_input_event(key("F"))
        engine.Input.parse_input_event(key("F", False))
        wait_frames(2)
        assert expected in main.application._settings_screen._note.text
    assert widget(main, "Bind_jump").text == "F"
    assert widget(main, "Bind_fly").text == "—"
    assert key("F").is_action("jump")
    assert not key("F").is_action("fly")
    assert main.application.keymap.keys["jump"] == "F"
    press(main, "Reset")
    assert key("F").is_action("fly")
    press(main, "Done")
    until(wait_frames, lambda: main.application.preferences.written)


def test_the_default_keys_have_no_conflict_and_can_all_be_bound_again():
    """No input stands twice; each is what a press of it is called."""
    keys = read_keys()
    names = [name for inputs in keys.values() for name in inputs]
    assert len(names) == len(set(names))
    assert all(Bindings(keys).conflict(action, name) is None for action, inputs in keys.items() for name in inputs)
    for name in names:
        event = event_for(name)
        if isinstance(event, InputEventKey | InputEventMouseButton | InputEventJoypadButton):
            event.pressed = True
        assert isinstance(event, InputEventJoypadMotion) or event.is_pressed()
        assert name_of(event) == name


def test_bindings_that_cannot_be_used_are_told_and_left_out():
    """A settings file from elsewhere does no harm."""
    keymap = Keymap()
    keymap.install({"jump": ["Hyperspace"], "no_such_action": ["J"], "fly": ["J"]})
    try:
        assert len(keymap.problems) == 1
        assert "jump" in keymap.problems[0]
        assert keymap.keys["fly"] == "J"
        assert keymap.keys["jump"] == "Space"
    finally:
        keymap.install()
