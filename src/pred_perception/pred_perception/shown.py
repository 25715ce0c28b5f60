"""Pictures for a model that sees: a thing outlined in a crop around it, or the whole frame, small and so cheap."""

from __future__ import annotations

import io

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from scipy import ndimage

CONTEXT = 0.3
"""How much of the surroundings a crop shows, as a share of the object's size on each side."""
MOST = 512
"""Pixels of the longer side; vision endpoints price a picture of that size as one tile."""
LEAST = 160
"""Pixels of the longer side to which a smaller crop is enlarged: models see little in fewer."""
OUTLINE = (255, 0, 200)
"""RGB of an outline: a colour that few things have."""
QUALITY = 85


def jpeg(pixels: NDArray[np.uint8], mask: NDArray[np.bool_] | None = None) -> bytes:
    """Return a JPEG of at most :data:`MOST` pixels a side.

    :param pixels: (h, w, 3) RGB
    :param mask: (h, w) what is outlined and cropped to, None for the whole picture
    """
    if mask is not None and mask.any():
        box = surroundings(mask)
        shown = _enlarged(pixels[box], Image.Resampling.BICUBIC)
        inside = _enlarged(mask[box].astype(np.uint8) * 255, Image.Resampling.NEAREST) > 127
        shown[_edge(inside)] = OUTLINE
    else:
        shown = _enlarged(pixels, Image.Resampling.BICUBIC)
    file = io.BytesIO()
    Image.fromarray(shown).save(file, "JPEG", quality=QUALITY, subsampling=0)  # thin lines keep their colour
    return file.getvalue()


def surroundings(mask: NDArray[np.bool_]) -> tuple[slice, slice]:
    """Return rows and columns of an object with some of what is around it."""
    rows, columns = np.flatnonzero(mask.any(1)), np.flatnonzero(mask.any(0))
    if rows.size == 0:
        return slice(0, mask.shape[0]), slice(0, mask.shape[1])
    margin = max(4, int(CONTEXT * max(np.ptp(rows), np.ptp(columns))))
    return (
        slice(max(rows[0] - margin, 0), rows[-1] + margin + 1),
        slice(max(columns[0] - margin, 0), columns[-1] + margin + 1),
    )


def _enlarged(pixels: NDArray[np.uint8], how: Image.Resampling) -> NDArray[np.uint8]:
    """Return a picture whose longer side has :data:`LEAST` to :data:`MOST` pixels."""
    height, width = pixels.shape[:2]
    longer = max(height, width)
    scale = min(max(longer, LEAST), MOST) / longer
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    return np.array(Image.fromarray(np.ascontiguousarray(pixels)).resize(size, how))


def _edge(inside: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return the pixels around a mask, two wide: the outline hides nothing of the thing."""
    grown: NDArray[np.bool_] = ndimage.binary_dilation(inside, iterations=2)
    return grown & ~inside
