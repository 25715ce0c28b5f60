"""Where to look inside for an object that is nowhere to be seen: closed or deep receptacles, the likeliest first."""

from __future__ import annotations

import math
from collections.abc import Iterable

from pred_core.domain_file import ObjectType
from pred_core.objects import ObjectState
from pred_core.plan_language import Subgoal
from pred_core.vocabulary import group, is_cover, object_types, per_domain, whole_of
from pred_recovery.act.effects import closed
from pred_recovery.mission.mission import Mission
from pred_recovery.refer.described import description_of_ref
from pred_recovery.refer.phrases import phrases, weighted

PRIOR = 0.5
"""Added to every count of how often a type was found in a place: rare is not never."""


FALLEN = 0.2
"""The same for things that nobody puts into a bin: a look is cheap beside giving up."""


TEXT_WEIGHT = 100.0
"""How much likelier a place is when the instruction names it."""


WALK_SCALE = 4.0
"""Metres of walking that halve the worth of a place."""


@per_domain
def covers() -> frozenset[str]:
    """Return the types that hide what they are put over."""
    return frozenset(filter(is_cover, object_types()))


@per_domain
def deep() -> frozenset[str]:
    """Return the types that are open above and hide what lies in them from the side."""
    types = object_types()
    return frozenset(n for n in group("inside_bottom_four_corners") if not types[n].can("pickupable"))


def likelihood(names: Iterable[str], place: str) -> float:
    """Return how likely objects of these classes lie in a place of that class (not normalised); 0 if never.

    What is open above may hold anything that can be carried: it falls in, or somebody throws it away.
    """
    types = object_types()
    kinds = [types.get(whole_of(name) or name) for name in names]
    falls = any(kind is None or kind.can("pickupable") for kind in kinds)
    best = FALLEN if falls and place in deep() else 0.0
    for kind in kinds:
        if kind is not None and kind.can("pickupable") and kind.fits_in(place) and not _sticks_out(kind, place):
            best = max(best, kind.found_in.get(place, 0) + PRIOR)
    return best


def _sticks_out(kind: ObjectType, place: str) -> bool:
    """Tell whether a thing is longer than a cover that would have to hide it: no banana is under a cup."""
    over = object_types()[place] if place in covers() else None
    return over is not None and kind.size is not None and over.size is not None and max(kind.size) > max(over.size)


def _told_by(mission: Mission, subgoal: Subgoal) -> tuple[str, ...]:
    """Return the classes of what a place is told by, that lies in it; none where it is not told so."""
    tests = description_of_ref(mission, subgoal.object_ref).tests
    return next((test.landmarks[0].classes for test in tests if test.value == "with" and test.landmarks), ())


def _said_in(mission: Mission, subgoal: Subgoal) -> dict[str, float]:
    """Return how surely the words name each class of furniture as where the object is; nothing where they name none."""
    for said in phrases(mission.plan.context) if mission.plan is not None else ():
        weights = weighted(said)
        if subgoal.inside and weights.keys() >= set(subgoal.inside):
            return {name: weights[name] for name in subgoal.inside}
    return dict.fromkeys(subgoal.inside, 1.0)


def places(mission: Mission, subgoal: Subgoal) -> list[ObjectState]:
    """Return the receptacles worth looking into for the subgoal's object, best first.

    They are closed, or covers, or so deep that only a look from above shows what is in them. A class's likelihood
    is shared among its instances, raised as surely as the instruction names the class, and discounted by the walk. "The
    drawer with the spoon" is looked for in drawers, by the spoon.
    """
    names = (subgoal.object, *subgoal.object_alternatives)
    told_by, said = _told_by(mission, subgoal), _said_in(mission, subgoal)
    among = frozenset(names) if told_by else group("must_be_open") | deep() | covers()
    pose = mission.robot.pose
    ranked: list[tuple[float, str, ObjectState]] = []
    for state in mission.memory.of_class(among):
        hides = closed(state) or state.class_name in deep() | covers()
        if not hides or state.id in mission.search.looked_into:
            continue
        chance = likelihood(told_by or names, state.class_name) / len(mission.memory.of_class(state.class_name))
        if state.class_name in said:
            least = PRIOR if said[state.class_name] >= max(said.values()) else 0.0
            chance = max(chance, least) * TEXT_WEIGHT * said[state.class_name]
        if chance <= 0.0:
            continue
        walk = math.hypot(state.center[0] - pose.x, state.center[1] - pose.y)
        ranked.append((-chance / (1.0 + walk / WALK_SCALE), state.id, state))
    return [state for _, _, state in sorted(ranked, key=lambda entry: entry[:2])]
