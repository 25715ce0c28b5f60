"""Names as models write them: repaired where they can mean one thing, unknown where they mean no object."""

from __future__ import annotations

import pytest

from pred_core.vocabulary import object_types
from pred_planner.dialects.name_repair import repairer
from pred_planner.plan.parsed import Rejected, RejectionCode, Repairs


def resolved(name: str) -> str | None:
    """Return the class a name is repaired to, or None."""
    try:
        return repairer().resolve(name, Repairs())
    except Rejected:
        return None


@pytest.mark.parametrize("name", sorted(object_types()))
def test_every_class_is_itself(name: str) -> None:
    repairs = Repairs()
    assert [repairer().resolve(n, repairs) for n in (name, f"{name}_1", f"{name} 2")] == [name] * 3
    assert repairs.notes == []


@pytest.mark.parametrize(
    "name",
    [
        *(
            "Room",
            "Kitchen",
            "Hand",
            "Blanket",
            "Bean bag",
            "Butter",
            "Water",
            "Coffee",
            "Basket",
            "Bench",
            "Door",
        ),
        *(
            "Tablet",
            "Oven",
            "Target",
            "TARGET",
            "Wall",
            "Furniture",
            "Slice",
            "Object",
            "the object",
            "Objects",
        ),
        *("Unicorn", "Salad", "Juice", "Shirt", "Dishwasher", "it", "there", "", "_1", "Mug " * 40),
    ],
)
def test_what_is_no_object_of_the_household_is_unknown(name: str) -> None:
    with pytest.raises(Rejected) as caught:
        repairer().resolve(name, Repairs())
    assert caught.value.rejection.code is RejectionCode.UNKNOWN_OBJECT


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("Trash", "GarbageCan"),
        ("Island", "CounterTop"),
        ("Kitchen Island", "CounterTop"),
        ("Night stand", "SideTable"),
        ("Tub", "Bathtub"),
        ("Refrigerator", "Fridge"),
        ("Glassbottle", "Bottle"),
        ("blue mug", "Mug"),
        ("Mug (blue)", "Mug"),
        ("CounterTop|1.2|0.9|-0.3", "CounterTop"),
        ("knives", "Knife"),
        ("Slices of bread", "BreadSliced"),
        ("Microwve", "Microwave"),
        ("DiningT", "DiningTable"),
        ("CoffeeTab", "CoffeeTable"),
        ("Televis", "Television"),
    ],
)
def test_what_means_one_thing_is_repaired(name: str, meant: str) -> None:
    assert resolved(name) == meant


@pytest.mark.parametrize("name", ["Table", "Counter", "Stove", "Sink", "Oven", "Kitchen Island"])
def test_a_preposition_changes_nothing(name: str) -> None:
    assert (
        len({resolved(f"{before}{name}") for before in ("", "on the ", "in ", "the ", "onto a ", "At The ")})
        == 1
    )
