"""Doing one subgoal: find an instance, go there, act on it, measure what came of it."""

from __future__ import annotations

import math
from dataclasses import replace

from pred_core.objects import ObjectState, Truth
from pred_core.outcome import Code, Outcome
from pred_core.vocabulary import group, is_cover, object_types
from pred_planner.language import Kind, Primitive, Subgoal
from pred_recovery.choice import bind, candidates, looks_at, meant
from pred_recovery.effects import WANTED, closed, holds, judge
from pred_recovery.mission import Case, Mission
from pred_recovery.object_search import places
from pred_recovery.positioning import adjustments
from pred_recovery.requests import Asking, Mode, MoveRobot, Navigate, Steps, UseSkill
from pred_recovery.resting import resting_places
from pred_recovery.verification import modules

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
MAX_FINDS = 4
STEEP = 1.2
"""Metres above a drawer's rim for each metre away from it, up from which its front hides only a hand's breadth."""
LOOK_DOWN_DISTANCES = (0.45, 0.65, 0.8)
"""How near to look into a bin from, if one can stand there: from farther away its rim hides what is in it (m)."""


def achieve(mission: Mission) -> Steps:
    """Do the subgoal under the cursor once. A failure leaves its :class:`Case` for recovery."""
    subgoal = mission.subgoal
    if subgoal is None:
        return Outcome.success("The plan is done.")
    if settled(mission, subgoal):
        mission.note("skip", f"{subgoal.object}: {subgoal.action} is not needed, it is so already.")
        return Outcome.success()
    target = yield from find(mission, subgoal)
    if isinstance(target, Outcome):
        mission.case = Case(subgoal, None, target)
        return target
    bind(mission, subgoal, target)
    outcome = yield from attempt(mission, subgoal, target)
    if outcome and mission.was_so and subgoal.action == Primitive.TOGGLE_ON:
        yield from _another_lamp(mission, subgoal, target)
    if not outcome:
        mission.case = Case(subgoal, target, outcome)
    return outcome


def _another_lamp(mission: Mission, subgoal: Subgoal, target: ObjectState) -> Steps:
    """Switch on the other lamp that may be meant where the one that was gone to turned out to burn already."""
    if not looks_at(mission, subgoal) or not subgoal.object_alternatives:
        return Outcome.success()
    if not _dark(mission, subgoal):
        yield from _look_for_others(mission, subgoal, target)
    dark = _dark(mission, subgoal)
    if not dark:
        return Outcome.success()
    bind(mission, subgoal, dark[0])
    outcome = yield from attempt(mission, subgoal, dark[0])
    if not outcome:  # the burning one serves as well
        bind(mission, subgoal, target)
        outcome = yield from reach(mission, target)
    return outcome


def _dark(mission: Mission, subgoal: Subgoal) -> list[ObjectState]:
    known = mission.memory.of_class(subgoal.object_alternatives)
    return [o for o in known if o.truth("on") is not Truth.TRUE]


def settled(mission: Mission, subgoal: Subgoal) -> bool:
    """Tell whether the subgoal's effect is measured to be there already, so that nothing needs to be done.

    That doors and switches are so already is seen by comparing attributes, so it goes with that module (APM, section
    3.1.3). Not for the lamp of a LookAt: that one must also be near.
    """
    if subgoal.action == Primitive.PICKUP:
        held = mission.memory.held
        wanted = mission.bindings.get(subgoal.object_ref, held.id if held else "")
        if held is None or held.class_name != subgoal.object or held.id != wanted:
            return False
        bind(mission, subgoal, held)
        return True
    if Kind.APM not in modules(mission.settings.modules) or subgoal.action not in WANTED:
        return False
    if looks_at(mission, subgoal):
        return False
    known = candidates(mission, subgoal, alternatives=False)
    if not known or holds(subgoal.action, known[0], mission.memory, mission.robot) is not Truth.TRUE:
        return False
    bind(mission, subgoal, known[0])
    return True


def find(mission: Mission, subgoal: Subgoal) -> Asking[ObjectState | Outcome]:
    """Return an instance for the subgoal: remembered, else seen while exploring, else inside something closed.

    What the words name is looked for all over the room before something else they may mean is taken.
    """
    known = candidates(mission, subgoal, alternatives=False)
    if known and subgoal.action == Primitive.TOGGLE_ON and known[0].truth("on") is Truth.TRUE:
        known = yield from _still_off(mission, subgoal)
    if not known and subgoal.inside:
        outcome = yield from _look_where_said(mission, subgoal)
        if outcome.code in FATAL:
            return outcome
        known = candidates(mission, subgoal, alternatives=False)
    for look in () if known else (_explore, _look_inside):
        outcome = yield from look(mission, subgoal)
        if outcome.code in FATAL:
            return outcome
        known = candidates(mission, subgoal)
        if known:
            break
    if known:
        mission.note("instance", f"{known[0].id} for {subgoal.object}", id=known[0].id)
        return known[0]
    names = " or ".join((subgoal.object, *subgoal.object_alternatives))
    return Outcome(Code.NOT_FOUND, f"No {names} was found: the room was explored and likely places opened.")


def _still_off(mission: Mission, subgoal: Subgoal) -> Asking[list[ObjectState]]:
    """Return what else the words may mean that is still to be switched on: who asks for that means no burning lamp.

    What is on already comes back when nothing else is found.
    """
    known = candidates(mission, subgoal)
    if known[0].truth("on") is Truth.TRUE:
        yield from _look_for_others(mission, subgoal, known[0])
    return candidates(mission, subgoal)


def _look_for_others(mission: Mission, subgoal: Subgoal, burning: ObjectState) -> Steps:
    others = subgoal.object_alternatives
    if not others or mission.explored:
        return Outcome.success()
    mission.note(
        "explore", f"{burning.id} is on already: looking for what else is meant.", classes=list(others)
    )
    seen = tuple(o.id for o in mission.memory.of_class(others))
    reply = yield Navigate(Mode.EXPLORE, stop_classes=others, ignore_ids=seen)
    mission.explored = not reply.outcome
    mission.note("explored", str(reply.outcome), found=reply.found_id)
    return reply.outcome


def _look_where_said(mission: Mission, subgoal: Subgoal) -> Steps:
    """Look well into what the plan has just opened for the object, before it is looked for elsewhere."""
    used = set(mission.bindings.values()) - mission.looked_into
    for place in [o for o in mission.memory.of_class(subgoal.inside) if o.id in used and not closed(o)]:
        mission.looked_into.add(place.id)
        outcome = yield from _look_over_the_rim(mission, place)
        if not outcome:
            return outcome
    return Outcome.success()


def _explore(mission: Mission, subgoal: Subgoal) -> Steps:
    outcome = Outcome(Code.EXPLORED, "Everything that can be seen was seen.")
    for turn in range(MAX_FINDS):
        if mission.explored or candidates(mission, subgoal, alternatives=False):
            break
        names = meant(mission, subgoal)
        unusable = tuple(o.id for o in mission.memory.of_class(names))
        mission.note("explore", f"No {' or '.join(names)} is known: exploring.", classes=list(names))
        reply = yield Navigate(Mode.EXPLORE, stop_classes=names, ignore_ids=unusable)
        outcome = reply.outcome
        mission.note("explored", str(outcome), found=reply.found_id)
        # what was seen from far away and vanished again does not make the search endless
        mission.explored = not outcome or turn == MAX_FINDS - 1
    if outcome.code is Code.STEP_LIMIT:  # navigation's own patience; the task's limits are watched elsewhere
        return Outcome(Code.EXPLORED, outcome.message)
    return outcome


def _look_inside(mission: Mission, subgoal: Subgoal) -> Steps:
    for _ in range(mission.settings.max_searched):
        likely = places(mission, subgoal)
        if not likely:
            break
        place = likely[0]
        mission.looked_into.add(place.id)
        mission.note("look_inside", f"Looking for {subgoal.object} in {place.id}.", id=place.id)
        shut = closed(place)
        if shut:
            outcome = yield from go_and(mission, Primitive.OPEN, place)
        elif is_cover(place.class_name):
            outcome = yield from _lift(mission, place)
        else:
            outcome = yield from look_down_into(place)
        if outcome and shut and not candidates(mission, subgoal):
            outcome = yield from _look_over_the_rim(mission, place)
        if outcome.code in FATAL:
            return outcome
        if outcome and candidates(mission, subgoal):
            mission.opened = place.id if shut else ""
            return outcome
        if outcome and shut and mission.settings.close_searched:
            outcome = yield from perform(mission, Primitive.CLOSE, place)
            if outcome.code in FATAL:
                return outcome
    return Outcome(Code.NOT_FOUND, f"No {subgoal.object} in the places that were looked into.")


def _lift(mission: Mission, cover: ObjectState) -> Steps:
    """Take a cover away to see what is under it, unless the hand is needed for what it holds."""
    if mission.memory.held is not None:
        return Outcome(Code.HAND_FULL, f"{cover.id} cannot be lifted: the hand is not free.")
    outcome = yield from go_and(mission, Primitive.PICKUP, cover)
    if not outcome:
        return outcome
    outcome = Outcome(Code.NOT_FOUND, f"No surface is known to put the {cover.class_name} on.")
    for place in resting_places(mission, cover.class_name)[:1]:
        outcome = yield from go_and(mission, Primitive.PUT, place)
    return outcome


def _look_over_the_rim(mission: Mission, place: ObjectState) -> Steps:
    """Look into an opened drawer from nearer, unless it was seen so steeply that its front hides little of it."""
    now = mission.memory.get(place.id)
    if now is None or now.class_name not in group("open_above") or not mission.settings.mobile:
        return Outcome.success()
    pose = mission.robot.pose
    away = math.hypot(now.center[0] - pose.x, now.center[1] - pose.y)
    above = mission.settings.camera_height - (now.center[2] + now.size[2] / 2.0)
    if above >= STEEP * away:
        return Outcome.success()
    mission.note("look_inside", f"Looking into {place.id} from nearer.", id=place.id)
    outcome = yield from look_down_into(place)
    return outcome if outcome.code in FATAL else Outcome.success()


def look_down_into(place: ObjectState) -> Steps:
    """Go so close to an open place that its inside is seen."""
    outcome = Outcome(Code.UNREACHABLE, f"{place.id} cannot be looked into.")
    for distance in LOOK_DOWN_DISTANCES:
        reply = yield Navigate(Mode.OBJECT, object_id=place.id, distance=distance)
        outcome = reply.outcome
        if outcome.code is not Code.UNREACHABLE:
            break
    return outcome


def attempt(mission: Mission, subgoal: Subgoal, target: ObjectState, pose: int = 0) -> Steps:
    """Go to the target's n-th pose, open what is in the way, act, and remember what came of it."""
    if subgoal.action == Primitive.GOTO:
        return (yield from reach(mission, target, pose))
    outcome = yield from _open_what_encloses(mission, subgoal, target)
    if not outcome:
        return outcome
    outcome = yield from _look_well(mission, subgoal, target)
    if not outcome:
        return outcome
    before = mission.memory
    outcome = yield from go_and(mission, subgoal.action, target, pose, subgoal.relation)
    if outcome and subgoal.action == Primitive.PUT and before.held_id:
        mission.placed[before.held_id] = target.id
        mission.placed_among[before.held_id] = frozenset(o.id for o in before.objects)
    if outcome:
        yield from settle(mission, subgoal, target)
    return outcome


def _open_what_encloses(mission: Mission, subgoal: Subgoal, target: ObjectState) -> Steps:
    """Open the closed receptacle the target lies in, or the target itself when something goes into it."""
    place = target if subgoal.action == Primitive.PUT else mission.memory.get(target.parent_id)
    place = mission.memory.get(place.id) if place else None
    if place is None or not closed(place) or (target.visible and place is not target):
        return Outcome.success()
    mission.note("open_first", f"{place.id} is closed: opening it first.", id=place.id)
    return (yield from go_and(mission, Primitive.OPEN, place))


def _look_well(mission: Mission, subgoal: Subgoal, target: ObjectState) -> Steps:
    """Look at what has look-alikes from further sides before it is picked up; it may prove to be one of them."""
    known = object_types().get(target.class_name)
    if subgoal.action != Primitive.PICKUP or known is None or not known.alike:
        return Outcome.success()
    for view in range(1, mission.settings.views_before_pick + 1):
        reply = yield Navigate(Mode.OBJECT, object_id=target.id, attempt=view)
        if reply.outcome.code in FATAL:
            return reply.outcome
        now = mission.memory.get(target.id)
        if now is not None and now.class_name not in (subgoal.object, *subgoal.object_alternatives):
            return Outcome(
                Code.NOT_FOUND, f"From another side {target.id} is no {subgoal.object}: {now.class_name}."
            )
    return Outcome.success()


def _as_chosen(subgoal: Subgoal, target: ObjectState) -> Subgoal:
    """Return the subgoal as meant once another meaning of its words was chosen: that class is expected now."""
    if target.class_name not in subgoal.object_alternatives:
        return subgoal
    expectation = replace(subgoal.expectation, class_name=target.class_name)
    others = (subgoal.object, *(n for n in subgoal.object_alternatives if n != target.class_name))
    return replace(subgoal, object=target.class_name, object_alternatives=others, expectation=expectation)


def settle(mission: Mission, subgoal: Subgoal, target: ObjectState) -> Steps:
    """Keep the bindings true after a success, and close what was only opened to look inside."""
    if subgoal.action == Primitive.SLICE:
        mission.whole[target.id] = target
    if subgoal.action == Primitive.PICKUP:
        held = mission.memory.held
        bind(mission, subgoal, held or target)
        mission.unverified = _as_chosen(subgoal, target)
        opened = mission.memory.get(mission.opened)
        mission.opened = ""
        if opened is not None and mission.settings.close_searched and not _needed(mission, opened):
            return (yield from go_and(mission, Primitive.CLOSE, opened))
    return Outcome.success()


def _needed(mission: Mission, place: ObjectState) -> bool:
    """Tell whether the plan is going to open or close this kind of place anyhow."""
    plan = mission.plan
    doors = (Primitive.OPEN, Primitive.CLOSE)
    return plan is not None and any(
        s.object == place.class_name and s.action in doors for s in plan.subgoals[plan.cursor :]
    )


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


def perform(mission: Mission, primitive: str, target: ObjectState, relation: str = "") -> Steps:
    """Bring the target into the picture, act on it once, and measure the effect."""
    outcome = yield from _aim(mission, target)
    now = mission.memory.get(target.id)
    if not outcome or now is None:
        return outcome
    reply = yield UseSkill(primitive, now, relation)
    judged = judge(primitive, target, reply.outcome, mission.memory, mission.robot)
    mission.was_so = reply.outcome.code is Code.ALREADY_SO
    if judged and primitive in WANTED:
        mission.believe(target.id, *WANTED[primitive])
    mission.note(
        "skill", f"{primitive} {target.id}: {judged}", skill=primitive, id=target.id, code=judged.code
    )
    return judged


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
