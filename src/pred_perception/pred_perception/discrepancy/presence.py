"""Dynamic target adaptation (section 3.1.1): the target is known to be elsewhere than the plan expects it."""

from __future__ import annotations

from pred_core.objects import ObjectMemory, ObjectState
from pred_core.plan_language import Discrepancy, Kind
from pred_perception.discrepancy.detector import Situation, experience, freshness

HALF_LIFE = 150.0
"""Robot steps; in a room where only the robot moves things, a memory stays good for long."""


class PresenceDetector:
    """Finds an equally good instance outside the place the subgoal names; a map cell alone is never enough."""

    kind = Kind.DTA

    def check(self, situation: Situation) -> Discrepancy | None:
        """Return the discrepancy of the best instance seen elsewhere."""
        expectation = situation.subgoal.expectation
        target = expectation.class_name
        if not target or not expectation.place:
            return None
        known = [o for o in situation.memory.of_class(target) if self._free(situation, o)]
        if any(self._expected(situation.memory, o, expectation.place) for o in known):
            return None  # it is where it is expected
        ranked = sorted(((self._confidence(situation, o), o.id, o) for o in known), reverse=True)
        if not ranked:
            return None
        confidence, _, found = ranked[0]
        parent = situation.memory.get(found.parent_id)
        return Discrepancy(
            kind=self.kind,
            subgoal_id=situation.subgoal.id,
            subject=target,
            subject_id=found.id,
            expected=expectation.place,
            observed=parent.class_name if parent else "elsewhere",
            confidence=confidence,
        )

    @staticmethod
    def _free(situation: Situation, state: ObjectState) -> bool:
        return not state.held and state.id not in situation.excluded

    @staticmethod
    def _expected(memory: ObjectMemory, state: ObjectState, place: str) -> bool:
        parent = memory.get(state.parent_id)
        return parent is not None and parent.class_name == place

    @staticmethod
    def _confidence(situation: Situation, state: ObjectState) -> float:
        return state.score * freshness(situation.memory, state, HALF_LIFE) * experience(state)
