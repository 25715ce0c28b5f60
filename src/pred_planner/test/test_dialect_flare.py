"""FLARE's flat list: what models write around it, in it, and instead of it."""

from __future__ import annotations

import pytest
from answers import code_of, parsed, plan_of

from pred_core.vocabulary import object_types
from pred_planner.plan.parsed import RejectionCode

PICK_PUT = [["Pickup", "Pen", "None"], ["Put", "Pen", "Desk"]]


@pytest.mark.parametrize("name", sorted(object_types()))
def test_a_class_name_is_never_an_action(name: str) -> None:
    text = (
        f"PickupObject, {name}, 0, PutObject, {name}, {name}, HeatObject, Mug, {name}, OpenObject, {name}, 0"
    )
    assert plan_of("flare", text) == [
        ["Pickup", name, "None"],
        ["Put", name, name],
        ["Heat", "Mug", name],
        ["Open", name, "None"],
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Plan: PickupObject, Pen, 0, PutObject, Pen, Desk",
        "Answer: PickupObject, Pen, 0, PutObject, Pen, Desk",
        "Sure! PickupObject, Pen, 0, PutObject, Pen, Desk",
        "The plan is: PickupObject, Pen, 0, PutObject, Pen, Desk. This moves the pen to the desk.",
        "The next plan would be: 1. PickupObject, Pen, 0; 2. PutObject, Pen, Desk",
        "Next plan - PickupObject, Pen, 0, PutObject, Pen, Desk",
        '{"plan": "PickupObject, Pen, 0, PutObject, Pen, Desk"}',
        "PickupObject Pen 0 PutObject Pen Desk",
        "PickupObject Pen 0, PutObject Pen Desk",
        "1. PickupObject: Pen\n2. PutObject: Pen, Desk",
        "1. PickupObject Pen\n2. PutObject Pen Desk",
        "PickupObject(Pen), PutObject(Pen, Desk)",
        "PickupObject | Pen | 0 | PutObject | Pen | Desk",
        "- PickupObject, Pen, 0\n- PutObject, Pen, Desk",
        "Step 1: PickupObject, Pen, 0\nStep 2: PutObject, Pen, Desk",
        "Task: examine\n1. Pick up the pen: PickupObject, Pen, 0\n2. Put it there: PutObject, Pen, Desk",
        "<PickupObject, Pen, 0>, <PutObject, Pen, Desk>",
        "PickupObject, Pen, 0 # take it\nPutObject, Pen, Desk # put it",
        "PickupObject, Pen (blue), 0, PutObject, Pen, Desk",
        "PickupObject, Pen, 0, PutObject, Pen, Desk, Stop",
        "PickupObject, Pen, 0, PutObject, Pen, Desk.\n\nNote: done.",
        "PickupObject, Pen, 0, PutObject, Pen, Desk\n\nNote: the PutObject action needs a Desk.",
        "PickupObject, Pen, 0, PutObject, Pen, Desk, 0",
        "```PickupObject, Pen, 0, PutObject, Pen, Desk```",
        "next plan: ['PickupObject', 'Pen', 0, 'PutObject', 'Pen', 'Desk']",
        '[{"action": "PickupObject", "object": "Pen"}, {"action": "PutObject", "object": "Pen", "to": "Desk"}]',
        "Task description: put a pen on the desk\nNext plan: PickupObject, Pen, 0, PutObject, Pen, Desk",
        "PickupObject, Pen, 0, PutObject, Pen, Desk\nTask description: cut\nNext plan: PickupObject, Knife, 0",
    ],
)
def test_one_plan_however_it_is_written(text: str) -> None:
    assert plan_of("flare", text) == PICK_PUT


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("FlyObject, Pencil, 0, ToggleObject, DeskLamp, 0", RejectionCode.UNKNOWN_ACTION),
        ("Fly, Pencil, 0, ToggleObject, DeskLamp, 0", RejectionCode.UNKNOWN_ACTION),
        ("Plan: FlyObject, Pencil, 0", RejectionCode.UNKNOWN_ACTION),
        ("PickupObject, Pencil, 0, FlyObject, DeskLamp, 0", RejectionCode.UNKNOWN_ACTION),
        ("PickupObject, Pencil, 0, FlyObject", RejectionCode.UNKNOWN_ACTION),
        ("PickupObject, Watch, 0, PutObject, Watch, 0", RejectionCode.MISSING_RECEPTACLE),
        ("PickupObject, Watch, 0, PutObject, Watch", RejectionCode.TRUNCATED),
        ("PickupObject, Watch, 0, PutObject, Wat", RejectionCode.TRUNCATED),
        ("PickupObject, Watch, 0, PutObj", RejectionCode.TRUNCATED),
        ("PickupObject, ToiletP", RejectionCode.TRUNCATED),
        ("CleanObject, Cup, 0, CleanObject, Can", RejectionCode.TRUNCATED),
        ("CleanObject, Cup, 0, HeatObject, Pot", RejectionCode.TRUNCATED),
        ("CleanObject, Cup, 0, PutObject, Cup, Coff", RejectionCode.TRUNCATED),
        ('["CleanObject", "Cup", "0", "PutObject", "Cup", "Shelf"', RejectionCode.TRUNCATED),
        ('"CleanObject, Cup, 0, PutObject, Cup, Shelf', RejectionCode.TRUNCATED),
        ("CleanObject, Cup, 0,", RejectionCode.TRUNCATED),
        ("PickupObject, 0, 0", RejectionCode.UNKNOWN_OBJECT),
        ("PickupObject, Zorblax, 0", RejectionCode.UNKNOWN_OBJECT),
        ("I'm sorry, I can't generate a plan for this.", RejectionCode.REFUSAL),
        ("Nothing to do.", RejectionCode.EMPTY),
        ("0", RejectionCode.EMPTY),
    ],
)
def test_rejections_are_typed(text: str, code: RejectionCode) -> None:
    assert code_of("flare", text) is code


def test_both_ways_of_a_switch() -> None:
    assert plan_of("flare", "ToggleObjectOn, FloorLamp, 0, ToggleObjectOff, FloorLamp, 0") == [
        ["ToggleOn", "FloorLamp", "None"],
        ["ToggleOff", "FloorLamp", "None"],
    ]


def test_actions_of_other_papers_come_first_too() -> None:
    assert plan_of("flare", "GotoLocation, mug, 0, PickupObject, Mug, 0") == [
        ["Goto", "Mug", "None"],
        ["Pickup", "Mug", "None"],
    ]


def test_what_was_left_out_is_said() -> None:
    repairs = parsed("flare", "Sure! PickupObject, Pen, 0, End").repairs
    assert "left out words before the plan" in repairs
    assert "left out 'End' after a whole step" in repairs


@pytest.mark.parametrize(
    ("word", "name"), [("Stove", "StoveBurner"), ("Counter", "CounterTop"), ("trash", "GarbageCan")]
)
def test_an_everyday_word_may_end_an_answer(word: str, name: str) -> None:
    assert plan_of("flare", f"PickupObject, Pan, 0, PutObject, Pan, {word}")[-1] == ["Put", "Pan", name]
