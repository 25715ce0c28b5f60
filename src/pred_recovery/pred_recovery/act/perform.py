"""Acting on an object once and measuring what came of it."""

from __future__ import annotations

from pred_core.navigation import NOTHING, Watch
from pred_core.objects import ObjectState, Truth
from pred_core.outcome import Code, Outcome
from pred_core.plan_language import Primitive
from pred_core.spots import Beside
from pred_core.vocabulary import has_door
from pred_recovery.act.approach import reach
from pred_recovery.act.doors import before_door
from pred_recovery.act.effects import AlreadySo, judge, wanted
from pred_recovery.act.mistaken import heed_refusal, is_no_such_place
from pred_recovery.act.positioning import adjustments, looked_at
from pred_recovery.act.seen_there import see_it_there
from pred_recovery.mission.mission import Mission
from pred_recovery.mission.requests import Move, MoveRobot, Steps, UseSkill

AIMING_MOTIONS = 2


def go_and(
    mission: Mission,
    primitive: str,
    target: ObjectState,
    pose: int = 0,
    relation: str = "",
    watch: Watch = NOTHING,
    spot: Beside | None = None,
) -> Steps:
    """Go to the target and act on it; SIGHTED, and nothing done to it, when the way ended for what was watched for."""
    outcome = yield from reach(mission, target, pose, watch)
    if not outcome:
        return outcome
    return (yield from perform(mission, primitive, target, relation, spot))


def perform(
    mission: Mission, primitive: str, target: ObjectState, relation: str = "", spot: Beside | None = None
) -> Steps:
    """Bring the target into the picture, act on it once, and measure the effect."""
    hidden = primitive == Primitive.PUT and mission.settings.keep_views and mission.robot.holding
    outcome = yield from _aim(mission, target, hidden=hidden)
    now = mission.memory.get(target.id)
    if not outcome or now is None:
        return outcome
    before = mission.memory
    reply = yield UseSkill(primitive, now, relation, spot)
    changes = wanted().get(primitive, ("", Truth.UNKNOWN))
    mission.beliefs.felt.pop((target.id, changes[0]), None)
    judged = judge(primitive, target, reply.outcome, mission.memory, mission.robot, before.held)
    if judged and primitive == Primitive.PUT and mission.settings.look_after_put:
        judged = yield from see_it_there(mission, before, now, relation)
    if judged and primitive == Primitive.OPEN:
        mission.beliefs.opened[target.id] = None
        if has_door(now.class_name):
            _note_door(mission, now)
    if judged and primitive == Primitive.OPEN and mission.settings.look_into_opened and before.held is None:
        yield MoveRobot(Move.LOOK_DOWN)  # where it cannot, what was seen has to do
    if judged and primitive in wanted():
        mission.believe(target.id, *changes)
        if isinstance(judged, AlreadySo):
            mission.beliefs.felt[target.id, changes[0]] = changes[1]
    if is_no_such_place(primitive, now, judged):
        heed_refusal(mission, primitive, now)
    mission.note(
        "skill", f"{primitive} {target.id}: {judged}", skill=primitive, id=target.id, code=judged.code
    )
    return judged


def do_itself(mission: Mission, primitive: str, robot: ObjectState) -> Steps:
    """Do what the robot does with nothing but itself."""
    told = (yield UseSkill(primitive, robot)).outcome
    outcome = AlreadySo.success(told.message) if told.code is Code.ALREADY_SO else told
    mission.note("skill", f"{primitive}: {outcome}", skill=primitive, id=robot.id, code=outcome.code)
    return outcome


def _note_door(mission: Mission, shut: ObjectState) -> None:
    opened = mission.memory.get(shut.id)
    door = before_door(shut, opened, mission.robot.pose) if opened else None
    if door is not None:
        mission.beliefs.doors.setdefault(
            shut.id, door
        )  # later the box may hold what was seen of the door before


def _aim(mission: Mission, target: ObjectState, *, hidden: bool) -> Steps:
    """Turn or tilt until the target is in the picture: cheaper than a skill that fails.

    :param hidden: what the hand holds may hide it though the camera looks at it: earlier pictures show it then
    """
    for _ in range(AIMING_MOTIONS):
        now = mission.memory.get(target.id)
        if now is None:
            return Outcome(Code.NOT_FOUND, f"{target.id} is no longer where it was remembered.")
        if now.visible or (hidden and looked_at(now, mission.robot, mission.settings)):
            return Outcome.success()
        motions = adjustments(now, mission.robot, mission.settings)
        if not motions:
            break
        mission.note("aim", f"{target.id} is not in the picture.", motion=motions[0])
        reply = yield MoveRobot(motions[0])
        if not reply.outcome:
            return reply.outcome
    now = mission.memory.get(target.id)
    if now is not None and (now.visible or (hidden and looked_at(now, mission.robot, mission.settings))):
        return Outcome.success()
    return Outcome(Code.TARGET_NOT_VISIBLE, f"{target.id} is not in the picture from here.")
