"""From masks and depth to metric instances: which points of the map belong to which detection."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pred_perception.clouds import corners, group_pixels, nearest, within
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
    def may_be(self) -> Mapping[str, float]:
        """Classes it may be, with the detector's share of each."""
        return self.detection.may_be or {self.class_name: 1.0}

    @property
    def there(self) -> float:
        """How likely it is one thing, whatever it is; of a detector that says no more than a class, that very thing."""
        return self.detection.thing if self.detection.may_be else self.detection.score

    @property
    def center(self) -> NDArray[np.float32]:
        """Middle of the box of its points."""
        low, high = corners(self.points)
        return np.asarray((low + high) / 2.0)


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
    order, starts = group_pixels(np.ascontiguousarray(detections.labels), valid)
    flat = points.reshape(-1, 3)
    found = []
    for detection in detections.items:
        if not 0 < detection.label < len(starts) - 1:
            continue
        pixels = order[starts[detection.label] : starts[detection.label + 1]]
        if pixels.size == 0 or pixels.size < min_pixels:
            continue
        stride = -(-pixels.size // MAX_SAMPLES)
        cloud = _without_outliers(flat[pixels[::stride]], margin)
        found.append(Instance(detection, cloud, int(pixels.size), nearest(cloud, camera_position)))
    return found


def _without_outliers(cloud: NDArray[np.float32], margin: float) -> NDArray[np.float32]:
    """Drop points far outside the bulk along any axis: a learned mask bleeds onto the background."""
    if len(cloud) < 50:
        return cloud
    rank = max(1, int(OUTLIER_SHARE * len(cloud)))
    ranked = np.partition(cloud, (rank, len(cloud) - 1 - rank), axis=0)
    low, high = ranked[rank] - margin, ranked[-1 - rank] + margin
    kept = within(cloud, low, high)
    return kept if len(kept) >= len(cloud) // 2 else cloud
