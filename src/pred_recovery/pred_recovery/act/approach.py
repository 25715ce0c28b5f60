"""Going to an object, or to where one looks straight into furniture."""

from __future__ import annotations

from pred_core.geometry import Pose2D
from pred_core.navigation import NOTHING, Watch
from pred_core.objects import ObjectState
from pred_core.outcome import Code, Outcome
from pred_core.vocabulary import has_door
from pred_recovery.act.doors import nearer, stands_before
from pred_recovery.act.positioning import middle_in_picture
from pred_recovery.mission.mission import Mission
from pred_recovery.mission.requests import Mode, Navigate, Steps


def in_reach(mission: Mission, target: ObjectState) -> bool:
    """Tell whether an object is in the latest picture and near enough to act on.

    Of furniture with a door its middle, too: its edge alone shows neither whether it is open or on, nor what is in it.
    """
    now = mission.memory.get(target.id)
    if now is None or not now.visible or now.distance > mission.settings.reach:
        return False
    any_part_will_do = not (mission.settings.mobile and has_door(now.class_name))
    return any_part_will_do or middle_in_picture(now, mission.robot, mission.settings)


def reach(mission: Mission, target: ObjectState, pose: int = 0, watch: Watch = NOTHING) -> Steps:
    """Go where the target can be acted on; stay when it already can."""
    if pose == 0 and in_reach(mission, target) and not mission.settings.approach_always:
        return Outcome.success()
    mission.note("go", f"Going to {target.id}.", id=target.id, pose=pose)
    outcome = (yield Navigate(Mode.OBJECT, object_id=target.id, attempt=pose, watch=watch)).outcome
    if outcome.code is Code.UNREACHABLE and target.id not in outcome.message:
        return Outcome(outcome.code, f"{target.id} was not reached: {outcome.message}")
    return outcome


def pose_before_the_door(mission: Mission, place: ObjectState) -> Pose2D | None:
    """Return where to go to look straight into furniture; None if that is not known, or the robot stands there."""
    door = mission.beliefs.doors.get(place.id)
    return None if door is None or stands_before(mission.robot.pose, door) else door


def go_before_the_door(mission: Mission, place: ObjectState) -> Steps:
    """Stand where one looks straight into furniture, if it is known where its door is."""
    door = pose_before_the_door(mission, place)
    if door is None:
        return Outcome.success()
    mission.note("go", f"Going before the door of {place.id}.", id=place.id)
    return (yield from go_before_a_side(door))


def go_before_a_side(pose: Pose2D) -> Steps:
    """Go where one looks straight at a side of furniture; nearer, where there is no room to stand that far away."""
    return (yield from go_to_first(Navigate(Mode.POSE, pose=pose), Navigate(Mode.POSE, pose=nearer(pose))))


def go_to_first(place: Navigate, *others: Navigate) -> Steps:
    """Go to the first of these places where one can stand; how going to the last one tried ended comes back."""
    outcome = (yield place).outcome
    for other in others:
        if outcome.code is not Code.UNREACHABLE:
            break
        outcome = (yield other).outcome
    return outcome
