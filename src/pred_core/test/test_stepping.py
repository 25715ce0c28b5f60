"""Ground actions of the household: what violates them, what they take for granted, and what they change."""

from __future__ import annotations

import pytest
from small_world import state_of, world_of

from pred_core.action_model.logic import Fact
from pred_core.action_model.pddl import Action
from pred_core.action_model.stepping import (
    Step,
    already_so,
    applied,
    binding_of,
    ground,
    judged,
    violated,
)
from pred_core.objects import Truth
from pred_core.vocabulary import domain

SHUT_MUG: tuple[Fact, ...] = (("in", "Mug", "Microwave"),)
KITCHEN = world_of(
    "Mug", "Microwave", "SinkBasin", "Faucet", "Fridge", "CounterTop", "CoffeeMachine", "Cup", "Laptop"
)


def test_parameters_are_bound_in_order() -> None:
    step = Step("put", ("Mug", "Fridge"))
    assert binding_of(KITCHEN, step) == {"?o": "Mug", "?p": "Fridge"}
    with pytest.raises(KeyError):
        binding_of(KITCHEN, Step("fly", ("Mug",)))


def test_ground_leaves_the_variables_of_quantifiers_alone() -> None:
    formula = ("exists", (("?q", "thing"),), ("and", ("in", "?q", "?p"), ("not", ("=", "?q", "?o"))))
    assert ground(formula, {"?p": "Mug", "?o": "Cup"}) == (
        "exists", (("?q", "thing"),), ("and", ("in", "?q", "Mug"), ("not", ("=", "?q", "Cup"))),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("step", "facts", "wrong"),
    [
        (Step("pickup", ("Mug", "CounterTop")), (("in", "Mug", "CounterTop"),), []),
        (Step("pickup", ("Mug", "CounterTop")), (("in", "Mug", "CounterTop"), ("holding", "Cup")), ["hand-empty"]),
        (Step("pickup", ("Mug", "Microwave")), SHUT_MUG, ["not"]),
        (Step("pickup", ("Mug", "Microwave")), (*SHUT_MUG, ("opened", "Microwave")), []),
        (Step("pickup", ("Fridge", "CounterTop")), (("in", "Fridge", "CounterTop"),), ["pickupable"]),
        (Step("put", ("Mug", "CounterTop")), (), ["holding"]),
        (Step("put", ("Mug", "Fridge")), (("holding", "Mug"),), ["or"]),
        (Step("put", ("Mug", "CoffeeMachine")), (("holding", "Mug"), ("in", "Cup", "CoffeeMachine")), ["or"]),
        (Step("open", ("Microwave",)), (("running", "Microwave"),), ["or"]),
        (Step("toggle_on", ("Microwave",)), (("opened", "Microwave"),), ["or"]),
        (Step("toggle_on", ("Faucet",)), (("in", "Laptop", "SinkBasin"),), ["not"]),
        (Step("toggle_off", ("Faucet",)), (), ["running"]),
        (Step("close", ("Fridge",)), (), ["opened"]),
    ],
)  # fmt: skip
def test_what_is_violated(step: Step, facts: tuple[Fact, ...], wrong: list[str]) -> None:
    assert [part[0] for part in violated(KITCHEN, step, state_of(KITCHEN, *facts))] == wrong


def test_the_unknown_is_taken_for_granted_and_named() -> None:
    state = state_of(KITCHEN, *SHUT_MUG, unknown=[("opened", "Microwave")])
    step = Step("pickup", ("Mug", "Microwave"))
    assert violated(KITCHEN, step, state) == ()
    assumed = tuple(part for part, found in judged(KITCHEN, step, state) if found is Truth.UNKNOWN)
    assert assumed == (("not", ("shut-in", "Mug")),)


def test_what_is_so_already_needs_no_doing() -> None:
    assert already_so(KITCHEN, Step("open", ("Fridge",)), state_of(KITCHEN, ("opened", "Fridge")))
    assert not already_so(KITCHEN, Step("open", ("Fridge",)), state_of(KITCHEN))
    unknown = state_of(KITCHEN, unknown=[("opened", "Fridge")])
    assert not already_so(KITCHEN, Step("open", ("Fridge",)), unknown)


def after(step: Step, *facts: Fact) -> set[Fact]:
    state = state_of(KITCHEN, *facts)
    assert not violated(KITCHEN, step, state)
    return set(applied(KITCHEN, step, state).true.all - state_of(KITCHEN).true.all)


def test_picking_up_and_putting_down() -> None:
    assert after(Step("pickup", ("Mug", "CounterTop")), ("in", "Mug", "CounterTop")) == {("holding", "Mug")}
    assert after(Step("put", ("Mug", "CounterTop")), ("holding", "Mug")) == {("in", "Mug", "CounterTop")}


def test_an_appliance_gives_its_qualities_to_what_is_in_it_and_ends_others() -> None:
    on = Step("toggle_on", ("Microwave",))
    assert after(on, *SHUT_MUG, ("is", "Mug", "cold")) == {
        *SHUT_MUG,
        ("is", "Mug", "hot"),
        ("running", "Microwave"),
    }
    shut = Step("close", ("Fridge",))
    inside = ("in", "Mug", "Fridge")
    assert after(shut, inside, ("opened", "Fridge"), ("is", "Mug", "hot")) == {inside, ("is", "Mug", "cold")}


def test_the_faucet_cleans_and_fills_but_does_not_water_coffee() -> None:
    on, inside = Step("toggle_on", ("Faucet",)), ("in", "Mug", "SinkBasin")
    assert {("is", "Mug", "clean"), ("is", "Mug", "water")} <= after(on, inside)
    coffee = after(on, inside, ("is", "Mug", "coffee"))
    assert ("is", "Mug", "water") not in coffee and ("is", "Mug", "clean") in coffee


def test_pouring_empties_into_a_drain_and_fills_a_vessel() -> None:
    full = (("holding", "Mug"), ("is", "Mug", "water"))
    assert after(Step("pour", ("Mug", "SinkBasin")), *full) == {("holding", "Mug")}
    assert after(Step("pour", ("Mug", "Cup")), *full) == {("holding", "Mug"), ("is", "Cup", "water")}
    assert violated(KITCHEN, Step("pour", ("Mug", "CounterTop")), state_of(KITCHEN, *full))
    assert violated(KITCHEN, Step("pour", ("Mug", "Cup")), state_of(KITCHEN, ("holding", "Mug")))


def test_slices_come_into_being_where_the_whole_was() -> None:
    world = world_of("Bread", "BreadSliced", "Knife", "CounterTop", pieces={"BreadSliced": "Bread"})
    state = state_of(world, ("in", "Bread", "CounterTop"), ("holding", "Knife")).changed(
        (), [("there", "BreadSliced")]
    )
    step = Step("slice", ("Bread", "Knife", "CounterTop"))
    assert not violated(world, step, state)
    done = applied(world, step, state)
    assert {
        ("there", "BreadSliced"),
        ("in", "BreadSliced", "CounterTop"),
        ("is", "BreadSliced", "sliced"),
    } <= done.true.all
    assert ("there", "Bread") not in done.true and ("in", "Bread", "CounterTop") not in done.true


def achievers(action: Action, predicate: str, *, value: bool) -> bool:
    return any(e.fact[0] == predicate and e.value is value for e in action.effects)


def test_which_actions_can_make_a_predicate_true_or_false() -> None:
    actions = domain().actions.actions
    assert {name for name, a in actions.items() if achievers(a, "opened", value=True)} == {"open"}
    assert {name for name, a in actions.items() if achievers(a, "running", value=False)} == {"toggle_off"}
    assert {name for name, a in actions.items() if achievers(a, "hand-empty", value=True)} == {"put", "hand_over"}
