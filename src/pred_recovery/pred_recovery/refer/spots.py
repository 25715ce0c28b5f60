"""Where on a place something is to be put: the things that the words say it is to be beside, as they lie now."""

from __future__ import annotations

from collections.abc import Iterator

from pred_core.objects import ObjectState
from pred_core.outcome import Code, Outcome
from pred_core.referring.choosing import meant
from pred_core.referring.description import Description, Test, TestKind
from pred_core.spots import BETWEEN, IN_WORDS, Beside, Landmark
from pred_core.vocabulary import group, spoken
from pred_recovery.mission.mission import Mission
from pred_recovery.refer.described import description_of_ref, view

FLAT = 0.02
"""What is no higher than that, a mat, may have things beside those that lie on it, m."""


def spot_of(mission: Mission, ref: str) -> tuple[Outcome, Beside | None]:
    """Return where on the place of a variable its thing is to be put; no spot where anywhere will do.

    NOT_FOUND where what it is to be beside is not known, not told from others, or lies in or on something else.
    """
    test = _test(mission, ref)
    if test is None:
        return Outcome.success(), None
    marks: list[ObjectState] = []
    for description in test.landmarks:
        known = [o for o in _known(mission, ref, description) if o not in marks]
        wanted = 2 if test.value == BETWEEN and len(test.landmarks) == 1 else 1
        if len(known) != wanted:
            return Outcome(Code.NOT_FOUND, _not_so_many(description, known, wanted)), None
        marks += known
    hidden = next((text for mark in marks for text in _elsewhere(mission, mark)), "")
    if hidden:
        return Outcome(Code.NOT_FOUND, f"{hidden} I put nothing {IN_WORDS[test.value]} it there."), None
    places = ((mark.center, mark.size) for mark in marks)
    return Outcome.success(), Beside(test.value, tuple(Landmark((c[0], c[1]), (s[0], s[1])) for c, s in places))


def landmark_classes(mission: Mission, ref: str) -> tuple[str, ...]:
    """Return the classes of what the thing of a variable is to be put beside."""
    test = _test(mission, ref)
    return tuple(name for mark in test.landmarks for name in mark.classes) if test is not None else ()


def spot_in_words(mission: Mission, ref: str) -> str:
    """Return " next to the cup", '' where anywhere on the place of a variable will do."""
    test = _test(mission, ref)
    if test is None:
        return ""
    return f" {IN_WORDS[test.value]} {' and '.join(mark.sentence() for mark in test.landmarks)}"


def _test(mission: Mission, ref: str) -> Test | None:
    tests = description_of_ref(mission, ref).tests
    return next((t for t in tests if t.kind is TestKind.SPOT and t.value in IN_WORDS and t.landmarks), None)


def _known(mission: Mission, ref: str, description: Description) -> Iterator[ObjectState]:
    """Yield what the words for a landmark mean, where it is now; never what is put beside it."""
    steps = mission.progress.asked
    put = {mission.bindings.variables.get(t.object_ref, "") for t in steps if t.receptacle_ref == ref}
    for told in meant(description, mission.as_told, view(mission)):
        now = mission.memory.get(told.id)
        if now is not None and not now.held and now.id not in put:
            yield now


def _not_so_many(description: Description, known: list[ObjectState], wanted: int) -> str:
    said = description.sentence()
    if not known:
        return f"I do not see {said}."
    if len(known) < wanted:
        return f"I see only one of {said}."
    return f"I do not know which one {said} is: I see {len(known)}."


def _elsewhere(mission: Mission, mark: ObjectState) -> Iterator[str]:
    """Yield the sentence that says what a landmark lies in or on, unless that is the table or a mat on it."""
    around = mission.memory.get(mark.parent_id)
    if around is not None and around.class_name not in group("resting_places") and around.size[2] > FLAT:
        yield f"The {spoken(mark.class_name)} is in or on the {spoken(around.class_name)}."
