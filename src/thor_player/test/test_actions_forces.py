"""Pushed things slide, stop and fall as simple physics has it."""

import math
from typing import Any

import pytest

from thor_player.pushing import speed_of


def _before(room: Any, object_id: str) -> None:
    poses = room.ok("GetInteractablePoses", objectId=object_id, standings=[True], maxPoses=1)["actionReturn"]
    pose = poses[0]
    room.ok("TeleportFull", **{**pose, "rotation": {"x": 0, "y": pose["rotation"], "z": 0}})


def _place(room: Any, object_id: str) -> tuple[float, float, float]:
    return tuple(room.get(object_id)["position"].values())


def _ahead(room: Any, turned: float = 0.0) -> tuple[float, float]:
    yaw = math.radians(room.agent["agent"]["rotation"]["y"] + turned)
    return math.sin(yaw), math.cos(yaw)


@pytest.mark.parametrize(
    ("action", "more", "turned"),
    [
        ("PullObject", {}, 180.0),
        ("DirectionalPush", {"pushAngle": 90}, 90.0),
        ("DirectionalPush", {"pushAngle": 270.0}, 270.0),
    ],
)
def test_things_go_where_they_are_pushed(kitchen: Any, action: str, more: Any, turned: float) -> None:
    bowl = kitchen.id("Bowl")
    _before(kitchen, bowl)
    kitchen.ok("SetMassProperties", objectId=bowl, mass=1.0)
    before = _place(kitchen, bowl)
    kitchen.ok(action, objectId=bowl, moveMagnitude=25.0, **more)
    after = _place(kitchen, bowl)
    gone = (after[0] - before[0], after[2] - before[2])
    length = math.hypot(*gone)
    # 0.5 m/s against a friction of 0.4: 3 cm, less where something is in the way
    assert 0.01 < length < 0.05
    way = _ahead(kitchen, turned)
    assert (gone[0] * way[0] + gone[1] * way[1]) / length == pytest.approx(1.0, abs=1e-6)
    assert after[1] == pytest.approx(before[1], abs=0.02)
    assert kitchen.get(bowl)["parentReceptacles"]


def test_what_is_lighter_goes_farther_and_drag_holds_it(kitchen: Any) -> None:
    bowl = kitchen.id("Bowl")
    _before(kitchen, bowl)
    start = kitchen.get(bowl)
    lengths = []
    for mass, drag in ((4.0, 0.0), (1.0, 0.0), (1.0, 10.0)):
        kitchen.ok("SetMassProperties", objectId=bowl, mass=mass, drag=drag)
        before = _place(kitchen, bowl)
        kitchen.ok("PullObject", objectId=bowl, moveMagnitude=25.0, forceAction=True)
        lengths.append(math.dist(before, _place(kitchen, bowl)))
        kitchen.ok("TeleportObject", objectId=bowl, position=start["position"], rotation=start["rotation"])
    assert lengths[1] > 4.0 * lengths[0] and lengths[1] > 1.2 * lengths[2] > 0.0


def test_what_is_pushed_over_an_edge_falls_and_stops_at_the_agent(kitchen: Any) -> None:
    bowl = kitchen.id("Bowl")
    kitchen.ok("MakeAllObjectsUnbreakable")
    kitchen.ok("Teleport", x=0.25, z=-1.75, rotation=0)
    high = _place(kitchen, bowl)[1]
    kitchen.ok("PullObject", objectId=bowl, moveMagnitude=9000.0, forceAction=True)
    assert _place(kitchen, bowl)[1] < high - 0.9
    assert kitchen.get(bowl)["parentReceptacles"] == [kitchen.id("Floor")]
    kitchen.ok("PullObject", objectId=bowl, moveMagnitude=9000.0, forceAction=True)
    assert _place(kitchen, bowl)[2] > -1.6


@pytest.mark.parametrize("angle", [0, 45, 90, 135, 180, 225, 270, 315])
def test_furniture_stops_at_walls_and_furniture(drive: Any, angle: float) -> None:
    room = drive("FloorPlan301")
    chair = room.id("Chair")
    room.ok("DirectionalPush", objectId=chair, moveMagnitude=50000.0, pushAngle=angle, forceAction=True)
    world = room.session.state.world
    box = world.objects[chair].box
    assert all(
        abs(d) <= half for d, half in zip(box.center - world.bounds.center, world.bounds.half, strict=True)
    )
    assert room.get(chair)["parentReceptacles"] == [room.id("Floor")]
    room.ok("Pass")


def test_what_cannot_be_pushed_is_said(kitchen: Any) -> None:
    fridge, bowl = kitchen.id("Fridge"), kitchen.id("Bowl")
    kitchen.fails("cannot be moved", "PushObject", objectId=fridge, moveMagnitude=10.0, forceAction=True)
    kitchen.fails("moveMagnitude must be > 0", "PushObject", objectId=bowl, forceAction=True)
    kitchen.fails("must be in [0:360)", "DirectionalPush", objectId=bowl, pushAngle=400, moveMagnitude=1.0)
    kitchen.fails("not found within", "PushObject", objectId=bowl, moveMagnitude=10.0)
    mug = kitchen.hold("Mug")
    kitchen.fails("in an agent's hand", "PushObject", objectId=mug, moveMagnitude=10.0)


def _touch(room: Any, object_id: str, **more: Any) -> Any:
    """Touch the middle of what the picture shows of an object."""
    reply = room.session.step({"action": "Pass", "renderInstanceSegmentation": True})
    color = next(c["color"] for c in reply.metadata["agents"][0]["colors"] if c["name"] == object_id)
    rows, columns = (reply.pictures[0].ids[..., :3] == color).all(axis=-1).nonzero()
    middle = len(rows) // 2
    point = {"x": (columns[middle] + 0.5) / 300, "y": (rows[middle] + 0.5) / 300}
    point = {axis: float(value) for axis, value in point.items()}
    return room.ok("TouchThenApplyForce", **point, **more)["actionReturn"]


def test_a_touch_says_what_it_touched_and_moves_it(kitchen: Any) -> None:
    bowl, fridge = kitchen.id("Bowl"), kitchen.id("Fridge")
    _before(kitchen, bowl)
    kitchen.ok("SetMassProperties", objectId=bowl, mass=1.0)
    before = _place(kitchen, bowl)
    told = _touch(kitchen, bowl, moveMagnitude=25.0, direction={"x": 1, "y": 0, "z": 0})
    assert told["didHandTouchSomething"] and told["objectId"] == bowl and 0.2 < told["armsLength"] < 2.0
    after = _place(kitchen, bowl)
    way = _ahead(kitchen, 90.0)
    assert (after[0] - before[0]) * way[0] + (after[2] - before[2]) * way[1] > 0.01
    short = _touch(kitchen, bowl, moveMagnitude=25.0, direction={"x": 1, "y": 0, "z": 0}, handDistance=0.1)
    assert short == {"didHandTouchSomething": False, "objectId": "", "armsLength": 0.1}
    assert _place(kitchen, bowl) == after
    _before(kitchen, fridge)
    told = _touch(kitchen, fridge, moveMagnitude=25.0, direction={"x": 1, "y": 0, "z": 0}, handDistance=5.0)
    assert told["objectId"] == fridge
    kitchen.fails(
        "handDistance",
        "TouchThenApplyForce",
        x=0.5,
        y=0.5,
        moveMagnitude=1,
        direction={"x": 1, "y": 0, "z": 0},
        handDistance=0,
    )


def test_a_touch_upwards_throws(kitchen: Any) -> None:
    apple = kitchen.id("Apple")
    _before(kitchen, apple)
    before = _place(kitchen, apple)
    kitchen.ok("SetMassProperties", objectId=apple, mass=0.2)
    _touch(kitchen, apple, moveMagnitude=30.0, direction={"x": 0, "y": 1, "z": -0.5})
    assert math.dist(before, _place(kitchen, apple)) > 0.2 and kitchen.get(apple)["parentReceptacles"]


def test_a_force_acts_for_one_step_of_the_physics(kitchen: Any) -> None:
    bowl = kitchen.session.state.world.objects[kitchen.id("Bowl")]
    bowl.mass = 0.5
    assert speed_of(bowl, 50.0) == pytest.approx(2.0)
