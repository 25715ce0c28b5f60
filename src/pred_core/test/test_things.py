"""What the household's file says of things, as facts."""

from __future__ import annotations

import pytest

from pred_core.action_model.things import SOMEWHERE, Thing, fits, fitting, static_facts, takes
from pred_core.vocabulary import equipment, within_domain


def one(*classes: str) -> Thing:
    return Thing(classes[0], classes)


def facts(*classes: str) -> set[tuple[str, ...]]:
    return static_facts([one(name) for name in classes], {})


def test_affordances_doors_and_slots() -> None:
    found = facts("Mug", "Fridge", "CoffeeMachine", "Knife", "Apple")
    assert {
        ("pickupable", "Mug"),
        ("fillable", "Mug"),
        ("receptacle", "Fridge"),
        ("openable", "Fridge"),
    } <= found
    assert {
        ("door", "Fridge"),
        ("cuts", "Knife"),
        ("sliceable", "Apple"),
        ("single-slot", "CoffeeMachine"),
    } <= found
    assert ("receptacle", SOMEWHERE) in found and ("door", "Mug") not in found


def test_appliances_give_by_their_own_switch_or_shut() -> None:
    found = facts("SinkBasin", "Faucet", "Microwave", "Fridge", "Laptop")
    assert {("gives", "Faucet", "SinkBasin", "clean"), ("gives", "Microwave", "Microwave", "hot")} <= found
    assert {("gives-shut", "Fridge", "cold"), ("runs-shut", "Microwave"), ("drain", "SinkBasin")} <= found
    assert ("spoils", "Faucet", "SinkBasin", "Laptop") in found
    assert not [f for f in facts("SinkBasin", "Microwave") if f[:3] == ("gives", "Microwave", "SinkBasin")]


def test_qualities_end_and_hinder_each_other() -> None:
    found = facts()
    assert {("ends", "hot", "cold"), ("hinders", "water", "coffee"), ("liquid", "coffee")} <= found


def test_who_can_take_a_quality() -> None:
    known = equipment().qualities
    assert takes(one("Mug"), known["water"]) and not takes(one("Plate"), known["water"])
    assert takes(one("Egg"), known["cooked"]) and takes(one("BreadSliced"), known["cooked"])
    assert takes(one("Spoon"), known["clean"]) and not takes(one("Fridge"), known["clean"])


@pytest.mark.parametrize(
    ("what", "where", "expected"),
    [
        ("Mug", "CoffeeMachine", True), ("Cup", "CoffeeMachine", False), ("Pillow", "Mug", False),
        ("Spoon", "Mug", True), ("CD", "Bowl", True), ("Pot", "StoveBurner", True),
        ("PotatoSliced", "StoveBurner", False),
        ("Laptop", "CounterTop", True), ("Nothing", "Mug", True),
    ],
)  # fmt: skip
def test_what_fits(what: str, where: str, expected: bool) -> None:
    assert fits(what, where) is expected


def test_a_thing_that_may_be_one_of_several_fits_where_any_does() -> None:
    found = fitting([Thing("it", ("Cup", "Mug")), one("CoffeeMachine")])
    assert ("fits", "it", "CoffeeMachine") in found and ("fits", "it", "it") not in found


def test_a_piece_is_told_with_its_whole() -> None:
    assert ("piece-of", "s", "w") in static_facts(
        [Thing("s", ("BreadSliced",)), Thing("w", ("Bread",))], {"s": "w"}
    )


def test_only_what_the_actions_speak_of_is_told() -> None:
    with within_domain("table"):
        found = facts("FantaCan", "Table")
        assert ("pickupable", "FantaCan") in found and {f[0] for f in found} <= {"pickupable", "receptacle"}


def test_what_comes_to_harm_somewhere_is_a_fact_of_the_place() -> None:
    found = facts("Toilet", "CellPhone", "ToiletPaper", "Bed", "Knife")
    assert {("harms", "Toilet", "CellPhone"), ("harms", "Bed", "Knife")} <= found
    assert not found & {("harms", "Toilet", "ToiletPaper"), ("harms", "Bed", "CellPhone")}
