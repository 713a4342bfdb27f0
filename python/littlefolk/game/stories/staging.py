"""Steps that set a scene: who stands where, from where it is seen, and films of it."""

import math
from pathlib import Path

from littlefolk.critters import Species
from littlefolk.game.options import PLAYER
from littlefolk.game.stories.running import Frames, StoryFailed, StoryRun
from littlefolk.game.stories.steps import agent_named
from littlefolk.game.stories.story import step
from littlefolk.game.stories.values import Place

FILM = "{stem}-{number:03d}.png"


@step("stand {name:word} at {place:place} facing {turned:degrees}")
def stand(run: StoryRun, name: str, place: Place, turned: int) -> Frames:
    """Put a body somewhere at once: the middle of its feet, and degrees to the left of north."""
    body = run.game.player.body if name == PLAYER else agent_named(run, name).resident.body
    body.position, body.velocity = place, (0.0, 0.0, 0.0)
    body.yaw, body.pitch = math.radians(turned), 0.0
    yield


@step("critter {species:species} at {at:place} facing {turned:degrees}")
def place_critter(run: StoryRun, species: str, at: Place, turned: int) -> Frames:
    """Put a critter somewhere, to stay: a rabbit on its feet, a bird circling around the place, a firefly hovering there."""
    why_not = run.game.critters.place(Species(species), at, math.radians(turned))
    if why_not:
        raise StoryFailed(why_not)
    yield


@step("camera from {eye:place} to {target:place} field {field:degrees}")
def hold_camera(run: StoryRun, eye: Place, target: Place, field: int) -> Frames:
    """See the world from a place of its own, without what lies over the picture, until `camera off`."""
    run.window().hold_camera(eye, target, float(field))
    yield


@step("camera off")
def release_camera(run: StoryRun) -> Frames:
    """See the world through the player's eyes again."""
    run.window().release_camera()
    yield


@step("film {file:word} {count:count} frames")
def film(run: StoryRun, file: str, count: int) -> Frames:
    """Save so many frames after another, as `<name>-000.png` and so on."""
    path = run.out / Path(file).name
    for number in range(count):
        run.window().take_frame()
        run.window().save_picture(path.with_name(FILM.format(stem=path.stem, number=number)))
        yield
