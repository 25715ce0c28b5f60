"""Going to an object and acting on it once."""

from __future__ import annotations

from pred_core.geometry import Pose2D
from pred_core.objects import ObjectState
from pred_core.outcome import Code, Outcome
from pred_core.vocabulary import has_door
from pred_planner.language import Primitive
from pred_recovery.doors import before_door, nearer, stands_before
from pred_recovery.effects import WANTED, judge
from pred_recovery.mission import Mission
from pred_recovery.positioning import adjustments
from pred_recovery.requests import Mode, MoveRobot, Navigate, Steps, UseSkill

FATAL = frozenset(
    {
        Code.CANCELED,
        Code.ROBOT_LOST,
        Code.UNAVAILABLE,
        Code.STEP_LIMIT,
        Code.FAILURE_LIMIT,
        Code.TIME_LIMIT,
    }
)
"""After these there is nothing to recover with."""
AIMING_MOTIONS = 2


def go_and(mission: Mission, primitive: str, target: ObjectState, pose: int = 0, relation: str = "") -> Steps:
    """Go to the target and act on it."""
    outcome = yield from reach(mission, target, pose)
    if not outcome:
        return outcome
    return (yield from perform(mission, primitive, target, relation))


def in_reach(mission: Mission, target: ObjectState) -> bool:
    """Tell whether an object is in the latest picture and near enough to act on."""
    now = mission.memory.get(target.id)
    return now is not None and now.visible and now.distance <= mission.settings.reach


def reach(mission: Mission, target: ObjectState, pose: int = 0) -> Steps:
    """Go where the target can be acted on; stay when it already can."""
    if pose == 0 and in_reach(mission, target) and not mission.settings.approach_always:
        return Outcome.success()
    mission.note("go", f"Going to {target.id}.", id=target.id, pose=pose)
    reply = yield Navigate(Mode.OBJECT, object_id=target.id, attempt=pose)
    return reply.outcome


def pose_before_the_door(mission: Mission, place: ObjectState) -> Pose2D | None:
    """Return where to go to look straight into furniture; None if that is not known, or the robot stands there."""
    door = mission.doors.get(place.id)
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


def perform(mission: Mission, primitive: str, target: ObjectState, relation: str = "") -> Steps:
    """Bring the target into the picture, act on it once, and measure the effect."""
    outcome = yield from _aim(mission, target)
    now = mission.memory.get(target.id)
    if not outcome or now is None:
        return outcome
    reply = yield UseSkill(primitive, now, relation)
    judged = judge(primitive, target, reply.outcome, mission.memory, mission.robot)
    mission.was_so = reply.outcome.code is Code.ALREADY_SO
    if judged and primitive == Primitive.OPEN and has_door(now.class_name):
        _note_door(mission, now)
    if judged and primitive in WANTED:
        mission.believe(target.id, *WANTED[primitive])
    mission.note(
        "skill", f"{primitive} {target.id}: {judged}", skill=primitive, id=target.id, code=judged.code
    )
    return judged


def _note_door(mission: Mission, shut: ObjectState) -> None:
    opened = mission.memory.get(shut.id)
    door = before_door(shut, opened, mission.robot.pose) if opened else None
    if door is not None:
        mission.doors.setdefault(shut.id, door)  # later the box may hold what was seen of the door before


def _aim(mission: Mission, target: ObjectState) -> Steps:
    """Turn or tilt until the target is in the picture: cheaper than a skill that fails."""
    for _ in range(AIMING_MOTIONS):
        now = mission.memory.get(target.id)
        if now is None:
            return Outcome(Code.NOT_FOUND, f"{target.id} is no longer where it was remembered.")
        if now.visible:
            return Outcome.success()
        motions = adjustments(now, mission.robot, mission.settings)
        if not motions:
            break
        mission.note("aim", f"{target.id} is not in the picture.", motion=motions[0])
        reply = yield MoveRobot(motions[0])
        if not reply.outcome:
            return reply.outcome
    now = mission.memory.get(target.id)
    if now is not None and now.visible:
        return Outcome.success()
    return Outcome(Code.TARGET_NOT_VISIBLE, f"{target.id} is not in the picture from here.")
