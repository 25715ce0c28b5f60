"""Attribute-driven plan modification (section 3.1.3, C.3): the object is not in the state the plan assumes."""

from __future__ import annotations

from pred_core.objects import Attribute, Truth
from pred_core.plan_language import Discrepancy, Kind
from pred_core.vocabulary import invisible, whole_of
from pred_perception.discrepancy.detector import Situation, experience


class AttributeDetector:
    """Compares the expected attributes with those of the object memory. Unknown is no discrepancy."""

    kind = Kind.APM

    def check(self, situation: Situation) -> Discrepancy | None:
        """Return the discrepancy of the surest attribute that differs."""
        subject = situation.subject
        if subject is None:
            return None
        expectation = situation.subgoal.expectation
        cut = whole_of(subject.class_name)
        known = dict(subject.attributes)
        if cut and cut == expectation.class_name:  # a slice is what is left of the whole
            known["sliced"] = Attribute("sliced", Truth.TRUE, experience(subject))
        found = [
            (seen.confidence, expected, seen)
            for expected in expectation.attributes
            if expected.name not in invisible()
            and (seen := known.get(expected.name)) is not None
            and Truth.UNKNOWN not in (seen.value, expected.value)
            and seen.value is not expected.value
        ]
        if not found:
            return None
        confidence, expected, seen = max(found, key=lambda item: (item[0], item[1].name))
        return Discrepancy(
            kind=self.kind,
            subgoal_id=situation.subgoal.id,
            subject=cut if seen.name == "sliced" and cut else subject.class_name,
            subject_id=subject.id,
            expected=in_words(expected),
            observed=in_words(seen),
            confidence=confidence,
        )


def in_words(attribute: Attribute) -> str:
    """Return an attribute as the planner reads it: ``clean`` or ``not clean``."""
    return attribute.name if attribute.value is Truth.TRUE else f"not {attribute.name}"
