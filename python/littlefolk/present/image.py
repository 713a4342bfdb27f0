"""Pictures as values: told in text, sent as content, kept out of records."""

import hashlib
import struct
from dataclasses import dataclass, field
from typing import Any

from littlefolk.present.codecs import recorded
from littlefolk.present.drawables import Chip, Drawable, Picture
from littlefolk.present.views import CardView, ModelView, TextView, View, presents

_PNG = b"\x89PNG\r\n\x1a\n"


@recorded("image", unwritten=("data",))
@dataclass(frozen=True, slots=True)
class Image:
    """A picture. `size` counts its bytes and `digest` is their SHA-256, which stay when `data` is kept elsewhere and empty here."""

    media_type: str
    width: int
    height: int
    size: int
    digest: str
    data: bytes = field(default=b"", repr=False, compare=False)

    @classmethod
    def of_png(cls, data: bytes) -> "Image":
        """The picture in a PNG file. Raises ValueError for other bytes."""
        if len(data) < 24 or not data.startswith(_PNG) or data[12:16] != b"IHDR":
            raise ValueError("these bytes are no PNG picture")
        width, height = struct.unpack(">II", data[16:24])
        return cls("image/png", width, height, len(data), hashlib.sha256(data).hexdigest(), data)

    def __str__(self) -> str:
        return f"{self.media_type} {self.size:,} bytes, {self.width}x{self.height}"


def images_of(value: Any) -> tuple[Image, ...]:
    """The pictures that go to a model beside a value's text: the value itself, or what its `image` is."""
    found = value if isinstance(value, Image) else getattr(value, "image", None)
    return (found,) if isinstance(found, Image) and found.data else ()


@presents(Image, TextView)
def _image(value: Image, _view: View) -> str:
    return f"[image: {value}]"


@presents(Image, ModelView)
def _image_to_model(value: Image, view: ModelView) -> str:
    handle = f" -> {view.handles.mint(value)}" if view.handles is not None else ""
    return f"[image: {value}{handle}]"


@presents(Image, CardView)
def _image_on_card(value: Image, _view: CardView) -> tuple[Drawable, ...]:
    chip = Chip(f"{value.width}x{value.height}")
    return (chip, Picture(value.media_type, value.width, value.height, value.data)) if value.data else (chip,)
