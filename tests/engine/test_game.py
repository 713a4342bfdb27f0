"""The whole house in the engine: a sentence becomes blocks, frames go on, everything is released."""

import threading

import pytest
from conftest import until
from godot import Mesh
from godot.singletons import InputMap, RenderingServer
from littlefolk.commands import TABLES
from littlefolk.kernels import mesh_chunk
from littlefolk.present.outcome import Done
from littlefolk.stage.chunks import ChunkMeshes
from littlefolk.stage.keymap import KeyMapError, event_for
from littlefolk.world.cells import chunk_of
from littlefolk.world.making import TABLES as MESH_TABLES


@pytest.mark.keeps_objects
def test_a_sentence_becomes_blocks(littlefolk, wait_frames):
    """The turn runs on another thread than the frame, and frames go by between each call and its result."""
    main = littlefolk()
    game = main.game
    game.submit("spawn_gnome", name="Moss")
    until(wait_frames, lambda: "Moss" in game.agents)
    agent = game.agents["Moss"]
    agent.ask("put three stone blocks in a row in front of you", "player")
    until(wait_frames, lambda: not agent.busy)
    stones = [cell for cell, edit in game.world.edits.items() if edit.kind == "stone"]
    assert len(stones) == 3
    assert agent.thread is not threading.current_thread()
    tickets = [ticket for ticket in game.mailbox.settled if ticket.call.caller.name == "Moss"]
    assert len(tickets) == 7
    assert all(ticket.done_frame > ticket.ready_frame for ticket in tickets)
    figure = main.get_node("Bodies").get_child(0)
    assert figure.position.distance_to(type(figure.position)(*agent.resident.body.position)) < 1e-4


@pytest.mark.keeps_objects
def test_a_closed_game_releases_everything(littlefolk, wait_frames):
    """Closing spans frames, ends every thread, and leaves nothing drawn."""
    main = littlefolk()
    game = main.game
    game.submit("spawn_gnome", name="Moss")
    until(wait_frames, lambda: "Moss" in game.agents)
    game.agents["Moss"].ask("put 30 bricks in a column behind you", "player")
    wait_frames(2)
    main.shut()
    assert game.closed
    assert game.problems == []
    assert game.agents["Moss"].closed


@pytest.mark.keeps_objects
def test_the_engine_takes_the_meshers_bytes_as_they_are(littlefolk, wait_frames):
    """What `mesh_get_surface` gives back is what the mesher made: format, strides and bytes."""
    main = littlefolk()
    meshes = ChunkMeshes(main)
    key = chunk_of(main.game.player.body.cell)
    until(wait_frames, lambda: main.game.streaming.ready(main.game.player.body.cell))
    made = mesh_chunk(main.game.world.pad(key), MESH_TABLES)
    surface = made.surfaces[0]
    meshes.publish([(key, made)])
    rid, _instance = meshes.drawn[key]
    kept = RenderingServer.mesh_get_surface(rid, 0)
    assert bytes(kept["vertex_data"]) == surface.vertices
    assert bytes(kept["attribute_data"]) == surface.attributes
    assert bytes(kept["index_data"]) == surface.indices
    assert kept["vertex_count"] == surface.vertex_count
    assert kept["primitive"] == Mesh.PRIMITIVE_TRIANGLES
    meshes.close()
    assert len(meshes) == 0


@pytest.mark.keeps_objects
def test_the_players_clicks_are_admitted_calls(littlefolk, wait_frames):
    """Digging and placing go through the mailbox as the player's calls, and each revision has one of them behind it."""
    main = littlefolk()
    game = main.game
    game.player.look(0.0, -1.2)
    game.use("dig")
    until(wait_frames, lambda: game.world.revision == 1)
    game.use("place")
    until(wait_frames, lambda: game.world.revision == 2)
    calls = [ticket.call for ticket in game.mailbox.settled]
    assert [call.command for call in calls] == ["remove_block_at", "place_block_at"]
    assert all(call.caller.name == "player" for call in calls)
    assert all(isinstance(ticket.future.result(), Done) for ticket in game.mailbox.settled)
    assert {edit.author for _cell, edit in game.world.edits.items()} == {"player"}


@pytest.mark.keeps_objects
def test_every_suggested_key_is_an_action(littlefolk):
    """Each command that suggests a key has an action of its name in the InputMap."""
    littlefolk()
    for command in TABLES.within(["player"]):
        assert InputMap.has_action(command.name) == bool(command.key)


@pytest.mark.parametrize("name", ["Hyper+Tab", "Tabb", "", "Shift+"])
def test_a_wrong_key_name_is_named(name):
    """A key file with a wrong name says which entry it is."""
    with pytest.raises(KeyMapError, match="fly"):
        event_for(name, "fly")
