"""All detectors together: which are switched on, in which order they are heard, and what is too doubtful to act on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pred_core.action_model.effects import switched
from pred_core.objects import SURE, Attribute, Truth
from pred_core.plan_language import PRECEDENCE, Discrepancy, Kind
from pred_perception.discrepancy.adjacency import CONTACT_GAP
from pred_perception.discrepancy.appearance import AppearanceDetector
from pred_perception.discrepancy.attribute import AttributeDetector, in_words
from pred_perception.discrepancy.detector import Detector, Situation
from pred_perception.discrepancy.presence import PresenceDetector
from pred_perception.discrepancy.relation import RelationDetector

THRESHOLDS: Mapping[Kind, float] = {Kind.OHV: 0.5, Kind.ASR: 0.6, Kind.APM: 0.55, Kind.DTA: 0.5}


@dataclass(frozen=True)
class Findings:
    """What the detectors say: sure enough to revise the plan, and worth another look first.

    ``needed`` says from which confidence each doubtful finding would be certain.
    """

    certain: tuple[Discrepancy, ...] = ()
    doubtful: tuple[Discrepancy, ...] = ()
    needed: tuple[float, ...] = ()


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
        self._detectors = [
            d for d in sorted(made, key=lambda d: PRECEDENCE.index(d.kind)) if d.kind in wanted
        ]
        self._thresholds = thresholds

    def check(self, situation: Situation) -> Findings:
        """Return what all detectors find, in the order in which it is to be dealt with."""
        found = [d for d in (detector.check(situation) for detector in self._detectors) if d is not None]
        certain = tuple(d for d in found if d.confidence >= self._needed(d, situation))
        doubtful = tuple(d for d in found if d not in certain)
        return Findings(certain, doubtful, tuple(self._needed(d, situation) for d in doubtful))

    def _needed(self, found: Discrepancy, situation: Situation) -> float:
        """Return the confidence from which a finding may change the plan.

        A switch or door refuses to go where it stands already, which costs an action; to leave it out because of a
        picture that was misjudged costs the task.
        """
        if found.kind is Kind.APM and found.observed == _effect(situation.subgoal.action):
            return max(SURE, self._thresholds[found.kind])
        return self._thresholds[found.kind]


def _effect(primitive: str) -> str:
    """Return in words what moving a switch or a door makes of it, nothing for other primitives."""
    if primitive not in switched():
        return ""
    name, value = switched()[primitive]
    return in_words(Attribute(name, Truth.of(value)))
