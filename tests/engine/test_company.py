"""The roster, the chat and the prompt line in the running engine."""

import math

import pytest
from conftest import until
from godot import Control, InputEventKey
from godot import singletons as engine
from littlefolk.panels.menus import Menu
from littlefolk.policy import Capability
from littlefolk.stage.keymap import event_for


def widget(main, name):
    found = main.get_node("Hud").find_child(name, True, False)
    assert isinstance(found, Control), name
    return found


def press(main, name):
    button = widget(main, name)
    assert button.is_visible_in_tree(), f"{name} is not to be seen"
    button.pressed.emit()


def tap(wait_frames, name):
    for pressed in (True, False):
        event = event_for(name)
        if isinstance(event, InputEventKey):
            event.keycode = event.physical_keycode
        event.pressed = pressed
        engine.Input.parse_input_event(event)
        wait_frames(2)


def folk(main, wait_frames, *figures):
    game = main.game
    for figure, name in figures:
        game.submit(f"spawn_{figure}", name=name)
    until(wait_frames, lambda: len(game.roster) == len(figures))
    wait_frames(2)
    return game


@pytest.mark.keeps_objects
def test_the_roster_shows_everybody_and_changes_what_is_chosen(littlefolk, wait_frames):
    """Rows by arrival; switches, the new name and dismissing are calls of the player's."""
    main = littlefolk()
    game = folk(main, wait_frames, ("gnome", "Moss"), ("cat", "Tansy"))
    tap(wait_frames, "R")
    until(wait_frames, lambda: widget(main, "Roster").is_visible_in_tree())
    first, second = widget(main, "Folk_1"), widget(main, "Folk_2")
    assert [row.get_node("Column/Name").text for row in (first, second)] == ["Moss", "Tansy"]
    assert first.get_node("Column/Summary").text == "gnome · offline · ○ idle"
    assert first.has_focus()
    moss = game.roster.get("Moss")
    assert widget(main, "Switch_build").text == "build: yes"
    press(main, "Switch_build")
    until(wait_frames, lambda: widget(main, "Switch_build").text == "build: no")
    assert Capability.BUILD not in moss.grants.capabilities
    press(main, "Switch_listens")
    until(wait_frames, lambda: moss.listens)
    assert widget(main, "Mind").text == "mind: default"
    press(main, "Mind")
    first_named = game.minds.providers.names[0]
    until(wait_frames, lambda: widget(main, "Mind").text == f"mind: {first_named}")
    assert moss.provider == first_named
    widget(main, "NewFolkName").text = "Alder"
    press(main, "Rename")
    until(wait_frames, lambda: widget(main, "Folk_1").get_node("Column/Name").text == "Alder")
    assert widget(main, "Folk_1").has_focus(), "the keys stay with who was renamed"
    press(main, "Dismiss")
    assert widget(main, "ReallyDismiss").is_visible_in_tree()
    assert widget(main, "Stay").has_focus(), "keeping is what Enter does"
    press(main, "ReallyDismiss")
    until(wait_frames, lambda: len(game.roster) == 1)
    wait_frames(2)
    assert widget(main, "NewFolkName").text == "Tansy"
    tap(wait_frames, "R")
    until(wait_frames, lambda: not widget(main, "Roster").is_visible_in_tree())
    assert {"revoke", "listen", "rename", "dismiss"} <= {ticket.call.command for ticket in game.mailbox.settled}


@pytest.mark.keeps_objects
@pytest.mark.parametrize(("down", "enter", "back"), [("Down", "Enter", "Escape"), ("Pad Down", "Pad A", "Pad B")], ids=["keys", "pad"])
def test_the_roster_is_walked_by_keys_and_pad(littlefolk, wait_frames, down, enter, back):
    """Down to the cat, across to its switches, and out again."""
    main = littlefolk()
    game = folk(main, wait_frames, ("gnome", "Moss"), ("cat", "Tansy"))
    game.submit("open_roster")
    until(wait_frames, lambda: widget(main, "Roster").is_visible_in_tree())
    wait_frames(2)
    tap(wait_frames, down)
    assert widget(main, "Folk_2").has_focus()
    assert widget(main, "NewFolkName").text == "Tansy"
    widget(main, "Switch_muted").grab_focus()
    tap(wait_frames, enter)
    until(wait_frames, lambda: game.roster.get("Tansy").muted)
    tap(wait_frames, back)
    until(wait_frames, lambda: not game.menus.active)


@pytest.mark.keeps_objects
def test_one_talks_to_somebody_from_the_roster(littlefolk, wait_frames):
    """Whoever is near is in focus then, and the menu is gone."""
    main = littlefolk()
    game = folk(main, wait_frames, ("gnome", "Moss"))
    game.submit("open_roster")
    until(wait_frames, lambda: widget(main, "Roster").is_visible_in_tree())
    press(main, "Talk")
    until(wait_frames, lambda: game.focus.name == "Moss")
    assert not game.menus.active


@pytest.mark.keeps_objects
def test_the_chat_speaks_aloud_and_to_one_alone(littlefolk, wait_frames):
    """The line goes to who Tab chose; what was said near by stands in the log; an empty line closes it."""
    main = littlefolk()
    game = folk(main, wait_frames, ("gnome", "Moss"), ("cat", "Tansy"))
    tap(wait_frames, "T")
    until(wait_frames, lambda: widget(main, "Words").has_focus())
    wait_frames(2)
    words, log = widget(main, "Words"), widget(main, "Log")
    assert words.text == "", "the key that opened it is not typed"
    words.text = "hello [everybody]"
    tap(wait_frames, "Enter")
    until(wait_frames, lambda: "hello [everybody]" in log.get_parsed_text())
    assert game.menus.top is Menu.CHAT
    for expected in ("to Moss", "to Tansy", "aloud", "to Moss"):
        tap(wait_frames, "Tab")
        assert widget(main, "To").text == expected
    words.text = "say hello"
    tap(wait_frames, "Enter")
    until(wait_frames, lambda: "Moss  hello" in log.get_parsed_text())
    assert "you → Moss" in log.get_parsed_text()
    until(wait_frames, lambda: not game.agents["Moss"].busy)  # it has said it in the middle of its turn
    assert game.agents["Moss"].history[-1].audience == "direct"
    words.text = "@tansy purr"
    tap(wait_frames, "Enter")
    until(wait_frames, lambda: "Prrrrr" in log.get_parsed_text())
    tap(wait_frames, "Enter")
    until(wait_frames, lambda: not game.menus.active)


@pytest.mark.keeps_objects
def test_what_was_said_meanwhile_is_counted_in_the_legend(littlefolk, wait_frames):
    """Until the chat is opened."""
    main = littlefolk()
    game = folk(main, wait_frames, ("gnome", "Moss"))
    main.application.staged.pointer.capture(True)
    game.agents["Moss"].ask("say hello", "player")

    def legend():
        return [row.get_node("Does").text for row in widget(main, "Legend").get_children()]

    until(wait_frames, lambda: "chat (1 new)" in legend())
    game.submit("open_chat")
    until(wait_frames, lambda: widget(main, "Chat").is_visible_in_tree())
    game.submit("go_back")
    until(wait_frames, lambda: "chat" in legend())


@pytest.mark.keeps_objects
def test_the_prompt_line_completes_names_and_handles(littlefolk, wait_frames):
    """Tab takes one offer after the other, and does not leave the line."""
    main = littlefolk()
    game = folk(main, wait_frames, ("gnome", "Moss"), ("cat", "Marmalade"))
    game.focus.enter("Moss")
    until(wait_frames, lambda: main.application.staged._hud.line.has_focus())
    line, hint = main.application.staged._hud.line, widget(main, "Hint")
    hint = main.get_node("Hud/Frame/Bottom/Prompt/Column/Hint")
    assert "Tell Moss" in hint.text
    line.text, line.caret_column = "go to m", 7
    wait_frames(2)
    assert hint.text.startswith("Tab completes:   [Marmalade]   Moss")
    seen = []
    for _ in range(3):
        tap(wait_frames, "Tab")
        seen.append(line.text)
    assert seen == ["go to Marmalade", "go to Moss", "go to Marmalade"]
    assert line.has_focus()
    handle = game.agents["Moss"].handles.mint("a thing worth naming")
    line.text, line.caret_column = "describe #", 10
    wait_frames(2)
    assert "a thing worth naming" in hint.text
    tap(wait_frames, "Tab")
    assert line.text == f"describe {handle}"


@pytest.mark.keeps_objects
def test_in_focus_the_keys_of_the_figure_do_what_it_does(littlefolk, wait_frames):
    """A purr is heard; what a gnome does is no key of a cat's."""
    main = littlefolk()
    game = folk(main, wait_frames, ("cat", "Tansy"))
    game.focus.enter("Tansy")
    wait_frames(3)
    revision = game.world.revision
    tap(wait_frames, "Alt+B")
    tap(wait_frames, "Alt+P")
    until(wait_frames, lambda: game.roster.get("Tansy").mood == "purr")
    assert game.chat.last.speaker == "Tansy"
    assert game.world.revision == revision
    assert main.application.staged._hud.line.text == ""


@pytest.mark.keeps_objects
def test_who_lives_in_a_world_is_there_when_it_is_opened_again(scene, wait_frames, tmp_path):
    """On the same place, with its figure, once the ground is loaded."""
    from littlefolk.stage.arguments import read_arguments

    words = ["--folder", str(tmp_path / "w"), "--settings", str(tmp_path / "s.json"), "--seed", "7"]
    places = []
    for visit in range(2):
        main = scene("res://scenes/main/main.tscn")
        main.open(read_arguments(words))
        try:
            until(wait_frames, lambda main=main: main.game.ready)
            if visit == 0:
                folk(main, wait_frames, ("cat", "Tansy"))
            wait_frames(60)
            tansy = main.game.roster.get("Tansy")
            assert main.application.staged.figures.node_of("Tansy") is not None
            places.append(tansy.body.position)
        finally:
            main.shut()
    assert math.dist(*places) < 0.01
