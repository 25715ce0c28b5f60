"""From masks and depth to metric instances: which points of the map belong to which detection."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from pred_perception.observation import Detection, Detections

MAX_SAMPLES = 800
"""Points kept of one instance and frame; more add nothing to a box or a 2 cm cloud."""
OUTLIER_SHARE = 0.01
OUTLIER_MARGIN = 0.03


@dataclass(frozen=True)
class Instance:
    """One detection with its points in map, (K, 3) metres; ``distance`` is camera to nearest point."""

    detection: Detection
    points: NDArray[np.float32]
    pixels: int
    distance: float

    @property
    def class_name(self) -> str:
        """Class of the detection."""
        return self.detection.class_name

    @property
    def center(self) -> NDArray[np.float32]:
        """Middle of the box of its points."""
        return np.asarray((self.points.min(axis=0) + self.points.max(axis=0)) / 2.0)


def extract(
    detections: Detections,
    points: NDArray[np.float32],
    valid: NDArray[np.bool_],
    camera_position: NDArray[np.float64],
    min_pixels: int,
    margin: float = OUTLIER_MARGIN,
) -> list[Instance]:
    """Return the instances with at least ``min_pixels`` pixels of valid depth, in the detections' order.

    :param points: HxWx3 in map
    :param valid: HxW, where depth can be trusted
    :param margin: how far outside the bulk of its points one still belongs to it, metres
    """
    labels = np.where(valid, detections.labels, 0).ravel()
    order = np.argsort(labels, kind="stable")  # radix sort: one pass groups all masks
    ranked = labels[order]
    starts = np.concatenate([[0], np.flatnonzero(np.diff(ranked)) + 1])
    groups = {int(ranked[k[0]]): order[k[0] : k[1]] for k in pairwise([*starts, labels.size])}
    flat = points.reshape(-1, 3)
    found = []
    for detection in detections.items:
        pixels = groups.get(detection.label)
        if pixels is None or pixels.size < min_pixels:
            continue
        stride = -(-pixels.size // MAX_SAMPLES)
        cloud = _without_outliers(flat[pixels[::stride]], margin)
        nearest = float(np.sqrt(((cloud - camera_position) ** 2).sum(axis=1).min()))
        found.append(Instance(detection, cloud, int(pixels.size), nearest))
    return found


def _without_outliers(cloud: NDArray[np.float32], margin: float) -> NDArray[np.float32]:
    """Drop points far outside the bulk along any axis: a learned mask bleeds onto the background."""
    if len(cloud) < 50:
        return cloud
    rank = max(1, int(OUTLIER_SHARE * len(cloud)))
    ranked = np.partition(cloud, (rank, len(cloud) - 1 - rank), axis=0)
    low, high = ranked[rank] - margin, ranked[-1 - rank] + margin
    kept = cloud[((cloud >= low) & (cloud <= high)).all(axis=1)]
    return kept if len(kept) >= len(cloud) // 2 else cloud
