"""From a network's overlapping masks to one picture of labels: each thing once, under its likeliest class."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pred_perception.observation import Detection, Detections

SAME = 0.6
"""Masks that share this much of their union are the same thing."""
WITHIN = 0.9
"""A mask of which this much lies in another of the same class is a piece of it."""
MOST = 65535


@dataclass(frozen=True)
class Segment:
    """One answer of a network: a mask (HxW) with a class and a score."""

    class_name: str
    score: float
    mask: NDArray[np.bool_]


def distinct(segments: Iterable[Segment]) -> list[Segment]:
    """Return the segments without repetitions, best score first.

    Several prompts may find one thing, also under different classes (a can as Fanta and as Pepsi): the best stays.
    """
    kept: list[Segment] = []
    for segment in sorted(segments, key=lambda s: -s.score):
        if segment.mask.any() and not any(_repeats(segment, other) for other in kept):
            kept.append(segment)
    return kept


def _repeats(segment: Segment, other: Segment) -> bool:
    shared = int(np.count_nonzero(segment.mask & other.mask))
    if shared == 0:
        return False
    own, others = int(np.count_nonzero(segment.mask)), int(np.count_nonzero(other.mask))
    if shared >= SAME * (own + others - shared):
        return True
    return segment.class_name == other.class_name and shared >= WITHIN * min(own, others)


def detections_of(
    detector: str, segments: Iterable[Segment], shape: tuple[int, int], least_pixels: int
) -> Detections:
    """Return what was found as a picture of labels.

    Where masks overlap the smaller one is in front: a can hides a part of the cupboard it stands in.

    :param shape: height and width of the picture
    :param least_pixels: things of which fewer pixels are left are not reported
    """
    labels = np.zeros(shape, np.uint16)
    found = distinct(segments)[:MOST]
    order = sorted(range(len(found)), key=lambda k: -int(np.count_nonzero(found[k].mask)))
    for index in order:
        labels[found[index].mask] = index + 1
    counts = np.bincount(labels.ravel(), minlength=len(found) + 1)
    items = []
    for index, segment in enumerate(found):
        if counts[index + 1] >= least_pixels:
            identity = f"{segment.class_name}_{index + 1}"
            items.append(Detection(identity, segment.class_name, index + 1, segment.score))
        else:
            labels[labels == index + 1] = 0
    return Detections(detector, labels, tuple(items))
