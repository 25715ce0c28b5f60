"""The reliability diagram: of the answers with a score, how many are right."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PIL import Image, ImageDraw

SIDE, EDGE = 360, 50


def draw(rows: Sequence[tuple[float, float, int]], path: Path) -> None:
    """Write a PNG of (mean score, share that is right, how many) rows; dots grow with the answers they stand for."""
    image = Image.new("RGB", (SIDE + 2 * EDGE, SIDE + 2 * EDGE), "white")
    pen = ImageDraw.Draw(image)
    for k in range(0, 11, 2):
        x, y = _at(k / 10, k / 10)
        pen.line([(x, EDGE), (x, EDGE + SIDE)], fill="#dddddd")
        pen.line([(EDGE, y), (EDGE + SIDE, y)], fill="#dddddd")
        pen.text((x - 8, EDGE + SIDE + 6), f"{k / 10:.1f}", fill="black")
        pen.text((EDGE - 26, y - 6), f"{k / 10:.1f}", fill="black")
    pen.line([_at(0, 0), _at(1, 1)], fill="#999999", width=2)
    pen.line([_at(score, right) for score, right, _ in rows], fill="#1f6fb4", width=2)
    most = max((n for _, _, n in rows), default=1)
    for score, right, count in rows:
        x, y = _at(score, right)
        r = 3 + 7 * (count / most) ** 0.5
        pen.ellipse([x - r, y - r, x + r, y + r], fill="#1f6fb4")
    pen.text((EDGE + SIDE // 2 - 20, EDGE + SIDE + 24), "score", fill="black")
    pen.text((6, EDGE - 22), "share of answers that are right", fill="black")
    image.save(path)


def _at(score: float, right: float) -> tuple[float, float]:
    return EDGE + score * SIDE, EDGE + (1.0 - right) * SIDE
