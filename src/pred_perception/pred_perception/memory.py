"""The object memory: instances of single frames become objects that last.

The order of one update: carry what is in the hand along; compare every remembered point with the frame; match by
votes; the held object; what just moved; new objects; what is gone; parents.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from pred_core.objects import ObjectMemory
from pred_core.vocabulary import has_door
from pred_perception.association import SURFACE_TOLERANCE, look_at_tracks, match
from pred_perception.by_place import Known, named, recognise
from pred_perception.doors_used import confirm_door
from pred_perception.frame import Frame, has_moved
from pred_perception.gone import drop_gone
from pred_perception.hand import (
    AROUND_TOOL,
    carry,
    find_load,
    grasped,
    let_go,
    mark_load,
    nearest_to_tool,
)
from pred_perception.instances import OUTLIER_MARGIN, Instance, extract
from pred_perception.matches import part_from_neighbours, take_matches
from pred_perception.memory_settings import MemorySettings
from pred_perception.moved import take_moved
from pred_perception.observation import Detections, Observation
from pred_perception.parents import assign_parents, is_receptacle
from pred_perception.put_down import with_what_was_put
from pred_perception.room_kind import usual
from pred_perception.tracks import MIN_VOXEL, Track
from pred_perception.uniting import gather, piece_of, unite, weigh

LEAST = 0.7
"""How likely a thing must be there and of its class to be reported, where the detector errs."""
DOUBTFUL = 0.15
"""How likely it must be to be worth a look from near when such a thing is sought."""
STAYED = 0.05
"""A robot that went no farther still stands where it was, m: it looks down, or up."""

Corners = tuple[NDArray[np.float32], NDArray[np.float32]]


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
        self._before_opening: Mapping[str, Corners] = {}
        self.in_hand_labels: frozenset[int] = frozenset()
        self.seen: Detections | None = None

    def update(
        self, observation: Observation, detections: Detections, points: NDArray[np.float32]
    ) -> ObjectMemory:
        """Take in one observation, as :meth:`take` does, and return everything remembered after it."""
        self.take(observation, detections, points)
        return self.memory(observation)

    def take(self, observation: Observation, detections: Detections, points: NDArray[np.float32]) -> None:
        """Take in one observation.

        ``in_hand_labels`` then tells which labels are the hand's load, and ``seen`` what is seen: the detections, and
        what was recognised by its place.

        :param points: HxWx3 of the depth image in map
        """
        if observation.episode != self._episode:
            self.reset(observation.episode)
        detections = self._with_what_was_put(observation, detections, points)
        instances = self._instances(observation, detections, points)
        frame = self._look(observation, detections)
        self._note_opening(frame)
        known = [Known(t, look, t.points) for t, look in zip(frame.tracks, frame.looks, strict=True)]
        if self.settings.fallible:
            confirm_door(self.tracks, frame, self.seen)
        self._associate(frame, instances)
        for track in self.tracks:
            shut = self._before_opening.get(track.id)
            if track.visible and track.body is None and shut is not None and has_door(track.class_name):
                track.note_door(*shut, observation.base)
        self._remember_hand(instances)
        self.seen = detections
        if self.settings.fallible:
            gather(self.tracks, frame)
            weigh(self.tracks)
            left = [k for k in known if k.track in self.tracks]
            self.seen = named(recognise(left, observation, detections, points, LEAST), self.tracks)
        self._assign_parents()
        self._keep_falling(observation)
        self._last = observation

    def _note_opening(self, frame: Frame) -> None:
        """Keep the boxes from before something was opened, until the robot goes on: its door may be seen later only."""
        if frame.has_opened:
            self._before_opening = {t.id: (t.low, t.high) for t in self.tracks}
        elif self._last is None or self._last.base.distance_to(frame.observation.base) > STAYED:
            self._before_opening = {}

    def _with_what_was_put(
        self, observation: Observation, detections: Detections, points: NDArray[np.float32]
    ) -> Detections:
        held = next((t for t in self.tracks if t.held), None)
        if held is None or self._last is None or observation.holding or not self.settings.fallible:
            return detections
        return with_what_was_put(held, self._last, observation, detections, points, self.settings.scale)

    def _instances(
        self, observation: Observation, detections: Detections, points: NDArray[np.float32]
    ) -> Sequence[Instance]:
        settings = self.settings
        valid = (observation.depth > 0.0) & (observation.depth < settings.max_depth)
        margin = OUTLIER_MARGIN * settings.scale
        return extract(detections, points, valid, observation.camera_position, settings.min_pixels, margin)

    def _look(self, observation: Observation, detections: Detections) -> Frame:
        """Carry along what moves with the robot, and compare every remembered point with the observation."""
        if self._last is not None:
            carry(self.tracks, self._last, observation)
        moved = has_moved(self._last, observation)
        expected = usual((t.class_name, t.sure) for t in self.tracks) if self.settings.fallible else {}
        for track in self.tracks:
            track.unsee()
            track.naming.expected = expected
            if moved:
                track.look_from_elsewhere()
        if not observation.holding:
            let_go(self.tracks, None if moved else observation.transform, observation.step)
        tolerance = SURFACE_TOLERANCE * self.settings.scale
        looks = look_at_tracks(self.tracks, observation, detections.labels, tolerance)
        return Frame(observation, self._last, detections, tuple(self.tracks), looks, self.settings)

    def _remember_hand(self, instances: Sequence[Instance]) -> None:
        """Mark what is carried, and note the labels that are no part of the room."""
        mark_load(self.tracks)
        seen = {t.detection_id for t in self.tracks if t.carried and t.visible}
        self.in_hand_labels = frozenset(i.detection.label for i in instances if i.detection.id in seen)

    # -- association ------------------------------------------------------------------------------------------

    def _associate(self, frame: Frame, instances: Sequence[Instance]) -> None:
        observation, fallible = frame.observation, self.settings.fallible
        in_hand = _in_hand(observation, instances)
        others = [i for i in instances if i is not in_hand]
        matches = match(frame.tracks, frame.looks, others, fallible)
        if in_hand is None and (corner := _corner_in_hand(observation, others, matches)) is not None:
            in_hand = corner
            others = [i for i in others if i is not corner]
            matches = match(frame.tracks, frame.looks, others, fallible)
        if frame.has_opened:
            part_from_neighbours(matches, frame.tracks, others)
        self._grasp(frame, in_hand, matches)
        used = take_matches(self.tracks, frame, others, matches)
        found = {others[k].detection.id for k in used}
        take_moved(self.tracks, frame, others, used)
        for index, instance in enumerate(others):
            if index not in used and instance.pixels >= self.settings.min_new_pixels:
                whole = piece_of(self.tracks, instance) if fallible else None
                if whole is not None:
                    whole.add(instance.points)
                else:
                    self._begin(instance, observation)
        held = next((t for t in self.tracks if t.held), None)
        if held is not None:
            fresh = [t for t in self.tracks if t.visible and not t.held and t.detection_id not in found]
            find_load(held, fresh, self.settings.scale)
        drop_gone(self.tracks, frame)
        unite(self.tracks, fallible)

    def _grasp(self, frame: Frame, in_hand: Instance | None, matches: dict[int, list[int]]) -> None:
        """Take what the hand has closed on for held, and for matched no more."""
        observation, tracks = frame.observation, frame.tracks
        if not observation.holding:
            return
        matched = {t for indices in matches.values() for t in indices}
        free = [(t, frame.looks[k]) for k, t in enumerate(tracks) if k not in matched and not t.loose]
        track = grasped(self.tracks, free, observation, in_hand, self.settings.fallible)
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
        if track.held or not self.settings.fallible:
            return True
        return track.sure >= LEAST or (track.belief.confirmed and track.standing > 0.0)

    # -- results ----------------------------------------------------------------------------------------------

    def _assign_parents(self) -> None:
        moved = [t for t in self.tracks if t.visible or t.held]
        assign_parents(
            [t for t in moved if not (t.carried and not t.held)],
            [t for t in self.tracks if is_receptacle(t.class_name) and t.standing > 0.0],
            self.settings.scale,
        )
        alive = {t.id for t in self.tracks}
        for track in self.tracks:
            if track.parent_id not in alive:
                track.parent_id = ""

    def _keep_falling(self, observation: Observation) -> None:
        """Take what just left the hand and lies on nothing for still on its way: it comes to rest somewhere below."""
        for track in self.tracks:
            if track.visible and track.held_until == observation.step and not track.parent_id:
                track.loose = True

    def memory(self, observation: Observation) -> ObjectMemory:
        """Return everything remembered now, after the observation that was taken in last."""
        held = next((t.id for t in self.tracks if t.held), "")
        told = {t.id for t in self.tracks if self._reported(t)}
        return ObjectMemory(
            step=observation.step,
            episode=observation.episode,
            stamp=observation.stamp,
            objects=tuple(t.state() for t in self.tracks if t.id in told),
            held_id=held,
            doubtful=tuple(t.state() for t in self.tracks if t.id not in told and t.sure >= DOUBTFUL),
        )


def _corner_in_hand(
    observation: Observation, instances: Sequence[Instance], matches: dict[int, list[int]]
) -> Instance | None:
    """Return what the hand may hold of what is new: at times the picture shows a mere corner of it, off its middle."""
    if not observation.holding or observation.held_detection_id:
        return None
    new = [instance for k, instance in enumerate(instances) if not matches.get(k)]
    return nearest_to_tool(new, observation, AROUND_TOOL)


def _in_hand(observation: Observation, instances: Sequence[Instance]) -> Instance | None:
    """Return the instance that the hand holds: the one that the robot names, or the nearest to the tool."""
    if not observation.holding:
        return None
    if observation.held_detection_id:
        return next((i for i in instances if i.detection.id == observation.held_detection_id), None)
    return nearest_to_tool(instances, observation)
