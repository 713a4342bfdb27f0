"""Make the pictures of the documentation from those that a recipe took: `python captures/develop.py TAKEN PICTURES`.

Pictures are drawn large and made smaller here, which smooths their edges. Frames `<name>-000.png`, … become one moving `<name>.webp`.
"""

import re
import sys
from pathlib import Path

from PIL import Image

SIZES = ((960, 540), (880, 495), (800, 450), (720, 405))
MOST_BYTES = 400_000
FILM_BYTES = 3_000_000
FRAME_MILLISECONDS = 33
FRAME = re.compile(r"(?P<name>.+)-\d{3}")


def main(taken: Path, pictures: Path) -> int:
    """Make every picture and every film of a folder; 1 when one is too large for the repository."""
    pictures.mkdir(parents=True, exist_ok=True)
    films: dict[str, list[Path]] = {}
    made = []
    for path in sorted(taken.glob("*.png")):
        frame = FRAME.fullmatch(path.stem)
        if frame:
            films.setdefault(frame["name"], []).append(path)
        elif not path.stem.endswith(".failed"):
            made.append((picture(path, pictures / path.name), MOST_BYTES))
    made += [(film(frames, pictures / f"{name}.webp"), FILM_BYTES) for name, frames in films.items()]
    for path, most in made:
        size = path.stat().st_size
        print(f"{path.name}: {size // 1000} KB{' IS TOO LARGE' if size > most else ''}")
    return int(any(path.stat().st_size > most for path, most in made))


def picture(source: Path, target: Path) -> Path:
    """One picture, as large as it may be."""
    image = Image.open(source).convert("RGB")
    for size in SIZES:
        image.resize(size, Image.Resampling.LANCZOS).save(target, optimize=True)
        if target.stat().st_size <= MOST_BYTES:
            break
    return target


def film(sources: list[Path], target: Path) -> Path:
    """A moving picture that runs again and again."""
    frames = [Image.open(source).convert("RGB") for source in sources]
    frames[0].save(target, save_all=True, append_images=frames[1:], duration=FRAME_MILLISECONDS, loop=0, quality=72, method=4)
    return target


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2])))
