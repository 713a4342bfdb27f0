"""Pictures of block kinds as textures, drawn when first needed and kept."""

from godot import Image, ImageTexture, PackedByteArray

from littlefolk.stage.tiles import icon
from littlefolk.world.kinds import KINDS

UP, SOUTH, EAST = 2, 4, 0  # faces of a block


class Icons:
    """One texture a kind, 48×48."""

    def __init__(self) -> None:
        self._made: dict[str, ImageTexture] = {}

    def of(self, kind: str) -> ImageTexture:
        """The texture of a kind. Raises KeyError for a name that is none."""
        texture = self._made.get(kind)
        if texture is None:
            tiles = KINDS[kind].tiles
            picture = icon(tiles[UP], tiles[SOUTH], tiles[EAST])
            height, width, _ = picture.shape
            image = Image.create_from_data(width, height, False, Image.FORMAT_RGBA8, PackedByteArray(picture.tobytes()))
            texture = self._made[kind] = ImageTexture.create_from_image(image)
        return texture
