"""Things that are recognised by their place: while the surface of what is surely known is where it was, it is there.

A learned detector names a fridge from across the room and not from right before it, where its door fills the picture.
What the camera measures there is still the remembered surface, and the robot may act on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from pred_core.vocabulary import has_door
from pred_perception.association import TrackLook
from pred_perception.observation import Detection, Detections, Observation
from pred_perception.tracks import Track, is_movable

SOLID, SOLID_DOOR = 0.7, 0.3
"""Share of its points in view that must still be a surface; of furniture whose door may have swung, the body's."""
IN_VIEW, FEWEST_POINTS = 0.25, 20
"""Share and number of its points that must be in view."""
LEAST_PIXELS = 60
OWN_POINTS, OWN_PIXELS = 3, 10
"""What is enough of a thing that the robot itself put there: nobody else has moved it, as far as is known."""
FARTHEST = 3.0
"""Metres up to which places are told apart well enough."""
NEAR = 1.5
"""How far, in the track's voxels, a pixel's point may be from a remembered one."""


CLOSE = 0.75
"""The same for what can be carried, from point to point."""


class Known(NamedTuple):
    """A remembered thing, what the frame says of its points, and these points, (K, 3) metres in map."""

    track: Track
    look: TrackLook
    points: NDArray[np.float32]


def recognise(
    known: Sequence[Known],
    observation: Observation,
    detections: Detections,
    points: NDArray[np.float32],
    least: float,
) -> Detections:
    """Make sure things that were not detected visible, and return the detections with them.

    Pixels of detections that are taken for sure things stay theirs.

    :param known: what was remembered before; where the frame changed its points, nothing is recognised
    :param points: HxWx3 of the depth image in map
    :param least: how likely a thing must be
    """
    there = [
        k for k in known if k.points is k.track.points and _may_be_there(k.track, k.look, observation, least)
    ]
    if not there:
        return detections
    for track, look, points_before in there:
        if has_door(track.class_name):
            track.place(points_before[~look.through])  # without where its door was
    smallest_first = sorted((k.track for k in there), key=lambda t: float(np.prod(t.high - t.low)))
    labels = detections.labels.copy()
    taken = {k.track.detection_id for k in known if k.track.visible and k.track.sure >= least}
    owned = [d.label for d in detections.items if d.id in taken]
    free = (observation.depth > 0.0) & ~np.isin(labels, owned)
    items = list(detections.items)
    for track in smallest_first:  # what is small lies before what is large
        mask = free & _on_surface(track, points)
        pixels = int(mask.sum())
        if pixels < (OWN_PIXELS if _was_put(track) else LEAST_PIXELS):
            continue
        label = max((d.label for d in items), default=0) + 1
        item = Detection(f"{track.class_name}_{label}", track.class_name, label, track.sure)
        items.append(item)
        labels[mask] = label
        free &= ~mask
        distance = float(np.linalg.norm(points[mask] - observation.camera_position, axis=1).min())
        track.recognise(item.id, pixels, distance, observation.stamp, observation.step)
    left = frozenset(np.unique(labels).tolist())
    return Detections(detections.detector, labels, tuple(d for d in items if d.label in left))


def named(detections: Detections, tracks: Iterable[Track]) -> Detections:
    """Return the detections with what is in the hand called what all its views together say it is."""
    known = {t.detection_id: t.class_name for t in tracks if t.held and t.visible}
    if not known:
        return detections
    items = tuple(replace(d, class_name=known.get(d.id, d.class_name)) for d in detections.items)
    return replace(detections, items=items)


def _may_be_there(track: Track, look: TrackLook, observation: Observation, least: float) -> bool:
    if track.visible or track.carried or track.loose or track.sure < least:
        return False
    fewest = OWN_POINTS if _was_put(track) else FEWEST_POINTS
    if look.expected < max(fewest, IN_VIEW * len(track.points)):
        return False
    if float(np.linalg.norm(track.center - observation.camera_position)) > FARTHEST:
        return False
    solid = SOLID_DOOR if has_door(track.class_name) else SOLID
    return float(look.through.sum()) <= (1.0 - solid) * look.expected


def _was_put(track: Track) -> bool:
    """Tell whether the robot had it in its hand and put it where it is."""
    return track.held_until >= 0


def _on_surface(track: Track, points: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Return HxW: which pixels show a point that is remembered of a track, or one beside it.

    What is carried lies on something: of a pen most of the pixels beside it would be the table's.
    """
    if is_movable(track.class_name):
        return _close_by(track, points, np.float32(CLOSE * track.voxel))
    edge = np.float32(NEAR * track.voxel)
    inside = ((points >= track.low - edge) & (points <= track.high + edge)).all(axis=2)
    cells = np.floor((points[inside] - track.low) / edge).astype(np.int64) + 1
    own = np.floor((track.points - track.low) / edge).astype(np.int64) + 1
    size = np.floor((track.high - track.low) / edge).astype(np.int64) + 3
    grid = np.zeros(size, np.bool_)
    for step in np.ndindex(3, 3, 3):
        near = np.clip(own + np.array(step) - 1, 0, size - 1)
        grid[near[:, 0], near[:, 1], near[:, 2]] = True
    kept = np.clip(cells, 0, size - 1)
    mask = np.zeros(inside.shape, np.bool_)
    mask[inside] = grid[kept[:, 0], kept[:, 1], kept[:, 2]]
    return mask


def _close_by(track: Track, points: NDArray[np.float32], reach: np.float32) -> NDArray[np.bool_]:
    """Return HxW: which pixels show a point within ``reach`` metres of a remembered one."""
    mask = np.asarray(((points >= track.low - reach) & (points <= track.high + reach)).all(axis=2))
    away, _ = cKDTree(track.points).query(points[mask], distance_upper_bound=float(reach))
    mask[mask] = np.isfinite(away)
    return mask
