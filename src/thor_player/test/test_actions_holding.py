import math
from typing import Any

import pytest


@pytest.fixture
def holding(kitchen: Any) -> Any:
    """A player that holds a mug in the middle of the room."""
    kitchen.ok("Teleport", x=0.0, z=1.75, rotation=180, horizon=0)
    kitchen.hold("Mug")
    return kitchen


def _mug(driver: Any) -> Any:
    return driver.get(driver.id("Mug"))


@pytest.mark.parametrize(
    ("action", "axis", "sign"),
    [
        ("MoveHeldObjectAhead", "z", -1),
        ("MoveHeldObjectBack", "z", 1),
        ("MoveHeldObjectLeft", "x", 1),
        ("MoveHeldObjectRight", "x", -1),
        ("MoveHeldObjectUp", "y", 1),
        ("MoveHeldObjectDown", "y", -1),
    ],
)
def test_the_hand_moves_as_the_agent_looks(holding: Any, action: str, axis: str, sign: int) -> None:
    before = _mug(holding)["position"]
    after = holding.ok(action, moveMagnitude=0.1)["heldObjectPose"]["position"]
    assert after[axis] - before[axis] == pytest.approx(0.1 * sign, abs=1e-6)
    assert math.dist(before.values(), after.values()) == pytest.approx(0.1, abs=1e-6)


def test_the_shift_goes_with_the_agent_and_ends_with_the_grip(holding: Any) -> None:
    first = holding.agent["heldObjectPose"]["localPosition"]
    shifted = holding.ok("MoveHeldObject", ahead=0.1, right=0.05, up=0.08)["heldObjectPose"]["localPosition"]
    assert shifted["z"] - first["z"] == pytest.approx(0.1, abs=1e-6)
    turned = holding.ok("RotateRight")["heldObjectPose"]["localPosition"]
    assert turned == pytest.approx(shifted, abs=1e-6)
    holding.ok("DropHandObject")
    holding.hold("Mug")
    assert holding.agent["heldObjectPose"]["localPosition"] == pytest.approx(first, abs=0.02)


def test_the_hand_turns_what_it_holds(holding: Any) -> None:
    yaw = _mug(holding)["rotation"]["y"]
    holding.ok("RotateHeldObject", yaw=90)
    assert (_mug(holding)["rotation"]["y"] - yaw) % 360 == pytest.approx(90.0)
    holding.ok("RotateHeldObject", rotation={"x": 0, "y": 0, "z": 0})
    assert _mug(holding)["rotation"] == pytest.approx({"x": 0.0, "y": 0.0, "z": 0.0})


def test_a_full_mug_turned_upside_down_is_emptied(holding: Any) -> None:
    holding.ok("FillObjectWithLiquid", objectId=holding.id("Mug"), fillLiquid="water", forceAction=True)
    holding.ok("RotateHeldObject", roll=180)
    assert not _mug(holding)["isFilledWithLiquid"]


def test_what_the_hand_cannot_do(holding: Any) -> None:
    holding.fails("beyond the visibility distance", "MoveHeldObjectAhead", moveMagnitude=3)
    holding.fails("moveMagnitude must be > 0", "MoveHeldObjectUp", moveMagnitude=0)
    holding.fails("out of view", "MoveHeldObjectBack", moveMagnitude=0.6, forceVisible=True)
    where = _mug(holding)["position"]
    holding.ok("DropHandObject")
    holding.fails("nothing in the agent's hand to move", "MoveHeldObjectUp")
    holding.fails("nothing in the agent's hand to turn", "RotateHeldObject", yaw=10)
    assert where["y"] > 1.0


def test_the_hand_does_not_go_through_furniture(kitchen: Any) -> None:
    mug = kitchen.hold("Mug")
    pose = kitchen.ok("GetInteractablePoses", objectId=kitchen.id("Fridge"), standings=[True], horizons=[0])
    pose = pose["actionReturn"][0]
    kitchen.ok("TeleportFull", **{**pose, "rotation": {"y": pose["rotation"]}}, forceAction=True)
    before = kitchen.get(mug)["position"]
    agent: Any = {"lastActionSuccess": True}
    while agent["lastActionSuccess"]:
        agent = kitchen.do("MoveHeldObjectAhead", moveMagnitude=0.1)
    assert "is in the way of Mug" in agent["errorMessage"] or "beyond" in agent["errorMessage"]
    assert math.dist(before.values(), kitchen.get(mug)["position"].values()) < 1.2


def test_what_is_held_turns_in_place(kitchen: Any) -> None:
    kitchen.ok("Teleport", x=0.0, z=2.0, rotation=180, horizon=30)
    knife = kitchen.hold("Knife")
    before = kitchen.agent["heldObjectPose"]
    for turn in ({"pitch": 90}, {"yaw": 45}, {"roll": 30}, {"rotation": {"x": 0, "y": 10, "z": 0}}):
        after = kitchen.ok("RotateHeldObject", forceAction=True, **turn)["heldObjectPose"]
        assert after["position"] == pytest.approx(before["position"], abs=1e-6), turn
    kitchen.ok("DropHandObject", forceAction=True)
    kitchen.ok("PickupObject", objectId=knife, forceAction=True)
    hand = kitchen.session.state
    assert hand.body.hand_shift == pytest.approx(0.0)


def test_the_hand_by_its_older_names(holding: Any) -> None:
    before = holding.agent["heldObjectPose"]
    up = holding.ok("MoveHandUp", moveMagnitude=0.1)["heldObjectPose"]
    assert up["position"]["y"] - before["position"]["y"] == pytest.approx(0.1, abs=1e-6)
    down = holding.ok("MoveHandDown", moveMagnitude=0.1)["heldObjectPose"]
    assert down["position"] == pytest.approx(before["position"], abs=1e-6)
    turned = holding.ok("RotateHand", x=90)["heldObjectPose"]
    assert turned["rotation"]["x"] == pytest.approx(90.0) and turned["rotation"]["y"] == pytest.approx(180.0)
    assert turned["position"] == pytest.approx(before["position"], abs=1e-6)
    holding.fails("missing the following arguments", "RotateHand")


def test_what_is_dropped_ahead_lies_before_the_agent(holding: Any) -> None:
    agent = holding.agent["agent"]["position"]
    mug = holding.id("Mug")
    rest = holding.ok("DropHeldObjectAhead")["actionReturn"]
    assert rest == holding.get(mug)["position"]
    assert agent["z"] - rest["z"] > 0.6 and holding.get(mug)["parentReceptacles"]
    holding.fails("Nothing is in the agent's hand", "DropHeldObjectAhead")
