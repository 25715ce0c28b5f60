"""Which piece of furniture the robot has just opened or closed: it is there, whatever later views of it look like."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from pred_core.plan_language import Primitive
from pred_core.vocabulary import group
from pred_perception.observation import Observation
from pred_perception.tracks import Track, is_movable

DOORS = (Primitive.OPEN, Primitive.CLOSE)
IN_REACH = 2.0
"""Metres up to which a robot opens and closes furniture."""


def confirm_door(tracks: Iterable[Track], observation: Observation) -> None:
    """Take for sure what was opened or closed: of the furniture with a door in the last picture, what the camera faces.

    An open fridge looks like no fridge: misses of it would have it forgotten with what lies inside, and views of its
    inside would give it another name.
    """
    if observation.last_action not in DOORS or not observation.last_succeeded:
        return
    faced = [
        (_off_axis(t, observation), t.id, t)
        for t in tracks
        if t.was_visible and t.class_name in group("must_be_open") and not is_movable(t.class_name)
    ]
    near = [entry for entry in faced if entry[0] <= IN_REACH]
    if near:
        min(near)[2].use_door(observation.last_action == Primitive.OPEN)


def _off_axis(track: Track, observation: Observation) -> float:
    """Return how far from the camera's axis the middle of a thing is, metres; infinite where it is not in reach."""
    to = track.center - observation.camera_position
    along = float(to @ observation.transform[:3, 2])
    if not 0.0 < along <= IN_REACH:
        return float("inf")
    return float(np.linalg.norm(to - along * observation.transform[:3, 2]))
