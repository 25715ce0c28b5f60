"""What is measured of a primitive's effect."""

from __future__ import annotations

from dataclasses import replace

from fake_house import thing

from pred_core.objects import ObjectMemory, Truth
from pred_core.outcome import Outcome
from pred_planner.language import Primitive
from pred_recovery.effects import holds, judge
from pred_recovery.mission import Robot

TOMATO = replace(thing("Tomato_1"), held=True)


def test_a_pick_up_is_measured_by_the_hand_not_by_what_is_in_it():
    memory = ObjectMemory(objects=(TOMATO,), held_id="Tomato_1")
    apple = thing("Apple_1")
    assert holds(Primitive.PICKUP, apple, memory, Robot(holding=True)) is Truth.TRUE
    assert judge(Primitive.PICKUP, apple, Outcome.success(), memory, Robot(holding=True))


def test_an_empty_hand_is_no_pick_up_whatever_was_reported():
    outcome = judge(
        Primitive.PICKUP, thing("Apple_1"), Outcome.success(), ObjectMemory(), Robot(holding=False)
    )
    assert not outcome and "effect was not seen" in outcome.message
