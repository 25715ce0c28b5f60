"""All detectors together: which are switched on, in which order they are heard, and what is too doubtful to act on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pred_perception.discrepancy.adjacency import CONTACT_GAP
from pred_perception.discrepancy.appearance import AppearanceDetector
from pred_perception.discrepancy.attribute import AttributeDetector
from pred_perception.discrepancy.detector import Detector, Situation
from pred_perception.discrepancy.presence import PresenceDetector
from pred_perception.discrepancy.relation import RelationDetector
from pred_planner.language import Discrepancy, Kind

ORDER = (Kind.OHV, Kind.ASR, Kind.APM, Kind.DTA)
"""A wrong thing in the hand makes all else moot; what need not be moved need not be treated or fetched."""

THRESHOLDS: Mapping[Kind, float] = {Kind.OHV: 0.5, Kind.ASR: 0.6, Kind.APM: 0.55, Kind.DTA: 0.5}


@dataclass(frozen=True)
class Findings:
    """What the detectors say: sure enough to revise the plan, and worth another look first."""

    certain: tuple[Discrepancy, ...] = ()
    doubtful: tuple[Discrepancy, ...] = ()


class Panel:
    """The switched-on detectors."""

    def __init__(
        self, kinds: Iterable[Kind], thresholds: Mapping[Kind, float] = THRESHOLDS, scale: float = 1.0
    ) -> None:
        """Make the detectors of these kinds.

        :param scale: of the lengths at which things touch, 1 in a room
        """
        wanted = frozenset(kinds)
        made: tuple[Detector, ...] = (
            AppearanceDetector(),
            RelationDetector(CONTACT_GAP * scale),
            AttributeDetector(),
            PresenceDetector(),
        )
        self._detectors = [d for d in sorted(made, key=lambda d: ORDER.index(d.kind)) if d.kind in wanted]
        self._thresholds = thresholds

    def check(self, situation: Situation) -> Findings:
        """Return what all detectors find, in the order in which it is to be dealt with."""
        found = [d for d in (detector.check(situation) for detector in self._detectors) if d is not None]
        certain = tuple(d for d in found if d.confidence >= self._thresholds[d.kind])
        doubtful = tuple(d for d in found if d.confidence < self._thresholds[d.kind])
        return Findings(certain, doubtful)
