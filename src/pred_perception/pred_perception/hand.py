"""What is in the hand and what lies on that: both move with the robot and are no part of the room."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from pred_core.vocabulary import look_alike, object_types
from pred_perception.association import TrackLook, confusable
from pred_perception.clouds import corners
from pred_perception.instances import Instance
from pred_perception.observation import Observation
from pred_perception.tracks import Track, is_movable

IN_HAND = 0.07
"""How near to the tool's centre point the box around a held thing's visible surface is, metres: a ball is held by its
middle, which no camera sees."""
AROUND_TOOL = 0.15
"""How far from the tool's centre point what is held reaches where its size is not known, metres."""
HIDDEN_EDGE = 0.05
"""How much farther than what was seen of a held thing it may reach, metres."""
VANISHED = 0.5
"""Share of a thing's points in view that are not seen where they were, from which it was taken under another name."""
TOUCHING = 0.05
"""How near to a held carrier's surface some of its load's is, metres."""


def carry(tracks: Iterable[Track], before: Observation, now: Observation) -> None:
    """Move what is in the hand, and what lies on it, with the camera."""
    motion = now.transform @ np.linalg.inv(before.transform)
    rotation, offset = motion[:3, :3].astype(np.float32), motion[:3, 3].astype(np.float32)
    for track in tracks:
        if track.carried:
            track.place(np.asarray(track.points @ rotation.T + offset, dtype=np.float32))


def let_go(tracks: Iterable[Track], put_from: NDArray[np.float64] | None, step: int) -> None:
    """Note that the hand is empty: what was in it lies somewhere near, where the next sight of its class tells.

    :param put_from: 4x4, the pose of a camera that rested meanwhile: it looked at where it was put, though something
        may hide it there; None where it did not rest
    """
    for track in tracks:
        if track.carried:
            track.held, track.carried, track.loose, track.misses = False, False, True, 0
            track.put_from, track.held_until = put_from, step


def grasped(
    tracks: Iterable[Track],
    candidates: Sequence[tuple[Track, TrackLook]],
    observation: Observation,
    instance: Instance | None,
    fallible: bool = False,
) -> Track | None:
    """Return the track that is now in the hand: the one that vanished from where it was.

    :param candidates: tracks that are not seen where they were, and what is seen there
    :param instance: what is seen in the hand, if anything is
    :param fallible: the detector errs: what vanished may be called something else in the hand
    """
    held = next((t for t in tracks if t.held), None)
    if held is not None:
        return held
    wanted = instance.class_name if instance is not None else None
    ranked = [
        (-look.contradicted(frozenset()), _from_hand(t, observation), t.id, t.class_name)
        for t, look in candidates
        if t.was_visible and is_movable(t.class_name)
    ]
    alike = [entry for entry in ranked if wanted is None or look_alike(wanted, entry[3])]
    if not alike and fallible and wanted is not None:
        alike = [e for e in ranked if -e[0] >= VANISHED and confusable(wanted, e[3])]
    ranked = sorted(alike)
    if len(ranked) != 1:  # two of a kind left the view: the gripper's own word decides
        named = [t for t, _ in candidates if t.detection_id == observation.held_detection_id != ""]
        if named:
            return named[0]
    return next((t for t, _ in candidates if ranked and t.id == ranked[0][2]), None)


def nearest_to_tool(
    instances: Sequence[Instance], observation: Observation, within: float = IN_HAND
) -> Instance | None:
    """Return what is between the fingers by its place alone, for a robot that cannot tell it by an id.

    :param within: how far from the tool's centre point it is at most, m
    """
    tool = observation.tool
    if tool is None:
        return None
    ranked = []
    for k, i in enumerate(instances):
        if not is_movable(i.class_name):
            continue
        low, high = corners(i.points)
        beside = float(np.linalg.norm(np.maximum(np.maximum(low - tool, tool - high), 0.0)))
        if beside <= within:
            ranked.append((beside, float(np.linalg.norm(i.points - tool, axis=1).min()), k))
    return instances[min(ranked)[2]] if ranked else None


def in_hand_pixels(
    tracks: Iterable[Track], observation: Observation, points: NDArray[np.float32]
) -> NDArray[np.bool_] | None:
    """Return HxW: what may show the thing in the hand, though no detection says so; None where that is not known.

    :param points: HxWx3 of the depth image in map
    """
    if not observation.holding or observation.tool is None:
        return None
    held = next((t for t in tracks if t.held), None)
    tool = observation.tool.astype(np.float32)
    size = _reach_of(held, tool) if held is not None else 0.0
    return np.asarray(np.linalg.norm(points - tool, axis=2) <= max(size, AROUND_TOOL))


def _reach_of(held: Track, tool: NDArray[np.float32]) -> float:
    """Return how far from the tool a held thing reaches, metres: as was seen of it, or as its class usually does.

    A knife that points ahead shows its handle; its blade, some pixels wide, would be an obstacle everywhere.
    """
    away = np.linalg.norm(held.points - tool, axis=1)
    known = object_types().get(held.class_name)
    usual = max(known.size) if known is not None and known.size is not None else 0.0
    return float(max(away.max() + HIDDEN_EDGE, away.min() + usual))


def find_load(held: Track, fresh: Iterable[Track], scale: float) -> None:
    """Make what came with a held carrier its load, though it was not known to lie on or in it.

    A spoon in a mug or a card in a box is hidden at times, so that its place before does not tell.

    :param fresh: tracks seen where nothing of the kind was before
    """
    for track in fresh:
        if is_movable(track.class_name) and _gap(held, track) <= TOUCHING * scale:
            track.parent_id = held.id


def _gap(one: Track, other: Track) -> float:
    """Return the least distance between the remembered points of two tracks, metres."""
    return float(np.linalg.norm(one.points[:, None] - other.points[None], axis=2).min())


def mark_load(tracks: Sequence[Track]) -> None:
    """Mark what lies on the held object, directly or not, as carried."""
    carried = {t.id for t in tracks if t.held}
    while more := {t.id for t in tracks if t.parent_id in carried} - carried:
        carried |= more
    for track in tracks:
        track.carried = track.id in carried


def _from_hand(track: Track, observation: Observation) -> float:
    """Return how far from where the hand is an object was, metres; a lift goes straight up.

    Of a robot that does not say where its hand is, the camera's place counts.
    """
    if observation.tool is not None:
        return float(np.linalg.norm(track.center[:2] - observation.tool[:2]))
    return float(np.linalg.norm(track.center - observation.camera_position))
