"""Text in pictures with the one typeface that comes with Pillow, so that a card looks the same everywhere."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import cast

from PIL import ImageDraw, ImageFont

Colour = tuple[int, int, int]
Point = tuple[float, float]
GLYPHS = frozenset(map(chr, range(32, 127))) | frozenset("«°±´·»‘’“”…‹›™")
"""What the typeface can draw."""
REPLACED = {"–": "-", "—": "-", "−": "-", "→": ">", "≠": "!=", "×": "x", "•": "·", "\n": " ", "\t": " "}


@dataclass(frozen=True)
class Style:
    """How a text looks: height of the letters in pixels, colour, weight."""

    size: int
    colour: Colour
    bold: bool = False

    @property
    def line(self) -> int:
        """Height of a line in pixels."""
        return round(self.size * 1.36)

    def width(self, text: str) -> float:
        """Return how wide a text is in pixels."""
        return _font(self.size).getlength(drawable(text)) + (self.bold and 1)


@lru_cache
def _font(size: int) -> ImageFont.FreeTypeFont:
    return cast("ImageFont.FreeTypeFont", ImageFont.load_default(size))  # a bitmap font only without FreeType


def drawable(text: str) -> str:
    """Return the text with what the typeface lacks replaced: accents fall off, other signs become '?'."""
    swapped = "".join(REPLACED.get(c, c) for c in text)
    plain = "".join(c if c in GLYPHS else unicodedata.normalize("NFKD", c) for c in swapped)
    return "".join(c if c in GLYPHS else "?" for c in plain if not unicodedata.combining(c))


def write(draw: ImageDraw.ImageDraw, at: Point, text: str, style: Style) -> float:
    """Write one line with its upper left corner at a point and return where it ends (x, pixels).

    The typeface has one weight: bold letters are drawn twice, a pixel apart.
    """
    for shift in (0, 1) if style.bold else (0,):
        draw.text((at[0] + shift, at[1]), drawable(text), style.colour, _font(style.size))
    return at[0] + style.width(text)


def wrapped(text: str, style: Style, width: float, most: int = 99) -> list[str]:
    """Return the lines a text takes in a width in pixels, the last one cut with '…' when they are too many."""
    lines: list[str] = []
    for word in drawable(text).split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and style.width(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    lines = lines or [""]
    kept = lines[:most]
    if len(lines) > most:
        kept[-1] += " …"
    return [_cut(line, style, width) for line in kept]


def _cut(line: str, style: Style, width: float) -> str:
    """Return a line that fits: a word can be wider than the space for it, a note longer than its line."""
    if style.width(line) <= width:
        return line
    stem = line.removesuffix("…").rstrip()
    while stem and style.width(f"{stem}…") > width:
        stem = stem[:-1]
    return f"{stem}…"


def fitting(text: str, style: Style, width: float) -> str:
    """Return the text in one line of at most a width in pixels, cut with '…' where needed."""
    return _cut(drawable(text), style, width)
