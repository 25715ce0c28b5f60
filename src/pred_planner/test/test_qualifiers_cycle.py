"""Words that would tell a thing by itself."""

from pred_core.objects import ObjectMemory
from pred_planner.rules.reasoner import RulesReasoner, Texts


def test_a_thing_is_not_told_by_its_own_pieces() -> None:
    steps = (
        "Turn right to face the closer head of lettuce on the counter.",
        "Slice the closer head of lettuce on the counter into slices.",
        "Put the slice of lettuce in the fridge.",
    )
    texts = Texts("Wash a slice of lettuce and put it in the fridge.", steps)
    planned = RulesReasoner().make_plan(texts, ObjectMemory())
    assert planned.outcome, planned.outcome.message
