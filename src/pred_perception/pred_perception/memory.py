"""The object memory: instances of single frames become objects that last.

The order of one update: carry what is in the hand along; compare every remembered point with the frame; match by
votes; the held object; what just moved; new objects; what is gone; parents.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pred_core.objects import ObjectMemory
from pred_core.plan_language import Primitive
from pred_core.vocabulary import group, has_door
from pred_perception.association import (
    SURFACE_TOLERANCE,
    Look,
    came_nearer,
    lies_on,
    look_at_tracks,
    match,
    nearest_pairs,
    share_height,
)
from pred_perception.by_place import Known, named, recognise
from pred_perception.doors_used import confirm_door
from pred_perception.gone import drop_gone
from pred_perception.hand import carry, find_load, grasped, let_go, mark_load, nearest_to_tool
from pred_perception.instances import OUTLIER_MARGIN, Instance, extract
from pred_perception.memory_settings import MemorySettings
from pred_perception.observation import Detections, Observation
from pred_perception.parents import assign_parents, is_receptacle
from pred_perception.room_kind import usual
from pred_perception.tracks import MIN_VOXEL, Track, is_movable
from pred_perception.uniting import absorb, piece_of, unite, weigh

LEAST = 0.7
"""How likely a thing must be there and of its class to be reported, where the detector errs."""
SMALL = 0.5
"""Longest edge, metres, of what may have been begun twice from two sides."""


class MemoryTracker:
    """Keeps the objects of one episode. Deterministic: same observations, same ids."""

    def __init__(self, settings: MemorySettings | None = None) -> None:
        self.settings = settings or MemorySettings()
        self.reset(None)

    def reset(self, episode: int | None) -> None:
        """Forget everything: another episode begins."""
        self.tracks: list[Track] = []
        self._counts: Counter[str] = Counter()
        self._episode = episode
        self._last: Observation | None = None
        self.in_hand_labels: frozenset[int] = frozenset()
        self.seen: Detections | None = None

    def update(
        self, observation: Observation, detections: Detections, points: NDArray[np.float32]
    ) -> ObjectMemory:
        """Take in one observation.

        :param points: HxWx3 of the depth image in map
        :returns: everything remembered after it; ``in_hand_labels`` then tells which labels are the hand's load, and
            ``seen`` what is seen: the detections, and what was recognised by its place
        """
        if observation.episode != self._episode:
            self.reset(observation.episode)
        valid = (observation.depth > 0.0) & (observation.depth < self.settings.max_depth)
        settings = self.settings
        margin = OUTLIER_MARGIN * settings.scale
        instances = extract(
            detections, points, valid, observation.camera_position, settings.min_pixels, margin
        )
        if self._last is not None:
            carry(self.tracks, self._last, observation)
        moved = self._last is None or not np.allclose(self._last.transform, observation.transform, atol=1e-3)
        expected = usual((t.class_name, t.sure) for t in self.tracks) if self.settings.fallible else {}
        for track in self.tracks:
            track.unsee()
            track.naming.expected = expected
            if moved:
                track.look_from_elsewhere()
        if not observation.holding:
            let_go(self.tracks, None if moved else observation.transform)
        tolerance = SURFACE_TOLERANCE * settings.scale
        looks = look_at_tracks(self.tracks, observation, detections.labels, tolerance)
        before = {t.id: (t.low, t.high) for t in self.tracks} if _has_opened(observation) else {}
        known = [Known(t, look, t.points) for t, look in zip(self.tracks, looks, strict=True)]
        if self.settings.fallible:
            confirm_door(self.tracks, observation)
        self._associate(observation, instances, looks, detections)
        for track in self.tracks:
            if track.visible and track.body is None and track.id in before and has_door(track.class_name):
                track.note_door(*before[track.id], observation.base)
        self._remember_hand(instances)
        self.seen = detections
        if self.settings.fallible:
            weigh(self.tracks)
            left = [k for k in known if k.track in self.tracks]
            self.seen = named(recognise(left, observation, detections, points, LEAST), self.tracks)
        self._assign_parents()
        self._last = observation
        return self.memory(observation)

    def _remember_hand(self, instances: Sequence[Instance]) -> None:
        """Mark what is carried, and note the labels that are no part of the room."""
        mark_load(self.tracks)
        seen = {t.detection_id for t in self.tracks if t.carried and t.visible}
        self.in_hand_labels = frozenset(i.detection.label for i in instances if i.detection.id in seen)

    # -- association ------------------------------------------------------------------------------------------

    def _associate(
        self,
        observation: Observation,
        instances: Sequence[Instance],
        looks: Sequence[Look],
        detections: Detections,
    ) -> None:
        tracks = list(self.tracks)
        held_id = observation.held_detection_id if observation.holding else ""
        in_hand = next((i for i in instances if held_id and i.detection.id == held_id), None)
        if observation.holding and not held_id:
            in_hand = nearest_to_tool(instances, observation)
        others = [i for i in instances if i is not in_hand]
        matches = match(tracks, looks, others, self.settings.fallible)
        if _has_opened(observation):
            _part_from_neighbours(matches, tracks, others)
        self._grasp(observation, in_hand, tracks, looks, matches)
        used = self._take_matches(observation, tracks, looks, others, matches)
        found = {others[k].detection.id for k in used}
        self._take_moved(observation, tracks, others, used, detections)
        for index, instance in enumerate(others):
            if index not in used and instance.pixels >= self.settings.min_new_pixels:
                whole = piece_of(self.tracks, instance) if self.settings.fallible else None
                if whole is not None:
                    whole.add(instance.points)
                else:
                    self._begin(instance, observation)
        held = next((t for t in self.tracks if t.held), None)
        if held is not None:
            fresh = [t for t in self.tracks if t.visible and not t.held and t.detection_id not in found]
            find_load(held, fresh, self.settings.scale)
        known = list(zip(tracks, looks, strict=True))
        drop_gone(self.tracks, known, observation, detections, self.settings)
        unite(self.tracks, self.settings.fallible)

    def _grasp(
        self,
        observation: Observation,
        in_hand: Instance | None,
        tracks: Sequence[Track],
        looks: Sequence[Look],
        matches: dict[int, list[int]],
    ) -> None:
        if not observation.holding:
            return
        matched = {t for indices in matches.values() for t in indices}
        free = [(t, looks[k]) for k, t in enumerate(tracks) if k not in matched and not t.loose]
        track = grasped(self.tracks, free, observation, in_hand)
        if track is None and in_hand is not None:
            track = self._new_track(in_hand)
        if track is None:
            return
        track.held, track.loose, track.parent_id = True, False, ""
        for indices in matches.values():
            if any(tracks[k] is track for k in indices):
                indices[:] = [k for k in indices if tracks[k] is not track]
        if in_hand is not None:
            elevation = float(np.arcsin(np.clip(observation.transform[2, 2], -1.0, 1.0)))
            track.see(in_hand, observation.stamp, observation.step, True, elevation)

    def _take_matches(
        self,
        observation: Observation,
        tracks: Sequence[Track],
        looks: Sequence[Look],
        instances: Sequence[Instance],
        matches: dict[int, list[int]],
    ) -> set[int]:
        used = set()
        for index, indices in sorted(matches.items()):
            if not indices:
                continue
            oldest = tracks[indices[0]]
            for k in indices:
                _forget_seen_through(tracks[k], looks[k], instances[index])
            for k in indices[1:]:
                oldest.pieces[tracks[k].id] += 1
                tracks[k].pieces[oldest.id] += 1
                if not oldest.is_apart_from(tracks[k]):
                    absorb(self.tracks, oldest, tracks[k])
            oldest.see(instances[index], observation.stamp, observation.step, afresh=oldest.carried)
            used.add(index)
        return used

    def _take_moved(
        self,
        observation: Observation,
        tracks: Sequence[Track],
        instances: Sequence[Instance],
        used: set[int],
        detections: Detections,
    ) -> None:
        """Find again what moved or changed its shape: put down, opened, pushed, or seen from another side.

        What was put down is sought first among what came before the resting camera: what the hand hides no longer may
        be of its kind and nearer. What lies where another of its kind is remembered is that one: the slices of a loaf
        hide each other, and from the next view two may have been taken for one.
        """
        settings = self.settings
        alive = [(k, t) for k, t in enumerate(tracks) if not t.visible and not t.held and t in self.tracks]
        last = self._last
        still = last is not None and np.allclose(last.transform, observation.transform, atol=1e-3)
        loose = [(k, t) for k, t in alive if t.loose]
        came: Sequence[int] = ()
        if last is not None and still and loose:
            came = came_nearer(instances, detections.labels, last.depth, observation.depth, settings.scale)
        vanished = [(k, t) for k, t in alive if t.was_visible and not t.loose] if still else []
        largest = SMALL * settings.scale
        small = [(k, t) for k, t in alive if not t.loose and float((t.high - t.low).max()) < largest]
        structure = [(k, t) for k, t in alive if t.class_name in group("structure")]
        every, released = range(len(instances)), settings.released_reach * settings.scale
        strange = self._where_none_is_known(instances, used) if loose else ()
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
                tracks[k].see(instances[i], observation.stamp, observation.step, afresh)
                used.add(i)

    def _where_none_is_known(self, instances: Sequence[Instance], used: set[int]) -> list[int]:
        """Return which of the instances that are left lie where nothing of their kind is remembered."""
        settled = [t for t in self.tracks if not t.loose and not t.held and is_movable(t.class_name)]
        return [
            k
            for k, instance in enumerate(instances)
            if k not in used and not any(lies_on(track, instance) for track in settled)
        ]

    def _new_track(self, instance: Instance) -> Track:
        self._counts[instance.class_name] += 1
        name = f"{instance.class_name}_{self._counts[instance.class_name]}"
        track = Track.begin(name, instance, MIN_VOXEL * self.settings.scale)
        track.renameable = self.settings.fallible
        self.tracks.append(track)
        return track

    def _begin(self, instance: Instance, observation: Observation) -> None:
        self._new_track(instance).see(instance, observation.stamp, observation.step, afresh=True)

    def _reported(self, track: Track) -> bool:
        return track.held or not self.settings.fallible or track.sure >= LEAST

    # -- results ----------------------------------------------------------------------------------------------

    def _assign_parents(self) -> None:
        moved = [t for t in self.tracks if t.visible or t.held]
        assign_parents(
            [t for t in moved if not (t.carried and not t.held)],
            [t for t in self.tracks if is_receptacle(t.class_name)],
            self.settings.scale,
        )
        alive = {t.id for t in self.tracks}
        for track in self.tracks:
            if track.parent_id not in alive:
                track.parent_id = ""

    def memory(self, observation: Observation) -> ObjectMemory:
        """Return everything remembered now, after the observation that was taken in last."""
        held = next((t.id for t in self.tracks if t.held), "")
        return ObjectMemory(
            step=observation.step,
            episode=observation.episode,
            stamp=observation.stamp,
            objects=tuple(t.state() for t in self.tracks if self._reported(t)),
            held_id=held,
        )


def _has_opened(observation: Observation) -> bool:
    return observation.last_action == Primitive.OPEN and observation.last_succeeded


def _part_from_neighbours(
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


def _forget_seen_through(track: Track, look: Look, instance: Instance) -> None:
    """Drop remembered points that are now thin air: part of the object moved, as a drawer or a door does."""
    opened = instance.detection.attributes.get("open")
    before = track.attributes.get("open")
    changed = opened is not None and before is not None and opened.value != before.value
    share = float(look.through.mean())
    if share < 0.95 and (changed or (instance.distance < 3.0 and share > 0.15)):
        track.place(track.points[~look.through])
