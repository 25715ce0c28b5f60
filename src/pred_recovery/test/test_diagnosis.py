"""What a failure looks like."""

from __future__ import annotations

from dataclasses import replace

import pytest
from fake_house import plan_of, thing

from pred_core.objects import ObjectMemory
from pred_core.outcome import Code, Outcome
from pred_core.plan_language import Primitive
from pred_recovery.recover.diagnosis import Cause, diagnose, told


def found(action, target, code, *others, name="Mug"):
    subgoal = plan_of((name, action)).subgoals[0]
    memory = ObjectMemory(objects=tuple(o for o in (target, *others) if o is not None))
    return diagnose(subgoal, target, Outcome(code, "It failed."), memory, 1.5)


@pytest.mark.parametrize(
    ("code", "seen", "cause"),
    [
        (Code.TARGET_NOT_VISIBLE, {"visible": False}, Cause.OUT_OF_VIEW),
        (Code.TARGET_NOT_VISIBLE, {"visible": True, "distance": 0.8, "pixels": 20}, Cause.OCCLUDED),
        (Code.TARGET_TOO_FAR, {"visible": True, "distance": 2.0}, Cause.TOO_FAR),
        (Code.BLOCKED, {"visible": True, "distance": 0.8}, Cause.BLOCKED),
        (Code.NOT_FOUND, None, Cause.NOTHING_THERE),
        (Code.HAND_EMPTY, {"visible": True, "distance": 0.8}, Cause.SLIPPED),
    ],
)
def test_the_likeliest_cause(code, seen, cause):
    target = None if seen is None else replace(thing("Mug_1"), **seen)
    causes = found(Primitive.PICKUP, target, code)
    assert next(iter(causes)) is cause
    assert sum(causes.values()) == pytest.approx(1.0)


def test_a_switch_that_is_on_is_on_already():
    causes = found(Primitive.TOGGLE_ON, thing("Faucet_1", on=True), Code.EXECUTION_FAILURE, name="Faucet")
    assert next(iter(causes)) is Cause.ALREADY_SO
    assert "so already" in told(causes, "Faucet")


def test_a_machine_with_a_cup_in_it_is_full():
    machine, cup = thing("CoffeeMachine_1"), thing("Cup_1", parent="CoffeeMachine_1")
    causes = found(Primitive.PUT, machine, Code.RECEPTACLE_FULL, cup, name="CoffeeMachine")
    assert next(iter(causes)) is Cause.FULL and causes[Cause.FULL] > 0.7
