"""What the plan says of the instance a step is about, and which remembered instances fit that."""

from __future__ import annotations

from collections.abc import Sequence

from pred_core.objects import ObjectState
from pred_core.plan_language import Discrepancy, Kind, Subgoal
from pred_core.referring.choosing import meant
from pred_core.referring.description import Description, TestKind, descriptions_of
from pred_core.referring.relations import Point
from pred_recovery.mission.mission import Mission
from pred_recovery.mission.settings import WARN


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
    """Return the usable instances that fit what the words say, None where they say nothing or are not insisted on."""
    description = description_of_ref(mission, subgoal.object_ref)
    if not description:
        return None
    found = meant(description, mission.memory, view(mission), usable)
    return found if found or mission.settings.strictness != WARN else None


def comes_from_there(mission: Mission, subgoal: Subgoal, found: Discrepancy) -> bool:
    """Tell whether a thing found to be where it should go is still where it is to be taken from.

    Of "take the apple out of the bowl and put it on the table" the apple in the bowl on the table is not done.
    """
    state = mission.memory.get(found.subject_id)
    parent = mission.memory.get(state.parent_id) if state is not None else None
    if found.kind is not Kind.ASR or parent is None:
        return False
    description = description_of_ref(mission, subgoal.object_ref)
    left = (
        landmark.classes
        for test in description.tests
        if test.kind is TestKind.RELATION and test.value in ("on", "in")
        for landmark in test.landmarks
    )
    return any(parent.class_name in classes for classes in left)
