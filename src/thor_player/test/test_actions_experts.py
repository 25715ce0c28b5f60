"""ObjectNavExpertAction: following its advice brings the agent to see what is wanted."""

from typing import Any

import pytest


def _follow(room: Any, limit: int, **wanted: Any) -> list[str]:
    done: list[str] = []
    while (advice := room.ok("ObjectNavExpertAction", **wanted)["actionReturn"]) is not None:
        room.ok(advice)
        done.append(advice)
        assert len(done) < limit, f"going round in circles: {done}"
    return done


@pytest.mark.parametrize(
    ("scene", "kind"),
    [("FloorPlan1", "Fridge"), ("FloorPlan1", "Apple"), ("FloorPlan403", "Toilet"), ("FloorPlan312", "Bed")],
)
def test_its_advice_leads_to_where_a_thing_is_seen(drive: Any, scene: str, kind: str) -> None:
    room = drive(scene)
    done = _follow(room, 60, objectType=kind)
    assert any(o["visible"] for o in room.all(kind))
    assert room.ok("ObjectNavExpertAction", objectId=room.all(kind)[0]["objectId"])["lastActionSuccess"]
    assert set(done) <= {"MoveAhead", "RotateLeft", "RotateRight", "LookUp", "LookDown"}


def test_each_piece_of_advice_is_a_step_of_a_shortest_way(kitchen: Any) -> None:
    start = kitchen.ok("Pass")["agent"]["position"]
    places = kitchen.ok("GetReachablePositions")["actionReturn"]
    far = max(places, key=lambda p: abs(p["x"] - start["x"]) + abs(p["z"] - start["z"]))
    steps = round((abs(far["x"] - start["x"]) + abs(far["z"] - start["z"])) / 0.25)
    done = _follow(kitchen, 80, position=far)
    here = kitchen.agent["agent"]["position"]
    assert abs(here["x"] - far["x"]) + abs(here["z"] - far["z"]) < 0.26
    assert steps - 2 <= done.count("MoveAhead") <= steps + 10


def test_without_a_way_or_a_goal_it_fails(kitchen: Any) -> None:
    kitchen.fails(
        "Path to target could not be found", "ObjectNavExpertAction", position={"x": 50, "y": 0.9, "z": 0}
    )
    kitchen.fails("missing the following arguments", "ObjectNavExpertAction")
    kitchen.fails("no object of type Sofa", "ObjectNavExpertAction", objectType="Sofa")
