"""The diagnosis of a failed step, with a model that sees as a further witness (HELPER 3.1.3)."""

from __future__ import annotations

from pred_core.vocabulary import spoken
from pred_recovery.mission.failure_case import FailureCase
from pred_recovery.mission.mission import Mission
from pred_recovery.mission.requests import Asking
from pred_recovery.recover.diagnosis import SAID, Cause, diagnose
from pred_recovery.refer.shown import seen_by_model

SHOWN = 4
"""How many of the likeliest causes a model is to choose from."""


def diagnosed(mission: Mission, case: FailureCase) -> Asking[dict[Cause, float]]:
    """Return the probability of each cause of a failure, the likeliest first; the same until something new is seen."""
    if case.diagnosed_at == mission.memory.step:
        return {Cause(cause): share for cause, share in case.causes.items()}
    causes = diagnose(case.subgoal, case.target, case.failure, mission.memory, mission.settings.reach)
    first = dict(list(causes.items())[:SHOWN])
    total = sum(first.values())
    name = spoken(case.subgoal.object)
    seen = mission.memory.get(case.target.id) if case.target is not None else None
    outlined = seen.id if seen is not None and seen.visible else ""
    likely = yield from seen_by_model(
        mission,
        outlined,
        case.subgoal.object if outlined else "",
        [SAID[cause].format(name) for cause in first],
        [share / total for share in first.values()],
    )
    causes |= {cause: total * share for cause, share in zip(first, likely, strict=True)}
    causes = dict(sorted(causes.items(), key=lambda pair: -pair[1]))
    case.causes, case.diagnosed_at = {str(cause): share for cause, share in causes.items()}, mission.memory.step
    return causes
