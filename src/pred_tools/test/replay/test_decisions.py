"""Decisions side by side: what is the same, and what the first other one is."""

from __future__ import annotations

from pred_core.outcome import Code, Outcome
from pred_core.plan_language import Discrepancy, Kind, Level, Plan, Primitive, Subgoal
from pred_tools.replay.decisions import (
    CheckFound,
    Decision,
    DecisionChange,
    PlannerAnswer,
    compare_found,
    compare_plans,
    counted,
    first_divergence,
    marked,
)

OK = Outcome.success()


def finding(
    kind: Kind = Kind.APM, subject: str = "Mug_1", confidence: float = 0.9, observed: str = "clean"
) -> Discrepancy:
    name = subject.partition("_")[0]
    return Discrepancy(kind, "t1.1", name, subject, "not clean", observed, confidence, "It is clean.")


def plan(*steps: tuple[str, Primitive], ids: str = "") -> Plan:
    made = tuple(
        Subgoal(f"t{n}", Level.TUPLE, action, name, object_id=ids) for n, (name, action) in enumerate(steps)
    )
    return Plan("p", "do it", "", "rules", (), made)


def changes(old: CheckFound, new: CheckFound) -> list[DecisionChange]:
    return [decision.change for decision in compare_found(3, "apm of Mug_1", old, new)]


def test_findings_are_compared_by_kind_and_object() -> None:
    sure, doubtful = CheckFound(OK, (finding(),)), CheckFound(OK, (), (finding(),))
    assert changes(CheckFound(OK), CheckFound(OK)) == changes(sure, sure) == [DecisionChange.SAME]
    assert changes(sure, CheckFound(OK, (finding(confidence=0.8),))) == [DecisionChange.OTHER_REASON]
    assert changes(sure, CheckFound(OK, (finding(observed="dirty"),))) == [DecisionChange.OTHER_OUTCOME]
    assert changes(sure, doubtful) == [DecisionChange.OTHER_OUTCOME], "the robot looks again instead of revising"
    assert changes(sure, CheckFound(OK)) == [DecisionChange.MISSING] and changes(CheckFound(OK), sure) == [
        DecisionChange.NEW
    ]
    both = CheckFound(OK, (finding(), finding(Kind.DTA, "Apple_2")))
    assert changes(sure, both) == [DecisionChange.SAME, DecisionChange.NEW]
    assert changes(sure, CheckFound(Outcome(Code.UNAVAILABLE, "no"))) == [DecisionChange.OTHER_OUTCOME]


def test_plans_are_compared_by_what_the_robot_would_do() -> None:
    old = PlannerAnswer(OK, plan(("Mug", Primitive.PICKUP), ("Shelf", Primitive.PUT)), "as asked")
    same = PlannerAnswer(OK, plan(("Mug", Primitive.PICKUP), ("Shelf", Primitive.PUT)), "as asked")
    reworded = PlannerAnswer(OK, same.plan, "because")
    shorter = PlannerAnswer(OK, plan(("Mug", Primitive.PICKUP)), "as asked")
    other_mug = PlannerAnswer(OK, plan(("Mug", Primitive.PICKUP), ("Shelf", Primitive.PUT), ids="Mug_2"), "as asked")
    assert compare_plans(1, "make_plan", old, same).change is DecisionChange.SAME
    assert compare_plans(1, "make_plan", old, reworded).change is DecisionChange.OTHER_REASON
    flipped = compare_plans(1, "make_plan", old, shorter)
    assert flipped.change is DecisionChange.OTHER_OUTCOME and [
        row.text for row in flipped.rows if row.mark == "-"
    ] == ["(Shelf, PutObject)"]
    assert compare_plans(1, "make_plan", old, other_mug).change is DecisionChange.OTHER_OUTCOME
    refused = PlannerAnswer(Outcome(Code.NOT_UNDERSTOOD, "what?"), None, "")
    assert compare_plans(1, "make_plan", old, refused).change is DecisionChange.OTHER_OUTCOME


def test_what_follows_the_first_other_action_is_counterfactual() -> None:
    said = [
        DecisionChange.SAME,
        DecisionChange.OTHER_REASON,
        DecisionChange.MISSING,
        DecisionChange.SAME,
        DecisionChange.NEW,
    ]
    decisions = marked([Decision(n, "apm", "Mug_1", change) for n, change in enumerate(said)])
    assert first_divergence(decisions) == 2
    assert [d.counterfactual for d in decisions] == [False, False, False, True, True]
    assert counted(decisions)[DecisionChange.SAME] == 2
    assert first_divergence(decisions[:2]) is None and marked(decisions[:2]) == decisions[:2]
