"""Whatever a client does, the world stays one that could be."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from thor_player.collision import touching
from thor_player.metadata import describe
from thor_player.session import Session

SCENES = ("FloorPlan2", "FloorPlan205", "FloorPlan308", "FloorPlan405")
MOVES = ("MoveAhead", "MoveBack", "MoveLeft", "MoveRight", "RotateLeft", "RotateRight", "LookUp", "LookDown")
TARGETED = (
    "PickupObject", "PickupObject", "PutObject", "PutObject", "OpenObject", "CloseObject", "ToggleObjectOn",
    "ToggleObjectOff", "SliceObject", "BreakObject", "DirtyObject", "CleanObject", "CookObject", "UseUpObject",
)  # fmt: skip
LOOSE = ("DropHandObject", "ThrowObject", "Crouch", "Stand", "Pass")

moves = st.tuples(st.sampled_from(MOVES), st.none())
loose = st.tuples(st.sampled_from(LOOSE), st.none())
targeted = st.tuples(st.sampled_from(TARGETED), st.integers(0, 199))
sequences = st.lists(st.one_of(moves, targeted, targeted, loose), min_size=5, max_size=25)


@given(st.sampled_from(SCENES), sequences)
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
def test_random_actions_keep_the_world_whole(scene: str, actions: list[tuple[str, int | None]]) -> None:
    session = Session(scene)
    keys = set(describe(next(iter(session.state.world.objects.values()))))
    for name, index in actions:
        arguments: dict[str, Any] = {}
        if index is not None:
            ids = list(session.state.world.objects)
            arguments = {"objectId": ids[index % len(ids)], "forceAction": True}
        if name == "ThrowObject":
            arguments["moveMagnitude"] = 40.0
        reply = session.step({"action": name, **arguments}, draw=False)
        agent = reply.metadata["agents"][0]
        assert agent["lastActionSuccess"] or agent["errorMessage"]
        _check_objects(agent, keys)
        _check_world(session)
    json.dumps(agent)


def _check_objects(agent: dict[str, Any], keys: set[str]) -> None:
    by_id = {o["objectId"]: o for o in agent["objects"]}
    assert len(by_id) == len(agent["objects"])
    held = [o["objectId"] for o in agent["objects"] if o["isPickedUp"]]
    assert held == [i["objectId"] for i in agent["inventoryObjects"]]
    assert len(held) <= 1
    for entry in agent["objects"]:
        assert set(entry) == keys
        for parent in entry["parentReceptacles"] or ():
            assert entry["objectId"] in by_id[parent]["receptacleObjectIds"]
        for child in entry["receptacleObjectIds"] or ():
            assert entry["objectId"] in by_id[child]["parentReceptacles"]


def _check_world(session: Session) -> None:
    world = session.state.world
    for obj in world.active():
        assert np.all(np.isfinite(obj.position)) and np.all(np.isfinite(obj.box.half))
        if obj.can("pickupable") and obj.object_id != world.agent.held and obj.parents:
            assert np.all(np.abs(obj.box.center - world.bounds.center) < world.bounds.half + 0.3), (
                obj.object_id
            )
            assert obj.box.top > world.floor, obj.object_id
    assert touching(world, world.agent.position) != "Wall"
