"""Which pictures a reply has: what Initialize asked for, and what one request asks for on top."""

from typing import Any

import pytest

CAMERA = {"position": {"x": 0, "y": 2.0, "z": 2.0}, "rotation": {"x": 45, "y": 180, "z": 0}}


def _passes(reply: Any) -> Any:
    return [
        {name for name in ("depth", "ids", "classes") if getattr(views, name) is not None}
        for views in reply.pictures
    ]


@pytest.mark.parametrize(
    ("flag", "name"),
    [
        ("renderInstanceSegmentation", "ids"),
        ("renderObjectImage", "ids"),
        ("renderSemanticSegmentation", "classes"),
        ("renderClassImage", "classes"),
        ("renderDepthImage", "depth"),
    ],
)
def test_one_request_can_ask_for_more_pictures(kitchen: Any, flag: str, name: str) -> None:
    step = kitchen.session.step
    assert _passes(step({"action": "AddThirdPartyCamera", **CAMERA})) == [set(), set()]
    reply = step({"action": "Pass", flag: True})
    assert _passes(reply) == [{name}, {name}]
    colors = reply.metadata["agents"][0]["colors"]
    assert (colors is not None) == (name != "depth")
    after = step({"action": "Pass", flag: False})
    assert _passes(after) == [set(), set()]
    assert after.metadata["agents"][0]["colors"] is None


def test_one_request_takes_nothing_away(kitchen: Any) -> None:
    step = kitchen.session.step
    step({"action": "Initialize", "renderDepthImage": True, "renderInstanceSegmentation": True})
    reply = step({"action": "Pass", "renderDepthImage": False, "renderObjectImage": False})
    assert _passes(reply) == [{"depth", "ids"}]
    assert step({"action": "Pass", "renderImage": False, "renderObjectImage": True}).pictures == []


def test_pictures_asked_for_at_once_are_those_asked_for_at_the_start(kitchen: Any) -> None:
    once = kitchen.session.step({"action": "Pass", "renderObjectImage": True, "renderDepthImage": True})
    kitchen.ok("Initialize", renderInstanceSegmentation=True, renderDepthImage=True)
    always = kitchen.session.step({"action": "Pass"})
    assert once.pictures[0].ids.tobytes() == always.pictures[0].ids.tobytes()
    assert once.pictures[0].depth.tobytes() == always.pictures[0].depth.tobytes()
    assert once.metadata["agents"][0]["colors"] == always.metadata["agents"][0]["colors"]


def test_normals_are_refused_not_forgotten(kitchen: Any) -> None:
    yaw = kitchen.agent["agent"]["rotation"]["y"]
    kitchen.fails("no pictures of this kind", "RotateRight", renderNormalsImage=True)
    kitchen.fails("no pictures of this kind", "Initialize", renderNormalsImage=True)
    assert kitchen.ok("Pass", renderNormalsImage=False)["agent"]["rotation"]["y"] == yaw
