"""The pictures on cans, drawn when a world is built: sides with readable words, tops with the brand's colour."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

Colour = tuple[int, int, int]
Picture = NDArray[np.uint8]
"""HxWx3 RGB, first row at the top."""

SIDE_SIZE = (1024, 512)
TOP_SIZE = 256
REPEATS = 4  # around the can, so that one word faces the camera from wherever it looks
SILVER: Colour = (196, 198, 202)


@dataclass(frozen=True)
class Brand:
    """How a make of can looks: ground and band colours, its word ('' for a plain can) and the word's colour."""

    ground: Colour
    band: Colour
    word: str
    ink: Colour


BRANDS: dict[str, Brand] = {
    "FantaCan": Brand((246, 126, 14), (22, 96, 46), "FANTA", (255, 255, 255)),
    "PepsiCan": Brand((8, 44, 140), (214, 28, 44), "PEPSI", (255, 255, 255)),
    "BlueCan": Brand((56, 148, 236), (56, 148, 236), "", (255, 255, 255)),
}


def side(brand: Brand) -> Picture:
    """Return the picture around a can: a ground, a band below, and the word a few times."""
    width, height = SIDE_SIZE
    image = Image.new("RGB", SIDE_SIZE, brand.ground)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, int(height * 0.80), width, int(height * 0.88)), fill=brand.band)
    draw.rectangle((0, 0, width, int(height * 0.04)), fill=SILVER)
    draw.rectangle((0, int(height * 0.96), width, height), fill=SILVER)
    if brand.word:
        font = ImageFont.load_default(width // REPEATS // 4)
        for k in range(REPEATS):
            middle = (width * (k + 0.5) / REPEATS, height * 0.42)
            draw.text(middle, brand.word, brand.ink, font, anchor="mm", stroke_width=3, stroke_fill=brand.ink)
    return np.asarray(image)


def top(brand: Brand) -> Picture:
    """Return the picture of a can's lid: silver rim and opener on the brand's colour."""
    image = Image.new("RGB", (TOP_SIZE, TOP_SIZE), SILVER)
    draw = ImageDraw.Draw(image)
    middle = TOP_SIZE / 2.0
    for radius, colour in ((0.44, (120, 122, 126)), (0.42, brand.ground)):
        reach = radius * TOP_SIZE
        draw.ellipse((middle - reach, middle - reach, middle + reach, middle + reach), fill=colour)
    reach = 0.11 * TOP_SIZE
    draw.ellipse(
        (middle - reach, middle - 0.6 * reach, middle + 1.8 * reach, middle + 0.6 * reach), fill=SILVER
    )
    return np.asarray(image)


def peel(base: Colour, spots: Colour, seed: int, share: float = 0.04, size: int = 128) -> Picture:
    """Return a fruit's skin: a ground with some dark dots, the same for the same seed."""
    random = np.random.default_rng(seed)
    image = Image.new("RGB", (size, size), base)
    draw = ImageDraw.Draw(image)
    for _ in range(int(size * size * share / math.pi)):
        x, y = random.uniform(0, size, 2)
        draw.ellipse((x - 1, y - 1, x + 1, y + 1), fill=spots)
    return np.asarray(image)
