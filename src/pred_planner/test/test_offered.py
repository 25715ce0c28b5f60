"""What the rules do not understand is offered in plain orders, where it likely asks for something that is here."""

from __future__ import annotations

import pytest

from pred_core.objects import ObjectMemory, ObjectState
from pred_core.outcome import Code
from pred_core.plan_language import OFFERED
from pred_language.reader import Texts
from pred_planner.rules.reasoner import RETOLD, Planned, RulesReasoner


def _object(name: str, on: str = "") -> ObjectState:
    return ObjectState(
        id=name, class_name=name.rpartition("_")[0], center=(0.0, 0.0, 1.0), size=(0.1, 0.1, 0.1), parent_id=on
    )


MEMORY = ObjectMemory(
    step=1,
    objects=(
        *(_object(name) for name in ("Floor_1", "Desk_1", "Shelf_1", "Sofa_1")),
        _object("Mug_1", on="Shelf_1"),
        _object("KeyChain_1", on="Shelf_1"),
    ),
)
CLEARED = "Clear away the mug, it can wait on the desk."


def _made(said: str, *, retells: bool = True) -> Planned:
    return RulesReasoner(retells=retells).make_plan(Texts(said), MEMORY)


def test_what_is_likely_enough_is_taken_with_its_plan():
    made = _made(CLEARED)
    assert made.plan is not None
    assert made.plan.context[RETOLD] == "put the mug on the desk"
    assert made.plan.instruction == CLEARED
    assert [(t.object, t.receptacle) for t in made.plan.triplets] == [("Mug", "Desk")]


@pytest.mark.parametrize(
    ("said", "retells"),
    [
        (CLEARED, False),
        ("The weather is nice today.", True),
        ("Clear away the mug, it can wait on the dresser.", True),
    ],
)
def test_nothing_is_offered_that_asks_for_nothing_or_is_not_here(said: str, retells: bool):
    made = _made(said, retells=retells)
    assert made.plan is None
    assert made.outcome.code is Code.NOT_UNDERSTOOD


def test_what_is_understood_is_not_asked_about():
    made = _made("Put the mug on the desk.")
    assert made.plan is not None
    assert OFFERED not in made.plan.context
