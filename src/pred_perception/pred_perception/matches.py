"""What follows from a match of instances and tracks by votes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pred_core.vocabulary import group
from pred_perception.association import TrackLook, share_height
from pred_perception.frame import Frame
from pred_perception.instances import Instance
from pred_perception.tracks import Track
from pred_perception.uniting import absorb


def take_matches(
    remembered: list[Track], frame: Frame, instances: Sequence[Instance], matches: dict[int, list[int]]
) -> set[int]:
    """See the oldest track that each instance matches as that, and unite others with it that are the same.

    :param remembered: all tracks; those that are united with others are taken out
    :param matches: for an instance, the tracks of the frame that it lies on, the oldest first
    :returns: which instances are some track's
    """
    tracks, observation = frame.tracks, frame.observation
    used = set()
    for index, indices in sorted(matches.items()):
        if not indices:
            continue
        oldest = tracks[indices[0]]
        for k in indices:
            _forget_seen_through(tracks[k], frame.looks[k], instances[index])
        for k in indices[1:]:
            oldest.pieces[tracks[k].id] += 1
            tracks[k].pieces[oldest.id] += 1
            if not oldest.is_apart_from(tracks[k]):
                absorb(remembered, oldest, tracks[k])
        oldest.see(instances[index], observation.stamp, observation.step, afresh=oldest.carried)
        used.add(index)
    return used


def part_from_neighbours(
    matches: dict[int, list[int]], tracks: Sequence[Track], instances: Sequence[Instance]
) -> None:
    """Drop matches of what opens at another height: drawers slide level, and doors swing about upright hinges.

    The rim of the drawer below shows just under the bottom of the one that was pulled out over it.
    """
    for index, indices in matches.items():
        indices[:] = [
            k
            for k in indices
            if tracks[k].class_name not in group("must_be_open") or share_height(tracks[k], instances[index])
        ]


def _forget_seen_through(track: Track, look: TrackLook, instance: Instance) -> None:
    """Drop remembered points that are now thin air: part of the object moved, as a drawer or a door does."""
    opened = instance.detection.attributes.get("open")
    before = track.attributes.get("open")
    changed = opened is not None and before is not None and opened.value != before.value
    share = np.count_nonzero(look.through) / look.through.size
    if share < 0.95 and (changed or (instance.distance < 3.0 and share > 0.15)):
        track.place(track.points[~look.through])
