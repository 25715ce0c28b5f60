"""Skills: what is sent, and that success is what was measured."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pred_core.outcome import Code
from sim_bridge_thor.refusals import outcome_of_refusal
from sim_bridge_thor.skills import SkillStyle, perform

Make = Callable[..., dict[str, Any]]
STYLE = SkillStyle()


def test_a_pick_up_is_done_when_the_hand_holds_it(entry: Make, metadata: Make, scripted: Any) -> None:
    mug = entry("Mug|1|1|1", pickupable=True, visible=True)
    simulator = scripted(metadata(mug, held="Mug|1|1|1"))
    run = perform(simulator, metadata(mug), "PickupObject", "Mug|1|1|1", STYLE)
    assert run.outcome and simulator.sent == [{"action": "PickupObject", "objectId": "Mug|1|1|1"}]


def test_a_pick_up_that_left_the_hand_empty_is_no_success(entry: Make, metadata: Make, scripted: Any) -> None:
    mug = entry("Mug|1|1|1", pickupable=True)
    run = perform(scripted(metadata(mug)), metadata(mug), "PickupObject", "Mug|1|1|1", STYLE)
    assert run.outcome.code is Code.POSTCONDITION_FAILURE


def test_a_put_is_done_when_it_lies_there(entry: Make, metadata: Make, scripted: Any) -> None:
    table = entry("DiningTable|1|1|1", receptacle=True, visible=True)
    before = metadata(entry("Mug|1|1|1"), table, held="Mug|1|1|1")
    after = metadata(entry("Mug|1|1|1", parentReceptacles=["DiningTable|1|1|1"]), table)
    assert perform(scripted(after), before, "PutObject", "DiningTable|1|1|1", STYLE).outcome
    elsewhere = metadata(entry("Mug|1|1|1", parentReceptacles=["Floor|1|1|1"]), table)
    run = perform(scripted(elsewhere), before, "PutObject", "DiningTable|1|1|1", STYLE)
    assert run.outcome.code is Code.POSTCONDITION_FAILURE


def test_a_put_into_the_sink_goes_into_its_basin(entry: Make, metadata: Make, scripted: Any) -> None:
    sink = entry("Sink|0|0|0", visible=True)
    near = entry("SinkBasin|0|0|0")
    far = entry("SinkBasin|9|0|0", visible=True, position={"x": 9.0, "y": 0.0, "z": 0.0})
    before = metadata(entry("Mug|1|1|1"), sink, far, near, held="Mug|1|1|1")
    run = perform(scripted(before), before, "PutObject", "Sink|0|0|0", STYLE)
    assert run.action["objectId"] == "SinkBasin|0|0|0"


def test_a_forced_put_still_needs_the_target_in_view(entry: Make, metadata: Make, scripted: Any) -> None:
    before = metadata(entry("Mug|1|1|1"), entry("Bed|1|1|1", distance=3.2), held="Mug|1|1|1")
    simulator = scripted(before)
    run = perform(simulator, before, "PutObject", "Bed|1|1|1", STYLE)
    assert run.outcome.code is Code.TARGET_TOO_FAR and "3.20 m" in run.outcome.message
    assert simulator.sent == []


def test_a_burner_is_switched_by_its_knob(entry: Make, metadata: Make, scripted: Any) -> None:
    burner = entry("StoveBurner|1|1|1", visible=True)
    knob = entry("StoveKnob|1|1|1", toggleable=True, controlledObjects=["StoveBurner|1|1|1"])
    on = entry("StoveKnob|1|1|1", toggleable=True, isToggled=True)
    run = perform(
        scripted(metadata(burner, on)), metadata(burner, knob), "ToggleObjectOn", "StoveBurner|1|1|1", STYLE
    )
    assert run.outcome and run.action["objectId"] == "StoveKnob|1|1|1" and run.action["forceAction"]


def test_a_burner_out_of_reach_is_not_switched(entry: Make, metadata: Make, scripted: Any) -> None:
    burner = entry("StoveBurner|1|1|1", distance=2.0)
    knob = entry("StoveKnob|1|1|1", toggleable=True, visible=True, controlledObjects=["StoveBurner|1|1|1"])
    before = metadata(burner, knob)
    run = perform(scripted(before), before, "ToggleObjectOn", "StoveBurner|1|1|1", STYLE)
    assert run.outcome.code is Code.TARGET_TOO_FAR


@pytest.mark.parametrize(("held", "code"), [("", Code.HAND_EMPTY), ("Fork|1|1|1", Code.PRECONDITION_FAILURE)])
def test_slicing_needs_a_knife(entry: Make, metadata: Make, scripted: Any, held: str, code: Code) -> None:
    before = metadata(entry("Apple|1|1|1", sliceable=True), entry("Fork|1|1|1"), held=held)
    simulator = scripted(before)
    assert perform(simulator, before, "SliceObject", "Apple|1|1|1", STYLE).outcome.code is code
    assert simulator.sent == []


@pytest.mark.parametrize(
    ("target", "held", "code"),
    [
        ("Mirror", "", Code.HAND_EMPTY),
        ("Mirror", "Fork|1|1|1", Code.PRECONDITION_FAILURE),
        ("Bed", "Fork|1|1|1", Code.HAND_FULL),
        ("Mug", "Cloth|1|1|1", Code.NOT_AFFORDED),
        ("DiningTable", "Cloth|1|1|1", Code.NOT_AFFORDED),
    ],
)
def test_wiping_needs_a_cloth_and_a_bed_an_empty_hand(
    entry: Make, metadata: Make, scripted: Any, target: str, held: str, code: Code
) -> None:
    what = entry(
        f"{target}|2|2|2", dirtyable=target != "DiningTable", pickupable=target == "Mug", isDirty=True, visible=True
    )
    before = metadata(what, entry("Fork|1|1|1"), entry("Cloth|1|1|1"), held=held)
    simulator = scripted(before)
    assert perform(simulator, before, "CleanObject", f"{target}|2|2|2", STYLE).outcome.code is code
    assert simulator.sent == []


def test_a_mirror_is_wiped_when_it_is_seen_to_be_clean(entry: Make, metadata: Make, scripted: Any) -> None:
    dirty = entry("Mirror|2|2|2", dirtyable=True, isDirty=True, visible=True)
    clean = entry("Mirror|2|2|2", dirtyable=True, visible=True)
    before, after = (metadata(one, entry("Cloth|1|1|1"), held="Cloth|1|1|1") for one in (dirty, clean))
    simulator = scripted(after)
    assert perform(simulator, before, "CleanObject", "Mirror|2|2|2", STYLE).outcome
    assert simulator.sent == [{"action": "CleanObject", "objectId": "Mirror|2|2|2"}]
    assert perform(scripted(after), after, "CleanObject", "Mirror|2|2|2", STYLE).outcome.code is Code.ALREADY_SO
    assert perform(scripted(before), before, "CleanObject", "Mirror|2|2|2", STYLE).outcome.code is (
        Code.POSTCONDITION_FAILURE
    )


def test_pouring_empties_what_is_held(entry: Make, metadata: Make, scripted: Any) -> None:
    full = entry("Mug|1|1|1", canFillWithLiquid=True, isFilledWithLiquid=True, fillLiquid="coffee")
    empty = entry("Mug|1|1|1", canFillWithLiquid=True)
    after = metadata(empty, held="Mug|1|1|1")
    run = perform(scripted(after), metadata(full, held="Mug|1|1|1"), "PourObject", "", STYLE)
    assert run.outcome and run.action["action"] == "EmptyLiquidFromObject"
    again = perform(scripted(after), after, "PourObject", "", STYLE)
    assert again.outcome.code is Code.ALREADY_SO


def test_an_unknown_skill_is_named(metadata: Make, scripted: Any) -> None:
    run = perform(scripted(metadata()), metadata(), "JuggleObject", "", STYLE)
    assert run.outcome.code is Code.INVALID_ACTION and "PickupObject" in run.outcome.message


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (
            "NullReferenceException: Target object not found within the specified visibility. trace: x",
            Code.TARGET_NOT_VISIBLE,
        ),
        (
            "InvalidOperationException: Agent hand has something in it already! Can't pick up anything else",
            Code.HAND_FULL,
        ),
        ("Can't place an object if Agent isn't holding anything", Code.HAND_EMPTY),
        ("Target openable Receptacle is CLOSED, can't place if target is not open!", Code.RECEPTACLE_CLOSED),
        ("Fridge_1 is full right now", Code.RECEPTACLE_FULL),
        ("No valid positions to place object found", Code.RECEPTACLE_FULL),
        ("Mug is not a valid Object Type to be placed in Bed", Code.NOT_AFFORDED),
        ("can't toggle object on if it's already on!", Code.ALREADY_SO),
        ("Target must be OFF to open!", Code.PRECONDITION_FAILURE),
        ("Chair_2 is blocking Agent 0 from moving by (0.0000, 0.0000, 0.2500).", Code.BLOCKED),
        ("can't look up beyond 30 degrees above the forward horizon", Code.BLOCKED),
        ("Object failed to open/close successfully.", Code.BLOCKED),
        ("something nobody has seen before", Code.EXECUTION_FAILURE),
    ],
)
def test_thor_s_words_become_codes(entry: Make, text: str, code: Code) -> None:
    outcome = outcome_of_refusal(text, entry("Mug|1|1|1"), reach=1.5)
    assert outcome.code is code and outcome.message
