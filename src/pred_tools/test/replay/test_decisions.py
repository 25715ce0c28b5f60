"""Decisions side by side: what is the same, and what the first other one is."""

from __future__ import annotations

from pred_core.outcome import Code, Outcome
from pred_core.plan_language import Discrepancy, Kind, Level, Plan, Primitive, Subgoal
from pred_tools.replay.decisions import (
    Answer,
    Change,
    Decision,
    Found,
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


def changes(old: Found, new: Found) -> list[Change]:
    return [decision.change for decision in compare_found(3, "apm of Mug_1", old, new)]


def test_findings_are_compared_by_kind_and_object() -> None:
    sure, doubtful = Found(OK, (finding(),)), Found(OK, (), (finding(),))
    assert changes(Found(OK), Found(OK)) == changes(sure, sure) == [Change.SAME]
    assert changes(sure, Found(OK, (finding(confidence=0.8),))) == [Change.OTHER_REASON]
    assert changes(sure, Found(OK, (finding(observed="dirty"),))) == [Change.OTHER_OUTCOME]
    assert changes(sure, doubtful) == [Change.OTHER_OUTCOME], "the robot looks again instead of revising"
    assert changes(sure, Found(OK)) == [Change.MISSING] and changes(Found(OK), sure) == [Change.NEW]
    both = Found(OK, (finding(), finding(Kind.DTA, "Apple_2")))
    assert changes(sure, both) == [Change.SAME, Change.NEW]
    assert changes(sure, Found(Outcome(Code.UNAVAILABLE, "no"))) == [Change.OTHER_OUTCOME]


def test_plans_are_compared_by_what_the_robot_would_do() -> None:
    old = Answer(OK, plan(("Mug", Primitive.PICKUP), ("Shelf", Primitive.PUT)), "as asked")
    same = Answer(OK, plan(("Mug", Primitive.PICKUP), ("Shelf", Primitive.PUT)), "as asked")
    reworded = Answer(OK, same.plan, "because")
    shorter = Answer(OK, plan(("Mug", Primitive.PICKUP)), "as asked")
    other_mug = Answer(OK, plan(("Mug", Primitive.PICKUP), ("Shelf", Primitive.PUT), ids="Mug_2"), "as asked")
    assert compare_plans(1, "make_plan", old, same).change is Change.SAME
    assert compare_plans(1, "make_plan", old, reworded).change is Change.OTHER_REASON
    flipped = compare_plans(1, "make_plan", old, shorter)
    assert flipped.change is Change.OTHER_OUTCOME and [
        row.text for row in flipped.rows if row.mark == "-"
    ] == ["(Shelf, PutObject)"]
    assert compare_plans(1, "make_plan", old, other_mug).change is Change.OTHER_OUTCOME
    refused = Answer(Outcome(Code.NOT_UNDERSTOOD, "what?"), None, "")
    assert compare_plans(1, "make_plan", old, refused).change is Change.OTHER_OUTCOME


def test_what_follows_the_first_other_action_is_counterfactual() -> None:
    said = [Change.SAME, Change.OTHER_REASON, Change.MISSING, Change.SAME, Change.NEW]
    decisions = marked([Decision(n, "apm", "Mug_1", change) for n, change in enumerate(said)])
    assert first_divergence(decisions) == 2
    assert [d.counterfactual for d in decisions] == [False, False, False, True, True]
    assert counted(decisions)[Change.SAME] == 2
    assert first_divergence(decisions[:2]) is None and marked(decisions[:2]) == decisions[:2]
