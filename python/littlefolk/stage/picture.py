"""The settings of the picture in the engine: full screen, smooth edges, glow, size of text."""

from godot import Node, Viewport, Window, WorldEnvironment

from littlefolk.game.settings import Settings

SMOOTH = {"off": Viewport.MSAA_DISABLED, "2×": Viewport.MSAA_2X, "4×": Viewport.MSAA_4X}
TALL = 600  # pixels of window height at which text has its natural size
SMALLEST, LARGEST = 0.75, 1.0
MOST = 1.2  # of the window's own scale, whatever is set: with more, the legend lies under the hotbar and panels leave the window


class Picture:
    """Applies settings to the window and the scene's environment."""

    def __init__(self, root: Node) -> None:
        self._window: Window = root.get_window()
        self._environment: WorldEnvironment = root.get_node("Sky/WorldEnvironment")
        self._text = 1.0
        self._shown: tuple[int, float] = (0, 0.0)

    def apply(self, settings: Settings) -> None:
        """Take over the settings."""
        if settings.fullscreen != (self._window.mode == Window.MODE_FULLSCREEN):
            self._window.mode = Window.MODE_FULLSCREEN if settings.fullscreen else Window.MODE_WINDOWED
        self._window.msaa_3d = SMOOTH[settings.smooth_edges]
        self._environment.environment.glow_enabled = settings.glow
        self._text = settings.text_size
        self.fit()

    def fit(self) -> None:
        """Scale what is on screen to the window's height. Cheap while nothing changes."""
        wish = (self._window.size.y, self._text)
        if wish != self._shown:
            self._shown = wish
            natural = min(LARGEST, max(SMALLEST, TALL / max(1, wish[0])))
            self._window.content_scale_factor = min(MOST, self._text * natural)
