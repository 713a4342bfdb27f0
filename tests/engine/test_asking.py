"""Being asked in the engine: the panel and its keys, the mark of what is proposed, and evaluation that may not touch the engine."""

import json

import pytest
from conftest import until
from godot import InputEventKey, MeshInstance3D
from littlefolk.agent.providers.scripted import ScriptedProvider
from littlefolk.policy import RESIDENT_GRANTS, AskPolicy, Capability, Grants
from littlefolk.present.outcome import Denied, Done, Failed
from littlefolk.stage.keymap import event_for


def press(main, key):
    """Press a key as the window gives it."""
    event = event_for(key)
    assert isinstance(event, InputEventKey)
    event.keycode, event.pressed = event.physical_keycode, True
    return main.application.input(event) or main.application.unhandled(event)


@pytest.fixture
def moss(littlefolk, wait_frames):
    """A game in the engine with a gnome whose building and evaluating is asked about."""
    main = littlefolk()
    game = main.game
    game.submit("spawn_gnome", name="Moss")
    until(wait_frames, lambda: "Moss" in game.agents)
    agent = game.agents["Moss"]
    agent.resident.grants = Grants(RESIDENT_GRANTS.capabilities | {Capability.EVALUATE})
    agent.resident.asks = AskPolicy(before=frozenset({Capability.BUILD}))

    def begin(tool, **arguments):
        agent.ask("go", "player", mind=ScriptedProvider([(tool, json.dumps(arguments))]))
        until(wait_frames, lambda: game.snapshot.asked)
        wait_frames(4)

    def end():
        until(wait_frames, lambda: not agent.busy)
        return agent.history[-1].calls[0].outcome

    return main, begin, end


@pytest.mark.keeps_objects
def test_keys_decide_what_is_shown(moss, wait_frames):
    """The panel is there while something is asked; Ctrl+Y approves exactly that, and Ctrl+N denies it."""
    main, begin, end = moss
    panel = main.get_node("Hud/Frame/Bottom/Asking")
    assert not panel.visible
    begin("evaluate", source="6 * 7")
    assert panel.visible
    assert panel.get_node("Row/Column/Scroll/Text").text.endswith("6 * 7")
    assert press(main, "Ctrl+Y")
    outcome = end()
    assert isinstance(outcome, Done)
    assert outcome.value.value == "42"
    wait_frames(2)
    assert not panel.visible
    assert not main.game.deciding.shown
    begin("evaluate", source="6 * 7")
    assert press(main, "Ctrl+N")
    assert isinstance(end(), Denied)


@pytest.mark.keeps_objects
def test_a_long_source_is_read_to_its_end_by_key(moss, wait_frames):
    """Nothing of what would be done is out of reach."""
    main, begin, end = moss
    begin("evaluate", source="\n".join(f"x{number} = {number}" for number in range(60)))
    column = main.get_node("Hud/Frame/Bottom/Asking/Row/Column")
    scroll, text = column.get_node("Scroll"), column.get_node("Scroll/Text")
    until(wait_frames, lambda: column.get_node("More").visible)
    for _ in range(60):
        assert press(main, "PageDown")
        wait_frames(1)
    assert scroll.scroll_vertical + scroll.size.y >= text.size.y - 1
    assert press(main, "Ctrl+N")
    end()
    begin("evaluate", source="1")
    wait_frames(3)
    assert not column.get_node("More").visible
    assert scroll.scroll_vertical == 0
    assert press(main, "Ctrl+N")
    end()


@pytest.mark.keeps_objects
def test_a_proposal_in_the_world_is_marked_until_it_is_decided(moss, wait_frames):
    """One mark stands at the cell, and goes with the decision."""
    main, begin, end = moss
    cell = main.game.agents["Moss"].resident.cell.offset(0, 5, 0)
    place = (cell.x + 0.5, cell.y + 0.5, cell.z + 0.5)

    def marks():
        return [child for child in main.get_children() if isinstance(child, MeshInstance3D) and tuple(child.position) == place]

    begin("place_block_at", kind="stone", cell=f"{cell.x} {cell.y} {cell.z}")
    assert len(marks()) == 1
    assert press(main, "Ctrl+N")
    end()
    wait_frames(2)
    assert marks() == []


@pytest.mark.keeps_objects
def test_enter_turns_to_who_asks_and_typed_words_answer(moss, wait_frames):
    """The prompt line answers instead of asking, as long as something is asked."""
    main, begin, end = moss
    begin("ask_player", type="block_kind", question="which?", within=None)
    assert press(main, "Enter")
    until(wait_frames, lambda: main.game.focus.name == "Moss")
    wait_frames(3)
    main.application.hud.line.text = "sand"
    assert press(main, "Enter")
    assert end().value.value == "sand"


@pytest.mark.keeps_objects
def test_evaluated_source_cannot_hold_an_engine_object(moss):
    """The thread is not the frame's: the binding refuses, and the game goes on."""
    main, begin, end = moss
    begin("evaluate", source="from godot import Node3D\nNode3D()")
    assert press(main, "Ctrl+Y")
    outcome = end()
    assert isinstance(outcome, Failed)
    assert "WrongThreadError" in outcome.message
    main.shut()
    assert main.application is None
