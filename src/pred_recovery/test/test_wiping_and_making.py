"""Mirrors are wiped with what lies about, which goes back where it was; a bed is made with an empty hand."""

from __future__ import annotations

from fake_house import do, skills, thing
from symbolic_house import SymbolicHouse

from pred_core.outcome import Code

COUNTER, FAR = thing("CounterTop_1", (3, 0)), thing("CounterTop_2", (5, 5))
MIRROR, BED = thing("Mirror_1", (2, 2)), thing("Bed_1", (4, 1))


def test_a_mirror_is_wiped_and_the_cloth_goes_back_to_the_counter_that_it_lay_on() -> None:
    house = SymbolicHouse("wipe the mirror", MIRROR, COUNTER, FAR, thing("Cloth_1", (5, 5), "CounterTop_2"))
    result, _ = do(house)
    assert result.outcome and house.is_now("Mirror_1", "clean")
    assert skills(house) == [
        ("PickupObject", "Cloth_1"),
        ("CleanObject", "Mirror_1"),
        ("PutObject", "CounterTop_2"),
    ]


def test_what_is_named_is_wiped_with() -> None:
    towel, cloth = thing("HandTowel_1", (5, 5), "CounterTop_2"), thing("Cloth_1", (3, 0), "CounterTop_1")
    house = SymbolicHouse("clean the mirror with the hand towel", MIRROR, COUNTER, FAR, towel, cloth)
    result, _ = do(house)
    assert result.outcome and skills(house)[0] == ("PickupObject", "HandTowel_1")


def test_where_a_mirror_is_clean_nothing_is_fetched() -> None:
    cloth = thing("Cloth_1", (3, 0), "CounterTop_1")
    house = SymbolicHouse("wipe the mirror", MIRROR, COUNTER, cloth, has=(("Mirror_1", "clean"),))
    result, log = do(house, modules="apm")
    assert result.outcome and skills(house) == [] and [r.trigger for r in log.revisions] == ["apm"]


def test_without_anything_to_wipe_with_the_robot_says_so() -> None:
    house = SymbolicHouse("wipe the mirror", MIRROR, COUNTER, thing("Mug_1", (3, 0), "CounterTop_1"))
    result, _ = do(house)
    assert result.outcome.code is Code.NOT_FOUND
    assert not house.is_now("Mirror_1", "clean")


def test_a_bed_is_made_with_an_empty_hand_and_nothing_else_is_touched() -> None:
    house = SymbolicHouse("make the bed", BED, COUNTER, thing("Cloth_1", (3, 0), "CounterTop_1"))
    result, _ = do(house)
    assert result.outcome and house.is_now("Bed_1", "clean") and skills(house) == [("CleanObject", "Bed_1")]


def test_what_was_taken_before_is_put_down_before_a_bed_is_made() -> None:
    house = SymbolicHouse("pick up the mug, then make the bed", BED, COUNTER, thing("Mug_1", (3, 0), "CounterTop_1"))
    result, _ = do(house)
    assert result.outcome and house.is_now("Bed_1", "clean")
    assert [skill for skill, _ in skills(house)] == ["PickupObject", "PutObject", "CleanObject"]
