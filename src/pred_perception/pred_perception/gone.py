"""Which remembered objects are there no more: what a frame should have shown and did not."""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from pred_core.vocabulary import look_alike
from pred_perception.association import TrackLook
from pred_perception.frame import Frame
from pred_perception.memory_settings import MemorySettings
from pred_perception.observation import Observation
from pred_perception.tracks import Track, is_movable

SEEN_SHARE, SEEN_POINTS = 0.3, 3
"""Share and number of its points that must be in view for a frame to tell anything of a thing."""
RESOLVED = 2.0
"""Pixels that it must be wide in the picture."""


def drop_gone(remembered: list[Track], frame: Frame) -> None:
    """Count the looks that contradict what is remembered, and forget what enough of them contradict.

    :param remembered: all tracks; those that are gone are taken out
    """
    observation, settings = frame.observation, frame.settings
    labels: dict[str, list[int]] = defaultdict(list)
    for detection in frame.detections.items:
        labels[detection.class_name].append(detection.label)
    for track, look in zip(frame.tracks, frame.looks, strict=True):
        if track.visible or track.held or track.loose or look.expected == 0 or track not in remembered:
            continue
        own = frozenset(
            label for name, of in labels.items() if look_alike(track.class_name, name) for label in of
        )
        distance = float(np.linalg.norm(track.center - observation.camera_position))
        contradicted = look.contradicted(own, is_movable(track.class_name) or settings.fallible)
        if contradicted >= settings.gone_share and _should_be_seen(
            track, look, observation, own, distance, settings
        ):
            track.misses += 1
            track.belief.missed(_pixels(track, look, observation, distance))
        if track.belief.gone if settings.fallible else track.misses >= settings.looks:
            remembered.remove(track)


def _should_be_seen(
    track: Track,
    look: TrackLook,
    observation: Observation,
    own: frozenset[int],
    distance: float,
    settings: MemorySettings,
) -> bool:
    if look.expected < max(SEEN_POINTS, SEEN_SHARE * len(track.points)):
        return False
    if any(look.votes.get(label, 0) for label in own):
        return False  # one of its kind shows just there
    width = float(np.sort(track.high - track.low)[1])
    resolvable = max(1.0, width * observation.camera.fx / RESOLVED)
    return distance <= min(settings.gone_distance, resolvable)


def _pixels(track: Track, look: TrackLook, observation: Observation, distance: float) -> float:
    """Return about how many pixels a track should show, by its size, its distance and how much of it is in view."""
    _, width, length = np.sort(track.high - track.low)
    whole = float(width * length) * (observation.camera.fx / max(distance, 0.1)) ** 2
    return whole * min(look.expected / len(track.points), 1.0)
