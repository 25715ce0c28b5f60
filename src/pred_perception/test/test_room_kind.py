"""What a room is by what is seen in it, and how usual a class is there."""

from pred_core.vocabulary import object_types
from pred_perception.room_kind import TELLING, usual

KITCHEN = [(name, 0.95) for name in ("CounterTop", "StoveBurner", "CoffeeMachine", "Microwave")]


def test_in_a_kitchen_a_fridge_is_likelier_than_a_television():
    here = usual(KITCHEN)
    assert here["Fridge"] > here["Television"] + 2.0
    assert (
        usual([("Sofa", 0.9), ("CoffeeTable", 0.9), ("FloorLamp", 0.9)])["Television"]
        > here["Television"] + 2.0
    )


def test_one_wrong_thing_makes_no_other_room_and_nothing_is_ruled_out():
    here = usual([*KITCHEN, ("Television", 0.9)])
    assert here["Fridge"] > here["Television"]
    assert all(value > -5.0 for value in here.values())


def test_what_is_not_sure_tells_nothing():
    assert usual([(name, TELLING - 0.01) for name, _ in KITCHEN]) == usual([])


def test_what_is_in_no_list_of_rooms_is_as_likely_anywhere():
    assert not object_types()["AppleSliced"].rooms and "AppleSliced" not in usual(KITCHEN)
