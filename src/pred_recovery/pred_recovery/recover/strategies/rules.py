"""Recovery by rules: remedies that are tried in turn after a subgoal failed.

Each remedy knows which failures it is for; it runs, which includes trying the subgoal again, and ends with the new
outcome. The order is from cheap to dear: unmet preconditions, positioning, another instance (which explores and looks
inside), making room, another meaning of the words.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from operator import attrgetter

from pred_core.outcome import Code
from pred_recovery.mission.failure_case import FATAL, FailureCase
from pred_recovery.mission.mission import Mission
from pred_recovery.mission.requests import Steps
from pred_recovery.recover.remedies.instances import (
    can_make_room,
    is_doubted,
    make_room_and_retry,
    may_be_another,
    other_instance,
    take_back,
)
from pred_recovery.recover.remedies.looking_again import (
    is_enclosed,
    look_in_from_another_side,
    look_where_it_was_put,
    may_be_hidden,
    take_out_what_hides_it,
    was_put_unseen,
)
from pred_recovery.recover.remedies.plan_changes import compare_again, may_mean_another, reground
from pred_recovery.recover.remedies.preconditions import (
    another_tool,
    empty_hand,
    fetch_again,
    has_unmet_precondition,
    is_no_tool,
    meet_precondition,
)
from pred_recovery.recover.remedies.remedy import Remedy
from pred_recovery.recover.remedies.slice_first import cut_after_all, was_left_uncut
from pred_recovery.recover.remedies.standing_elsewhere import has_spots, has_target, next_pose, reposition
from pred_recovery.recover.strategy import attempt

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


REMEDIES: tuple[Remedy, ...] = (
    Remedy("meet_precondition", frozenset(Code), meet_precondition, 2, when=has_unmet_precondition),
    Remedy("empty_hand", frozenset({Code.HAND_FULL}), empty_hand),
    Remedy("fetch_again", frozenset({Code.HAND_EMPTY}), fetch_again),
    Remedy("another_tool", frozenset({Code.PRECONDITION_FAILURE}), another_tool, 2, when=is_no_tool),
    Remedy("other_side", POSITION | {Code.UNREACHABLE}, look_in_from_another_side, when=is_enclosed),
    Remedy("look_where_put", POSITION | {Code.UNREACHABLE}, look_where_it_was_put, when=was_put_unseen),
    Remedy("clear_view", POSITION | {Code.UNREACHABLE}, take_out_what_hides_it, 2, when=may_be_hidden),
    Remedy("reposition", POSITION, reposition, attrgetter("max_adjustments"), when=has_target),
    Remedy("next_pose", POSITION | SPACE, next_pose, attrgetter("max_poses"), when=has_spots),
    Remedy("other_instance", INSTANCE, other_instance, attrgetter("max_instances"), when=may_be_another),
    Remedy(
        "make_room",
        frozenset({Code.RECEPTACLE_FULL, Code.NOT_FOUND}),
        make_room_and_retry,
        when=can_make_room,
    ),
    Remedy("take_back", frozenset({Code.NOT_FOUND}), take_back, when=is_doubted),
    Remedy("cut_after_all", frozenset({Code.NOT_FOUND}), cut_after_all, when=was_left_uncut),
    Remedy("compare_again", frozenset({Code.NOT_FOUND}), compare_again),
    Remedy("reground", INSTANCE, reground, attrgetter("max_regrounds"), when=may_mean_another),
)


AS_GIVEN = ("reposition", "next_pose", "take_back", "cut_after_all")
"""What is tried where a plan is followed as it is given; the last two undo a revision, so they go with the modules."""


@dataclass(frozen=True)
class Rules:
    """Tries the first remedy that suits the failure, then the first that suits the new one, until none does."""

    name: str
    description: str
    remedies: tuple[Remedy, ...]
    replans: bool = False
    last_look: str = ""

    def recover(self, mission: Mission, case: FailureCase) -> Steps:
        """Try remedies until the subgoal is done or none is left."""
        return (yield from trying(self.remedies)(mission, case))


def trying(remedies: tuple[Remedy, ...]) -> Callable[[Mission, FailureCase], Steps]:
    """Return the procedure that tries remedies until the subgoal is done or none is left."""

    def recover(mission: Mission, case: FailureCase) -> Steps:
        while case.failure.code not in FATAL:
            remedy = next((r for r in remedies if r.suits(mission, case)), None)
            if remedy is None:
                break
            outcome = yield from attempt(mission, case, remedy.name, remedy.run(mission, case))
            if outcome:
                return outcome
        return case.failure

    return recover


RULES = Rules("rules", "all remedies in turn, from cheap to dear", REMEDIES, replans=True)
POSITIONING = Rules(
    "positioning",
    "only other positions: the plan is followed as given",
    tuple(r for r in REMEDIES if r.name in AS_GIVEN),
)
"""Leaves out what changes the plan or undoes what stands against it, to measure what the modules are worth alone."""
