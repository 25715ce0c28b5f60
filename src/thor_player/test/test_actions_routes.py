import itertools
import math
from typing import Any

import pytest
from ai2thor.util import metrics

from thor_player.collision import blocker


def _length(corners: Any) -> float:
    return sum(math.dist(a.values(), b.values()) for a, b in itertools.pairwise(corners))


def test_the_way_to_an_object_is_clear_and_ends_where_it_can_be_seen(kitchen: Any) -> None:
    start = kitchen.agent["agent"]["position"]
    for kind in ("Fridge", "Toaster", "Mug"):
        target = kitchen.id(kind)
        corners = kitchen.ok("GetShortestPath", objectId=target, position=start)["actionReturn"]["corners"]
        assert (corners[0]["x"], corners[0]["z"]) == pytest.approx((start["x"], start["z"]))
        world = kitchen.session.state.world
        points = [[c["x"], c["y"], c["z"]] for c in corners]
        assert all(blocker(world, a, b) is None for a, b in itertools.pairwise(points))
        end = {**corners[-1], "y": start["y"]}
        assert kitchen.ok("GetInteractablePoses", objectId=target, positions=[end])["actionReturn"]
    assert kitchen.agent["agent"]["position"] == start


def test_the_way_to_a_type_is_that_to_its_nearest_object(kitchen: Any) -> None:
    by_type = kitchen.ok("GetShortestPath", objectType="Cabinet")["actionReturn"]["corners"]
    lengths = []
    for cabinet in kitchen.all("Cabinet"):
        agent = kitchen.do("GetShortestPath", objectId=cabinet["objectId"])
        if agent["lastActionSuccess"]:
            lengths.append(_length(agent["actionReturn"]["corners"]))
    assert _length(by_type) <= min(lengths) + 0.3


def test_the_way_to_a_point(kitchen: Any) -> None:
    places = kitchen.ok("GetReachablePositions")["actionReturn"]
    start, end = places[0], places[-1]
    corners = kitchen.ok("GetShortestPathToPoint", position=start, x=end["x"], y=end["y"], z=end["z"])
    found = corners["actionReturn"]["corners"]
    assert math.dist((found[-1]["x"], found[-1]["z"]), (end["x"], end["z"])) < 0.01
    straight = math.dist((start["x"], start["z"]), (end["x"], end["z"]))
    steps = (abs(start["x"] - end["x"]) + abs(start["z"] - end["z"])) * 2.0
    assert straight - 1e-6 <= _length(found) <= steps
    same = kitchen.ok("GetShortestPathToPoint", position=start, target=end)["actionReturn"]["corners"]
    assert same == found


def test_ways_that_are_not_there(kitchen: Any) -> None:
    kitchen.fails("is not the objectId on any object", "GetShortestPath", objectId="Mug")
    kitchen.fails("no object of type Bed", "GetShortestPath", objectType="Bed")
    assert kitchen.fails("missing the following", "GetShortestPath")["errorCode"] == "MissingArguments"
    assert (
        kitchen.fails("missing the following", "GetShortestPathToPoint", x=1.0)["errorCode"]
        == "MissingArguments"
    )
    fridge = kitchen.all("Fridge")[0]["position"]
    kitchen.fails("There is no way from", "GetShortestPathToPoint", target=fridge)
    kitchen.fails("cannot start at", "GetShortestPath", objectType="Mug", position=fridge)


def test_metrics_of_the_client_can_use_them(kitchen: Any) -> None:
    class Event:
        def __init__(self, metadata: Any) -> None:
            self.metadata = metadata

    class Client:
        def step(self, request: Any) -> Any:
            return Event(kitchen.do(**request))

    start = kitchen.agent["agent"]["position"]
    turned = {"x": 0, "y": 0, "z": 0}
    first = metrics.get_shortest_path_to_object(Client(), kitchen.id("Fridge"), start, turned)
    second = metrics.get_shortest_path_to_object_type(Client(), "Fridge", start, turned, allowed_error=0.05)
    third = metrics.get_shortest_path_to_point(Client(), start, first[-1], allowed_error=0.05)
    assert first == second
    assert metrics.path_distance(third) == pytest.approx(metrics.path_distance(first), abs=0.05)
