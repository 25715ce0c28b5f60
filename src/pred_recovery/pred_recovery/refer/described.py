"""What the plan says of the instance a step is about, and which remembered instances fit that.

Words are about the room as it was when they were said, so what the robot has moved is taken to lie where it lay.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pred_core.objects import ObjectMemory, ObjectState
from pred_core.plan_language import Discrepancy, Kind, Subgoal
from pred_core.referring.choosing import meant
from pred_core.referring.description import Description, Test, TestKind, descriptions_of
from pred_core.referring.relations import Point, surroundings
from pred_core.referring.scoring import UNKNOWN, scores
from pred_core.vocabulary import can_be_carried, group, part_of
from pred_recovery.mission.mission import Mission
from pred_recovery.mission.settings import WARN

UPON = ("on", "in")
"""The relations of a thing to where it is to be taken from."""


def description_of_ref(mission: Mission, ref: str) -> Description:
    """Return what the words say of the instance of one of the plan's variables; an empty one says nothing."""
    if mission.plan is None or not ref or ref in mission.words.let_go:
        return Description()
    return descriptions_of(mission.plan.context).get(ref, Description())


def view(mission: Mission) -> Point:
    """Return where the robot stood when it was told: x, y in metres and yaw in radians, frame map."""
    start = mission.progress.started
    pose = start.pose if start is not None else mission.robot.pose
    return pose.x, pose.y, pose.yaw


def fitting(mission: Mission, subgoal: Subgoal, usable: Sequence[ObjectState]) -> list[ObjectState] | None:
    """Return the usable instances that fit what the words say, None where they say nothing or are not insisted on.

    What the words exclude is never taken, whatever else is not insisted on.
    """
    description = description_of_ref(mission, subgoal.object_ref)
    if not description:
        return None
    found = _fitting(mission, subgoal.object_ref, description, usable)
    if mission.settings.strictness != WARN:
        found = [o for o in found if not _lies_elsewhere(mission, description, o)]
    if found or mission.settings.strictness != WARN:
        return found
    spared = exclusions(description)
    return _fitting(mission, subgoal.object_ref, spared, usable) if spared else None


def _lies_elsewhere(mission: Mission, description: Description, state: ObjectState) -> bool:
    """Tell whether a thing was seen on other furniture than it is to be taken from, or that was not seen at all yet."""
    told = mission.as_told
    if any(not told.of_class(classes) for classes in _sources(description)):
        return not any(group("floors").intersection(classes) for classes in _sources(description))
    around = _around(told, state)
    around |= {part_of().get(name, name) for name in around}
    known = any(not can_be_carried(name) for name in around)
    return known and any(not around.intersection(classes) for classes in _sources(description))


def exclusions(description: Description) -> Description:
    """Return what a description says of the instances that are not meant, and nothing else."""
    return replace(description, tests=tuple(t for t in description.tests if t.kind is TestKind.NOT))


def as_described(mission: Mission, ref: str, usable: Sequence[ObjectState]) -> list[ObjectState]:
    """Return the instances that fit best what is said of a variable; all of them where nothing is said."""
    description = description_of_ref(mission, ref)
    return _fitting(mission, ref, description, usable) if description else list(usable)


def is_excluded(mission: Mission, ref: str, state: ObjectState) -> bool:
    """Tell whether an instance is one that the words exclude."""
    spared = exclusions(description_of_ref(mission, ref))
    return bool(spared) and not _fitting(mission, ref, spared, [state])


def _fitting(
    mission: Mission, ref: str, description: Description, usable: Sequence[ObjectState]
) -> list[ObjectState]:
    told = mission.as_told
    away = set[str]()
    for test in description.tests:
        elsewhere = _not_there(mission, ref, test, told) if test.kind is TestKind.OTHER else None
        if elsewhere is not None:
            away |= elsewhere
            description = replace(description, tests=tuple(t for t in description.tests if t is not test))
    states = {o.id: o for o in usable if o.id not in away}
    found = meant(description, told, view(mission), [o for o in told.objects if o.id in states])
    return [states[o.id] for o in found]


def _not_there(mission: Mission, ref: str, test: Test, told: ObjectMemory) -> set[str] | None:
    """Return the instances that "the other one" does not mean; None where that cannot be told yet.

    Of a place it is where the thing lies that is brought there, of a thing what lies where it is to go.
    """
    steps = mission.progress.asked
    if test.landmarks:
        brought = (mission.bindings.variables.get(t.object_ref, "") for t in steps if t.receptacle_ref == ref)
        things = [state for state in map(told.get, brought) if state is not None]
        return {place for state in things for place in surroundings(told, state)} if things else None
    to = {t.receptacle for t in steps if t.object_ref == ref and t.receptacle}
    return {o.id for o in told.objects if to & _around(told, o)}


def _around(memory: ObjectMemory, state: ObjectState) -> set[str]:
    """Return the classes of all that an object lies on or in."""
    found = (memory.get(name) for name in surroundings(memory, state))
    return {place.class_name for place in found if place is not None}


def is_seen_to_fit(mission: Mission, ref: str, state: ObjectState) -> bool:
    """Tell whether what is said of a variable was seen of an instance: it may fit is not enough to do nothing."""
    description, told = description_of_ref(mission, ref), mission.as_told
    around = _around(told, state)
    if not all(around.intersection(classes) for classes in _sources(description)):
        return False
    return scores(description, told, view(mission), [state])[state.id] > UNKNOWN if description else True


def _sources(description: Description) -> Iterator[tuple[str, ...]]:
    for test in description.tests:
        if test.kind is TestKind.RELATION and test.value in UPON:
            named = {name for landmark in test.landmarks for name in landmark.classes}
            yield tuple(sorted(named | {part_of().get(name, name) for name in named}))


def is_meant_place(mission: Mission, ref: str, place: ObjectState) -> bool:
    """Tell whether a place that a thing lies at already is the one that the words mean.

    "The other one" never is; where on it a thing is to be is measured at the end only.
    """
    description = description_of_ref(mission, ref)
    if any(test.kind in (TestKind.OTHER, TestKind.SPOT) for test in description.tests):
        return False
    alike = [o for o in mission.memory.objects if o.class_name == place.class_name]
    return any(o.id == place.id for o in as_described(mission, ref, alike))


def comes_from_there(mission: Mission, subgoal: Subgoal, found: Discrepancy) -> bool:
    """Tell whether a thing found to be where it should go is still where it is to be taken from.

    Of "take the apple out of the bowl and put it on the table" the apple in the bowl on the table is not done.
    """
    state = mission.memory.get(found.subject_id)
    parent = mission.memory.get(state.parent_id) if state is not None else None
    if found.kind is not Kind.ASR or parent is None:
        return False
    sources = _sources(description_of_ref(mission, subgoal.object_ref))
    return any(parent.class_name in classes for classes in sources)
