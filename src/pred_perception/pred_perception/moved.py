"""Which remembered objects a frame shows in another place or shape than they were seen in."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pred_core.vocabulary import group
from pred_perception.association import came_nearer, lies_on, nearest_pairs
from pred_perception.frame import Frame
from pred_perception.instances import Instance
from pred_perception.tracks import Track, is_movable

SMALL = 0.5
"""Longest edge, metres, of what may have been begun twice from two sides."""


def take_moved(
    remembered: Sequence[Track], frame: Frame, instances: Sequence[Instance], used: set[int]
) -> None:
    """Find again what moved or changed its shape: put down, opened, pushed, or seen from another side.

    What was put down is sought first among what came before the resting camera: what the hand hides no longer may
    be of its kind and nearer. What lies where another of its kind is remembered is that one: the slices of a loaf
    hide each other, and from the next view two may have been taken for one.

    :param remembered: all tracks, those that are new in this frame, too
    :param used: which instances are some track's already; those that are found to be are added
    """
    settings, observation, last = frame.settings, frame.observation, frame.last
    alive = [(k, t) for k, t in enumerate(frame.tracks) if not t.visible and not t.held and t in remembered]
    loose = [(k, t) for k, t in alive if t.loose]
    came: Sequence[int] = ()
    if last is not None and frame.still and loose:
        came = came_nearer(instances, frame.detections.labels, last.depth, observation.depth, settings.scale)
    vanished = [(k, t) for k, t in alive if t.was_visible and not t.loose] if frame.still else []
    largest = SMALL * settings.scale
    small = [(k, t) for k, t in alive if not t.loose and float((t.high - t.low).max()) < largest]
    structure = [(k, t) for k, t in alive if t.class_name in group("structure")]
    every, released = range(len(instances)), settings.released_reach * settings.scale
    strange = _where_none_is_known(remembered, instances, used) if loose else ()
    for candidates, among, reach, afresh in (
        (structure, every, np.inf, False),
        (loose, came, np.inf, True),  # nothing else can have come, however far from the hand it lies
        (loose, strange, released, True),
        (vanished, every, settings.moved_reach * settings.scale, True),
        (small, every, settings.same_place * settings.scale, False),
    ):
        free = [(k, t) for k, t in candidates if not t.visible]
        left = [(i, instances[i]) for i in among if i not in used]
        for k, i in nearest_pairs(free, left, reach):
            frame.tracks[k].see(instances[i], observation.stamp, observation.step, afresh)
            used.add(i)


def _where_none_is_known(
    remembered: Sequence[Track], instances: Sequence[Instance], used: set[int]
) -> list[int]:
    """Return which of the instances that are left lie where nothing of their kind is remembered."""
    settled = [t for t in remembered if not t.loose and not t.held and is_movable(t.class_name)]
    return [
        k
        for k, instance in enumerate(instances)
        if k not in used and not any(lies_on(track, instance) for track in settled)
    ]
