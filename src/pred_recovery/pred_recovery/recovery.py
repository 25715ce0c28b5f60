"""Basic recovery: the strategies that are tried in turn after a subgoal failed.

Each strategy knows which failures it is for; it runs, which includes trying the subgoal again, and ends with the new
outcome. The order is from cheap to dear: unmet preconditions, positioning, another instance (which explores and looks
inside), making room, another meaning of the words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from operator import attrgetter

from pred_core.objects import ObjectState, Truth
from pred_core.outcome import Code, Outcome
from pred_core.vocabulary import single_slot
from pred_planner.language import Primitive, Subgoal
from pred_recovery.acting import FATAL, go_and
from pred_recovery.attempt import CHANGED, again
from pred_recovery.choice import bind, reject
from pred_recovery.cutting_after_all import cut_after_all, was_left_uncut
from pred_recovery.finding import find
from pred_recovery.looking_again import (
    has_spots,
    is_enclosed,
    look_in_from_another_side,
    look_where_it_was_put,
    may_be_hidden,
    next_pose,
    reposition,
    take_out_what_hides_it,
    was_put_unseen,
)
from pred_recovery.making_room import make_room, put_down, removable
from pred_recovery.mission import Case, Mission
from pred_recovery.positioning import REVERSE
from pred_recovery.requests import Reground, Steps
from pred_recovery.settings import NONE, Settings
from pred_recovery.verification import compare

POSITION = frozenset(
    {
        Code.TARGET_NOT_VISIBLE,
        Code.TARGET_TOO_FAR,
        Code.BLOCKED,
        Code.EXECUTION_FAILURE,
        Code.POSTCONDITION_FAILURE,
        Code.PRECONDITION_FAILURE,
        Code.INVALID_ACTION,
    }
)
"""Failures that standing or looking a little differently may cure."""
SPACE = frozenset({Code.RECEPTACLE_FULL, Code.UNREACHABLE})
"""Failures that it may cure where there is more room, or another way, than was seen."""
INSTANCE = POSITION | {
    Code.UNREACHABLE,
    Code.NOT_AFFORDED,
    Code.RECEPTACLE_FULL,
    Code.RECEPTACLE_CLOSED,
    Code.NOT_FOUND,
}


def _always(_: Mission, __: Case) -> bool:
    return True


@dataclass(frozen=True)
class Strategy:
    """One way to recover: for which failures, how, and how often for one subgoal (a number or a setting's)."""

    name: str
    codes: frozenset[Code]
    run: Callable[[Mission, Case], Steps]
    limit: int | Callable[[Settings], int] = 1
    when: Callable[[Mission, Case], bool] = _always

    def suits(self, mission: Mission, case: Case) -> bool:
        """Tell whether it is for this failure and was not used up."""
        limit = self.limit if isinstance(self.limit, int) else self.limit(mission.settings)
        return case.failure.code in self.codes and case.tried(self.name) < limit and self.when(mission, case)


def recover(mission: Mission) -> Steps:
    """Try the strategies that suit the failure until the subgoal is done or none is left."""
    case = mission.case
    if case is None:
        return Outcome.success()
    while case.failure.code not in FATAL:
        usable = (s for s in STRATEGIES[mission.settings.recovery] if s.suits(mission, case))
        strategy = next(usable, None)
        if strategy is None:
            return case.failure
        failure = case.failure
        case.tries[strategy.name] = case.tried(strategy.name) + 1
        outcome = yield from strategy.run(mission, case)
        mission.log.recovery(case.subgoal.id, failure, strategy.name, case.tried(strategy.name), outcome)
        if outcome:
            mission.case = None
            return outcome
        case.failure = outcome
    return case.failure


def _first_undo(mission: Mission, case: Case) -> str:
    """Return the primitive that meets an unmet precondition of the subgoal on its own target, or ''."""
    now = mission.memory.get(case.target.id) if case.target else None
    action = case.subgoal.action
    if now is None:
        return ""
    if case.failure.code is Code.RECEPTACLE_CLOSED:
        return Primitive.OPEN
    if action == Primitive.OPEN and now.truth("on") is Truth.TRUE:
        return Primitive.TOGGLE_OFF
    if action == Primitive.TOGGLE_ON and now.truth("open") is Truth.TRUE:
        return Primitive.CLOSE
    return ""


def _meet_precondition(mission: Mission, case: Case) -> Steps:
    first = _first_undo(mission, case)
    if case.target is None or not first:
        return case.failure
    outcome = yield from go_and(mission, first, case.target)
    if not outcome:
        return outcome
    return (yield from again(mission, case))


def _empty_hand(mission: Mission, case: Case) -> Steps:
    outcome = yield from put_down(mission, avoid=case.target.id if case.target else "")
    if not outcome:
        return outcome
    return (yield from again(mission, case))


def _fetch(mission: Mission, case: Case) -> Steps:
    """Go back to the step that took the object into the hand: it is not there any more."""
    yield from ()  # a procedure like the others, though it asks for nothing
    plan = mission.plan
    before = [
        i for i, s in enumerate(plan.subgoals[: plan.cursor] if plan else ()) if s.action == Primitive.PICKUP
    ]
    if not before or mission.fetches >= mission.settings.max_fetches:
        return case.failure
    mission.fetches += 1
    mission.jump(before[-1])
    return Outcome.success("Picking it up again.")


def _other_instance(mission: Mission, case: Case) -> Steps:
    if case.target is not None:
        reject(mission, case.subgoal, case.target)
    old = case.target
    target = yield from find(mission, case.subgoal)
    if isinstance(target, Outcome):
        return case.failure if case.failure.code is not Code.NOT_FOUND else target
    handled = old is not None and old.id in mission.placed
    if old is not None and handled and target.class_name != old.class_name:
        return case.failure  # what was begun with one thing is not finished with a thing of another kind
    if old is not None and handled and _start_over(mission, case.subgoal, target):
        return Outcome.success(f"Starting over with {target.id}: what was done was done to {old.id}.")
    for name in ("reposition", "next_pose", *REVERSE):
        case.tries.pop(name, None)
    case.target = target
    bind(mission, case.subgoal, target)
    return (yield from again(mission, case))


def _start_over(mission: Mission, subgoal: Subgoal, target: ObjectState) -> bool:
    """Go back to where the plan took the object up first, now with another instance; once a task."""
    plan = mission.plan
    if plan is None or subgoal.action != Primitive.PICKUP or subgoal.object_ref in mission.started_over:
        return False
    same = [
        i
        for i, s in enumerate(plan.subgoals[: plan.cursor])
        if (s.object_ref, s.object, s.action) == (subgoal.object_ref, subgoal.object, Primitive.PICKUP)
    ]
    if not same:
        return False
    bind(mission, subgoal, target)
    mission.started_over.add(subgoal.object_ref)
    mission.jump(same[0])
    return True


def _make_room(mission: Mission, case: Case) -> Steps:
    if case.target is None:
        return case.failure
    mission.rejected.discard((case.subgoal.action, case.target.id))
    outcome = yield from make_room(mission, case.target)
    if not outcome:
        return outcome
    return (yield from again(mission, case))


def _doubted(mission: Mission, subgoal: Subgoal) -> list[ObjectState]:
    """Return what was turned away as another thing than the subgoal's object, the least surely so first."""
    names = (subgoal.object, *subgoal.object_alternatives)
    ranked = sorted((sure, i) for (name, i), sure in mission.turned_away.items() if name in names)
    known = (mission.memory.get(object_id) for _, object_id in ranked)
    return [o for o in known if o is not None and not o.held and o.id not in mission.trusted]


def _take_back(mission: Mission, case: Case) -> Steps:
    """Take what looked like another thing after all: a look-alike may have been seen where there is none."""
    target = _doubted(mission, case.subgoal)[0]
    mission.rejected.discard((case.subgoal.action, target.id))
    mission.trusted.add(target.id)
    case.target = target
    bind(mission, case.subgoal, target)
    return (yield from again(mission, case))


def _compare_again(mission: Mission, case: Case) -> Steps:
    """Ask again what differs from the plan: a search has just brought up what was not known before."""
    changed = yield from compare(mission)
    return Outcome.success(CHANGED) if changed else case.failure


def _reground(mission: Mission, case: Case) -> Steps:
    if mission.plan is None or mission.regrounds >= mission.settings.max_regrounds:
        return case.failure
    mission.regrounds += 1
    reply = yield Reground(mission.plan, case.subgoal.id, case.subgoal.object)
    if not reply.outcome or reply.revision is None:
        return case.failure
    mission.revise(reply.revision)
    return reply.revision.outcome


def _has_target(_: Mission, case: Case) -> bool:
    return case.target is not None


def _is_doubted(mission: Mission, case: Case) -> bool:
    return case.subgoal.action == Primitive.PICKUP and bool(_doubted(mission, case.subgoal))


def _has_first(mission: Mission, case: Case) -> bool:
    return bool(_first_undo(mission, case))


def _may_mean_another(_: Mission, case: Case) -> bool:
    """Tell whether other meanings of the words may help: what takes a single thing was found, and is taken."""
    taken = case.target is not None and single_slot(case.target.class_name)
    return case.failure.code is not Code.RECEPTACLE_FULL or not taken


def _can_make_room(mission: Mission, case: Case) -> bool:
    putting = case.subgoal.action == Primitive.PUT
    return putting and case.target is not None and bool(removable(mission, case.target))


BASIC: tuple[Strategy, ...] = (
    Strategy("meet_precondition", frozenset(Code), _meet_precondition, 2, when=_has_first),
    Strategy("empty_hand", frozenset({Code.HAND_FULL}), _empty_hand),
    Strategy("fetch_again", frozenset({Code.HAND_EMPTY}), _fetch),
    Strategy("other_side", POSITION | {Code.UNREACHABLE}, look_in_from_another_side, when=is_enclosed),
    Strategy("look_where_put", POSITION | {Code.UNREACHABLE}, look_where_it_was_put, when=was_put_unseen),
    Strategy("clear_view", POSITION | {Code.UNREACHABLE}, take_out_what_hides_it, 2, when=may_be_hidden),
    Strategy("reposition", POSITION, reposition, attrgetter("max_adjustments"), when=_has_target),
    Strategy("next_pose", POSITION | SPACE, next_pose, attrgetter("max_poses"), when=has_spots),
    Strategy("other_instance", INSTANCE, _other_instance, attrgetter("max_instances"), when=_has_target),
    Strategy("make_room", frozenset({Code.RECEPTACLE_FULL, Code.NOT_FOUND}), _make_room, when=_can_make_room),
    Strategy("take_back", frozenset({Code.NOT_FOUND}), _take_back, when=_is_doubted),
    Strategy("cut_after_all", frozenset({Code.NOT_FOUND}), cut_after_all, when=was_left_uncut),
    Strategy("compare_again", frozenset({Code.NOT_FOUND}), _compare_again),
    Strategy("reground", INSTANCE, _reground, attrgetter("max_regrounds"), when=_may_mean_another),
)
AS_GIVEN = ("reposition", "next_pose", "take_back", "cut_after_all")
"""What is tried where a plan is followed as it is given; the last two undo a revision, so they go with the modules."""
STRATEGIES: Mapping[str, tuple[Strategy, ...]] = {
    "full": BASIC,
    "positioning": tuple(s for s in BASIC if s.name in AS_GIVEN),
    NONE: (),
}
"""What the parameter ``recovery`` switches on.

``positioning`` follows a plan as it is given: what changes it, or undoes what stands against it, is left out, so that
it can be measured what the discrepancy modules are worth alone.
"""
