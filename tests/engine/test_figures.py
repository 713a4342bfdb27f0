"""Figures and bubbles in the engine: which scene shows whom, what is freed, and boxes that hold what their shaders draw."""

import re

import pytest
from conftest import until
from godot import BoxMesh, FileAccess
from godot.singletons import ResourceLoader
from littlefolk.panels.bubbles import MOST
from littlefolk.residents import FIGURES
from littlefolk.stage.figures import BUILDS

VECTOR = r"const vec3 {} = vec3\(([\d.]+), ([\d.]+), ([\d.]+)\);"


def constant(name, figure):
    """A vector of a figure's shader, by its name in the source."""
    source = FileAccess.get_file_as_string(f"res://scenes/{figure}/{figure}_pose.gdshaderinc")
    return tuple(map(float, re.search(VECTOR.format(name), source).groups()))


def test_every_figure_that_a_resident_can_have_is_drawn():
    assert set(BUILDS) == set(FIGURES)


@pytest.mark.keeps_objects
@pytest.mark.parametrize("figure", BUILDS)
def test_the_box_is_the_one_that_the_shader_walks_through(figure, spawn):
    """The mesh's box has the size and the place that the shader clips its rays to, for what is seen and for the shadow."""
    node = spawn(ResourceLoader.load(BUILDS[figure].scene).instantiate())
    centre, half = constant("CENTRE", figure), constant("HALF", figure)
    for name in ("Figure", "Shadow"):
        surface = node.get_node(name)
        assert isinstance(surface.mesh, BoxMesh)
        assert tuple(surface.mesh.size) == pytest.approx([2 * part for part in half], abs=1e-5)
        assert tuple(surface.position) == pytest.approx(centre, abs=1e-5)
        assert surface.visibility_range_end > 0.0
    assert not node.get_node("Figure").cast_shadow
    assert node.get_node("Above").position.y >= FIGURES[figure].height


@pytest.mark.keeps_objects
def test_figures_follow_their_bodies_and_go_with_them(littlefolk, wait_frames):
    """A gnome and a cat have the nodes of their kinds where their bodies are; a resident that leaves takes its node along."""
    main = littlefolk()
    game, figures = main.game, main.application.staged.figures
    game.submit("spawn_gnome", name="Moss")
    game.submit("spawn_cat", name="Tansy")
    until(wait_frames, lambda: figures.node_of("Moss") is not None and figures.node_of("Tansy") is not None)
    for name, figure in (("Moss", "gnome"), ("Tansy", "cat")):
        node, body = figures.node_of(name), game.roster.get(name).body
        assert node.scene_file_path == BUILDS[figure].scene
        x, y, z = body.position
        body.position = (x + 0.25, y, z)
        wait_frames(2)
        assert node.position.x == pytest.approx(body.position[0], abs=1e-4)
    game.submit_line("dismiss Tansy")
    until(wait_frames, lambda: figures.node_of("Tansy") is None)
    assert figures.node_of("Moss") is not None


@pytest.mark.keeps_objects
def test_bubbles_hang_over_who_works(littlefolk, wait_frames):
    """Each call but speech has a card, four at most; each card has a heading, and closing takes all of them down."""
    main = littlefolk()
    game, bubbles = main.game, main.application.staged.bubbles
    game.submit("spawn_gnome", name="Moss")
    until(wait_frames, lambda: "Moss" in game.agents)
    assert bubbles.node_of("Moss") is None
    agent = game.agents["Moss"]
    agent.ask("put six stone blocks in a row in front of you and say done", "player")
    until(wait_frames, lambda: agent.turn is not None and not agent.busy)
    until(wait_frames, lambda: bubbles.node_of("Moss") is not None)
    stack = bubbles.node_of("Moss")

    def shown():
        return [card for card in stack.get_children() if not card.is_queued_for_deletion()]

    def written():
        return [card.get_node("Heading").text for card in shown()]

    # few cards are written a frame, so the last of a turn may come a little after its end
    until(wait_frames, lambda: len(shown()) == MOST and all(text.startswith("✓ ") for text in written()), written)
    cards, headings = shown(), written()
    assert not any("say" in text for text in headings)
    camera, height = main.get_node("Camera3D"), main.get_viewport().get_visible_rect().size.y
    assert all(0.0 < camera.unproject_position(card.global_position).y < height for card in cards), "all are in the picture"
    lifts = sorted(card.position.y for card in cards)
    assert len(set(lifts)) == MOST


@pytest.mark.keeps_objects
def test_a_cat_that_purrs_is_heard_from_where_it_sits_and_what_is_carried_is_seen(littlefolk, wait_frames, monkeypatch):
    main = littlefolk()
    game, figures, speakers = main.game, main.application.staged.figures, main.application.speakers
    game.submit("spawn_cat", name="Tansy")
    game.submit("spawn_gnome", name="Moss")
    until(wait_frames, lambda: figures.node_of("Tansy") is not None and figures.node_of("Moss") is not None)
    tansy, moss = game.roster.get("Tansy"), game.roster.get("Moss")
    heard, purr = [], speakers.purr
    monkeypatch.setattr(speakers, "purr", lambda *sound: (heard.append(sound), purr(*sound)))
    game.focus.enter("Tansy")
    wait_frames(1)
    game.submit("purr")
    until(wait_frames, lambda: tansy.mood == "purr" and len(heard) >= 2)
    assert [(name, breath) for _place, name, breath in heard[:2]] == [("Tansy", 1), ("Tansy", 2)]
    assert heard[0][0] == pytest.approx(tansy.body.eyes, abs=0.5)

    children = figures.node_of("Moss").get_child_count()
    moss.carries = "lantern"
    wait_frames(2)
    assert figures.node_of("Moss").get_child_count() == children + 1
    moss.carries = ""
    wait_frames(3)
    assert figures.node_of("Moss").get_child_count() == children
