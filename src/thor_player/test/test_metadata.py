import json
import math
from pathlib import Path
from typing import Any

import pytest

FACTS = Path(__file__).parents[4] / "shared" / "facts" / "metadata_5_0_0.json"
ROOMS = ["FloorPlan1", "FloorPlan210", "FloorPlan301", "FloorPlan410"]


def _kind(value: Any) -> Any:
    if value is None:
        return "null"
    return {bool: "bool", int: "int", float: "float", str: "string", list: "array", dict: "object"}[
        type(value)
    ]


def _matches(value: Any, wanted: Any) -> Any:
    name = wanted.split("<")[0]
    if name.startswith("{"):
        name = "object"
    return _kind(value) == name


@pytest.fixture(scope="module")
def facts() -> Any:
    if not FACTS.is_file():
        pytest.skip("the recorded metadata schema is not in this checkout")
    return json.loads(FACTS.read_text("utf-8"))


# What the recorded events happen not to contain although the protocol has it.
ALSO = {"fillLiquid": "string", "errorCode": "string", "colors": "array", "actionReturn": "array"}


@pytest.mark.parametrize("scene", ROOMS)
def test_keys_and_types_are_those_recorded(drive: Any, facts: Any, scene: Any) -> None:
    agent = drive(scene).ok("Pass")
    _check(agent, {**facts["agent_metadata"], "objects": ["array<object>"]})
    for entry in agent["objects"]:
        _check(entry, facts["object_metadata"])


def _check(entry: Any, wanted: Any) -> None:
    assert set(entry) == set(wanted)
    for key, kinds in wanted.items():
        allowed = [*kinds, *([ALSO[key]] if key in ALSO else [])]
        assert any(_matches(entry[key], k) for k in allowed), (key, entry[key], allowed)


def test_positions_and_boxes_agree(kitchen: Any) -> None:
    for o in kitchen.agent["objects"]:
        box = o["axisAlignedBoundingBox"]
        assert len(box["cornerPoints"]) == 8
        for i, axis in enumerate("xyz"):
            values = [c[i] for c in box["cornerPoints"]]
            assert max(values) - min(values) == pytest.approx(box["size"][axis], abs=1e-9)
            assert (max(values) + min(values)) / 2 == pytest.approx(box["center"][axis], abs=1e-9)


@pytest.mark.parametrize("scene", ROOMS)
def test_parents_and_children_mirror_each_other(drive: Any, scene: Any) -> None:
    room = drive(scene)
    for o in room.agent["objects"]:
        for parent in o["parentReceptacles"] or ():
            assert o["objectId"] in room.get(parent)["receptacleObjectIds"]
        for child in o["receptacleObjectIds"] or ():
            assert o["objectId"] in room.get(child)["parentReceptacles"]


def test_distance_is_from_the_agent(kitchen: Any) -> None:
    here = kitchen.ok("Teleport", x=0.25, z=1.75)["agent"]["position"]
    for o in kitchen.agent["objects"]:
        assert o["distance"] == pytest.approx(math.dist(here.values(), o["position"].values()), abs=1e-6)


def test_time_goes_on(kitchen: Any) -> None:
    start = kitchen.ok("Pass")["currentTime"]
    assert kitchen.ok("Pass")["currentTime"] > start


def test_the_same_actions_give_the_same_metadata(drive: Any) -> None:
    def play() -> Any:
        room = drive("FloorPlan3")
        trace = [room.do(action) for action in ("MoveAhead", "RotateRight", "LookDown", "MoveAhead", "Pass")]
        room.hold("Mug")
        trace.append(room.do("PutObject", objectId=room.id("CounterTop"), forceAction=True))
        trace.append(room.do("InitialRandomSpawn", randomSeed=4))
        return json.dumps(trace)

    assert play() == play()


def test_a_step_without_pictures_is_quick(kitchen: Any) -> None:
    import time

    kitchen.ok("RotateRight")
    best = math.inf
    for _ in range(20):
        start = time.process_time()
        kitchen.ok("RotateRight")
        best = min(best, time.process_time() - start)
    assert best < 0.01  # 2 ms here; the margin is for slow machines
