"""Which remembered object is which instance of the current frame: by class and place, never by the detector's id."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from pred_core.vocabulary import group, look_alike, object_types
from pred_perception.clouds import corners, near_share, tally
from pred_perception.instances import Instance
from pred_perception.kernels import SEEN_THROUGH, look, view_of
from pred_perception.observation import Observation
from pred_perception.tracks import Track, is_movable

SURFACE_TOLERANCE = 0.06
"""Depth difference, metres, within which a remembered point and a pixel are the same surface."""
ENOUGH_VOTES = 25
VOTE_SHARE = 0.5
KNOWN_SHARE = 0.25
OVERLAP = 0.6
RENAMED_SHARE, ALIKE_SIZE = 0.5, 2.5
"""What two names for one thing need: that they lie on each other, and usual lengths within that factor."""
NEARER, MOSTLY = 0.01, 0.5
"""How much nearer, metres, and for which share of its pixels, what was put down is than what was seen there before."""
IN_VIEW = 0.5
"""Cosine of the angle about a camera's axis in which it may see something: the corners of a picture 90 degrees wide."""
SAME_HEIGHT = 0.5
"""Share of the lower one's height from which what was opened may be what was there before."""
SHARED = 0.05
"""Least share of a class in another view for which two views may be of one thing."""
ROOM_FOR_ONE = 1.3
"""How much larger than is usual for their class two pieces of one thing may be together."""
SETTLED, SETTLED_REACH = 1.5, 0.5
"""How near, in voxels, and how far between centres, metres, an instance is to what it lies on of its own kind."""
LARGE_VOXEL, MEETING, MEETING_LARGE = 0.05, 1.0, 3.0
"""How near, in voxels, the points of two tracks of one object come; furniture is remembered coarsely."""


@dataclass(frozen=True)
class TrackLook:
    """What the frame says about one track.

    ``expected`` points should be seen (in view, not hidden), ``votes`` per label lie on that instance,
    ``through`` marks the points (of all) the camera looks through; ``fresh`` is the track's points in view.
    """

    expected: int
    votes: dict[int, int]
    through: NDArray[np.bool_]

    def contradicted(self, own: frozenset[int], movable: bool = True) -> float:
        """Return the share of expected points that cannot be the track's.

        :param own: labels of its class
        :param movable: points that show something else count too; what nobody can carry away is gone only where the
            camera looks through its place (a basin may show as the sink it is part of)
        """
        if self.expected == 0:
            return 0.0
        if not movable:
            return np.count_nonzero(self.through) / self.expected
        return 1.0 - sum(self.votes.get(label, 0) for label in own) / self.expected


def look_at_tracks(
    tracks: Sequence[Track],
    observation: Observation,
    labels: NDArray[np.uint16],
    tolerance: float = SURFACE_TOLERANCE,
) -> list[TrackLook]:
    """Return one :class:`TrackLook` per track.

    :param tolerance: depth difference within which a point and a pixel are the same surface, metres
    """
    if not tracks:
        return []
    sizes = [len(t.points) for t in tracks]
    points = np.concatenate([t.points for t in tracks])
    view = view_of(observation, tolerance, np.inf)
    state, label = look(points, np.ascontiguousarray(labels), view)
    starts = list(accumulate(sizes, initial=0))
    through = state == SEEN_THROUGH
    expected, ends, names, counts = (found.tolist() for found in tally(state, label, np.array(starts)))
    looks, begin = [], 0
    for start, stop, count, end in zip(starts, starts[1:], expected, ends, strict=False):
        votes = dict(zip(names[begin:end], counts[begin:end], strict=True))
        looks.append(TrackLook(count, votes, through[start:stop]))
        begin = end
    return looks


def match(
    tracks: Sequence[Track], looks: Sequence[TrackLook], instances: Sequence[Instance], fallible: bool = False
) -> dict[int, list[int]]:
    """Return, per instance index, the tracks (indices, oldest first) whose points lie on it.

    A track's seen points must mostly lie on the instance, and be either many, or much of the track, or cover much of
    the instance: the last few points at the edge of one drawer do not make its neighbour the same drawer.

    :param fallible: what lies just where a thing is remembered is that thing, though now called something like it
    """
    by_label = {i.detection.label: k for k, i in enumerate(instances)}
    matches: dict[int, list[int]] = defaultdict(list)
    for index, (track, seen) in enumerate(zip(tracks, looks, strict=True)):
        best = _best_label(track, seen, by_label, instances)
        if best is None and fallible:
            best = _renamed(track, seen, by_label, instances)
        if best is not None:
            matches[best].append(index)
    return matches


def _best_label(
    track: Track, seen: TrackLook, by_label: dict[int, int], instances: Sequence[Instance]
) -> int | None:
    own = [
        (votes, -by_label[label])
        for label, votes in seen.votes.items()
        if label in by_label and look_alike(track.class_name, instances[by_label[label]].class_name)
    ]
    if not own:
        return None
    votes, negative = max(own)
    instance = instances[-negative]
    if votes < VOTE_SHARE * seen.expected:
        return -negative if _covers(track, instance) else None
    enough = votes >= ENOUGH_VOTES or votes >= KNOWN_SHARE * len(track.points)
    if enough or known_share(track, instance.points, 0.8 * track.voxel) >= KNOWN_SHARE:
        return -negative
    return None


def _renamed(track: Track, seen: TrackLook, by_label: dict[int, int], instances: Sequence[Instance]) -> int | None:
    """Return the instance that lies just where the track is remembered and may be it under another name."""
    known = [(votes, -by_label[label]) for label, votes in seen.votes.items() if label in by_label]
    if not known:
        return None
    votes, negative = max(known)
    instance = instances[-negative]
    if votes < RENAMED_SHARE * seen.expected or not _may_be_one(track, instance):
        return None
    return -negative if known_share(track, instance.points, track.voxel) >= RENAMED_SHARE else None


def _may_be_one(track: Track, instance: Instance) -> bool:
    """Tell whether what a thing was called and what an instance is may be one class, or are taken for one another."""
    return (
        confusable(track.class_name, instance.class_name)
        or track.naming.share(instance.class_name) >= SHARED
        or instance.may_be.get(track.class_name, 0.0) >= SHARED
    )


def confusable(one: str, other: str) -> bool:
    """Tell whether a thing of one class may be taken for one of the other: both portable or not, alike in size."""
    types = object_types()
    a, b = types.get(one), types.get(other)
    if a is None or b is None or a.size is None or b.size is None:
        return False
    ratio = max(a.size) / max(b.size)
    return is_movable(one) == is_movable(other) and 1.0 / ALIKE_SIZE <= ratio <= ALIKE_SIZE


def _covers(track: Track, instance: Instance) -> bool:
    """Tell whether most of an instance that is more than a sliver lies where fixed furniture is remembered."""
    low, high = corners(instance.points)
    extent = np.sort(high - low)
    if is_movable(track.class_name) or extent[1] < 2.0 * track.voxel:
        return False
    return known_share(track, instance.points, 0.8 * track.voxel) >= VOTE_SHARE


def known_share(track: Track, points: NDArray[np.float32], reach: float) -> float:
    """Return the share of (K, 3) points within ``reach`` metres of remembered points of a track."""
    stride = max(1, len(points) // 100)
    return float(near_share(points[::stride], track.points, np.float32(reach)))


def lies_on(track: Track, instance: Instance) -> bool:
    """Tell whether most of an instance of a track's kind lies where the track is remembered, or just beside it."""
    kind = look_alike(track.class_name, instance.class_name)
    near = kind and gap(track, instance) <= SETTLED_REACH
    return near and known_share(track, instance.points, SETTLED * track.voxel) >= VOTE_SHARE


def gap(track: Track, instance: Instance) -> float:
    """Return the distance between the centres, metres."""
    return float(np.linalg.norm(track.center - instance.center))


def share_height(track: Track, instance: Instance) -> bool:
    """Tell whether half the height of the lower of the two, or more, is at the height of the other."""
    low, high = corners(instance.points)
    shared = min(track.high[2], high[2]) - max(track.low[2], low[2])
    return bool(shared >= SAME_HEIGHT * min(track.high[2] - track.low[2], high[2] - low[2]))


def nearest_pairs(
    tracks: Sequence[tuple[int, Track]], instances: Sequence[tuple[int, Instance]], reach: float
) -> list[tuple[int, int]]:
    """Return (track index, instance index) pairs of one class, nearest first, each used once, within ``reach``.

    Pairs of look-alikes come after those of the very same class.
    """
    pairs = sorted(
        (track.class_name != instance.class_name, distance, t, i)
        for t, track in tracks
        for i, instance in instances
        if look_alike(track.class_name, instance.class_name)
        and (distance := gap(track, instance)) <= reach
        and may_have_been_put(track, instance)
    )
    used_tracks: set[int] = set()
    used_instances: set[int] = set()
    chosen = []
    for _, _, t, i in pairs:
        if t not in used_tracks and i not in used_instances:
            used_tracks.add(t)
            used_instances.add(i)
            chosen.append((t, i))
    return chosen


def may_have_been_put(track: Track, instance: Instance) -> bool:
    """Tell whether an instance is where the camera looked when the track was put down; what was not may be anywhere."""
    if not track.loose or track.put_from is None:
        return True
    to = instance.points.mean(axis=0) - track.put_from[:3, 3]
    return bool(to @ track.put_from[:3, 2] > IN_VIEW * np.linalg.norm(to))


def nearer_than(
    before: NDArray[np.float32], now: NDArray[np.float32], scale: float = 1.0
) -> NDArray[np.bool_]:
    """Return HxW: which pixels show something nearer than a resting camera saw there; see :func:`came_nearer`."""
    return np.asarray((now > 0.0) & (now + NEARER * scale < before))


def came_nearer(
    instances: Sequence[Instance],
    labels: NDArray[np.uint16],
    before: NDArray[np.float32],
    now: NDArray[np.float32],
    scale: float = 1.0,
) -> list[int]:
    """Return which instances are, mostly, in front of what a resting camera saw at their pixels before.

    :param labels: HxW of the present picture
    :param before: HxW, the last picture's depth, metres; ``now`` the present one's; 0 where there is none
    :param scale: of the lengths at which things are told apart
    """
    nearer = nearer_than(before, now, scale)
    return [k for k, i in enumerate(instances) if nearer[labels == i.detection.label].mean() > MOSTLY]


def fits_one(track: Track, points: NDArray[np.float32]) -> bool:
    """Tell whether a track and (K, 3) more points touch and are together no larger than one thing of its class is.

    Two whole things need the room of two. Doors and drawers, which stand in rows and come in all sizes, are left alone.
    """
    known = object_types().get(track.class_name)
    if known is None or known.size is None or track.class_name in group("furniture_parts"):
        return False
    low, high = corners(points)
    if (np.maximum(low, track.low) - np.minimum(high, track.high) > 2.0 * track.voxel).any():
        return False
    x, up, z = known.size
    together = np.maximum(high, track.high) - np.minimum(low, track.low)
    usual = np.array([min(x, z), max(x, z), up])
    return bool((np.array([*np.sort(together[:2]), together[2]]) <= ROOM_FOR_ONE * usual).all())


def are_one(a: Track, b: Track) -> bool:
    """Tell whether two tracks of a class are one object that was begun twice, from two sides or by a sliver.

    Their boxes must overlap and their points meet; two that were seen side by side are two.
    """
    if not look_alike(a.class_name, b.class_name) or a.is_apart_from(b):
        return False
    low, high = np.maximum(a.low, b.low) - a.voxel, np.minimum(a.high, b.high) + a.voxel
    if (high <= low).any():
        return False
    smaller, larger = sorted((a, b), key=lambda t: len(t.points))
    inside = ((smaller.points >= low) & (smaller.points <= high)).all(axis=1).mean()
    if inside < OVERLAP:
        return False
    reach = (MEETING_LARGE if a.voxel >= LARGE_VOXEL else MEETING) * a.voxel
    return known_share(larger, smaller.points, reach) >= KNOWN_SHARE
