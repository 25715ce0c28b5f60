"""Bodies with hollows: a box minus boxes, as few boxes, in one axis-aligned frame."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .model import Array, Box

_THIN = 0.004  # slivers below this many metres are dropped


def extent(box: Box) -> Array:
    """Return (2, 3) least and greatest corner of a box along the axes of the frame it is given in."""
    corners = box.corners()
    return np.array([corners.min(axis=0), corners.max(axis=0)])


def as_box(bounds: Array) -> Box:
    """Return the box of (2, 3) bounds."""
    return Box((bounds[0] + bounds[1]) / 2.0, (bounds[1] - bounds[0]) / 2.0)


def carve(bodies: list[Array], holes: list[Array]) -> list[Box]:
    """Return boxes that fill the union of ``bodies`` less the union of ``holes``, all (2, 3) bounds in one frame."""
    if not bodies:
        return []
    cuts = [np.unique(np.concatenate([[b[0, a], b[1, a]] for b in (*bodies, *holes)])) for a in range(3)]
    filled = np.zeros([len(c) - 1 for c in cuts], dtype=bool)
    for body in bodies:
        filled[_cells(cuts, body)] = True
    for hole in holes:
        filled[_cells(cuts, hole)] = False
    return [as_box(_bounds(cuts, block)) for block in merge_cells(filled) if _is_thick(cuts, block)]


def merge_cells(filled: NDArray[np.bool_]) -> list[tuple[slice, slice, slice]]:
    """Return blocks of cells that together are the filled cells of a 3-D grid, each cell once."""
    left = filled.copy()
    blocks = []
    while left.any():
        start = np.unravel_index(int(np.argmax(left)), left.shape)
        block = [slice(int(i), int(i) + 1) for i in start]
        for axis in (1, 0, 2):
            while block[axis].stop < left.shape[axis]:
                wider = list(block)
                wider[axis] = slice(block[axis].stop, block[axis].stop + 1)
                if not left[tuple(wider)].all():
                    break
                block[axis] = slice(block[axis].start, block[axis].stop + 1)
        left[tuple(block)] = False
        blocks.append((block[0], block[1], block[2]))
    return blocks


def _cells(cuts: list[Array], bounds: Array) -> tuple[slice, ...]:
    return tuple(
        slice(int(np.searchsorted(cut, bounds[0, a])), int(np.searchsorted(cut, bounds[1, a])))
        for a, cut in enumerate(cuts)
    )


def _bounds(cuts: list[Array], block: tuple[slice, slice, slice]) -> Array:
    low = [cuts[a][part.start] for a, part in enumerate(block)]
    high = [cuts[a][part.stop] for a, part in enumerate(block)]
    return np.array([low, high])


def _is_thick(cuts: list[Array], block: tuple[slice, slice, slice]) -> bool:
    bounds = _bounds(cuts, block)
    return bool(np.all(bounds[1] - bounds[0] >= _THIN))
