"""What is measured of a primitive's effect."""

from __future__ import annotations

from dataclasses import replace

from fake_house import thing

from pred_core.objects import Attribute, ObjectMemory, Truth
from pred_core.outcome import Code, Outcome
from pred_core.plan_language import Primitive
from pred_recovery.act.effects import holds, judge
from pred_recovery.mission.world import OwnState

TOMATO = replace(thing("Tomato_1"), held=True)


def test_a_pick_up_is_measured_by_the_hand_not_by_what_is_in_it():
    memory = ObjectMemory(objects=(TOMATO,), held_id="Tomato_1")
    apple = thing("Apple_1")
    assert holds(Primitive.PICKUP, apple, memory, OwnState(holding=True)) is Truth.TRUE
    assert judge(Primitive.PICKUP, apple, Outcome.success(), memory, OwnState(holding=True))


def test_an_empty_hand_is_no_pick_up_whatever_was_reported():
    outcome = judge(
        Primitive.PICKUP, thing("Apple_1"), Outcome.success(), ObjectMemory(), OwnState(holding=False)
    )
    assert not outcome and "effect was not seen" in outcome.message


def test_a_switch_that_is_so_already_is_so_even_if_the_picture_was_misjudged():
    faucet = replace(thing("Faucet_1", on=False), visible=True)
    refused = Outcome(Code.ALREADY_SO, "The Faucet is already in that state.")
    assert judge(Primitive.TOGGLE_ON, faucet, refused, ObjectMemory(objects=(faucet,)), OwnState())
    done = judge(Primitive.TOGGLE_ON, faucet, Outcome.success(), ObjectMemory(objects=(faucet,)), OwnState())
    assert done.code is Code.POSTCONDITION_FAILURE, "what was only commanded is measured"


def test_a_likely_picture_does_not_deny_what_was_reported_as_done():
    faucet = replace(thing("Faucet_1"), visible=True, attributes={"on": Attribute("on", Truth.FALSE, 0.8)})
    assert judge(Primitive.TOGGLE_ON, faucet, Outcome.success(), ObjectMemory(objects=(faucet,)), OwnState())


def test_what_is_seen_on_the_floor_beside_its_place_was_not_put_there():
    place = replace(thing("Sofa_1"), center=(2.0, 1.0, 0.4), size=(1.0, 2.0, 0.8))
    held = replace(thing("Tomato_1"), size=(0.1, 0.1, 0.1))

    def put(x: float, z: float, *, visible: bool = True) -> Outcome:
        lies = replace(held, center=(x, 1.0, z), visible=visible)
        memory = ObjectMemory(objects=(place, lies))
        return judge(Primitive.PUT, place, Outcome.success(), memory, OwnState(), held)

    fell = put(1.2, 0.05)
    assert fell.code is Code.HAND_EMPTY
    assert fell.message == "The Tomato lies on the floor beside the Sofa."
    assert put(2.0, 0.5) and put(1.2, 0.45), "on it, or over its edge"
    assert put(1.7, 0.05), "its box is not that exact"
    assert put(1.2, 0.05, visible=False), "where it was remembered says nothing"
