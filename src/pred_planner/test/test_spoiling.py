"""Plans spoiled on purpose: each kind does what it says, and the same seed does it again."""

from __future__ import annotations

import pytest

from pred_core.objects import ObjectMemory
from pred_core.plan_language import Primitive
from pred_core.vocabulary import object_types
from pred_language.reader import Texts
from pred_planner.plan.spoiling import (
    CONTEXT_KEY,
    KINDS,
    SOURCE,
    Spoiling,
    SpoilingError,
    other_names,
    spoiled,
)
from pred_planner.rules.reasoner import RulesReasoner


def plan():
    return RulesReasoner().make_plan(Texts("Put a clean mug in the garbage can."), ObjectMemory()).plan


@pytest.mark.parametrize("kind", KINDS)
def test_a_spoiled_plan_differs_says_so_and_is_drawn_again(kind):
    before = plan()
    after = spoiled(before, Spoiling((kind,), seed=3))
    assert after.subgoals != before.subgoals and after.source == SOURCE
    assert after.context[CONTEXT_KEY][0]["kind"] == kind
    assert spoiled(before, Spoiling((kind,), seed=3)) == after


def test_a_share_of_the_tasks_is_left_alone():
    before = plan()
    made = [spoiled(before, Spoiling(tuple(KINDS), seed=n, share=0.5)).source for n in range(40)]
    assert 8 < made.count(SOURCE) < 32


def test_a_misnamed_class_is_unknown_everywhere_in_the_plan():
    before = plan()
    after = spoiled(before, Spoiling(("misnamed",), seed=1))
    strange = {s.object for s in after.subgoals} - set(object_types())
    assert len(strange) == 1
    assert "TrashCan" in other_names("GarbageCan")


def test_what_is_forgotten_is_what_a_later_step_needs():
    before = RulesReasoner().make_plan(Texts("Put the mug and the cup in the fridge."), ObjectMemory()).plan
    for seed in range(12):
        after = spoiled(before, Spoiling(("forgotten",), seed))
        gone = [s for s in before.subgoals if s not in after.subgoals]
        assert gone and {s.action for s in gone} <= {Primitive.OPEN, Primitive.PICKUP, Primitive.PUT}
        assert before.subgoals[-2:] == after.subgoals[-2:]


def test_what_is_no_kind_is_refused():
    with pytest.raises(SpoilingError, match="lazy"):
        Spoiling.parse("lazy", 0, 1.0)
    assert Spoiling.parse("", 0, 1.0) is None
