"""The palette in the engine: by keyboard, by gamepad, by mouse; cards and people that light up; keys that are bound anew."""

import pytest
from conftest import until
from godot import InputEventKey, InputEventMouseButton, InputEventMouseMotion
from godot.singletons import Input
from littlefolk.agent.providers.scripted import ScriptedProvider
from littlefolk.panels.menus import Menu
from littlefolk.stage.keymap import event_for
from littlefolk.world.cells import Cell

pytestmark = pytest.mark.keeps_objects  # the engine keeps the scenes and key events that were used first


class Hands:
    """What a person does to the window."""

    def __init__(self, main, wait_frames):
        self.main, self.game, self.wait = main, main.game, wait_frames
        self.palette = main.game.palette

    def tap(self, *names):
        for name in names:
            for down in (True, False):
                event = event_for(name)
                if isinstance(event, InputEventKey):
                    event.keycode = event.physical_keycode
                event.pressed = down
                Input.parse_input_event(event)
                self.wait(2)

    def type(self, text):
        for sign in text:
            for down in (True, False):
                Input.parse_input_event(InputEventKey(unicode=ord(sign), keycode=ord(sign.upper()), pressed=down))
        self.wait(2)

    def widget(self, name):
        return self.main.get_node("Hud").find_child(name, True, False)

    def mouse(self, place, click=True):
        at = self.main.get_viewport().get_final_transform() * place
        Input.parse_input_event(InputEventMouseMotion(position=at, global_position=at))
        for down in (True, False) if click else ():
            Input.parse_input_event(InputEventMouseButton(button_index=1, pressed=down, position=at, global_position=at))
        self.wait(3)

    def open(self, key="Alt+X"):
        self.tap(key)
        until(self.wait, lambda: self.widget("Palette").visible)


@pytest.fixture
def hands(littlefolk, wait_frames):
    return Hands(littlefolk(), wait_frames)


def test_the_keyboard_fills_the_arguments_and_backspace_goes_back(hands):
    hands.open()
    assert hands.widget("Palette").get_node("Panel/Column/Line").has_focus()
    hands.type("place blo")
    hands.tap("Tab")
    assert hands.palette.text == "place block at"
    hands.tap("Enter")
    hands.type("sto")
    hands.tap("Enter", "Backspace")
    assert (hands.palette.argument.name, hands.palette.text) == ("kind", "stone")
    assert hands.widget("Palette").get_node("Panel/Column/Line").text == "stone"
    hands.tap("Escape", "Escape")
    until(hands.wait, lambda: not hands.widget("Palette").visible)
    assert hands.game.world.revision == 0
    assert not hands.game.suspended


def test_a_gamepad_finds_chooses_and_leaves(hands):
    hands.open("Pad Back")
    assert hands.game.menus.top is Menu.PALETTE
    hands.tap("Pad Down", "Pad Down", "Pad Up")
    assert hands.palette.selected == 0
    names = [row.text for row in hands.palette.rows]
    hands.tap(*["Pad Down"] * names.index("Where Am I"), "Pad A")
    until(hands.wait, lambda: "player stands at" in hands.game.notice)
    assert not hands.game.menus.active
    hands.open("Pad Back")
    hands.tap("Pad B")
    until(hands.wait, lambda: not hands.widget("Palette").visible)


def test_a_row_is_clicked_and_a_disabled_one_says_why(hands):
    hands.open()
    hands.type("ask")
    row = hands.widget("Row0")
    assert row.get_node("Line/Text").text == "Ask"
    hands.mouse(row.get_global_rect().get_center())
    assert hands.widget("Palette").get_node("Panel/Column/Problem").text == "nobody is in focus: turn to somebody first"
    hands.palette.write("say")
    hands.wait(2)
    hands.mouse(hands.widget("Row0").get_global_rect().get_center())
    assert hands.palette.argument.name == "text"


def test_people_and_cards_fill_arguments_and_light_up(hands):
    game = hands.game
    game.submit("spawn_gnome", name="Moss")
    until(hands.wait, lambda: "Moss" in game.agents)
    moss = game.agents["Moss"]
    x, y, z = (round(part) for part in moss.resident.body.cell)
    cell = Cell(x + 2, y + 3, z)
    arguments = f'{{"kind": "stone", "cell": {{"x": {cell.x}, "y": {cell.y}, "z": {cell.z}}}}}'
    moss.provider = ScriptedProvider([("place_block_at", arguments)], "done " * 40)
    moss.ask("(scripted)", "player")
    until(hands.wait, lambda: not moss.busy)  # no card comes or moves any more
    until(hands.wait, lambda: any(card.value is not None for card, _ in hands.main.application.hud.cards))
    hands.wait(2)
    card, widget = next((card, widget) for card, widget in hands.main.application.hud.cards if card.value is not None)
    assert any("place here" in choice for choice in card.strip)
    assert widget.get_node("Row/Body/Keys").get_child_count() == len(card.strip)

    hands.open()
    hands.type("remove block")
    hands.tap("Enter")
    assert widget.modulate.r > 1.0, "a card with a place lights up"
    assert any(other.modulate.a < 1.0 for kept, other in hands.main.application.hud.cards if kept.value is None)
    hands.mouse(widget.get_global_rect().get_center())
    until(hands.wait, lambda: not game.world.read(cell).kind.solid)
    assert widget.modulate.r == pytest.approx(1.0)

    hands.open()
    hands.type("where is")
    hands.tap("Enter")
    camera = hands.main.get_node("Camera3D")
    from godot import Vector3

    place = camera.unproject_position(Vector3(*moss.resident.body.eyes))
    hands.mouse(place, click=False)
    assert hands.palette.argument is not None
    assert "Moss" in hands.widget("Palette").get_node("Panel/Column/Keys").text
    hands.mouse(place)
    until(hands.wait, lambda: game.notice.startswith("Moss stands at"))


def test_a_key_that_is_bound_anew_opens_it_and_the_metabar_follows(hands):
    application = hands.main.application
    application.preferences.change(bindings={"open_palette": ["F5"]})
    hands.wait(3)
    assert hands.game.around().keys["open_palette"] == "F5"
    hands.tap("Alt+X")
    assert not hands.widget("Palette").visible
    hands.open("F5")
    assert "F5" in [row.key for row in hands.palette.rows if row.text == "Open Palette"]
    hands.tap("Escape")
    until(hands.wait, lambda: not hands.game.menus.active)
    hands.wait(2)
    texts = [row.get_node("Key").text for row in hands.widget("Legend").get_children()]
    assert "F5" in texts
