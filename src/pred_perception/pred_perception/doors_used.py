"""Which piece of furniture the robot has just opened or closed: it is there, whatever later views of it look like."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pred_core.plan_language import Primitive
from pred_core.vocabulary import group
from pred_perception.extent import longest_of
from pred_perception.frame import DOORS, Frame
from pred_perception.observation import Detections, Observation
from pred_perception.tracks import Track, is_movable

FEWEST = 30
"""At so many pixels of the last picture the depth must have changed to tell which door swung."""
IN_REACH = 2.0
"""Metres up to which a robot opens and closes furniture."""


def confirm_door(tracks: Sequence[Track], frame: Frame, seen: Detections | None) -> None:
    """Take for sure what was opened or closed: the furniture with a door that the picture changed at.

    An open fridge looks like no fridge: misses of it would have it forgotten with what lies inside, and views of its
    inside would give it another name. Where the picture does not tell it is what the camera faces.

    :param seen: what was seen in the last picture
    """
    observation = frame.observation
    if observation.last_action not in DOORS or not observation.last_succeeded:
        return
    labels = {} if seen is None else {d.id: d.label for d in seen.items}
    changed = np.zeros(0, np.int64) if seen is None else np.bincount(seen.labels[frame.changed])
    faced = []
    for track in tracks:
        if not (track.was_visible and track.class_name in group("must_be_open")) or is_movable(track.class_name):
            continue
        label = labels.get(track.detection_id, len(changed))
        moved = int(changed[label]) if label < len(changed) else 0
        faced.append((-moved if moved >= FEWEST else 0, _off_axis(track, observation), track.id, track))
    near = [entry for entry in faced if entry[0] < 0 or entry[1] <= IN_REACH]
    if near:
        _surest_of_its_kind(min(near)[3], tracks).use_door(observation.last_action == Primitive.OPEN)


def _surest_of_its_kind(used: Track, tracks: Sequence[Track]) -> Track:
    """Return, of what a room has one of, the surest about there: its open door may have been taken for a second one."""
    if used.class_name not in group("one_a_room"):
        return used
    reach = longest_of(used.class_name)
    near = (t for t in tracks if t.class_name == used.class_name and not t.held)
    near = (t for t in near if np.linalg.norm((t.center - used.center)[:2]) <= reach)
    return max(near, key=lambda t: (t.belief.confirmed, t.sure, t.observations))


def _off_axis(track: Track, observation: Observation) -> float:
    """Return how far from the camera's axis the middle of a thing is, metres; infinite where it is not in reach."""
    to = track.center - observation.camera_position
    along = float(to @ observation.transform[:3, 2])
    if not 0.0 < along <= IN_REACH:
        return float("inf")
    return float(np.linalg.norm(to - along * observation.transform[:3, 2]))
