"""The real ai2thor Controller on the embedded player: what the picture says, and what happens when the player dies."""

from __future__ import annotations

import gzip
import json
import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from pred_core.geometry import camera_to_map, unproject
from pred_core.outcome import Code
from pred_core.targets import Target, TargetKind
from sim_bridge_thor.frames import floor_of, point_to_map
from sim_bridge_thor.motions import MotionStyle
from sim_bridge_thor.observation import Observation
from sim_bridge_thor.player_lost import PlayerLost
from sim_bridge_thor.robot import ThorRobot
from sim_bridge_thor.skills import SkillStyle
from sim_bridge_thor.thor_client import PlayerConfig, ThorClient


@pytest.fixture(scope="module")
def client() -> Iterator[ThorClient]:
    player = ThorClient(PlayerConfig(answer_timeout=10.0))
    yield player
    player.stop()


@pytest.fixture(scope="module")
def robot(client: ThorClient) -> Iterator[ThorRobot]:
    made = ThorRobot(client, MotionStyle(), SkillStyle(), lambda _: None)
    made.start("FloorPlan1", seed=0)
    yield made
    made.close()


def look_around(robot: ThorRobot) -> Iterator[Observation]:
    for _ in range(4):
        robot.move("turn_right", 0.0)
        assert robot.latest is not None
        yield robot.latest


def test_depth_unprojects_to_where_the_objects_are(robot: ThorRobot) -> None:
    """Through camera model and frames, most of an object's pixels lie in the box the simulator reports."""
    assert robot.load("FloorPlan1", 0, "", "")[0]
    shares = []
    for seen in look_around(robot):
        metadata = json.loads(robot.world_state())
        floor = floor_of(metadata["agent"]["position"]["y"])
        points = unproject(
            seen.depth, seen.intrinsics, camera_to_map(seen.camera, seen.base.yaw, seen.camera_pitch)
        )
        for entry in metadata["objects"]:
            instance = seen.instance(entry["objectId"])
            if instance is None or entry["objectType"] not in (
                "Fridge",
                "Bread",
                "Toaster",
                "GarbageCan",
                "CoffeeMachine",
            ):
                continue
            corners = np.array(
                [
                    point_to_map(dict(zip("xyz", corner, strict=True)), floor)
                    for corner in entry["axisAlignedBoundingBox"]["cornerPoints"]
                ]
            )
            own = points[seen.labels == instance.label]
            inside = (own > corners.min(0) - 0.05).all(1) & (own < corners.max(0) + 0.05).all(1)
            shares.append(inside.mean())
    assert len(shares) >= 2 and min(shares) > 0.9, shares


def test_an_instance_is_picked_up_by_its_mask(robot: ThorRobot, tmp_path: Path) -> None:
    trace = tmp_path / "trace.jsonl.gz"
    assert robot.load("FloorPlan1", 0, "", str(trace))[0]
    target, seen = reachable_bread(robot)
    mask = (seen.labels == target.label).astype(np.uint8)
    outcome = robot.do_skill("PickupObject", Target(TargetKind.MASK, seen.step, mask, class_name="Bread"))
    assert outcome, outcome
    assert robot.latest is not None and robot.latest.held_id == target.id
    assert robot.latest.actions == 1 and robot.latest.failures == 0
    again = robot.do_skill("PickupObject", Target(TargetKind.INSTANCE, robot.step, detection_id=target.id))
    assert again.code in (Code.HAND_FULL, Code.EXECUTION_FAILURE, Code.TARGET_NOT_VISIBLE)
    assert robot.latest.failures == 1
    robot.close()
    lines = [json.loads(line) for line in gzip.decompress(trace.read_bytes()).splitlines()]
    assert [line["action"]["action"] for line in lines][:2] == ["Initialize", "PickupObject"]
    assert lines[1]["metadata"]["inventoryObjects"][0]["objectId"] == target.id


def test_faults_of_a_layout_happen_and_are_told(robot: ThorRobot) -> None:
    faults = [{"kind": "grasp"}, {"kind": "slip", "after": 2}, {"kind": "blind", "after": 4}]
    assert robot.load("FloorPlan1", 0, json.dumps({"faults": faults}), "")[0]
    target, _ = reachable_bread(robot)
    bread = Target(TargetKind.INSTANCE, robot.step, detection_id=target.id)
    assert robot.do_skill("PickupObject", bread).code is Code.EXECUTION_FAILURE
    assert robot.latest is not None and robot.latest.failures == 1 and not robot.latest.held_id
    bread = Target(TargetKind.INSTANCE, robot.step, detection_id=target.id)
    assert robot.do_skill("PickupObject", bread)
    assert not robot.latest.held_id  # it slipped
    for blind in (False, True, False):
        robot.move("turn_right", 0.0)
        assert bool(robot.latest.instances) is not blind
    report = json.loads(robot.world_state())["scheduled"]
    assert [(r["kind"], r["at"]) for r in report] == [("grasp", [0]), ("slip", [2]), ("blind", [4])]


def reachable_bread(robot: ThorRobot) -> tuple:
    """Stand where the room's bread can be taken, without counting that as the robot's own actions."""
    player = robot._player
    bread = next(o for o in robot._metadata["objects"] if o["objectType"] == "Bread")
    poses = player.step({"action": "GetInteractablePoses", "objectId": bread["objectId"]}).metadata[
        "actionReturn"
    ]
    assert poses
    pose = poses[0]
    event = player.step(
        {
            "action": "TeleportFull",
            "position": {axis: pose[axis] for axis in "xyz"},
            "rotation": {"x": 0.0, "y": pose["rotation"], "z": 0.0},
            "horizon": pose["horizon"],
            "standing": True,
        }
    )
    robot._observe(event)
    assert robot.latest is not None
    instance = robot.latest.instance(bread["objectId"])
    assert instance is not None
    return instance, robot.latest


def test_motions_do_what_they_say(robot: ThorRobot) -> None:
    assert robot.load("FloorPlan1", 0, "", "")[0]
    before = robot.latest
    assert before is not None
    assert robot.move("turn_left", 0.0) and robot.latest is not None
    assert robot.latest.base.yaw - before.base.yaw == pytest.approx(np.pi / 2, abs=1e-3)
    assert robot.move("look_down", 0.0) and robot.latest.camera_pitch == pytest.approx(
        np.radians(30.0), abs=1e-3
    )
    assert robot.move("fly", 0.0).code is Code.BAD_INPUT
    for _ in range(60):
        blocked = robot.move("forward", 0.0)
        if not blocked:
            break
    assert blocked.code is Code.BLOCKED and "is blocking" in blocked.message


def test_a_layout_changes_objects_at_once_and_later(robot: ThorRobot, tmp_path: Path) -> None:
    """Hot from the microwave and back, into a closed cabinet, and moved after two of the robot's actions."""
    assert robot.load("FloorPlan1", 0, "", "")[0]
    ids = {o["objectType"]: o["objectId"] for o in json.loads(robot.world_state())["objects"]}
    homes = parents(robot)
    changes = [
        {"object_id": ids["Potato"], "state": "hot"},
        {"object_id": ids["Apple"], "place": [ids["Cabinet"]]},
        {"object_id": ids["Bread"], "place": [ids["Fridge"]], "after": 2},
    ]
    trace = tmp_path / "t.gz"
    layout = json.dumps({"keep_temperature": True, "changes": changes})
    outcome, notes = robot.load("FloorPlan1", 0, layout, str(trace))
    assert outcome and notes == ()
    there = parents(robot)
    assert there[ids["Potato"]] == homes[ids["Potato"]] and there[ids["Apple"]] == [ids["Cabinet"]]
    for _ in range(2):
        assert parents(robot)[ids["Bread"]] == homes[ids["Bread"]]
        assert robot.move("turn_left", 0.0)
    state = json.loads(robot.world_state())
    warm = {o["objectId"] for o in state["objects"] if o["temperature"] == "Hot"}
    assert parents(robot)[ids["Bread"]] == [ids["Fridge"]] and ids["Potato"] in warm
    assert (state["actions"], state["failures"], state["inventoryObjects"]) == (2, 0, [])
    assert state["alfred"] == {"cleaned": [], "heated": [], "cooled": []}
    assert [(entry["at"], entry["made"]) for entry in state["scheduled"]] == [(2, True)]
    robot.close()
    *_, last = (json.loads(line) for line in gzip.decompress(trace.read_bytes()).splitlines())
    assert last["action"]["action"] == "RotateLeft" and last["metadata"]["lastActionSuccess"]
    assert last["housekeeping"][0]["action"] == "PickupObject"


def parents(robot: ThorRobot) -> dict[str, list[str]]:
    return {o["objectId"]: o["parentReceptacles"] or [] for o in json.loads(robot.world_state())["objects"]}


def test_bad_worlds_are_refused_and_the_present_one_stays(robot: ThorRobot) -> None:
    step = robot.step
    outcome, _ = robot.load("FloorPlan31", 0, "", "")
    assert outcome.code is Code.BAD_INPUT and "FloorPlan3" in outcome.message
    outcome, _ = robot.load("FloorPlan1", 0, "{", "")
    assert outcome.code is Code.BAD_INPUT
    outcome, _ = robot.load("FloorPlan1", 0, "", "/proc/nowhere/trace.gz")
    assert outcome.code is Code.BAD_INPUT
    assert robot.step == step


def test_a_killed_player_is_noticed_at_once_and_comes_back(client: ThorClient, robot: ThorRobot) -> None:
    assert robot.load("FloorPlan1", 0, "", "")[0]
    assert robot.latest is not None
    episode, pid = robot.latest.episode, client.pid
    os.kill(pid, signal.SIGKILL)
    begun = time.monotonic()
    outcome = robot.move("turn_left", 0.0)
    assert outcome.code is Code.ROBOT_LOST and "restarted" in outcome.message
    assert time.monotonic() - begun < 60.0
    assert robot.latest.episode == episode + 1 and client.pid not in (0, pid)
    assert robot.move("turn_left", 0.0)


def test_a_player_that_stops_answering_is_given_up(client: ThorClient, robot: ThorRobot) -> None:
    quick = ThorClient(PlayerConfig(answer_timeout=1.0))
    quick.start()
    try:
        os.kill(quick.pid, signal.SIGSTOP)
        with pytest.raises(PlayerLost, match="within 1 s"):
            quick.step({"action": "Pass"})
        assert not quick.alive
    finally:
        quick.stop()


def test_a_player_that_cannot_start_is_no_hang() -> None:
    broken = ThorClient(PlayerConfig(start_timeout=30.0), command=f"{sys.executable} -c pass")
    begun = time.monotonic()
    with pytest.raises(PlayerLost, match="ended"):
        broken.start()
    assert time.monotonic() - begun < 20.0
