"""Several agents are several: each moves, sees, holds and is told of by itself, and they stand in each other's way."""

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from ai2thor.controller import Controller
from ai2thor.server import MultiAgentEvent
from hypothesis import given
from hypothesis import strategies as st

from thor_player import bodies
from thor_player.launcher import player_command
from thor_player.model import Agent, Camera, Frame


@pytest.fixture
def pair(kitchen: Any) -> Any:
    """Two agents 0.5 m apart, the second behind the first, both looking along +z."""
    kitchen.ok("Initialize", gridSize=0.25, agentCount=2)
    kitchen.ok("TeleportFull", agentId=0, x=0.25, y=0.9009992, z=1.75, rotation=0, horizon=0, standing=True)
    kitchen.ok("TeleportFull", agentId=1, x=0.25, y=0.9009992, z=1.25, rotation=0, horizon=0, standing=True)
    return kitchen


def _step(room: Any, action: str, **arguments: Any) -> Any:
    """Return the metadata of all agents after an action."""
    return room.session.step({"action": action, **arguments}, draw=False).metadata


def _place(agent: Any) -> tuple[float, float]:
    return agent["agent"]["position"]["x"], agent["agent"]["position"]["z"]


def test_they_come_in_where_there_is_room(drive: Any) -> None:
    for scene in ("FloorPlan1", "FloorPlan401"):
        room = drive(scene)
        reply = _step(room, "Initialize", gridSize=0.25, agentCount=3)
        assert [a["agentId"] for a in reply["agents"]] == [0, 1, 2]
        places = [_place(a) for a in reply["agents"]]
        assert min(math.dist(a, b) for i, a in enumerate(places) for b in places[:i]) > 0.45
        free = {(p["x"], p["z"]) for p in room.ok("GetReachablePositions")["actionReturn"]}
        assert all(any(math.dist(place, cell) < 0.01 for cell in free) for place in places)


def test_a_step_moves_the_agent_that_it_names(pair: Any) -> None:
    before = [_place(a) for a in _step(pair, "Pass")["agents"]]
    reply = _step(pair, "MoveRight", agentId=1)
    assert reply["activeAgentId"] == 1
    first, second = reply["agents"]
    assert _place(first) == before[0] and _place(second) == pytest.approx((0.5, 1.25))
    assert (first["lastAction"], second["lastAction"]) == ("Pass", "MoveRight")
    reply = _step(pair, "RotateRight")
    assert reply["activeAgentId"] == 0
    assert [a["agent"]["rotation"]["y"] for a in reply["agents"]] == [90.0, 0.0]
    assert [a["agent"]["name"] for a in reply["agents"]] == ["agent", "agent_1"]


def test_they_stand_in_each_others_way(pair: Any) -> None:
    blocked = pair.session.step({"action": "MoveAhead", "agentId": 1}, draw=False).metadata["agents"][1]
    assert not blocked["lastActionSuccess"] and blocked["collidedObjects"] == ["agent"]
    assert "agent is blocking Agent 1 from moving" in blocked["errorMessage"]
    reply = _step(pair, "Teleport", agentId=1, x=0.25, z=1.75)["agents"][1]
    assert not reply["lastActionSuccess"] and "Collided with: agent" in reply["errorMessage"]
    assert _step(pair, "MoveAhead", agentId=1, allowAgentsToIntersect=True)["agents"][1]["lastActionSuccess"]
    assert _step(pair, "MoveBack", agentId=1)["agents"][1]["lastActionSuccess"]  # they may part


def test_a_way_leads_around_the_other(pair: Any) -> None:
    pair.ok("Teleport", agentId=0, x=0.0, z=1.75, rotation=90)
    pair.ok("Teleport", agentId=1, x=0.5, z=1.75)
    told = []
    for _ in range(20):
        action = pair.ok("ObjectNavExpertAction", position={"x": 1.25, "y": 0.9, "z": 1.75})["actionReturn"]
        if action is None:
            break
        told.append(action)
        pair.ok(action)
    assert _place(pair.agent)[0] > 0.9 and "RotateLeft" in told and "RotateRight" in told


def test_they_see_each_other(pair: Any) -> None:
    def pictures(**asked: Any) -> Any:
        return pair.session.step({"action": "Pass", "renderDepthImage": True, **asked}).pictures

    first, second = pictures()
    assert second.depth[150, 150] == pytest.approx(
        0.3, abs=0.01
    )  # the other's back, 0.5 m ahead less its radius
    assert first.depth[150, 150] > 0.5
    pair.ok("Teleport", agentId=0, x=1.0, z=1.0)
    assert pictures()[1].depth[150, 150] > 0.5


def test_what_is_behind_the_other_is_not_visible(pair: Any) -> None:
    pair.ok(
        "TeleportFull", agentId=1, x=0.25, y=0.9009992, z=1.75, rotation=180, horizon=30, forceAction=True
    )
    pair.ok("Teleport", agentId=0, x=0.25, z=1.25)

    def seen() -> set[str]:
        agent = _step(pair, "Pass", agentId=1, visibilityDistance=6.0)["agents"][1]
        return {o["objectId"] for o in agent["objects"] if o["visible"]}

    hidden = seen()
    pair.ok("Teleport", agentId=0, x=1.5, z=0.5)
    assert hidden < seen() and len(hidden) < 0.7 * len(seen())


def test_each_has_a_hand_of_its_own(pair: Any) -> None:
    mug, apple = pair.id("Mug"), pair.id("Apple")
    _step(pair, "PickupObject", agentId=1, objectId=mug, forceAction=True)
    pair.fails("in another agent's hand", "PickupObject", objectId=mug, forceAction=True)
    pair.ok("PickupObject", objectId=apple, forceAction=True)
    first, second = _step(pair, "Pass")["agents"]
    assert [o["objectId"] for o in first["inventoryObjects"]] == [apple]
    assert [o["objectId"] for o in second["inventoryObjects"]] == [mug]
    assert first["heldObjectPose"]["position"] != second["heldObjectPose"]["position"]
    before = pair.get(mug)["position"]
    assert _step(pair, "RotateLeft", agentId=1)["agents"][1]["lastActionSuccess"]
    pair.ok("Pass")
    assert pair.get(mug)["position"] != before
    pair.ok("RemoveFromScene", objectId=mug)
    assert _step(pair, "Pass")["agents"][1]["inventoryObjects"] == []


def test_who_leaves_lets_go_of_what_it_held(pair: Any) -> None:
    mug = pair.id("Mug")
    _step(pair, "PickupObject", agentId=1, objectId=mug, forceAction=True)
    reply = _step(pair, "Initialize", gridSize=0.25, agentCount=1)
    assert len(reply["agents"]) == 1
    pair.ok("Pass")
    assert not pair.get(mug)["isPickedUp"] and pair.get(mug)["parentReceptacles"]
    pair.fails("it has one, 0", "Pass", agentId=1)


@pytest.mark.parametrize("agent", [2, -1, "1", True, 0.5])
def test_an_agent_that_is_not_there_moves_nobody(pair: Any, agent: Any) -> None:
    before = [a["agent"] for a in _step(pair, "Pass")["agents"]]
    pair.fails("it has 2, 0 to 1", "RotateRight", agentId=agent)
    assert [a["agent"] for a in _step(pair, "Pass")["agents"]] == before


@pytest.mark.parametrize("count", [0, -2, 1000, "two", 1.5])
def test_a_number_of_agents_that_cannot_be_is_refused(kitchen: Any, count: Any) -> None:
    settings = kitchen.session.state.settings
    kitchen.fails("agentCount", "Initialize", gridSize=0.1, agentCount=count)
    assert kitchen.session.state.settings == settings
    assert len(_step(kitchen, "Pass")["agents"]) == 1


@pytest.fixture(scope="module")
def controller() -> Iterator[Controller]:
    running = Controller(
        local_executable_path=player_command(),
        x_display=":0",
        scene="FloorPlan1",
        agentCount=2,
        width=160,
        height=120,
        renderDepthImage=True,
        renderInstanceSegmentation=True,
    )
    yield running
    running.stop()


def test_the_client_builds_its_event_of_several(controller: Controller) -> None:
    event = controller.step("RotateRight", agentId=1)
    assert isinstance(event, MultiAgentEvent) and len(event.events) == 2
    yaws = [each.metadata["agent"]["rotation"]["y"] for each in event.events]
    assert event.metadata["agentId"] == 1 and (yaws[1] - yaws[0]) % 360.0 == 90.0
    for each in event.events:
        assert each.frame.shape == (120, 160, 3) and each.depth_frame.shape == (120, 160)
        assert each.instance_masks
    assert not np.array_equal(event.events[0].frame, event.events[1].frame)
    view = controller.step("GetMapViewCameraProperties").metadata["actionReturn"]
    event = controller.step("AddThirdPartyCamera", agentId=0, **view)
    frames = [each.third_party_camera_frames[0] for each in event.events]
    assert np.array_equal(frames[0], frames[1])
    # Two orange bodies stand in it.
    orange = (frames[0][..., 0] > 150) & (frames[0][..., 2] < 70)
    assert orange.sum() > 20
    controller.reset("FloorPlan2", agentCount=1)
    assert not isinstance(controller.last_event, MultiAgentEvent)


@given(x=st.floats(-1.5, 1.5), z=st.floats(-1.5, 1.5), yaw=st.floats(0.0, 360.0), horizon=st.floats(-60.0, 60.0))
def test_a_body_is_drawn_whole_though_only_near_it_is_looked(
    x: float, z: float, yaw: float, horizon: float
) -> None:
    camera = Camera(np.array([0.0, 1.5, 0.0]), yaw, horizon, 90.0, 40, 40)
    body = Agent(np.array([x, 0.9, z]), 0.0)

    def drawn() -> Frame:
        frame = Frame(
            np.zeros((40, 40, 3), np.uint8), np.full((40, 40), np.inf, np.float32), np.ones((40, 40), np.int32), [""]
        )
        bodies.draw_bodies(frame, camera, [body])
        return frame

    near = drawn()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bodies, "_window", lambda *_: (slice(0, 40), slice(0, 40)))
        whole = drawn()
    assert np.array_equal(near.depth, whole.depth)
    assert np.array_equal(near.rgb, whole.rgb) and np.array_equal(near.ids, whole.ids)
