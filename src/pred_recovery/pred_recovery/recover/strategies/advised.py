"""Recovery with the planner's advice: a paper's method each, and the default, the best of them in stages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pred_core.outcome import Code
from pred_recovery.mission.failure_case import FATAL, FailureCase
from pred_recovery.mission.mission import Mission
from pred_recovery.mission.requests import Steps, stage
from pred_recovery.recover.corrections import correct
from pred_recovery.recover.diagnosed import diagnosed
from pred_recovery.recover.diagnosis import Cause
from pred_recovery.recover.remedies.remedy import Remedy
from pred_recovery.recover.strategies.rules import REMEDIES, trying

Phase = tuple[str, Callable[[Mission, FailureCase], Steps]]
"""A part of recovery that has a node of its own in the behaviour tree: its name and what it does."""
IMPORTANCE, PRECONDITIONS, WORKAROUND = "importance", "preconditions", "workaround"
SYMBOLIC = frozenset({Code.HAND_EMPTY, Code.HAND_FULL, Code.RECEPTACLE_CLOSED, Code.PRECONDITION_FAILURE})
"""Failures that say themselves what is missing: no other position cures them."""
STANDING = tuple(r for r in REMEDIES if r.name in ("reposition", "next_pose"))
"""The positioning adjustments that every paper's executor makes (CMFR appendix C, HELPER's corrective moves)."""
HARMFUL = frozenset({"fetch_again"})
"""Remedies of the rules that the stages do better: going back in the plan does again what was done."""


def asking(method: str, stage: str, when: Callable[[FailureCase], bool] | None = None) -> Phase:
    """Return the phase that asks the planner for a stage's proposal, for the failures it is for."""

    def run(mission: Mission, case: FailureCase) -> Steps:
        if when is not None and not when(case):
            return case.failure
        return (yield from correct(mission, case, method, stage))

    return stage, run


def _is_symbolic(case: FailureCase) -> bool:
    return case.failure.code in SYMBOLIC


def _is_physical(case: FailureCase) -> bool:
    return not _is_symbolic(case)


def _by_diagnosis(mission: Mission, case: FailureCase) -> Steps:
    """Make the corrective moves that the likeliest cause calls for first (HELPER 3.1.3)."""
    causes = yield from diagnosed(mission, case)
    elsewhere = next(iter(causes)) in (Cause.OCCLUDED, Cause.BLOCKED)
    moves = STANDING[::-1] if elsewhere else STANDING
    return (yield from trying(moves)(mission, case))


@dataclass(frozen=True)
class Advised:
    """Asks the planner, after or before remedies."""

    name: str
    description: str
    phases: tuple[Phase, ...]
    replans: bool = False
    last_look: str = ""

    def recover(self, mission: Mission, case: FailureCase) -> Steps:
        """Go through the phases until one of them helps."""
        for name, run in self.phases:
            outcome = yield from stage(name, run(mission, case))
            if outcome or outcome.code in FATAL:
                return outcome
        return case.failure


def _paper(name: str, description: str, *stages: str, last_look: bool = False) -> Advised:
    phases = (("positions", trying(STANDING)), *(asking(name, stage) for stage in stages))
    return Advised(name, description, phases, last_look=name if last_look else "")


def _named(remedies: tuple[Remedy, ...]) -> tuple[Remedy, ...]:
    return tuple(r for r in remedies if r.name not in HARMFUL)


STAGED = Advised(
    "staged",
    "is the step needed, what does it need first, the rules' remedies, another way, and after the plan a last look",
    (
        asking("staged", IMPORTANCE),
        (PRECONDITIONS, asking("staged", PRECONDITIONS, _is_symbolic)[1]),
        ("remedies", trying(_named(REMEDIES))),
        ("preconditions after all", asking("staged", PRECONDITIONS, _is_physical)[1]),
        asking("staged", WORKAROUND),
    ),
    replans=True,
    last_look="staged",
)
CMFR = _paper("cmfr", "CMFR's four stages", IMPORTANCE, PRECONDITIONS, WORKAROUND, last_look=True)
CAPE = _paper("cape", "CAPE's corrective steps from precondition errors", PRECONDITIONS)
HELPER = Advised(
    "helper",
    "HELPER's diagnosis, corrective moves and reflection",
    (("corrective moves", _by_diagnosis), asking("helper", PRECONDITIONS)),
)
COT = _paper("cot", "one prompt for everything, step by step", WORKAROUND)
RESAMPLE = _paper("resample", "the next best grounding of an answer that knows no error", PRECONDITIONS)
SAYCAN = _paper("saycan", "the step of the highest likelihood times affordance", PRECONDITIONS)
ADVISED = (STAGED, CMFR, CAPE, HELPER, COT, RESAMPLE, SAYCAN)
