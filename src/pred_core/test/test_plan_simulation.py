"""A plan's tuples, done one after the other in their symbolic world."""

from __future__ import annotations

import pytest

from pred_core.action_model.simulation import Simulated, Simulation, plan_world
from pred_core.objects import Attribute, ObjectMemory, ObjectState, Truth
from pred_core.plan_language import Expectation, Level, Primitive, Subgoal
from pred_core.vocabulary import within_domain

P = Primitive


def steps(*rows: tuple[str, str] | tuple[str, str, str] | tuple[str, str, str, str]) -> tuple[Subgoal, ...]:
    """Return tuples of (object, primitive[, variable[, place it is expected in]])."""
    made = []
    for number, row in enumerate(rows):
        name, action, ref, place = (*row, "", "")[:4]
        expected = Expectation(name, place)
        made.append(Subgoal(f"s{number}", Level.TUPLE, action, name, object_ref=ref, expectation=expected))
    return tuple(made)


def run(
    *rows: tuple[str, str] | tuple[str, str, str] | tuple[str, str, str, str], held: str = ""
) -> Simulated:
    tuples = steps(*rows)
    return Simulation(plan_world(tuples, held)).run(tuples)


WASH = (
    ("Mug", P.PICKUP, "x1"), ("SinkBasin", P.PUT), ("Faucet", P.TOGGLE_ON), ("Faucet", P.TOGGLE_OFF),
    ("Mug", P.PICKUP, "x1"), ("CounterTop", P.PUT),
)  # fmt: skip


def test_a_plan_that_can_be_done_ends_where_it_should() -> None:
    end = run(*WASH)
    assert end.trouble is None
    assert {
        ("is", "Mug#x1", "clean"),
        ("in", "Mug#x1", "CounterTop#countertop"),
        ("hand-empty",),
    } <= end.state.true.all
    assert ("running", "Faucet#faucet") not in end.state.true


def test_the_first_step_that_cannot_be_done_is_named_with_what_it_violates() -> None:
    end = run(("Mug", P.PICKUP, "x1"), ("Cup", P.PICKUP, "x2"), ("Fork", P.PICKUP, "x3"))
    assert end.trouble is not None and end.trouble.index == 1
    assert end.trouble.sentence == "I cannot pick up the Cup: the hand holds the Mug already."
    assert end.trouble.violated == (("hand-empty",),)


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        ([("CounterTop", P.PUT)], "The hand is empty."),
        ([("Bread", P.SLICE, "x1")], "The hand holds nothing to cut with."),
        ([("Mug", P.PICKUP, "x1"), ("Bread", P.SLICE, "x2")], "the Mug does not cut"),
        ([("Mug", "Fly")], "There is no primitive 'Fly'."),
        ([("Fridge", P.PICKUP)], "the Fridge cannot be picked up"),
        (
            [("Fridge", P.OPEN), ("Mug", P.PICKUP, "x1", "Fridge"), ("Fridge", P.CLOSE), ("Fridge", P.PUT)],
            "the Fridge is closed",
        ),
        ([("Cup", P.PICKUP, "x1"), ("CoffeeMachine", P.PUT)], "the Cup does not go into the CoffeeMachine"),
    ],
)  # fmt: skip
def test_what_cannot_be_done_is_said(rows: list[tuple[str, str]], sentence: str) -> None:
    trouble = run(*rows).trouble
    assert trouble is not None and sentence in trouble.sentence


def test_what_is_so_already_is_passed_over() -> None:
    assert (
        run(("Fridge", P.OPEN), ("Fridge", P.OPEN), ("Fridge", P.CLOSE), ("Fridge", P.CLOSE)).trouble is None
    )


def test_what_nobody_has_seen_is_taken_for_granted_and_listed() -> None:
    end = run(("Mug", P.PICKUP, "x1"), ("Fridge", P.PUT))
    assert end.trouble is None
    assert [index for index, _ in end.assumed] == [1] and "opened" in str(end.assumed[0][1])


def test_what_memory_knows_for_sure_of_the_only_appliance_counts() -> None:
    def fridge(value: Truth, confidence: float) -> ObjectMemory:
        seen = {"open": Attribute("open", value, confidence)}
        return ObjectMemory(objects=(ObjectState("f", "Fridge", (0, 0, 0), (1, 1, 1), attributes=seen),))

    tuples = steps(("Mug", P.PICKUP, "x1"), ("Fridge", P.PUT))
    sure = Simulation(plan_world(tuples, memory=fridge(Truth.FALSE, 1.0))).run(tuples)
    assert sure.trouble is not None and "the Fridge is closed" in sure.trouble.sentence
    likely = Simulation(plan_world(tuples, memory=fridge(Truth.FALSE, 0.7))).run(tuples)
    assert likely.trouble is None and likely.assumed


def test_slices_are_there_after_the_cut_only() -> None:
    cut = [("Knife", P.PICKUP, "k"), ("Bread", P.SLICE, "x1"), ("CounterTop", P.PUT)]
    piece = ("BreadSliced", P.PICKUP, "x1_slice1")
    assert run(*cut, piece).trouble is None
    early = run(piece, ("CounterTop", P.PUT), *cut).trouble
    assert early is not None and early.index == 0 and "the BreadSliced is not there yet" in early.sentence


def test_what_was_held_before_the_plan_is_put_down_first() -> None:
    assert run(("CounterTop", P.PUT), ("Mug", P.PICKUP, "x1"), held="Cup").trouble is None
    assert run(("Mug", P.PICKUP, "x1"), held="Cup").trouble is not None


def test_under_a_cover_on_the_table() -> None:
    with within_domain("table"):
        hidden = ("PepsiCan", P.PICKUP, "x1", "RedCup")
        blocked = run(hidden).trouble
        assert blocked is not None and "is under the RedCup" in blocked.sentence
        assert run(("RedCup", P.PICKUP), ("Table", P.PUT), hidden).trouble is None
        assert "Nothing can be done by" in getattr(run(("Box", P.OPEN)).trouble, "sentence", "")
