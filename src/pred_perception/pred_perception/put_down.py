"""What the hand has just let go of is found by its depth alone where the detector says nothing of it.

A slice on the wire shelf of a fridge shows some tens of pixels, and no detector names them. But a camera that rests
while the hand opens sees one thing come nearer, and that is what was in the hand.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from pred_core.plan_language import Primitive
from pred_perception.association import nearer_than
from pred_perception.clouds import corners
from pred_perception.frame import has_moved
from pred_perception.observation import Detection, Detections, Observation
from pred_perception.tracks import Track, is_movable

LARGER, BLUR = 1.5, 0.03
"""How much longer than it showed in the hand, as a factor and metres, a thing may show where it was put."""
FEWEST = 12
"""Pixels that tell a thing from what a depth camera errs by at edges."""
ONE = 0.6
"""Least share of all that came nearer that is in one place: a stereo camera's errors are all over the picture."""
DETECTED = 0.5
"""Share of a detection's pixels that came nearer from which it is the detector's word on what was put down."""
SURE = 0.9
"""How sure it is that there is a thing: no picture names it, but the hand had it."""
BOTH_WAYS = np.ones((3, 3), np.bool_)


def fits(track: Track, points: NDArray[np.float32]) -> bool:
    """Tell whether (K, 3) points are no longer than what was in the hand may be."""
    return longest(points) <= LARGER * longest(track.points) + BLUR


def longest(points: NDArray[np.float32]) -> float:
    """Return the longest edge of the box of (K, 3) points, metres."""
    low, high = corners(points)
    return float((high - low).max())


def with_what_was_put(
    held: Track,
    last: Observation,
    now: Observation,
    detections: Detections,
    points: NDArray[np.float32],
    scale: float = 1.0,
) -> Detections:
    """Return the detections with what the hand has just put before a resting camera, if none of them may be it.

    :param held: what was in the hand at the observation before
    :param points: HxWx3 of the depth image in map
    :param scale: of the lengths at which things are told apart
    """
    if now.last_action != Primitive.PUT or not now.last_succeeded or has_moved(last, now):
        return detections
    nearer = nearer_than(last.depth, now.depth, scale)
    pieces, count = ndimage.label(nearer, BOTH_WAYS)
    if count == 0 or _detected(held, nearer, detections, points):
        return detections
    largest = pieces == 1 + int(np.argmax(np.bincount(pieces.ravel())[1:]))
    middle = np.median(points[largest], axis=0)
    reach = (LARGER * longest(held.points) + BLUR * scale) / 2.0
    shown = nearer & (np.linalg.norm(points - middle, axis=2) <= reach)
    pixels = int(shown.sum())
    if pixels < FEWEST or pixels < ONE * int(nearer.sum()):
        return detections
    name = held.class_name
    label = max((d.label for d in detections.items), default=0) + 1
    labels = detections.labels.copy()
    labels[shown] = label
    item = Detection(f"{name}_{label}", name, label, SURE, thing=SURE, may_be={name: 1.0}, whole=False)
    return Detections(detections.detector, labels, (*detections.items, item))


def _detected(
    held: Track, nearer: NDArray[np.bool_], detections: Detections, points: NDArray[np.float32]
) -> bool:
    """Tell whether some detection may be what came, whatever it is called."""
    for item in detections.items:
        mask = detections.labels == item.label
        came = is_movable(item.class_name) and mask.any() and nearer[mask].mean() > DETECTED
        if came and fits(held, points[mask]):
            return True
    return False
