"""What some robots can do and others cannot, as the actions and sentences of plans."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pred_core.action_model.effects import has_primitive
from pred_core.plan_language import High, Primitive, Subgoal
from pred_core.vocabulary import is_cleaned_in_place
from pred_language.meaning.context import FOUND, LOCALIZED, NEAR, SEEN, SITTING, STANDING, TOUCHED

_LACKING: Mapping[Primitive, str] = {
    Primitive.HAND_OVER: "does not hand things over: name a place where I shall put it",
    Primitive.TOUCH: "does not touch things without taking them",
    Primitive.LOOK_AT: "looks at things only to find them: ask me where one is",
    Primitive.SIT_DOWN: "does not sit down",
    Primitive.STAND_UP: "does not stand up: it never sits",
    Primitive.CLEAN: "does not wipe things where they are, or make beds",
    Primitive.LOCALIZE: "does not find out where it is when told to: it knows as soon as it runs",
}
"""What a robot without a skill is said not to do."""
_OWN: Mapping[str, Primitive] = {
    High.GAZE: Primitive.LOOK_AT,
    **{High[one.name]: one for one in _LACKING if one not in (Primitive.LOOK_AT, Primitive.CLEAN)},
}
ITS_SKILLS: Mapping[str, High] = {
    NEAR: High.GOTO,
    FOUND: High.GOTO,
    TOUCHED: High.TOUCH,
    SEEN: High.GAZE,
    SITTING: High.SIT_DOWN,
    STANDING: High.STAND_UP,
    LOCALIZED: High.LOCALIZE,
}
"""What a robot does for a state that an action alone is there for."""


def lacking(triplets: Iterable[Subgoal]) -> str:
    """Return a sentence that says what of a plan this robot has no skill for, '' where it has all."""
    needed = [_OWN[t.action] for t in triplets if t.action in _OWN]
    needed += [Primitive.CLEAN for t in triplets if t.action == High.CLEAN and is_cleaned_in_place(t.object)]
    return next((f"This robot {_LACKING[one]}." for one in needed if not has_primitive(one)), "")
