"""Find an instance to do a subgoal with: remembered, seen while exploring, or inside something."""

from __future__ import annotations

from pred_core.objects import ObjectState, Truth
from pred_core.outcome import Code, Outcome
from pred_core.plan_language import Primitive, Subgoal
from pred_recovery.mission.failure_case import FATAL
from pred_recovery.mission.mission import Mission
from pred_recovery.mission.requests import Asking, Mode, Navigate, Steps, stage
from pred_recovery.refer.asking import MOST_CANDIDATES, agree_on_kind, ask_which, told
from pred_recovery.refer.described import description_of_ref
from pred_recovery.search.instance_selection import (
    candidates,
    is_bound,
    meant,
    named_surely,
    of_its_classes,
    suitable,
)
from pred_recovery.search.likely_places import places
from pred_recovery.search.look_inside import look_inside, look_where_said
from pred_recovery.search.look_nearer import look_nearer
from pred_recovery.search.look_where_others_lay import look_where_others_lay
from pred_recovery.search.preference import sure

MAX_FINDS = 4


def find(mission: Mission, subgoal: Subgoal) -> Asking[ObjectState | Outcome]:
    """Return an instance for the subgoal: remembered, else seen while exploring, else inside something closed.

    What the words name is looked for all over the room before something else they may mean is taken, and in closed
    furniture, too, where they hardly mean anything else; then that is agreed on first.
    """
    known = _sure_ones(mission, subgoal)
    if known and subgoal.action == Primitive.TOGGLE_ON and known[0].truth("on") is Truth.TRUE:
        known = yield from _still_off(mission, subgoal)
    if not known and subgoal.inside:
        outcome = yield from look_where_said(mission, subgoal)
        if outcome.code in FATAL:
            return outcome
        known = candidates(mission, subgoal, alternatives=False)
    ways = (
        ("explore", _explore),
        ("look nearer", look_nearer),
        ("look again", look_where_others_lay),
        ("look inside", look_inside),
    )
    for name, look in () if known else ways:
        outcome = yield from stage(name, look(mission, subgoal))
        if outcome.code in FATAL:
            return outcome
        known = suitable(mission, subgoal)
        if look is _explore and not is_bound(mission, subgoal):
            known = [o for o in known if sure(o)]
        if known:
            break
    known = known or candidates(mission, subgoal)
    if not known:
        chosen = yield from ask_which(mission, subgoal, of_its_classes(mission, subgoal))
        known = [chosen] if chosen is not None else []
    if not known:
        return Outcome(Code.NOT_FOUND, _missing(mission, subgoal))
    open_yet = named_surely(mission, subgoal) and not is_bound(mission, subgoal)
    if open_yet and not (yield from agree_on_kind(mission, subgoal, known[0])):
        message = f"There is nothing of that kind that I could use, only {told(mission, known[0])}."
        return Outcome(Code.NOT_FOUND, message)
    mission.note("instance", f"{known[0].id} for {subgoal.object}", id=known[0].id)
    return known[0]


def _sure_ones(mission: Mission, subgoal: Subgoal) -> list[ObjectState]:
    """Return the instances that need no look from near first; what is settled already needs none."""
    found = candidates(mission, subgoal, alternatives=False)
    return found if is_bound(mission, subgoal) else [o for o in found if sure(o)]


def _missing(mission: Mission, subgoal: Subgoal) -> str:
    """Return the sentence on what was not found, with how many of several were."""
    description = description_of_ref(mission, subgoal.object_ref)
    others = of_its_classes(mission, subgoal)
    looked = mission.search.told(place.id for place in places(mission, subgoal))
    looked = f" {looked}." if looked else ""
    if description and others:
        there = ", ".join(told(mission, state) for state in others[:MOST_CANDIDATES])
        return f"Nothing that I saw fits {description.sentence()}. There is {there}.{looked}"
    plan = mission.plan
    alike = [t for t in plan.triplets if _is_about(mission, t, subgoal.object)] if plan else []
    still_open = {s.parent for s in plan.subgoals if s.id not in mission.progress.done} if plan else set()
    found = sum(
        t.id not in still_open or (t.id != subgoal.parent and t.object_ref in mission.bindings.variables)
        for t in alike
    )
    found = min(found, len(alike) - 1)  # a step that was put in to bring one back counts for none
    if found > 0:
        which = f"Only {found} of {len(alike)} ({subgoal.object}) {'was' if found == 1 else 'were'} found"
    else:
        which = f"No {' or '.join((subgoal.object, *subgoal.object_alternatives))} was found"
    blocked = mission.search.cut_short
    how = "not all of the room was explored, as the way was blocked" if blocked else "the room was explored"
    return f"{which}: {how}.{looked}"


def _is_about(mission: Mission, triplet: Subgoal, class_name: str) -> bool:
    """Tell whether a step of the plan is about such a thing; one that is left where it is names the instance only."""
    known = mission.memory.get(triplet.object_id or mission.bindings.variables.get(triplet.object_ref, ""))
    return triplet.object == class_name or (known is not None and known.class_name == class_name)


def _still_off(mission: Mission, subgoal: Subgoal) -> Asking[list[ObjectState]]:
    """Return what else the words may mean that is still to be switched on: who asks for that means no burning lamp.

    What is on already comes back when nothing else is found.
    """
    known = candidates(mission, subgoal)
    if known[0].truth("on") is Truth.TRUE:
        yield from look_for_others(mission, subgoal, known[0])
    return candidates(mission, subgoal)


def look_for_others(mission: Mission, subgoal: Subgoal, burning: ObjectState) -> Steps:
    """Explore for what else the words mean, once the lamp or device found first is on already."""
    others = subgoal.object_alternatives
    if not others or mission.search.explored:
        return Outcome.success()
    mission.note(
        "explore", f"{burning.id} is on already: looking for what else is meant.", classes=list(others)
    )
    seen = tuple(o.id for o in mission.memory.of_class(others))
    reply = yield Navigate(Mode.EXPLORE, stop_classes=others, ignore_ids=seen)
    mission.search.explored = not reply.outcome
    mission.search.cut_short = reply.outcome.code is Code.BLOCKED
    mission.note("explored", str(reply.outcome), found=reply.found_id)
    return reply.outcome


def _explore(mission: Mission, subgoal: Subgoal) -> Steps:
    outcome = Outcome(Code.EXPLORED, "Everything that can be seen was seen.")
    for turn in range(MAX_FINDS):
        if mission.search.explored or _sure_ones(mission, subgoal):
            break
        names = meant(mission, subgoal)
        unusable = tuple(o.id for o in mission.memory.of_class(names))
        mission.note("explore", f"No {' or '.join(names)} is known: exploring.", classes=list(names))
        reply = yield Navigate(Mode.EXPLORE, stop_classes=names, ignore_ids=unusable)
        outcome = reply.outcome
        mission.note("explored", str(outcome), found=reply.found_id)
        # what was seen from far away and vanished again does not make the search endless
        mission.search.explored = not outcome or turn == MAX_FINDS - 1
        mission.search.cut_short = outcome.code is Code.BLOCKED
    if outcome.code is Code.STEP_LIMIT:  # navigation's own patience; the task's limits are watched elsewhere
        return Outcome(Code.EXPLORED, outcome.message)
    return outcome
