"""What tests of verification share: a plan, findings, and what was asked."""

from __future__ import annotations

from fake_house import House, plan_of

from pred_core.plan_language import Discrepancy, Kind
from pred_planner.rules.revision import revise
from pred_recovery.mission.requests import Check

MUG_TO_DESK = plan_of(("Mug", "PickupObject", "x1"), ("Desk", "PutObject", "y1"))


def by_rules(house: House) -> None:
    house.reviser = lambda plan, found: revise(plan, found, house.memory)


def found(
    kind: Kind, subject_id: str, observed: str = "x", subgoal: str = "s0", confidence: float = 1.0
) -> Discrepancy:
    subject = subject_id.split("_", maxsplit=1)[0]
    return Discrepancy(
        kind, subgoal, subject, subject_id, expected="y", observed=observed, confidence=confidence
    )


def asked(house: House) -> list[tuple[Kind, ...]]:
    return [r.kinds for r in house.requests if isinstance(r, Check)]
