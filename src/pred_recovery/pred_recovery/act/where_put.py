"""Bringing into the picture what the robot itself put somewhere and has not seen since.

Where the hand was when it let go tells little: the thing lies on a shelf behind the door, or behind the near wall of a
basin. So the robot looks at the place, from where its inside shows, and goes to the thing once it is seen.
"""

from __future__ import annotations

from collections.abc import Iterator

from pred_core.objects import ObjectState
from pred_core.outcome import Code, Outcome
from pred_core.vocabulary import has_door, look_alike
from pred_recovery.act.approach import in_reach
from pred_recovery.act.doors import nearer
from pred_recovery.act.positioning import view_of
from pred_recovery.mission.failure_case import FATAL
from pred_recovery.mission.mission import Mission
from pred_recovery.mission.placing import is_out_of_sight, stays_at
from pred_recovery.mission.requests import Mode, Move, MoveRobot, Navigate, Steps

INTO = (0.45, 0.65, 0.8)
"""How near to look into what is open above from, the first where one can stand: its rim hides what lies there (m)."""


def where_put_unseen(mission: Mission, target: ObjectState) -> ObjectState | None:
    """Return the place where the robot put a thing that it has not seen since; None for all else."""
    told = mission.world.memory.get(target.id)
    if told is None or not is_out_of_sight(told) or not mission.settings.mobile:
        return None
    return mission.memory.get(mission.bindings.placed.get(target.id, ""))


def look_where_put(mission: Mission, target: ObjectState, place: ObjectState, pose: int = 0) -> Steps:
    """Look at a place from the n-th side until what was put there is seen, and go to that.

    :returns: TARGET_NOT_VISIBLE where it is not seen there
    """
    text = f"{target.id} was put in or on {place.id} and not seen since: looking for it there."
    mission.note("look_where_put", text, id=target.id, place=place.id, pose=pose)
    arrived = False
    for way in _ways(mission, place, pose):
        if arrived and way.distance:
            continue  # it stands as near already as it can
        outcome = (yield way).outcome
        if outcome.code in FATAL:
            return outcome
        arrived = outcome.code is not Code.UNREACHABLE
        if arrived:
            yield from _tilt_to(mission, target, place)
        if seen_where_put(mission, target, place) is not None:
            break
    found = seen_where_put(mission, target, place)
    if found is None:
        return Outcome(Code.TARGET_NOT_VISIBLE, f"{target.id} is not seen in or on {place.id}, where it was put.")
    if found.id != target.id:
        text = f"{found.id} is taken to be {target.id}, which was put in or on {place.id}: it lies there and is new."
        mission.note("taken_to_be", text, id=found.id, known=target.id, place=place.id)
    if in_reach(mission, found):
        return Outcome.success()
    return (yield Navigate(Mode.OBJECT, object_id=found.id)).outcome


def seen_where_put(mission: Mission, target: ObjectState, place: ObjectState) -> ObjectState | None:
    """Return what is in the picture of a thing that was put in a place: itself, or one like it that is new there."""
    now = mission.memory.get(target.id)
    if now is not None and now.visible:
        return now
    known = mission.bindings.placed_among.get(target.id, frozenset())
    kind = (o for o in mission.memory.objects if look_alike(o.class_name, target.class_name))
    fresh = (o for o in kind if o.visible and not o.held and o.id not in known and o.id != target.id)
    alike = [o for o in fresh if o.parent_id == place.id or stays_at(o, place)]
    return min(alike, key=lambda o: (o.class_name != target.class_name, -o.score, o.id), default=None)


def _ways(mission: Mission, place: ObjectState, pose: int) -> Iterator[Navigate]:
    """Yield where to go in turn: straight before a door that is known, near to what is open, then to other sides."""
    door = mission.beliefs.doors.get(place.id)
    if pose == 0 and door is not None:
        yield Navigate(Mode.POSE, pose=door)
        yield Navigate(Mode.POSE, pose=nearer(door))
    elif pose == 0 and not has_door(place.class_name):
        yield from (Navigate(Mode.OBJECT, object_id=place.id, distance=distance) for distance in INTO)
    else:
        yield Navigate(Mode.OBJECT, object_id=place.id, attempt=pose)


def _tilt_to(mission: Mission, target: ObjectState, place: ObjectState) -> Steps:
    """Tilt the camera until it looks at the middle of a place, or the thing is seen."""
    while seen_where_put(mission, target, place) is None:
        robot, now = mission.robot, mission.memory.get(place.id) or place
        off = view_of(now, robot.pose, robot.pitch, mission.settings.camera_height).pitch_error
        if abs(off) <= mission.settings.look_step / 2.0:
            break
        if not (yield MoveRobot(Move.LOOK_DOWN if off > 0.0 else Move.LOOK_UP)).outcome:
            break
    return Outcome.success()
