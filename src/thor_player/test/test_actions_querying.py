import math
from typing import Any

import pytest


def test_reachable_positions_are_on_the_grid_and_can_be_stood_on(kitchen: Any) -> None:
    found = kitchen.ok("GetReachablePositions")["actionReturn"]
    assert len(found) > 50
    assert all(abs(p["x"] / 0.25 - round(p["x"] / 0.25)) < 1e-6 for p in found)
    for place in found[::20]:
        kitchen.ok("Teleport", position=place)
    kitchen.fails("Too many steps taken in GetReachablePositions.", "GetReachablePositions", maxStepCount=3)


def test_interactable_poses_do_see_their_object(kitchen: Any) -> None:
    apple = kitchen.id("Apple")
    poses = kitchen.ok("GetInteractablePoses", objectId=apple)["actionReturn"]
    assert poses
    for pose in poses[::7]:
        agent = kitchen.ok("TeleportFull", **{**pose, "rotation": {"y": pose["rotation"]}})
        place = agent["agent"]["position"]
        target = kitchen.get(apple)["position"]
        assert math.dist((place["x"], place["z"]), (target["x"], target["z"])) < 1.6
        assert kitchen.get(apple)["visible"], pose
    limited = kitchen.ok("GetInteractablePoses", objectId=apple, maxPoses=2, rotations=[0], horizons=[30])
    assert len(limited["actionReturn"]) <= 2
    kitchen.fails("is not the objectId on any object", "GetInteractablePoses", objectId="Apple")


def test_interactable_poses_that_are_given_are_tried(kitchen: Any) -> None:
    apple = kitchen.id("Apple")
    pose = kitchen.ok("GetInteractablePoses", objectId=apple, standings=[True])["actionReturn"][-1]
    place = {axis: pose[axis] for axis in "xyz"}
    tried = kitchen.ok(
        "GetInteractablePoses",
        objectId=apple,
        positions=[place],
        rotations=[{"x": 0, "y": pose["rotation"], "z": 0}],
        horizons=[pose["horizon"]],
        standings=[True],
    )
    assert tried["actionReturn"] == [pose]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("positions", [{"x": 1}]),
        ("positions", ["here"]),
        ("rotations", ["north"]),
        ("horizons", {"y": 0}),
        ("standings", [None]),
    ],
)
def test_malformed_choices_are_named(kitchen: Any, name: str, value: Any) -> None:
    arguments = {"objectId": kitchen.id("Apple"), name: value}
    agent = kitchen.fails(f"invalid argument: '{name}'", "GetInteractablePoses", **arguments)
    assert agent["errorCode"] is None


def test_from_outside_the_room_nothing_is_reachable(kitchen: Any) -> None:
    kitchen.ok("Teleport", position={"x": 50.0, "y": 0.9, "z": 50.0}, forceAction=True)
    assert len(kitchen.ok("GetReachablePositions")["actionReturn"]) == 1


def test_object_in_frame_and_coordinate_agree(kitchen: Any) -> None:
    kitchen.ok("Teleport", x=0.0, z=1.75, rotation=180, horizon=30)
    kitchen.ok("LookDown")
    for x, y in ((0.5, 0.5), (0.2, 0.8), (0.9, 0.3)):
        agent = kitchen.do("GetObjectInFrame", x=x, y=y)
        point = kitchen.ok("GetCoordinateFromRaycast", x=x, y=y)["actionReturn"]
        if not agent["lastActionSuccess"]:
            continue
        box = kitchen.get(agent["actionReturn"])["axisAlignedBoundingBox"]
        for axis in "xyz":
            assert abs(point[axis] - box["center"][axis]) <= box["size"][axis] / 2 + 0.1


@pytest.mark.parametrize("action", ["GetObjectInFrame", "GetCoordinateFromRaycast"])
def test_points_must_be_on_the_screen(kitchen: Any, action: Any) -> None:
    kitchen.fails("must be in [0:1]", action, x=1.2, y=0.5)
    assert kitchen.fails("missing the following arguments", action, x=0.5)["errorCode"] == "MissingArguments"


def test_a_point_beyond_reach_is_not_visible(kitchen: Any) -> None:
    kitchen.ok("Teleport", x=0.0, z=1.75, rotation=180, horizon=0)
    far = [
        (x / 10, 0.45)
        for x in range(1, 10)
        if kitchen.do("GetObjectInFrame", x=x / 10, y=0.45)["lastActionSuccess"]
        and not kitchen.get(kitchen.agent["actionReturn"])["visible"]
    ]
    assert far
    kitchen.fails(
        "is not currently Visible to Agent", "GetObjectInFrame", x=far[0][0], y=far[0][1], checkVisible=True
    )
    kitchen.fails("is not currently Visible to Agent", "PickupObject", x=far[0][0], y=far[0][1])


def test_raycast(kitchen: Any) -> None:
    fridge = kitchen.get(kitchen.id("Fridge"))["axisAlignedBoundingBox"]["center"]
    origin = {**fridge, "x": fridge["x"] + 1.5}
    hit = kitchen.ok("PerformRaycast", origin=origin, destination=fridge)["actionReturn"]
    assert hit["objectId"].startswith("Fridge|")
    assert 0.8 < hit["hitDistance"] < 1.5
    near = {**origin, "x": origin["x"] - 0.1}
    kitchen.fails("failed to hit any target object!", "PerformRaycast", origin=origin, destination=near)


def test_a_ray_onto_the_floor_hits_the_floor_and_one_onto_a_wall_hits_nothing_known(kitchen: Any) -> None:
    place = kitchen.agent["agent"]["position"]
    hit = kitchen.ok("PerformRaycast", origin=place, destination={**place, "y": -1.0})["actionReturn"]
    assert hit["objectId"] == kitchen.id("Floor")
    assert hit["hitPoint"]["y"] == pytest.approx(0.0, abs=0.05)
    kitchen.fails("but not a SimObject!", "PerformRaycast", origin=place, destination={**place, "y": 9.0})


def test_poses_come_as_lists_for_older_clients(kitchen: Any) -> None:
    apple = kitchen.id("Apple")
    arguments = {"objectId": apple, "standings": [True]}
    poses = kitchen.ok("GetInteractablePoses", **arguments, horizons=[30])["actionReturn"]
    listed = kitchen.ok("PositionsFromWhichItemIsInteractable", **arguments, horizon=30)["actionReturn"]
    assert set(listed) == {"x", "y", "z", "rotation", "standing", "horizon"} and len(poses) > 3
    assert [dict(zip(listed, values, strict=True)) for values in zip(*listed.values(), strict=True)] == poses


def _area(outline: list[list[float]]) -> float:
    """Return the signed area of a polygon: positive counter-clockwise."""
    return (
        sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(outline, [*outline[1:], outline[0]], strict=True)) / 2.0
    )


def test_outlines_of_things_on_the_floor_plan(kitchen: Any) -> None:
    hulls = kitchen.ok("Get2DSemanticHulls")["actionReturn"]
    assert set(hulls) == {o["objectId"] for o in kitchen.agent["objects"]}
    for object_id, outline in hulls.items():
        corners = kitchen.get(object_id)["axisAlignedBoundingBox"]["cornerPoints"]
        (low_x, _, low_z), (high_x, _, high_z) = (f(zip(*corners, strict=True)) for f in (_least, _most))
        assert all(
            low_x - 0.02 <= x <= high_x + 0.02 and low_z - 0.02 <= z <= high_z + 0.02 for x, z in outline
        )
        box = (high_x - low_x) * (high_z - low_z)
        assert 0.0 < _area(outline) <= box + 1e-3
    fridge = kitchen.id("Fridge")
    assert kitchen.ok("Get2DSemanticHull", objectId=fridge)["actionReturn"] == hulls[fridge]
    assert kitchen.ok("Get2DSemanticHulls", objectIds=[fridge])["actionReturn"] == {fridge: hulls[fridge]}
    of_type = kitchen.ok("Get2DSemanticHulls", objectTypes=["Drawer"])["actionReturn"]
    assert set(of_type) == {o["objectId"] for o in kitchen.all("Drawer")}
    kitchen.fails("Only one of", "Get2DSemanticHulls", objectIds=[fridge], objectTypes=["Drawer"])
    kitchen.fails("is not the objectId", "Get2DSemanticHulls", objectIds=["Mug|1"])


def _least(columns: Any) -> list[float]:
    return [min(column) for column in columns]


def _most(columns: Any) -> list[float]:
    return [max(column) for column in columns]
