"""Bubbles on screen: cards in the world over the heads of residents, facing the camera and hidden by what stands before them."""

import math
from dataclasses import dataclass

from godot import (
    Basis,
    Camera3D,
    Color,
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

from littlefolk.bodies.body import Vector
from littlefolk.game import Game
from littlefolk.panels.bubbles import GONE, Bubble, Bubbles, Hanging, growth, whole_at
from littlefolk.residents import Resident

SCENE = "res://scenes/bubbles/bubble.tscn"
FONTS = {"Heading": "res://scenes/fonts/strong.tres", "Text": "res://scenes/fonts/text.tres"}
OVER, OVER_NAME = 0.12, 0.40  # metres from the top of a body to the lowest bubble, without and with a name between
NEARER = 0.25  # metres that bubbles hang before the head, so that leaves beside it do not cut them
MARGIN, SPINE, CORNER = (0.06, 0.038), 0.016, 0.055  # metres
PIXEL = 0.0015  # metres of a pixel of text
PLATE = Color(0.098, 0.110, 0.137)
SHADES = 12  # of opacity, so that little is written


@dataclass(frozen=True, slots=True)
class View:
    """From where bubbles are seen: the eye, the basis that faces it, how far it is, how large they are, how high over a body."""

    eye: Vector
    facing: Basis
    distance: float
    size: float
    over: float


class BubbleCards:
    """The bubbles of all residents. Nothing is done for those who have none, and little for those whose do not change."""

    def __init__(self, parent: Node3D, camera: Camera3D) -> None:
        self._parent, self._camera = parent, camera
        self._scene: PackedScene = ResourceLoader.load(SCENE)
        self._fonts = {name: small(ResourceLoader.load(path)) for name, path in FONTS.items()}
        self._sizes: dict[Bubble, tuple[float, float, float]] = {}
        self._stacks: dict[Resident, Stack] = {}
        self.still = False

    def show(self, game: Game, seconds: float) -> None:
        """Bring every bubble up to date."""
        now = game.seconds
        residents = tuple(game.roster)
        x, y, z = self._camera.global_position
        facing: Basis | None = None
        field = self._camera.fov
        over = OVER if game.focus.active else OVER_NAME
        for resident in residents:
            agent = game.agents.get(resident.name)
            stack = self._stacks.get(resident)
            turn = agent.turn if agent is not None else None
            if stack is None:
                if turn is None:
                    continue
                stack = self._stacks[resident] = Stack(self._parent, self)
            stack.model.hear(turn, now)
            if not stack.model.up and not stack.cards:
                continue
            hanging = stack.model.advance(now, seconds, self.height_of, still=self.still)
            distance = math.dist((x, y, z), resident.body.position)
            if facing is None:
                facing = self._camera.global_basis
            view = View((x, y, z), facing, distance, growth(distance, field), over)
            stack.show(hanging if distance < GONE else [], resident, view)
        if len(self._stacks) > len(residents):
            for resident in self._stacks.keys() - set(residents):
                self._stacks.pop(resident).close()

    def height_of(self, bubble: Bubble) -> float:
        """How high a bubble's card is, in metres."""
        return self.measured(bubble)[1]

    def measured(self, bubble: Bubble) -> tuple[float, float, float]:
        """Width and height of a bubble's card, and the height of its heading, in metres."""
        found = self._sizes.get(bubble)
        if found is None:
            if len(self._sizes) > 400:
                self._sizes.clear()
            heading = self._size("Heading", bubble.heading, 48)
            text = self._size("Text", bubble.text, 44)
            width = max(heading[0], text[0]) + 2 * MARGIN[0] + SPINE
            found = self._sizes[bubble] = (width, heading[1] + text[1] + 2 * MARGIN[1], heading[1])
        return found

    def card(self) -> "Card":
        """A new card, without a place yet."""
        node = self._scene.instantiate()
        for name, font in self._fonts.items():
            node.get_node(name).font = font
        return Card(node)

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

    def _size(self, name: str, text: str, size: int) -> tuple[float, float]:
        if not text:
            return (0.0, 0.0)
        lines = text.count("\n")
        measured = self._fonts[name].get_multiline_string_size(text, 0, -1.0, size)
        return (measured.x * PIXEL, (measured.y - 6.0 * lines) * PIXEL)


class Stack:
    """One resident's bubbles: a node that faces the camera, and a card for each."""

    def __init__(self, parent: Node3D, cards: BubbleCards) -> None:
        self.model = Bubbles()
        self.cards: dict[tuple[str, str], Card] = {}
        self._makes = cards
        self.node = Node3D()
        parent.add_child(self.node)

    def show(self, hanging: list[Hanging], resident: Resident, view: View) -> None:
        """Show what is up, and take down the cards of what is not."""
        keys = {(each.turn, each.bubble.key) for each in hanging}
        for key in self.cards.keys() - keys:
            self.cards.pop(key).node.queue_free()
        if not hanging:
            return
        x, y, z = resident.body.position
        foot = (x, y + resident.body.height + view.over, z)
        before = NEARER / max(NEARER, math.dist(foot, view.eye))
        place = Vector3(*(a + (b - a) * before for a, b in zip(foot, view.eye, strict=True)))
        self.node.transform = Transform3D(view.facing.scaled_local(Vector3(view.size, view.size, view.size)), place)
        whole = whole_at(view.distance)
        for each in hanging:
            key = (each.turn, each.bubble.key)
            card = self.cards.get(key)
            if card is None:
                card = self.cards[key] = self._makes.card()
                self.node.add_child(card.node)
            card.show(each, self._makes, whole)

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
        self._lift = -9.0
        self._shade = -1

    def show(self, hanging: Hanging, cards: BubbleCards, whole: float) -> None:
        """Bring the card up to date; `whole` is how much of it is there at its distance."""
        bubble = hanging.bubble
        width, height, heading = cards.measured(bubble)
        if bubble != self._bubble:
            self._bubble = bubble
            self._fill(bubble, width, height, heading)
        lift = hanging.lift + height / 2
        if abs(lift - self._lift) > 0.0008:
            self._lift = lift
            self.node.position = Vector3(0.0, lift, 0.0)
        shade = round(hanging.opacity * whole * SHADES)
        if shade != self._shade:
            self._shade = shade
            self._fade(shade / SHADES)

    def _fill(self, bubble: Bubble, width: float, height: float, heading: float) -> None:
        colour = Color.from_string(bubble.colour, Color())
        self._card.set_instance_shader_parameter("card", Vector4(width, height, min(CORNER, height / 2), SPINE))
        self._card.set_instance_shader_parameter("spine_colour", colour)
        left = -width / 2 + MARGIN[0] + SPINE
        top = height / 2 - MARGIN[1]
        self._heading.visible = bool(bubble.heading)
        self._heading.text = bubble.heading
        self._heading.position = Vector3(left, top, 0.012)
        self._text.visible = bool(bubble.text)
        self._text.text = bubble.text
        self._text.position = Vector3(left, top - heading, 0.012)
        self._heading.modulate = colour.lightened(0.35)
        self._shade = -1

    def _fade(self, opacity: float) -> None:
        self._card.set_instance_shader_parameter("card_colour", Color(PLATE.r, PLATE.g, PLATE.b, opacity))
        for label in (self._heading, self._text):
            colour = label.modulate
            label.modulate = Color(colour.r, colour.g, colour.b, opacity)


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
