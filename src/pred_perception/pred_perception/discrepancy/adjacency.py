"""Which mask touches which, and whether one object rests on the other or only stands before it (PRED C.4, Eq. 5)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

DILATION = 4
"""Pixels by which both masks grow before they are intersected; PRED's code grows once by one pixel, which a thin dark
outline between two masks defeats."""

CONTACT_GAP = 0.08
"""Metres in depth that two surfaces may lie apart where their masks meet and still touch."""


@dataclass(frozen=True)
class Adjacency:
    """How near another mask is to the subject's.

    ``iou`` is the intersection over union of the dilated masks (Eq. 5); ``gap`` the median difference in depth where
    they meet, metres (inf where they do not); ``below`` the share of the contact that lies under the subject. With a
    gap up to ``touching`` metres the surfaces touch.
    """

    label: int
    iou: float
    gap: float
    below: float
    touching: float = CONTACT_GAP

    @property
    def in_contact(self) -> bool:
        """Whether the surfaces are as near in depth as in the image: on it, not in front of it."""
        return self.gap <= self.touching


def adjacent(
    labels: NDArray[np.uint16],
    depth: NDArray[np.float32],
    subject: int,
    candidates: list[int],
    dilation: int = DILATION,
    touching: float = CONTACT_GAP,
) -> list[Adjacency]:
    """Return the candidates whose dilated mask meets the subject's, most adjacent first.

    :param labels: HxW, the detections' labels
    :param depth: HxW planar depth, metres
    :param subject: label of the object in question
    :param candidates: labels of the objects it may be on or in
    :param touching: difference in depth up to which two surfaces touch, metres
    """
    mask = labels == subject
    if not mask.any():
        return []
    grown = _dilate(mask, dilation)
    bottom = int(np.flatnonzero(mask.any(1))[-1])
    middle = (int(np.flatnonzero(mask.any(1))[0]) + bottom) // 2
    found = []
    for label in candidates:
        other = labels == label
        if label == subject or not other.any():
            continue
        meet = grown & (other_grown := _dilate(other, dilation))
        if not meet.any():
            continue
        iou = float(meet.sum() / (grown | other_grown).sum())
        found.append(
            Adjacency(label, iou, _gap(depth, mask, other, meet), _share_below(meet, middle), touching)
        )
    return sorted(found, key=lambda a: (not a.in_contact, -a.iou, a.label))


def _dilate(mask: NDArray[np.bool_], by: int) -> NDArray[np.bool_]:
    """Grow a mask by ``by`` pixels; only its neighbourhood is touched, the rest of the image costs nothing."""
    rows, columns = np.flatnonzero(mask.any(1)), np.flatnonzero(mask.any(0))
    top, left = max(rows[0] - by, 0), max(columns[0] - by, 0)
    box = (slice(top, rows[-1] + by + 1), slice(left, columns[-1] + by + 1))
    grown = np.zeros_like(mask)
    grown[box] = ndimage.maximum_filter(mask[box], size=2 * by + 1, mode="constant")
    return grown


def _gap(
    depth: NDArray[np.float32],
    mask: NDArray[np.bool_],
    other: NDArray[np.bool_],
    meet: NDArray[np.bool_],
) -> float:
    mine, theirs = depth[mask & meet], depth[other & meet]
    if mine.size == 0 or theirs.size == 0:
        return float("inf")
    return abs(float(np.median(mine)) - float(np.median(theirs)))


def _share_below(meet: NDArray[np.bool_], middle: int) -> float:
    return float(meet[middle:].sum() / meet.sum())
