from typing import Any

import pytest


@pytest.mark.parametrize(
    ("kind", "pieces", "count"),
    [
        ("Apple", "AppleSliced", 2),
        ("Bread", "BreadSliced", 8),
        ("Lettuce", "LettuceSliced", 7),
        ("Potato", "PotatoSliced", 8),
        ("Tomato", "TomatoSliced", 6),
        ("Egg", "EggCracked", 1),
    ],
)
def test_slicing_gives_pieces_that_inherit_the_id(kitchen: Any, kind: Any, pieces: Any, count: Any) -> None:
    whole = kitchen.id(kind)
    parents = kitchen.get(whole)["parentReceptacles"]
    kitchen.ok("SliceObject", objectId=whole, forceAction=True)
    found = kitchen.all(pieces)
    assert len(found) >= count
    assert all(o["objectId"].startswith(whole + "|") and o["pickupable"] for o in found)
    assert all(o["parentReceptacles"] == parents for o in found)
    assert kitchen.get(whole)["isSliced"]
    kitchen.fails("is not the objectId on any object", "PickupObject", objectId=whole, forceAction=True)
    kitchen.ok("PickupObject", objectId=found[0]["objectId"], forceAction=True)


def test_slicing_errors(kitchen: Any) -> None:
    kitchen.fails(
        "Does not have the CanBeSliced property!", "SliceObject", objectId=kitchen.id("Mug"), forceAction=True
    )
    apple = kitchen.hold("Apple")
    kitchen.fails(
        "cannot be sliced if it is in the agent's hand", "SliceObject", objectId=apple, forceAction=True
    )


def test_a_cooked_potato_gives_cooked_slices(kitchen: Any) -> None:
    potato = kitchen.id("Potato")
    kitchen.ok("CookObject", objectId=potato, forceAction=True)
    kitchen.fails("is already Toasted!", "CookObject", objectId=potato, forceAction=True)
    kitchen.fails("target object is not cookable", "CookObject", objectId=kitchen.id("Mug"), forceAction=True)
    kitchen.ok("SliceObject", objectId=potato, forceAction=True)
    assert all(o["isCooked"] for o in kitchen.all("PotatoSliced"))


def test_breaking(kitchen: Any) -> None:
    kitchen.fails(
        "does not have the CanBreak property!!", "BreakObject", objectId=kitchen.id("Apple"), forceAction=True
    )
    bowl = kitchen.id("Bowl")
    fork = kitchen.move_to("Fork", bowl)
    table = kitchen.get(bowl)["parentReceptacles"][0]
    kitchen.ok("BreakObject", objectId=bowl, forceAction=True)
    assert kitchen.get(bowl)["isBroken"]
    assert kitchen.get(fork)["parentReceptacles"] == [table]


def test_a_held_thing_that_breaks_leaves_the_hand(kitchen: Any) -> None:
    mug = kitchen.hold("Mug")
    kitchen.ok("BreakObject", objectId=mug, forceAction=True)
    assert kitchen.agent["inventoryObjects"] == []
    assert not kitchen.get(mug)["isPickedUp"]


def test_unbreakable(kitchen: Any) -> None:
    kitchen.ok("MakeObjectsOfTypeUnbreakable", objectType="Mug")
    kitchen.fails("unbreakable", "BreakObject", objectId=kitchen.id("Mug"), forceAction=True)
    kitchen.ok("BreakObject", objectId=kitchen.id("Bowl"), forceAction=True)


def test_dirt(kitchen: Any) -> None:
    plate = kitchen.id("Plate")
    kitchen.fails("is already Clean!", "CleanObject", objectId=plate, forceAction=True)
    kitchen.ok("DirtyObject", objectId=plate, forceAction=True)
    assert kitchen.get(plate)["isDirty"]
    kitchen.fails("is already dirty!", "DirtyObject", objectId=plate, forceAction=True)
    kitchen.ok("CleanObject", objectId=plate, forceAction=True)
    assert not kitchen.get(plate)["isDirty"]
    kitchen.fails(
        "does not have dirtyable property!", "CleanObject", objectId=kitchen.id("Apple"), forceAction=True
    )
    kitchen.fails(
        "does not have CanBeDirty property!", "DirtyObject", objectId=kitchen.id("Apple"), forceAction=True
    )


def test_liquids(kitchen: Any) -> None:
    mug = kitchen.id("Mug")
    fill = {"action": "FillObjectWithLiquid", "forceAction": True}
    kitchen.fails("object already empty", "EmptyLiquidFromObject", objectId=mug, forceAction=True)
    kitchen.fails("Missing Liquid string", **fill, objectId=mug)
    kitchen.fails("tea is not a valid Liquid Type", **fill, objectId=mug, fillLiquid="tea")
    kitchen.fails(
        "does not have CanBeFilled property!", **fill, objectId=kitchen.id("Apple"), fillLiquid="water"
    )
    kitchen.ok(**fill, objectId=mug, fillLiquid="Coffee")
    filled = kitchen.get(mug)
    assert (filled["isFilledWithLiquid"], filled["fillLiquid"], filled["temperature"]) == (
        True,
        "coffee",
        "Hot",
    )
    kitchen.fails("is already Filled!", **fill, objectId=mug, fillLiquid="water")
    kitchen.ok("EmptyLiquidFromObject", objectId=mug, forceAction=True)
    assert kitchen.get(mug)["fillLiquid"] is None


def test_using_up(drive: Any) -> None:
    bathroom = drive("FloorPlan401")
    roll = next(o for o in bathroom.agent["objects"] if o["canBeUsedUp"])["objectId"]
    bathroom.ok("UseUpObject", objectId=roll, forceAction=True)
    assert bathroom.get(roll)["isUsedUp"]
    bathroom.fails("object already used up!", "UseUpObject", objectId=roll, forceAction=True)
    fixed = next(o for o in bathroom.agent["objects"] if not o["canBeUsedUp"])["objectId"]
    bathroom.fails("does not have CanBeUsedUp property!", "UseUpObject", objectId=fixed, forceAction=True)


def test_what_is_in_pieces_already_is_not_unknown(kitchen: Any) -> None:
    apple, egg = kitchen.id("Apple"), kitchen.id("Egg")
    kitchen.ok("SliceObject", objectId=apple, forceAction=True)
    kitchen.fails("is already sliced", "SliceObject", objectId=apple, forceAction=True)
    kitchen.fails("is already sliced", "SliceObject", objectId=apple)
    kitchen.ok("BreakObject", objectId=egg, forceAction=True)
    kitchen.fails("is already broken", "BreakObject", objectId=egg, forceAction=True)
