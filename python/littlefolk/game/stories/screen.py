"""What a story may do to a window and see on it. The engine's side implements it; headless runs have none."""

from pathlib import Path
from typing import Protocol


class Screen(Protocol):
    """Input goes in as real input events; what comes out are pictures, rectangles and texts of what is drawn."""

    def press(self, key: str, down: bool) -> None:
        """Press or release a key by its engine name, such as `W`, `Tab`, `Shift+Tab`, `Enter`."""

    def type(self, text: str) -> None:
        """Type text, sign by sign."""

    def turn(self, left: float, up: float) -> None:
        """Move the mouse so that the player's head turns by radians."""

    def click(self, button: str, down: bool) -> None:
        """Press or release a mouse button at the pointer."""

    def reveal(self, name: str) -> bool:
        """Scroll to the visible widget of that name; False where there is none."""

    def click_widget(self, name: str) -> bool:
        """Click the middle of the visible widget of that name; False where there is none."""

    def point(self, place: tuple[float, float, float], click: bool = False) -> bool:
        """Move the mouse to where a place of the world is seen, and click there; False where it is behind the view."""

    def request_picture(self, of: str = "") -> None:
        """Ask for a picture of a coming frame: of the player's view, or of one resident and its works."""

    def picture_taken(self) -> bool:
        """Whether the picture that was asked for is there."""

    def save_picture(self, path: Path) -> None:
        """Write the last picture as PNG."""

    def take_frame(self) -> None:
        """Take a picture of this frame, at once."""

    def take_without(self, name: str, part: str) -> None:
        """Take a picture of this frame, at once, with a resident's `part` hidden: its `figure` or its `bubbles`."""

    def hold_camera(self, eye: tuple[float, float, float], target: tuple[float, float, float], field: float) -> None:
        """See the world from a place of its own, with a field of view in degrees, and nothing over the picture."""

    def release_camera(self) -> None:
        """See the world through the player's eyes again."""

    def picture_difference(self) -> float:
        """The share (0..1) of pixels in which the last two pictures differ."""

    def drawn(self) -> int:
        """How many frames were drawn so far."""

    def texts(self) -> list[str]:
        """The text of every visible widget."""

    def visible(self, widget: str) -> bool | None:
        """Whether the widget of that name is visible, or None where there is none."""
