"""Names above heads: near residents say who they are; who is looked at or talked to stands out."""

from godot import Color, Font, Label3D, Node3D
from godot.singletons import ResourceLoader

from littlefolk.stage.glyphs import GLYPHS

FONT = "res://scenes/fonts/strong.tres"
FROM, UNTIL = 10.0, 14.0  # metres: up to FROM a name is whole, from UNTIL on it is not there
PLAIN, MEANT, OUTLINE = Color(0.95, 0.94, 0.9), Color(1.0, 0.9059, 0.6588), Color(0.06, 0.07, 0.09)
STEPS = 12  # of fading, so that little is written


class Name:
    """The name of one resident, under its figure's node."""

    def __init__(self, figure: Node3D, text: str) -> None:
        font: Font = ResourceLoader.load(FONT)
        above = figure.get_node("Above")
        self._label = Label3D(text=GLYPHS.legible(text), font=font, font_size=48, outline_size=14, pixel_size=0.0042, shaded=False)
        self._label.billboard = 1  # facing the camera
        self._label.outline_modulate = OUTLINE
        self._label.visible = False
        above.add_child(self._label)
        self._shown: tuple[int, bool] = (0, False)
        self._text = text

    def show(self, text: str, distance: float, meant: bool, hidden: bool) -> None:
        """Show it as it looks at a distance in metres; `meant` highlights it, `hidden` takes it away."""
        if text != self._text:
            self._text, self._label.text = text, GLYPHS.legible(text)
        share = 0.0 if hidden else min(1.0, max(0.0, (UNTIL - distance) / (UNTIL - FROM)))
        state = (round(share * STEPS), meant)
        if state == self._shown:
            return
        self._shown = state
        opacity = state[0] / STEPS
        self._label.visible = state[0] > 0
        colour = MEANT if meant else PLAIN
        self._label.modulate = Color(colour.r, colour.g, colour.b, opacity)
        self._label.outline_modulate = Color(OUTLINE.r, OUTLINE.g, OUTLINE.b, opacity)
