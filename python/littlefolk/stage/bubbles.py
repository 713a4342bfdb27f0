"""Bubbles on screen: cards in the world over the heads of residents, facing the camera and hidden by what stands before them."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from godot import (
    Basis,
    Camera3D,
    Color,
    Control,
    Font,
    FontFile,
    FontVariation,
    Label3D,
    MeshInstance3D,
    Node3D,
    PackedScene,
    Transform3D,
    Vector3,
    Vector4,
)
from godot.singletons import ResourceLoader

from littlefolk.bodies.body import Body, Vector
from littlefolk.game import Game
from littlefolk.panels.bubbles import GAP, GONE, Bubble, Bubbles, Hanging, growth, whole_at
from littlefolk.panels.fitting import Box, Person, Place, arranged, picture
from littlefolk.panels.fitting import Stack as Standing
from littlefolk.residents import Resident
from littlefolk.stage.glyphs import GLYPHS
from littlefolk.stage.origin import ORIGIN

SCENE = "res://scenes/bubbles/bubble.tscn"
BELOW, BESIDE = "Hud/Frame/Bottom", "Hud/Frame/Cards"  # what is written there lies over the picture
FONTS = {"Heading": "res://scenes/fonts/strong.tres", "Text": "res://scenes/fonts/text.tres"}
OVER, OVER_NAME = 0.12, 0.40  # metres from the top of a body to the lowest bubble, without and with a name between
NEARER = 0.25  # metres that bubbles hang before the head, so that leaves beside it do not cut them
MARGIN, SPINE, CORNER = (0.06, 0.038), 0.016, 0.055  # metres
PIXEL = 0.0015  # metres of a pixel of text
PLATE = Color(0.098, 0.110, 0.137)
SHADES = 12  # of opacity, so that little is written
WRITTEN = 2  # cards that are written a frame at most: the others have their turn in the next ones
AT_ONCE = 7  # residents whose records are looked at each frame; of more, every other or third one in turn
TOO_NEAR = 0.3  # metres before the eye, from which on bodies and bubbles count
CHIN = 0.24  # metres from the eyes down to the end of a face
FACE = 0.24  # metres from the middle of a face to its side
LEAP = 0.03  # of the picture's plane: a change of place by more is faded in at
LINE_SPACING = -6.0  # pixels, as in the scene
SIZES = {"Heading": 48, "Text": 44}  # of fonts, as in the scene


@dataclass(frozen=True, slots=True)
class Sight:
    """How a frame sees: from where, the basis that faces the eye, that basis as vectors (right, up, back), and what of it is free.

    `over`: metres from the top of a body to its lowest bubble.
    """

    eye: Vector
    facing: Basis
    axes: tuple[Vector, Vector, Vector]
    free: Box
    over: float

    def seen(self, point: Vector) -> Vector:
        """A point of the world in the picture: to the right and up in its plane, and metres before the eye."""
        x, y, z = (a - b for a, b in zip(point, self.eye, strict=True))
        across, up, back = (a * x + b * y + c * z for a, b, c in self.axes)
        return across / max(TOO_NEAR, -back), up / max(TOO_NEAR, -back), -back

    def person(self, body: Body) -> Person | None:
        """Where somebody is in the picture; None where they are not before the eye."""
        x, y, z = body.position
        foot, chin = self.seen(body.position), self.seen((x, y + body.eye_height - CHIN, z))
        top = self.seen((x, y + body.height + self.over - OVER, z))  # of the name, where it is shown
        depth = min(foot[2], top[2])
        if depth < TOO_NEAR:
            return None
        half, side = body.width / 2 / depth, FACE / depth
        left, right = min(foot[0], top[0]), max(foot[0], top[0])
        high = max(foot[1], top[1])
        face = min(chin[0], top[0]) - side, max(chin[0], top[0]) + side
        return Person(Box(left - half, right + half, min(foot[1], chin[1]), high), Box(*face, min(chin[1], high), high))


class BubbleCards:
    """The bubbles of all residents. Nothing is done for those who have none, and little for those whose do not change."""

    def __init__(self, parent: Node3D, camera: Camera3D) -> None:
        self._parent, self._camera = parent, camera
        self._scene: PackedScene = ResourceLoader.load(SCENE)
        self._fonts = {name: small(ResourceLoader.load(path)) for name, path in FONTS.items()}
        self._lines = {name: font.get_height(SIZES[name]) for name, font in self._fonts.items()}
        self._below: Control = parent.get_node(BELOW)
        self._beside: Control = parent.get_node(BESIDE)
        self._free: list[Card] = []
        self._writes = WRITTEN
        self._frame = 0
        self._stacks: dict[Resident, Stack] = {}
        self.still = False

    def show(self, game: Game, seconds: float) -> None:
        """Bring every bubble up to date."""
        now = game.seconds
        self._writes = WRITTEN
        residents = tuple(game.roster)
        eye = ORIGIN.world(self._camera.global_position)
        self._frame += 1
        turns = 1 + len(residents) // AT_ONCE
        showing: list[Stack] = []
        for number, resident in enumerate(residents):
            agent = game.agents.get(resident.name)
            stack = self._stacks.get(resident)
            turn = agent.turn if agent is not None else None
            if stack is None:
                if turn is None:
                    continue
                stack = self._stacks[resident] = Stack(self._parent, self, resident)
            if (self._frame + number) % turns == 0:
                stack.model.hear(turn, now)
            if not stack.model.up and not stack.cards:
                continue
            hanging = stack.model.advance(now, seconds, self.height_of, still=self.still)
            stack.distance = math.dist(eye, resident.body.position)
            stack.write(hanging if stack.distance < GONE else [])
            if stack.cards:
                showing.append(stack)
        if showing:
            self._arrange(sorted(showing, key=lambda stack: stack.distance), residents, self._sight(eye, named=not game.focus.active))
        if len(self._stacks) > len(residents):
            for resident in self._stacks.keys() - set(residents):
                self._stacks.pop(resident).close()

    def _arrange(self, showing: list["Stack"], residents: Iterable[Resident], sight: Sight) -> None:
        """Give every stack its place, those near by first."""
        near = [each.body for each in residents if math.dist(sight.eye, each.body.position) < GONE]
        people = [person for body in near if (person := sight.person(body)) is not None and person.body.meets(sight.free)]
        standing = [stack.standing(sight, growth(stack.distance, self._camera.fov)) for stack in showing]
        placed = iter(arranged([each for each in standing if each is not None], people, sight.free))
        for stack, each in zip(showing, standing, strict=True):
            stack.show(Place() if each is None else next(placed), sight, still=self.still)

    def _sight(self, eye: Vector, *, named: bool) -> Sight:
        facing = self._camera.global_basis
        (rx, ry, rz), (ux, uy, uz), (bx, by, bz) = facing.x, facing.y, facing.z
        size = self._camera.get_viewport().get_visible_rect().size
        below = beside = 0.0
        written = self._below.is_visible_in_tree()
        if written:
            below = min(0.5, max(0.0, 1.0 - self._below.get_global_rect().position.y / size.y))
            if self._beside.size.y > 1.0:
                beside = min(0.5, max(0.0, 1.0 - self._beside.get_global_rect().position.x / size.x))
        slope = math.tan(math.radians(self._camera.fov) / 2)
        free = picture(slope, size.x / size.y, below, beside)
        over = OVER_NAME if named and written else OVER
        return Sight(eye, facing, ((rx, ry, rz), (ux, uy, uz), (bx, by, bz)), free, over)

    def height_of(self, bubble: Bubble) -> float:
        """How high a bubble's card is, in metres."""
        return self.heading_of(bubble) + self._high("Text", bubble.text) + 2 * MARGIN[1]

    def heading_of(self, bubble: Bubble) -> float:
        """How high a bubble's heading is, in metres."""
        return self._high("Heading", bubble.heading)

    def width_of(self, bubble: Bubble) -> float:
        """How wide a bubble's card is, in metres. Dear: the text is laid out for it."""
        widest = max(self._wide("Heading", bubble.heading), self._wide("Text", bubble.text))
        return widest + 2 * MARGIN[0] + SPINE

    def may_write(self) -> bool:
        """Whether another card may be written in this frame; it counts as written then."""
        self._writes -= 1
        return self._writes >= 0

    def card(self) -> "Card":
        """A card without a place."""
        if self._free:
            return self._free.pop()
        node = self._scene.instantiate()
        for name, font in self._fonts.items():
            node.get_node(name).font = font
        return Card(node)

    def put_back(self, card: "Card") -> None:
        """Keep a card for another bubble."""
        card.node.get_parent().remove_child(card.node)
        self._free.append(card)

    def node_of(self, name: str) -> Node3D | None:
        """The node of a resident's bubbles, or None."""
        for resident, stack in self._stacks.items():
            if resident.name == name:
                return stack.node
        return None

    def close(self) -> None:
        """Free every bubble."""
        for stack in self._stacks.values():
            stack.close()
        self._stacks.clear()
        for card in self._free:
            card.node.queue_free()
        self._free.clear()

    def _high(self, name: str, text: str) -> float:
        lines = text.count("\n") + 1 if text else 0
        return (lines * self._lines[name] + max(0, lines - 1) * LINE_SPACING) * PIXEL

    def _wide(self, name: str, text: str) -> float:
        return self._fonts[name].get_multiline_string_size(GLYPHS.legible(text), 0, -1.0, SIZES[name]).x * PIXEL if text else 0.0


class Stack:
    """One resident's bubbles: a node that faces the camera, and a card for each."""

    def __init__(self, parent: Node3D, cards: BubbleCards, resident: Resident) -> None:
        self.model = Bubbles()
        self.cards: dict[tuple[str, str], Card] = {}
        self.distance = 0.0
        self._makes, self._resident = cards, resident
        self._before: Place | None = None
        self._hanging: list[Hanging] = []
        self._foot: Vector = (0.0, 0.0, 0.0)
        self._depth, self._size = 1.0, 1.0
        self.node = Node3D()
        parent.add_child(self.node)

    def write(self, hanging: list[Hanging]) -> None:
        """Have cards say what is up, and take down those of what is not."""
        keys = {_key(each) for each in hanging}
        for key in self.cards.keys() - keys:
            self._makes.put_back(self.cards.pop(key))
        for each in hanging:
            card = self.cards.get(_key(each))
            if card is not None:
                card.renew(each.bubble, self._makes)
            elif self._makes.may_write():
                card = self.cards[_key(each)] = self._makes.card()
                card.write(each.bubble, self._makes)
                self.node.add_child(card.node)
        self._hanging = hanging

    def standing(self, sight: Sight, size: float) -> Standing | None:
        """What there is to find a place for, larger than life by `size`; None where it is not before the eye."""
        body = self._resident.body
        x, y, z = body.position
        foot = (x, y + body.height + sight.over, z)
        before = NEARER / max(NEARER, math.dist(foot, sight.eye))
        self._foot = _point(a + (b - a) * before for a, b in zip(foot, sight.eye, strict=True))
        across, up, self._depth = sight.seen(self._foot)
        person = sight.person(body)
        if person is None or self._depth < TOO_NEAR:
            return None
        self._size = size
        scale = size / self._depth
        heights, high, belongs = [], 0.0, 0.0
        for each in reversed(self._hanging):
            high = max(high, belongs + each.height, each.lift + each.height)
            belongs += each.height + GAP
            heights.append(max(0.05, high) * scale)
        width = max(card.width for card in self.cards.values())
        return Standing((across, up), tuple(heights), width * scale, person.body, self._before)

    def show(self, place: Place, sight: Sight, *, still: bool) -> None:
        """Hang what is up at a place in the picture. Where it is far from the place before, it comes there as new ones do."""
        before, self._before = self._before, place
        leapt = before is not None and math.hypot(place.right - before.right, place.up - before.up) > LEAP
        right, up, _back = sight.axes
        size = self._size * place.scale
        offset = ((a * place.right + b * place.up) * self._depth for a, b in zip(right, up, strict=True))
        self.node.transform = Transform3D(
            sight.facing.scaled_local(Vector3(size, size, size)), ORIGIN.place(*(a + b for a, b in zip(self._foot, offset, strict=True)))
        )
        whole = whole_at(self.distance)
        for number, each in enumerate(self._hanging):
            if number < len(self._hanging) - place.shown or (leapt and not still):
                each.opacity = 0.0
            card = self.cards.get(_key(each))
            if card is not None:
                card.show(each, whole)

    def close(self) -> None:
        """Free the stack."""
        self.cards.clear()
        self.node.queue_free()


class Card:
    """One card: what it says is written when it changes."""

    def __init__(self, node: Node3D) -> None:
        self.node = node
        self._card: MeshInstance3D = node.get_node("Card")
        self._heading: Label3D = node.get_node("Heading")
        self._text: Label3D = node.get_node("Text")
        self._bubble: Bubble | None = None
        self.width = 0.0
        self._lift = math.nan
        self._shade = -1

    def renew(self, bubble: Bubble, cards: BubbleCards) -> None:
        """Have the card say what the bubble says by now, when it is its turn to be written."""
        if bubble is not self._bubble and bubble != self._bubble and cards.may_write():
            self.write(bubble, cards)

    def show(self, hanging: Hanging, whole: float) -> None:
        """Bring the card up to date; `whole` is how much of it is there at its distance."""
        lift = hanging.lift + hanging.height / 2
        if not abs(lift - self._lift) < 0.0008:
            self._lift = lift
            self.node.position = Vector3(0.0, lift, 0.0)
        shade = round(hanging.opacity * whole * SHADES)
        if shade != self._shade:
            self._shade = shade
            self._fade(shade / SHADES)

    def write(self, bubble: Bubble, cards: BubbleCards) -> None:
        """Have the card say what a bubble says, fitted to it."""
        self._bubble, self._shade = bubble, -1
        width, height = cards.width_of(bubble), cards.height_of(bubble)
        self.width = width
        colour = Color.from_string(bubble.colour, Color())
        self._card.set_instance_shader_parameter("card", Vector4(width, height, min(CORNER, height / 2), SPINE))
        self._card.set_instance_shader_parameter("spine_colour", colour)
        left, top = -width / 2 + MARGIN[0] + SPINE, height / 2 - MARGIN[1]
        for label, text, down in ((self._heading, bubble.heading, 0.0), (self._text, bubble.text, cards.heading_of(bubble))):
            label.visible = bool(text)
            label.text = GLYPHS.legible(text)
            label.position = Vector3(left, top - down, 0.012)
        self._heading.modulate = colour.lightened(0.35)

    def _fade(self, opacity: float) -> None:
        self._card.set_instance_shader_parameter("card_colour", Color(PLATE.r, PLATE.g, PLATE.b, opacity))
        for label in (self._heading, self._text):
            colour = label.modulate
            label.modulate = Color(colour.r, colour.g, colour.b, opacity)


def _key(hanging: Hanging) -> tuple[str, str]:
    return (hanging.turn, hanging.bubble.key)


def _point(values: Iterable[float]) -> Vector:
    x, y, z = values
    return (x, y, z)


def small(font: FontVariation) -> Font:
    """A font that stays smooth when it is drawn much smaller than it was made: the same with mipmaps, shared with nobody."""
    copy = FontVariation()
    copy.base_font = _mipmapped(font.base_font)
    copy.fallbacks = [_mipmapped(each) for each in font.fallbacks]
    return copy


def _mipmapped(font: FontFile) -> FontFile:
    copy = font.duplicate()
    copy.generate_mipmaps = True
    return copy
