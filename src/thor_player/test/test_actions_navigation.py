import math
from typing import Any

import pytest

START = {"x": 0.0, "y": 0.9009992, "z": 1.75}


@pytest.mark.parametrize(
    ("action", "yaw", "dx", "dz"),
    [
        ("MoveAhead", 0, 0.0, 0.25),
        ("MoveBack", 0, 0.0, -0.25),
        ("MoveLeft", 0, -0.25, 0.0),
        ("MoveRight", 0, 0.25, 0.0),
        ("MoveAhead", 90, 0.25, 0.0),
        ("MoveRight", 90, 0.0, -0.25),
    ],
)
def test_moves_by_the_grid_in_the_agents_frame(kitchen: Any, action: Any, yaw: Any, dx: Any, dz: Any) -> None:
    start = kitchen.ok("Teleport", position=START, rotation=yaw)["agent"]["position"]
    end = kitchen.ok(action)["agent"]["position"]
    assert end["x"] - start["x"] == pytest.approx(dx, abs=1e-6)
    assert end["z"] - start["z"] == pytest.approx(dz, abs=1e-6)


def test_a_blocked_move_names_what_blocks_and_moves_nothing(kitchen: Any) -> None:
    for _ in range(40):
        before = kitchen.agent["agent"]["position"]
        agent = kitchen.do("MoveAhead")
        if not agent["lastActionSuccess"]:
            break
    assert not agent["lastActionSuccess"]
    assert "is blocking Agent 0 from moving by (" in agent["errorMessage"]
    assert agent["agent"]["position"] == before
    assert agent["collided"] and agent["collidedObjects"]
    assert agent["errorCode"] is None


def test_move_magnitude(kitchen: Any) -> None:
    kitchen.ok("Teleport", position=START, rotation=180)
    start = kitchen.agent["agent"]["position"]
    end = kitchen.ok("MoveAhead", moveMagnitude=0.5)["agent"]["position"]
    assert math.dist((start["x"], start["z"]), (end["x"], end["z"])) == pytest.approx(0.5, abs=1e-6)
    kitchen.fails("moveMagnitude must be > 0", "MoveAhead", moveMagnitude=-1)
    kitchen.fails("moveMagnitude must be > 0", "MoveAhead", moveMagnitude=0)


def test_rotation_and_its_errors(kitchen: Any) -> None:
    yaw = kitchen.agent["agent"]["rotation"]["y"]
    assert kitchen.ok("RotateRight")["agent"]["rotation"]["y"] == (yaw + 90) % 360
    assert kitchen.ok("RotateLeft", degrees=30)["agent"]["rotation"]["y"] == (yaw + 60) % 360
    kitchen.fails("Cannot rotate by 0 degrees", "RotateLeft", degrees=0)


def test_look_limits_carry_a_code(kitchen: Any) -> None:
    horizon = [kitchen.ok("LookDown")["agent"]["cameraHorizon"] for _ in range(2)]
    assert horizon == [30.0, 60.0]
    agent = kitchen.fails("can't look down beyond 60 degrees below the forward horizon", "LookDown")
    assert agent["errorCode"] == "LookDownCantExceedMin"
    for _ in range(3):
        kitchen.ok("LookUp")
    agent = kitchen.fails("can't look up beyond 30 degrees above the forward horizon", "LookUp")
    assert agent["agent"]["cameraHorizon"] == -30.0
    kitchen.fails("requires positive degree value", "LookUp", degrees=-5)
    kitchen.fails("multiple of 0.1f", "LookDown", degrees=0.05)


def test_crouching_lowers_the_camera(kitchen: Any) -> None:
    high = kitchen.ok("Stand")["cameraPosition"]["y"]
    low = kitchen.ok("Crouch")
    assert low["cameraPosition"]["y"] < high - 0.1
    assert low["agent"]["isStanding"] is False
    assert kitchen.ok("Stand")["agent"]["isStanding"] is True


@pytest.mark.parametrize("action", ["Pass", "Done"])
def test_doing_nothing(kitchen: Any, action: Any) -> None:
    before = kitchen.agent["agent"]
    assert kitchen.ok(action)["agent"] == before


def test_the_held_object_stays_in_the_middle_of_the_view(kitchen: Any) -> None:
    mug = kitchen.hold("Mug")
    for action in ("RotateRight", "LookDown", "MoveAhead"):
        agent = kitchen.do(action, forceAction=True)
        eye, held = agent["cameraPosition"], kitchen.get(mug)["axisAlignedBoundingBox"]["center"]
        assert math.dist(eye.values(), held.values()) == pytest.approx(math.hypot(0.16, 0.38), abs=1e-6)
        assert kitchen.get(mug)["isPickedUp"]


def test_a_held_thing_does_not_go_through_walls_unless_forced(kitchen: Any) -> None:
    kitchen.hold("Mug")
    ends = kitchen.ok("GetReachablePositions")["actionReturn"]
    place = max(ends, key=lambda p: p["x"])
    kitchen.ok("Teleport", position=place, rotation=0, horizon=0, forceAction=True)
    agent = kitchen.do("RotateRight")
    if agent["lastActionSuccess"]:
        pytest.skip("the room leaves an arm's length before its wall")
    assert "a held item: Mug" in agent["errorMessage"]
    kitchen.ok("RotateRight", forceAction=True)


def test_teleport_keeps_what_is_not_given(kitchen: Any) -> None:
    kitchen.ok("Teleport", position=START, rotation=90, horizon=30)
    agent = kitchen.ok("Teleport", x=0.25)["agent"]
    assert agent["position"] == {"x": 0.25, "y": pytest.approx(0.901, abs=0.05), "z": 1.75}
    assert (agent["rotation"]["y"], agent["cameraHorizon"]) == (90.0, 30.0)


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ({"x": 50.0}, "out of scene bounds"),
        ({"x": 0.1}, "is not on the grid of size 0.25"),
        ({"horizon": 75.0}, "Each horizon must be in [-30:60]. You gave 75."),
        ({"rotation": {"x": 10, "y": 0, "z": 0}}, "No agents currently can change in pitch or roll"),
        ({"x": -2.0, "z": 1.0}, "Collided with: Fridge"),
        ({"y": 3.0}, "too large a change"),
    ],
)
def test_teleport_errors(kitchen: Any, arguments: Any, text: Any) -> None:
    before = kitchen.ok("Teleport", position=START)["agent"]
    assert kitchen.fails(text, "Teleport", **arguments)["agent"] == before


def test_a_height_that_is_not_the_floors_is_refused(kitchen: Any) -> None:
    kitchen.ok("Teleport", x=0.0, y=0.9009992 + 0.04, z=2.0)
    assert kitchen.agent["agent"]["position"]["y"] == pytest.approx(0.9009992)
    kitchen.fails("too large a change(0.0600 > 0.05)", "Teleport", x=0.0, y=0.9009992 + 0.06, z=2.0)
    kitchen.ok("Teleport", x=0.0, y=0.9009992 + 0.06, z=2.0, forceAction=True)


def test_teleport_full_as_alfred_and_teach_send_it(kitchen: Any) -> None:
    agent = kitchen.ok(
        "TeleportFull", x=0.25, y=0.9009992, z=1.75, rotation={"y": 180}, horizon=30, rotateOnTeleport=True
    )["agent"]
    assert agent["rotation"]["y"] == 180.0
    agent = kitchen.fails(
        "missing the following arguments: horizon", "TeleportFull", position=START, rotation=0
    )
    assert agent["errorCode"] == "MissingArguments"


def test_the_agent_turns_and_looks_at_once(kitchen: Any) -> None:
    place = kitchen.ok("Pass")["agent"]["position"]
    agent = kitchen.ok("RotateLook", rotation={"y": 135.0}, horizon=30.0)["agent"]
    assert (agent["rotation"]["y"], agent["cameraHorizon"], agent["position"]) == (135.0, 30.0, place)
    kitchen.fails("Each horizon must be in", "RotateLook", rotation={"y": 0.0}, horizon=80.0)


def test_the_body_goes_off_the_grid_at_its_own_speed(kitchen: Any) -> None:
    kitchen.ok("Teleport", x=0.0, z=2.0, rotation=0, horizon=0)
    before = kitchen.agent
    agent = kitchen.ok("MoveAgent", ahead=-0.13, right=0.1, speed=0.5)
    place = agent["agent"]["position"]
    assert (place["x"], place["z"]) == pytest.approx((0.1, 1.87), abs=1e-6)
    assert agent["currentTime"] - before["currentTime"] == pytest.approx(2 * 0.164, abs=0.05)
    assert kitchen.ok("RotateAgent", degrees=-37.0, disableRendering=True)["agent"]["rotation"]["y"] == 323.0
    kitchen.fails("is blocking Agent", "MoveAgent", ahead=9.0)
    assert kitchen.agent["agent"]["position"] == place
    kitchen.fails("nowhere to go", "MoveAgent", speed=1.0)
    kitchen.fails("nowhere to turn", "RotateAgent")
    kitchen.fails("must be > 0", "MoveAgent", ahead=0.1, speed=0)
    kitchen.fails("would do nothing", "MoveAgent", ahead=0.1, returnToStart=False)
