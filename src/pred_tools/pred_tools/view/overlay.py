"""What the robot recognises in a picture, drawn into it: masks in colours of their own, boxes and names."""

from __future__ import annotations

import colorsys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from pred_tools.typeface import Style, write

OPACITY = 0.45
GOLDEN = 0.618034
LARGEST_SHARE = 0.25
"""Of the picture: what fills more of it, a wall or a floor, is named but not drawn over."""
WHITE = (255, 255, 255)


@dataclass(frozen=True)
class Seen:
    """One thing in the picture: its label in the label image, name, and box (x, y, width, height) in pixels."""

    label: int
    name: str
    box: tuple[int, int, int, int]


@cache
def colour_of(name: str) -> tuple[int, int, int]:
    """Return the colour of a class, the same in every picture."""
    hue = (sum(ord(c) * (i + 1) for i, c in enumerate(name)) * GOLDEN) % 1.0
    red, green, blue = colorsys.hsv_to_rgb(hue, 0.75, 1.0)
    return round(red * 255), round(green * 255), round(blue * 255)


def draw_overlay(picture: NDArray[np.uint8], labels: NDArray[np.uint16], seen: Sequence[Seen]) -> Image.Image:
    """Return the picture with masks and names drawn in.

    :param picture: HxWx3
    :param labels: HxW, 0 = background
    """
    colours = np.zeros((int(labels.max(initial=0)) + 1, 3), np.float32)
    drawn = np.zeros(len(colours), bool)
    large = LARGEST_SHARE * labels.size
    counts = np.bincount(labels.ravel(), minlength=len(colours))
    for thing in seen:
        if thing.label < len(colours) and 0 < counts[thing.label] <= large:
            colours[thing.label] = colour_of(thing.name)
            drawn[thing.label] = True
    mask = drawn[labels]
    mixed = picture.astype(np.float32)
    mixed[mask] = (1.0 - OPACITY) * mixed[mask] + OPACITY * colours[labels[mask]]
    shown = Image.fromarray(mixed.astype(np.uint8))
    draw = ImageDraw.Draw(shown)
    size = max(9, picture.shape[0] // 30)
    for thing in sorted(seen, key=lambda s: -s.box[2] * s.box[3]):
        if thing.label < len(drawn) and drawn[thing.label]:
            _name(draw, thing, size)
    return shown


def _name(draw: ImageDraw.ImageDraw, thing: Seen, size: int) -> None:
    x, y, width, height = thing.box
    draw.rectangle((x, y, x + width - 1, y + height - 1), outline=colour_of(thing.name))
    style = Style(size, WHITE)
    top = max(0, y - style.line)
    draw.rectangle((x, top, x + style.width(thing.name) + 2, top + style.line), fill=(20, 20, 24))
    write(draw, (x + 1, top), thing.name, style)
