from typing import Any

import pytest


def test_pickup_needs_sight_and_an_empty_hand(kitchen: Any) -> None:
    mug = kitchen.id("Mug")
    kitchen.ok("Teleport", x=0.0, z=1.75, rotation=0, horizon=0)
    kitchen.fails(
        "NullReferenceException: Target object not found within the specified visibility",
        "PickupObject",
        objectId=mug,
    )
    agent = kitchen.ok("PickupObject", objectId=mug, forceAction=True)
    assert agent["actionReturn"] == mug
    assert agent["inventoryObjects"] == [{"objectId": mug, "objectType": "Mug"}]
    assert kitchen.get(mug)["parentReceptacles"] is None
    kitchen.fails(
        "Agent hand has something in it already", "PickupObject", objectId=kitchen.id("Egg"), forceAction=True
    )


def test_pickup_errors(kitchen: Any) -> None:
    kitchen.fails(
        "ArgumentException: objectId: Cat is not the objectId on any object", "PickupObject", objectId="Cat"
    )
    kitchen.fails(
        "must have the property CanPickup", "PickupObject", objectId=kitchen.id("Fridge"), forceAction=True
    )
    agent = kitchen.fails("missing the following arguments: objectId", "PickupObject")
    assert agent["errorCode"] == "MissingArguments"
    agent = kitchen.fails(
        "called with invalid argument: 'colour'", "PickupObject", objectId="Cat", colour="red"
    )
    assert agent["errorCode"] == "InvalidArgument"
    kitchen.fails("x/y must be in [0:1]", "PickupObject", x=1.5, y=0.5)


def test_pickup_by_screen_point_takes_what_the_picture_shows(kitchen: Any) -> None:
    book = kitchen.id("Book")
    pose = kitchen.ok("GetInteractablePoses", objectId=book, standings=[True])["actionReturn"][0]
    kitchen.ok(
        "TeleportFull",
        position={a: pose[a] for a in "xyz"},
        rotation=pose["rotation"],
        horizon=pose["horizon"],
        standing=True,
    )
    hits = [
        (x / 20, y / 20)
        for x in range(1, 20)
        for y in range(1, 20)
        if kitchen.do("GetObjectInFrame", x=x / 20, y=y / 20)["actionReturn"] == book
    ]
    assert hits
    assert kitchen.ok("PickupObject", x=hits[0][0], y=hits[0][1])["actionReturn"] == book


def test_put_in_both_dialects(kitchen: Any) -> None:
    counter = kitchen.id("CounterTop")
    mug = kitchen.hold("Mug")
    kitchen.ok("PutObject", objectId=counter, forceAction=True)
    assert kitchen.get(mug)["parentReceptacles"][0] == counter
    assert mug in kitchen.get(counter)["receptacleObjectIds"]
    kitchen.ok("PickupObject", objectId=mug, forceAction=True)
    assert mug not in kitchen.get(counter)["receptacleObjectIds"]
    kitchen.ok("PutObject", objectId=mug, receptacleObjectId=counter, forceAction=True, placeStationary=True)
    assert kitchen.get(mug)["parentReceptacles"][0] == counter


def test_a_seeded_put_chooses_among_the_places_in_view(kitchen: Any) -> None:
    """The agent stands before one end of a long counter: the seed varies where a mug stands, within sight."""
    counter = max(kitchen.all("CounterTop"), key=lambda o: max(o["axisAlignedBoundingBox"]["size"].values()))
    mug = kitchen.hold("Mug")
    poses = kitchen.ok("GetInteractablePoses", objectId=counter["objectId"], standings=[True])["actionReturn"]
    pose = min(poses, key=lambda p: p["x"] + p["z"])
    stand = {"position": {a: pose[a] for a in "xyz"}, "rotation": pose["rotation"], "horizon": pose["horizon"]}
    kitchen.ok("TeleportFull", **stand, standing=True)
    places = set()
    for seed in range(8):
        kitchen.ok("PutObject", objectId=counter["objectId"], forceAction=True, randomSeed=seed)
        put = kitchen.get(mug)
        assert put["visible"], f"seed {seed} put it out of sight"
        places.add((round(put["position"]["x"], 2), round(put["position"]["z"], 2)))
        kitchen.ok("PickupObject", objectId=mug, forceAction=True)
    assert len(places) > 1


def test_put_near_a_screen_point(kitchen: Any) -> None:
    counter = next(o for o in kitchen.all("CounterTop") if "Book" in str(o["receptacleObjectIds"]))[
        "objectId"
    ]
    mug = kitchen.hold("Mug")
    pose = kitchen.ok("GetInteractablePoses", objectId=counter, horizons=[30])["actionReturn"][0]
    kitchen.ok("TeleportFull", **{**pose, "rotation": {"y": pose["rotation"]}}, forceAction=True)
    spots = [(x / 10, y / 10) for y in range(9, 2, -1) for x in range(1, 10)]
    x, y = next(s for s in spots if kitchen.do("GetObjectInFrame", x=s[0], y=s[1])["actionReturn"] == counter)
    point = kitchen.ok("GetCoordinateFromRaycast", x=x, y=y)["actionReturn"]
    kitchen.ok("PutObject", x=x, y=y, putNearXY=True, forceAction=True, placeStationary=True)
    place = kitchen.get(mug)["axisAlignedBoundingBox"]["center"]
    assert abs(place["x"] - point["x"]) < 0.3 and abs(place["z"] - point["z"]) < 0.3


def test_put_errors(kitchen: Any) -> None:
    kitchen.fails(
        "Can't place an object if Agent isn't holding anything", "PutObject", objectId=kitchen.id("Fridge")
    )
    kitchen.hold("Mug")
    put = {"action": "PutObject", "forceAction": True}
    kitchen.fails("is CLOSED, can't place if target is not open!", **put, objectId=kitchen.id("Microwave"))
    kitchen.fails("This target object is NOT a receptacle!", **put, objectId=kitchen.id("Apple"))
    kitchen.fails("is not a valid Object Type to be placed in", **put, objectId=kitchen.id("StoveBurner"))
    kitchen.fails("This target object is NOT a receptacle!", **put, objectId=kitchen.id("Mug"))
    kitchen.fails("Target object not found within the specified", "PutObject", objectId=kitchen.id("Sink"))


def test_restrictions_hold_unless_forced(kitchen: Any) -> None:
    kitchen.ok("OpenObject", objectId=kitchen.id("Drawer"), forceAction=True)
    kitchen.hold("Kettle")
    stove = kitchen.id("Toaster")
    kitchen.fails("is not a valid Object Type", "PutObject", objectId=stove, forceAction=True)
    kitchen.ok("PutObject", objectId=kitchen.id("StoveBurner"), forceAction=True)
    kitchen.hold("Pan")
    kitchen.fails(
        "is full right now",
        "PutObject",
        objectId=kitchen.get(kitchen.id("Kettle"))["parentReceptacles"][0],
        forceAction=True,
    )


def test_contents_travel_with_their_container(kitchen: Any) -> None:
    bowl = kitchen.id("Bowl")
    fork = kitchen.move_to("Fork", bowl)
    assert kitchen.get(fork)["parentReceptacles"][0] == bowl
    assert len(kitchen.get(fork)["parentReceptacles"]) == 2
    offset = _offset(kitchen, fork, bowl)
    kitchen.ok("PickupObject", objectId=bowl, forceAction=True)
    assert kitchen.get(fork)["parentReceptacles"] == [bowl]
    kitchen.ok("RotateRight", forceAction=True)
    assert _offset(kitchen, fork, bowl) == pytest.approx(offset, abs=1e-6)
    counter = kitchen.all("CounterTop")[1]["objectId"]
    kitchen.ok("PutObject", objectId=counter, forceAction=True)
    assert kitchen.get(fork)["parentReceptacles"] == [bowl, counter]
    assert {fork, bowl} <= set(kitchen.get(counter)["receptacleObjectIds"])


def _offset(driver: Any, inner: Any, outer: Any) -> Any:
    a, b = driver.get(inner)["position"], driver.get(outer)["position"]
    flat = ((a["x"] - b["x"]) ** 2 + (a["z"] - b["z"]) ** 2) ** 0.5
    return flat, a["y"] - b["y"]


def test_a_fork_stays_in_the_view_of_who_carries_its_bowl(kitchen: Any) -> None:
    bowl = kitchen.id("Bowl")
    kitchen.move_to("Fork", bowl)
    kitchen.ok("PickupObject", objectId=bowl, forceAction=True)
    kitchen.ok("Teleport", x=0.0, z=1.75, rotation=0, forceAction=True)
    kitchen.ok("RotateRight", forceAction=True)
    assert kitchen.do("MoveAhead", forceAction=True)["lastActionSuccess"]


def test_dropping_lets_things_fall_to_what_is_below(kitchen: Any) -> None:
    kitchen.ok("Teleport", x=0.0, z=1.75, rotation=0, horizon=0)
    kitchen.fails("Nothing is in the agent's hand to drop!", "DropHandObject")
    apple = kitchen.hold("Apple")
    rest = kitchen.ok("DropHandObject")["actionReturn"]
    assert rest["y"] < 0.3
    assert kitchen.get(apple)["parentReceptacles"] == [kitchen.id("Floor")]
    assert kitchen.agent["inventoryObjects"] == []


def test_an_egg_breaks_when_it_falls(kitchen: Any) -> None:
    kitchen.ok("Teleport", x=0.0, z=1.75, rotation=0, horizon=0)
    egg = kitchen.hold("Egg")
    kitchen.ok("DropHeldObject")
    assert kitchen.get(egg)["isBroken"]
    assert len(kitchen.all("EggCracked")) == 1


def test_throwing_goes_further_with_more_force(kitchen: Any) -> None:
    kitchen.fails("Nothing in Hand to Throw!", "ThrowObject", moveMagnitude=10)
    kitchen.ok("MakeAllObjectsUnbreakable")
    reach = []
    for force in (0.0, 30.0):
        kitchen.ok("Teleport", x=0.0, z=2.25, rotation=180, horizon=0, forceAction=True)
        apple = kitchen.hold("Apple")
        kitchen.ok("ThrowObject", moveMagnitude=force)
        reach.append(2.25 - kitchen.get(apple)["position"]["z"])
    assert reach[1] > reach[0] + 0.2


def test_what_is_inside_furniture_cannot_be_dropped(kitchen: Any) -> None:
    kitchen.ok("Teleport", x=0.0, z=1.75, rotation=180, horizon=0)
    kitchen.hold("Mug")
    fridge = kitchen.all("Fridge")[0]["axisAlignedBoundingBox"]["center"]
    inside = {**fridge, "x": fridge["x"] - 0.38}
    kitchen.ok("Teleport", position=inside, rotation=90, horizon=0, forceAction=True)
    kitchen.fails("can't be dropped. It must be clear", "DropHandObject")
    assert kitchen.agent["inventoryObjects"]
    kitchen.ok("DropHandObject", forceAction=True)
