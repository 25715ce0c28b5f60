"""Training pictures with their proposals, as the networks are taught by them: made as they are needed, kept by nobody.

``pred_learning.detector.pooled`` finds what the encoder says of each proposal again, so that the encoder can be taught.
"""

from __future__ import annotations

import io
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from pred_learning.detector.pictures import PER_FILE, photograph
from pred_learning.detector.truth import UNSURE, WRONG, shares, shown
from pred_learning.detector.views import AlbumView, as_taken, file_of, mirrored
from pred_perception.rgbd.encoder import CELLS, REACH, SIDE, geometry
from pred_perception.rgbd.pooling import shapes
from pred_perception.rgbd.proposals import Proposals, propose
from pred_perception.rgbd.tree import Merger

KEPT = 0.35
"""Share of the proposals of nothing that are kept."""
MOST = 112
"""Proposals that are kept of a picture."""
PIECES = 512
"""Pieces that a picture may have; one with more is left out."""
COUNTS = 127.0 / REACH
"""Counts of the stored surface for 1."""


@dataclass(frozen=True)
class Prepared:
    """N pictures.

    ``rgb`` (N, S, S, 3) uint8; ``surface`` (N, GEOMETRY, S, S) int8 counts; ``labels`` (N, S, S) int16 pieces;
    ``cells`` (N, CELLS, CELLS) uint8 classes. Of up to MOST proposals: ``members`` (N, MOST, PIECES / 8) uint8, bits of
    their pieces; ``limits`` (N, MOST, 4) int16 rows and columns; ``shape`` (N, MOST, SHAPE) float16; ``number``
    (N, MOST) uint8 classes; ``shared`` (N, MOST) float16 share of the outline that is right.
    """

    rgb: NDArray[np.uint8]
    surface: NDArray[np.int8]
    labels: NDArray[np.int16]
    cells: NDArray[np.uint8]
    members: NDArray[np.uint8]
    limits: NDArray[np.int16]
    shape: NDArray[np.float16]
    number: NDArray[np.uint8]
    shared: NDArray[np.float16]

    def packed(self) -> bytes:
        """Return the file of these pictures."""
        return file_of(self)

    @classmethod
    def unpacked(cls, file: bytes) -> Prepared:
        """Return what :meth:`packed` wrote."""
        with np.load(io.BytesIO(file)) as data:
            return cls(**{each.name: data[each.name] for each in fields(cls)})


def packed(scene: str, seed: int, merger: Merger) -> bytes:
    """Return the file of a room's pictures in one variation, half of them mirrored."""
    random = np.random.default_rng([seed, sum(scene.encode()), 23])
    album = photograph(scene, seed, PER_FILE)
    found = []
    for view in as_taken(vars(album), random):
        one = prepare(mirrored(view) if random.random() < 0.5 else view, merger, random)
        if one is not None:
            found.append(one)
    return Prepared(*(np.stack(parts) for parts in zip(*found, strict=True))).packed()


def prepare(
    view: AlbumView, merger: Merger, random: np.random.Generator
) -> tuple[NDArray[np.generic], ...] | None:
    """Return a picture in the order of :class:`Prepared`, None if it has too many pieces."""
    seen = view.surface()
    found = propose(view.rgb, seen, merger)
    if found.pieces.number > PIECES:
        return None
    number, quality = shown(shares(found, view.ids), view.classes)
    kept = np.flatnonzero((quality >= WRONG) | (random.random(len(quality)) < KEPT))
    if len(kept) > MOST:
        kept = np.sort(random.permutation(kept)[:MOST])
    middles = ((np.arange(CELLS) + 0.5) * SIDE / CELLS).astype(int)
    return (
        view.rgb,
        np.rint(geometry(seen) * COUNTS).astype(np.int8),
        found.pieces.labels.astype(np.int16),
        view.classes[view.ids[np.ix_(middles, middles)]],
        _rows(np.packbits(_members(found, kept), axis=1)),
        _rows(found.nodes.limits[found.chosen[kept], :4].astype(np.int16)),
        _rows(shapes(view.rgb, seen, found)[kept].astype(np.float16)),
        _rows(number[kept], UNSURE),
        _rows(quality[kept].astype(np.float16)),
    )


def _members(found: Proposals, kept: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return (K, PIECES): which pieces each of the kept proposals has."""
    order, starts, ends = found.spans()
    out = np.zeros((len(kept), PIECES), np.bool_)
    for row, node in zip(out, found.chosen[kept], strict=True):
        row[order[starts[node] : ends[node]]] = True
    return out


def _rows(values: NDArray[np.generic], blank: int = 0) -> NDArray[np.generic]:
    """Return values with as many rows as every picture has."""
    out = np.full((MOST, *values.shape[1:]), blank, values.dtype)
    out[: len(values)] = values
    return out
