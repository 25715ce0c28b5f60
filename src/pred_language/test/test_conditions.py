"""Orders that hang on what is seen: decided by memory, with nothing to do, or not to be decided."""

from __future__ import annotations

import pytest

from pred_core.objects import Attribute, ObjectMemory, ObjectState, Truth
from pred_language.meaning.grounding import Grounder
from pred_language.questions.answering import Answer
from pred_language.questions.conditions import Decision, Undecided, decided
from pred_language.reader import Texts


def _object(name: str, on: str = "", **states: Truth) -> ObjectState:
    attributes = {key: Attribute(key, truth, 0.9) for key, truth in states.items()}
    return ObjectState(
        id=name,
        class_name=name.rpartition("_")[0],
        center=(0.0, 0.0, 1.0),
        size=(0.1, 0.1, 0.1),
        parent_id=on,
        attributes=attributes,
    )


MEMORY = ObjectMemory(
    step=1,
    objects=(
        _object("Fridge_1", open=Truth.TRUE),
        _object("Television_1"),
        _object("DiningTable_1"),
        _object("Apple_1", on="DiningTable_1"),
        _object("Pen_1", on="DiningTable_1"),
        _object("Mug_1", on="DiningTable_1", clean=Truth.FALSE),
    ),
)


def _decided(said: str) -> Decision | Undecided | Answer | None:
    counts = {o.class_name: 1 for o in MEMORY.objects}
    return decided(Texts(said), MEMORY, Grounder(counts, counts=counts, literal=True))


@pytest.mark.parametrize(
    ("said", "orders"),
    [
        ("If the fridge is open, please close it.", "please close the fridge"),
        ("Close the fridge if it is open.", "Close the fridge"),
        ("If the fridge is still open, close it.", "close the fridge"),
        ("See if there is an apple on the table and bring it to me.", "bring the apple that is on the table to me"),
        ("Check whether the fridge is closed, and if not, close it.", "close the fridge"),
        ("If you can't find the spoon, bring me a pen.", "bring me a pen"),
        ("Close the fridge unless it's closed already.", "Close the fridge"),
        ("If there is one pen on the table, bring me the blue one.", "bring me the blue pen"),
        ("Wash the mug if it is dirty.", "Wash the mug"),
        ("If no pen is here, do nothing. If there is one, close the fridge.", "close the fridge"),
        ("Either wash the mug if there is a pen, or close the fridge.", "wash the mug"),
        ("Unless there is a pen, wash the mug; else close the fridge.", "close the fridge"),
        ("When there is a pen around, wash the mug.", "wash the mug"),
        ("If there is a pen, bring me an apple or a spoon.", "bring me an apple"),
        ("Unless the fridge is closed, close it.", "close the fridge"),
        (
            "If there is an apple on the table, bring it to me; otherwise bring the pen.",
            "bring the apple that is on the table to me",
        ),
        ("If there is a spoon on the table, bring it to me; otherwise bring the pen.", "bring the pen to me"),
        ("Bring me an apple, or if there is none, a pen.", "Bring me an apple"),
        ("Bring me a spoon, or if there is none, a pen.", "Bring me a pen"),
        ("Bring me a spoon or a pen.", "Bring me a pen"),
        ("Bring me something to write with.", "Bring me a pen"),
        ("Put the spoon, or the pen if there's no spoon, in the box.", "Put the pen in the box"),
        ("If the table has an apple on it, bring it to me.", "bring the apple that is in the table to me"),
        ("Bring me the pen and, if there's one, an apple too.", "Bring me the pen and an apple"),
        ("If you find a spoon, wash it, otherwise wash the mug.", "wash the mug"),
        ("In case the fridge is open, close it.", "close the fridge"),
        ("if the fridge is open close it", "close the fridge"),
        (
            "if there is an apple on the table bring it to me, otherwise bring me the pen",
            "bring the apple that is on the table to me",
        ),
        ("if there is a spoon on the table bring it to me, otherwise bring me the pen", "bring me the pen"),
        ("if there is a spoon bring it to me, else bring me the pen", "bring me the pen"),
        ("Should the mug on the table be dirty, wash it.", "wash the mug that is on the table"),
        ("If the pen is on the table, put it in the fridge, else do nothing.", "put the pen in the fridge"),
    ],
)
def test_what_was_seen_decides(said: str, orders: str) -> None:
    found = _decided(said)
    assert isinstance(found, Decision)
    assert found.texts.instruction == orders
    assert found.because


@pytest.mark.parametrize("said", ["If the fridge is closed, open it.", "Unless the fridge is open, wash the mug."])
def test_nothing_is_to_be_done_where_it_does_not_hold(said: str) -> None:
    found = _decided(said)
    assert isinstance(found, Answer)
    assert found.sentence.endswith("So there is nothing to do.")


def test_what_is_not_known_decides_nothing() -> None:
    television, bed = (
        _decided(said)
        for said in ("If the television is on, switch it off.", "If there is a pen on the bed, bring it to me.")
    )
    assert isinstance(television, Undecided) and television.look_at == ("Television",)
    assert isinstance(bed, Undecided) and bed.look_at == ("Bed",)
    assert bed.message.endswith("So I cannot decide by that: tell me what to do.")


def test_a_no_is_looked_after_and_a_yes_is_not() -> None:
    """What was not seen on a table from afar may lie there; what was seen there lies there."""
    spoon, apple = (
        _decided(f"If there is {thing} on the table, bring it to me; otherwise bring the pen.")
        for thing in ("a spoon", "an apple")
    )
    assert isinstance(spoon, Decision) and "DiningTable" in spoon.look_at
    assert isinstance(apple, Decision) and apple.look_at == ()


@pytest.mark.parametrize(
    "said", ["If the phone rings, bring it to me.", "Put the mug in the sink.", "Wash it if you can."]
)
def test_other_orders_are_left_alone(said: str) -> None:
    assert _decided(said) is None


@pytest.mark.parametrize(
    ("said", "orders"),
    [
        ("If there is no apple on the table, bring me the pen.", None),
        ("If there's no spoon on the table, bring me the pen.", "bring me the pen"),
        ("If there aren't any apples, bring me a pen, otherwise bring me the mug.", "bring me the mug"),
        ("If the fridge is closed, open it. If it is open, close it.", "close the fridge"),
        ("If the mug is dirty, wash it. If it is on the table, bring it to me.", "wash the mug. bring the mug to me"),
        ("If the mug is dirty, wash it. Then bring it to me.", "wash the mug. Then bring the mug to me"),
        ("If the fridge is closed, open it. And either way wash the mug.", "wash the mug"),
        ("Wash the mug if it's dirty, and close the fridge.", "Wash the mug. close the fridge"),
        ("Fill the mug, but if it's dirty wash it first.", "wash the mug. Fill the mug"),
        (
            "If the pen is on the table, put it in the fridge; if it's anywhere else, bring it to me.",
            "put the pen in the fridge",
        ),
        ("If the fridge is open and the mug is dirty, close the fridge. Otherwise do nothing.", "close the fridge"),
        (
            "If there is a spoon on the table, bring it to me. If not, bring me the pen on the table.",
            "bring me the pen on the table",
        ),
    ],
)
def test_what_is_not_there_and_several_conditions_decide(said: str, orders: str | None) -> None:
    found = _decided(said)
    if orders is None:
        assert isinstance(found, Answer)
    else:
        assert isinstance(found, Decision)
        assert found.texts.instruction == orders
