"""Made-up pictures of clean and of dirty plates, for tests of the gallery."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw


def disc(spots: int, seed: int) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
    """Return a plate, seen from above, with dark spots."""
    random = np.random.default_rng(seed)
    shade = int(random.integers(180, 220))
    image, mask = Image.new("RGB", (90, 90)), Image.new("L", (90, 90))
    for picture, fill in ((image, (shade, shade, shade - 10)), (mask, 255)):
        ImageDraw.Draw(picture).ellipse((15, 15, 75, 75), fill=fill)
    for x, y in random.integers(28, 62, (spots, 2)):
        ImageDraw.Draw(image).ellipse((x - 6, y - 6, x + 6, y + 6), fill=(70, 45, 20))
    return np.asarray(image), np.asarray(mask) > 0


def write_examples(folder: Path, kind: str, count: int = 8, first: int = 0, attribute: str = "clean") -> None:
    for truth, spots, start in (("true", 0, first), ("false", 7, first + 500)):
        target = folder / attribute / truth / kind
        target.mkdir(parents=True, exist_ok=True)
        for number in range(start, start + count):
            image, mask = disc(spots, number)
            rgba = np.dstack([image, mask.astype(np.uint8) * 255])
            Image.fromarray(rgba).save(target / f"room{number % 4}_{number}_90cm.png")
