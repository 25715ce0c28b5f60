"""One observation in, everything perception says about it out."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from pred_core.geometry import unproject
from pred_core.objects import ObjectMemory
from pred_core.vocabulary import object_types
from pred_perception.attributes.colours import ColourReader
from pred_perception.attributes.reader import AttributeReader
from pred_perception.detector import Detector
from pred_perception.detectors import without_attributes
from pred_perception.hand import in_hand_pixels
from pred_perception.memory import MemoryTracker
from pred_perception.memory_settings import MemorySettings
from pred_perception.observation import Detections, Observation
from pred_perception.semantic_map import MapLayers, MapSettings, SemanticMap
from pred_perception.tracks import Track


def semantic_values() -> dict[str, int]:
    """Return the value of each class in ``map/semantic``: 1 + alphabetical index modulo 100."""
    return {name: 1 + index % 100 for index, name in enumerate(sorted(object_types()))}


@dataclass(frozen=True)
class Percept:
    """The answer to one observation."""

    detections: Detections
    memory: ObjectMemory
    layers: MapLayers


class Perception:
    """Detector, object memory and map, in that order."""

    def __init__(
        self,
        detector: Detector,
        attributes: bool = True,
        memory: MemorySettings | None = None,
        grid: MapSettings | None = None,
        reader: AttributeReader | None = None,
        colours: ColourReader | None = None,
    ) -> None:
        """Put the parts together.

        :param attributes: believe the attributes that come with detections
        :param reader: reads attributes from the colour picture, or None
        :param colours: reads which colours objects show, or None
        """
        self._colours = colours
        self._reader = reader
        self._detector = detector
        self._attributes = attributes
        self._tracker = MemoryTracker(memory)
        self.map = SemanticMap(grid)

    @property
    def tracks(self) -> list[Track]:
        """The remembered objects with their points."""
        return self._tracker.tracks

    def process(self, observation: Observation) -> Percept:
        """Answer one observation.

        :raises DetectorError: when the detector cannot work on it
        """
        detections = self._detector.detect(observation)
        if not self._attributes:
            detections = without_attributes(detections)
        points = unproject(observation.depth, observation.camera, observation.transform)
        self._tracker.take(observation, detections, points)
        detections = self._tracker.seen or detections
        for reader in (self._reader, self._colours):
            if reader is not None:
                reader.read(observation, detections, self._tracker.tracks)
        self.map.update(observation, points, self._own_pixels(observation, detections, points))
        return Percept(detections, self._tracker.memory(observation), self.map.layers())

    def _own_pixels(
        self, observation: Observation, detections: Detections, points: NDArray[np.float32]
    ) -> NDArray[np.bool_] | None:
        """Return HxW: what is in the hand and no part of the room; None where nothing is."""
        hand = self._tracker.in_hand_labels
        masks = [np.isin(detections.labels, list(hand))] if hand else []
        if self._tracker.settings.fallible:  # it may not have been found there, and would be an obstacle
            near = in_hand_pixels(self._tracker.tracks, observation, points)
            masks += [near] if near is not None else []
        return np.asarray(np.logical_or.reduce(masks)) if masks else None

    def look_at(self, object_id: str, observation: Observation, percept: Percept) -> Percept:
        """Return the latest percept with the attributes of one visible object read from its picture.

        A frame has a budget of views to read, and something small may not have had its turn yet.
        """
        track = next((t for t in self._tracker.tracks if t.id == object_id), None)
        if self._reader is None or track is None:
            return percept
        if not self._reader.look_at(observation, percept.detections, track):
            return percept
        return replace(percept, memory=self._tracker.memory(observation))
