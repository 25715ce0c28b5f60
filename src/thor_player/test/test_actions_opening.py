import math
from typing import Any

import pytest


@pytest.mark.parametrize("kind", ["Fridge", "Microwave", "Cabinet", "Drawer"])
def test_open_and_close(kitchen: Any, kind: Any) -> None:
    target = kitchen.id(kind)
    assert kitchen.ok("OpenObject", objectId=target, forceAction=True) and kitchen.get(target)["isOpen"]
    assert kitchen.get(target)["openness"] == 1.0
    kitchen.ok("OpenObject", objectId=target, openness=0.3, forceAction=True)
    assert kitchen.get(target)["openness"] == pytest.approx(0.3)
    kitchen.ok("CloseObject", objectId=target, forceAction=True)
    assert not kitchen.get(target)["isOpen"]


def test_what_lies_in_a_drawer_rides_along(kitchen: Any) -> None:
    drawer = next(o for o in kitchen.all("Drawer") if o["receptacleObjectIds"])
    item = drawer["receptacleObjectIds"][0]
    before = kitchen.get(item)["position"]
    kitchen.ok("OpenObject", objectId=drawer["objectId"], forceAction=True)
    opened = kitchen.get(item)["position"]
    assert math.dist(before.values(), opened.values()) > 0.1
    kitchen.ok("CloseObject", objectId=drawer["objectId"], forceAction=True)
    assert kitchen.get(item)["position"] == pytest.approx(before, abs=1e-9)


def test_opening_errors(kitchen: Any) -> None:
    kitchen.fails("is not an Openable object", "OpenObject", objectId=kitchen.id("Apple"), forceAction=True)
    kitchen.fails(
        "openness must be in [0:1]",
        "OpenObject",
        objectId=kitchen.id("Fridge"),
        openness=2.0,
        forceAction=True,
    )
    microwave = kitchen.id("Microwave")
    kitchen.ok("ToggleObjectOn", objectId=microwave, forceAction=True)
    kitchen.fails("Target must be OFF to open!", "OpenObject", objectId=microwave, forceAction=True)


def test_old_clients_say_move_magnitude(kitchen: Any) -> None:
    fridge = kitchen.id("Fridge")
    kitchen.ok("Teleport", x=0.5, z=1.75)
    kitchen.ok("OpenObject", objectId=fridge, moveMagnitude=0.5, forceAction=True)
    assert kitchen.get(fridge)["openness"] == 0.5
    kitchen.ok("OpenObject", objectId=fridge, moveMagnitude=0, forceAction=True)
    assert kitchen.get(fridge)["openness"] == 1.0


def test_a_closed_fridge_hides_what_is_in_it_and_an_open_one_shows_it(kitchen: Any) -> None:
    fridge = kitchen.id("Fridge")
    egg = kitchen.get(fridge)["receptacleObjectIds"][0]
    kitchen.ok("OpenObject", objectId=fridge, forceAction=True)
    poses = kitchen.ok("GetInteractablePoses", objectId=egg)["actionReturn"]
    kitchen.ok("CloseObject", objectId=fridge, forceAction=True)
    assert kitchen.ok("GetInteractablePoses", objectId=egg)["actionReturn"] == []
    assert poses


def _away_from_drawer(kitchen: Any, share: float) -> str:
    """Stand before a drawer, at that many times its way out from its middle; return its id."""
    drawer = next(o for o in kitchen.all("Drawer") if o["position"]["y"] < 0.5)
    where = drawer["axisAlignedBoundingBox"]["center"]
    kitchen.ok("OpenObject", objectId=drawer["objectId"], forceAction=True)
    out = kitchen.get(drawer["objectId"])["axisAlignedBoundingBox"]["center"]
    kitchen.ok("CloseObject", objectId=drawer["objectId"], forceAction=True)
    ahead = {axis: where[axis] + share * (out[axis] - where[axis]) for axis in ("x", "z")}
    kitchen.ok("Teleport", **ahead, forceAction=True)
    return str(drawer["objectId"])


def test_a_drawer_does_not_open_into_the_agent(kitchen: Any) -> None:
    drawer = _away_from_drawer(kitchen, 1.1)
    kitchen.fails("Object failed to open/close", "OpenObject", objectId=drawer, forceAction=True)
    assert not kitchen.get(drawer)["isOpen"]


def test_a_drawer_stops_short_of_an_agent_that_leaves_it_room(kitchen: Any) -> None:
    drawer = _away_from_drawer(kitchen, 1.8)
    kitchen.ok("OpenObject", objectId=drawer, forceAction=True)
    assert kitchen.get(drawer)["isOpen"]
    assert 0.0 < kitchen.get(drawer)["openness"] < 1.0


def test_opening_takes_as_long_as_was_said(kitchen: Any) -> None:
    drawer = kitchen.id("Drawer")
    for seconds in (0.5, 2.0):
        if seconds != 0.5:
            kitchen.ok("ChangeOpenSpeed", x=seconds)
        before = kitchen.ok("GetScenesInBuild")["currentTime"]
        kitchen.ok("OpenObject", objectId=drawer, forceAction=True)
        assert kitchen.agent["currentTime"] - before == pytest.approx(seconds)
        kitchen.ok("CloseObject", objectId=drawer, forceAction=True)
    kitchen.fails("must be > 0", "ChangeOpenSpeed", x=0)


def test_what_swings_open_counts_to_the_box(kitchen: Any) -> None:
    for kind in ("Fridge", "Microwave", "Cabinet"):
        thing = kitchen.id(kind)
        closed = kitchen.get(thing)["axisAlignedBoundingBox"]
        kitchen.ok("OpenObject", objectId=thing, forceAction=True)
        opened = kitchen.get(thing)["axisAlignedBoundingBox"]
        grown = max(opened["size"][axis] - closed["size"][axis] for axis in "xz")
        narrow = min(closed["size"][axis] for axis in "xz")
        assert grown > 0.5 * narrow, kind
        assert opened["size"]["y"] == pytest.approx(closed["size"]["y"], abs=1e-3)
        kitchen.ok("CloseObject", objectId=thing, forceAction=True)
        assert kitchen.get(thing)["axisAlignedBoundingBox"] == closed
