"""Which remembered objects a frame shows in another place or shape than they were seen in."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pred_core.vocabulary import group
from pred_perception.association import (
    MOSTLY,
    came_nearer,
    gap,
    lies_on,
    may_have_been_put,
    nearest_pairs,
)
from pred_perception.frame import Frame
from pred_perception.instances import Instance
from pred_perception.parents import is_basin, is_hollow
from pred_perception.put_down import fits, longest
from pred_perception.tracks import Track, is_movable

SMALL = 0.5
"""Longest edge, metres, of what may have been begun twice from two sides."""

NO_STRANGER = 0.25
"""How likely a view must make the class of what was put out of sight for what lies there to be it; with 0.05 a potato
in a fridge was a slice of bread."""


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
    vanished = [(k, t) for k, t in alive if frame.still and t.was_visible and _may_have_moved(frame, k)]
    largest = SMALL * settings.scale
    small = [(k, t) for k, t in alive if not t.loose and t.longest_edge < largest]
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
        pairs = nearest_pairs(free, left, reach)
        if among is came and settings.fallible:
            pairs += _under_other_names(free, left, pairs, observation.step)
        if among is strange and settings.fallible:
            inside = [(i, instance) for i, instance in left if _is_inside(remembered, instance)]
            pairs += _that_may_be_it(free, inside, pairs, reach)
        for k, i in pairs:
            frame.tracks[k].see(instances[i], observation.stamp, observation.step, afresh)
            used.add(i)


def _may_have_moved(frame: Frame, k: int) -> bool:
    """Tell whether a track may be somewhere else than it was in the last picture, as the robot pushed or opened it.

    What a door that swung open hides has not moved: an eye that errs would find it again in what looks like it nearby.
    """
    track, look = frame.tracks[k], frame.looks[k]
    if track.loose:
        return False
    opens = track.class_name in group("must_be_open")
    return opens or not frame.settings.fallible or look.contradicted(frozenset()) >= MOSTLY


def _under_other_names(
    put: Sequence[tuple[int, Track]],
    came: Sequence[tuple[int, Instance]],
    known: Sequence[tuple[int, int]],
    step: int,
) -> list[tuple[int, int]]:
    """Return (track, instance) of what was put down and is called something else where it came to lie.

    Nothing but what the hand let go of comes nearer to a resting camera: the largest that could be carried is it.

    :param known: pairs that are found already, by their class
    :param step: of the present observation; what was put down before it may be nowhere in it
    """
    tracks, instances = {k for k, _ in known}, {i for _, i in known}
    left = [(i, c) for i, c in came if i not in instances and is_movable(c.class_name)]
    left.sort(key=lambda entry: -entry[1].pixels)
    just_now = [(k, t) for k, t in put if k not in tracks and t.held_until == step]
    pairs = []
    for k, track in sorted(just_now, key=lambda entry: -longest(entry[1].points)):
        found = next((entry for entry in left if fits(track, entry[1].points)), None)
        if found is not None:
            left.remove(found)
            pairs.append((k, found[0]))
    return pairs


def _that_may_be_it(
    put: Sequence[tuple[int, Track]],
    strange: Sequence[tuple[int, Instance]],
    known: Sequence[tuple[int, int]],
    reach: float,
) -> list[tuple[int, int]]:
    """Return (track, instance) of what was put down out of sight and may be what is called something else.

    That it was put in something about there makes less of a likeness enough than would be for a stranger: the view
    allows it to be of the track's class, and it is no larger. The likeliest is it.

    :param strange: what lies in a basin or in furniture, and was not known before
    :param known: pairs that are found already, by their class
    :param reach: how far from where the hand was it may lie, metres
    """
    tracks, instances = {k for k, _ in known}, {i for _, i in known}
    ranked = sorted(
        (-instance.may_be.get(track.class_name, 0.0), gap(track, instance), k, i)
        for k, track in put
        for i, instance in strange
        if k not in tracks
        and i not in instances
        and is_movable(instance.class_name)
        and instance.may_be.get(track.class_name, 0.0) >= NO_STRANGER
        and gap(track, instance) <= reach
        and may_have_been_put(track, instance)
        and fits(track, instance.points)
    )
    pairs: list[tuple[int, int]] = []
    for _, _, k, i in ranked:
        if k not in {t for t, _ in pairs} and i not in {n for _, n in pairs}:
            pairs.append((k, i))
    return pairs


def _is_inside(remembered: Sequence[Track], instance: Instance) -> bool:
    """Tell whether the middle of an instance is in a basin or in furniture, where things are put out of sight."""
    places = (t for t in remembered if is_hollow(t.class_name) or is_basin(t.class_name))
    return any(bool(((instance.center >= t.low) & (instance.center <= t.high)).all()) for t in places)


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
