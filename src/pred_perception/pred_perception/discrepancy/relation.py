"""Action skipping by relationship (section 3.1.4, C.4, Eq. 5): the object is already where it should go."""

from __future__ import annotations

from pred_core.objects import ObjectState, Truth
from pred_core.plan_language import Discrepancy, Kind
from pred_core.vocabulary import group
from pred_perception.discrepancy.adjacency import CONTACT_GAP, Adjacency, adjacent
from pred_perception.discrepancy.detector import FrameView, Situation, experience, freshness

HALF_LIFE = 150.0
REMEMBERED = 0.8
"""What a relation that is only remembered counts, against one that is seen."""


class RelationDetector:
    """Looks for the mask the subject's mask touches most, in the picture and in depth; else asks the memory."""

    kind = Kind.ASR

    def __init__(self, touching: float = CONTACT_GAP) -> None:
        """:param touching: difference in depth up to which two surfaces touch, metres."""
        self._touching = touching

    def check(self, situation: Situation) -> Discrepancy | None:
        """Return the discrepancy when the subject is on or in its destination: of that class, and not excluded."""
        expectation = situation.subgoal.expectation
        subject = situation.subject
        if (
            subject is None
            or subject.held
            or expectation.relation != "not_on"
            or not expectation.relation_target
        ):
            return None
        place, confidence = self._place(situation, subject)
        if place is None or place.class_name != expectation.relation_target:
            return None
        if place.id in situation.excluded or _shut_away(place, subject):
            return None
        return Discrepancy(
            kind=self.kind,
            subgoal_id=situation.subgoal.id,
            subject=subject.class_name,
            subject_id=subject.id,
            expected=f"not on {expectation.relation_target}",
            observed=f"on {place.class_name}",
            confidence=confidence,
        )

    def _place(self, situation: Situation, subject: ObjectState) -> tuple[ObjectState | None, float]:
        if situation.view is not None and subject.id in situation.view.label_of:
            seen = self._seen(situation, situation.view, subject)
            if seen is not None:
                return seen
        parent = situation.memory.get(subject.parent_id)
        sure = freshness(situation.memory, subject, HALF_LIFE) * experience(subject)
        return parent, REMEMBERED * sure

    def _seen(
        self, situation: Situation, view: FrameView, subject: ObjectState
    ) -> tuple[ObjectState | None, float] | None:
        """Return what the subject touches in the picture, or None when nothing touches it there."""
        by_label = {
            label: state
            for state in situation.memory.objects
            if (label := view.label_of.get(state.id)) is not None and state.id != subject.id
        }
        touching = [
            a
            for a in adjacent(
                view.labels, view.depth, view.label_of[subject.id], sorted(by_label), touching=self._touching
            )
            if a.in_contact and _carries(by_label[a.label], subject)
        ]
        if not touching:
            return None
        best = touching[0]
        return by_label[best.label], _confidence(best)


def _shut_away(place: ObjectState, subject: ObjectState) -> bool:
    """Tell whether a thing that is seen would lie in what is shut: it lies on it or before it."""
    shut = place.class_name in group("must_be_open") and place.truth("open") is Truth.FALSE
    return shut and subject.visible


def _carries(place: ObjectState, subject: ObjectState) -> bool:
    """Tell whether a thing is large enough to carry the subject: a neighbour on the same table is not its place."""
    return place.size[0] * place.size[1] >= subject.size[0] * subject.size[1]


def _confidence(found: Adjacency) -> float:
    """Return how sure a contact makes: one below the subject more than one beside it."""
    return 0.6 + 0.4 * found.below
