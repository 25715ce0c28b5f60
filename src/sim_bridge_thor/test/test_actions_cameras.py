from typing import Any

import numpy as np


def _step(driver: Any, action: Any, **arguments: Any) -> Any:
    return driver.session.step({"action": action, **arguments})


def test_third_party_cameras_see_for_themselves(kitchen: Any) -> None:
    pose = {"position": {"x": 0, "y": 2.0, "z": 2.0}, "rotation": {"x": 45, "y": 180, "z": 0}}
    reply = _step(kitchen, "AddThirdPartyCamera", **pose, fieldOfView=80)
    assert len(reply.pictures) == 2
    assert reply.metadata["thirdPartyCameras"][0]["fieldOfView"] == 80.0
    assert reply.metadata["agents"][0]["thirdPartyCameras"] == reply.metadata["thirdPartyCameras"]
    assert not np.array_equal(reply.pictures[0].rgb, reply.pictures[1].rgb)
    changed = _step(kitchen, "UpdateThirdPartyCamera", rotation={"y": 90})
    camera = changed.metadata["thirdPartyCameras"][0]
    assert camera["rotation"] == {"x": 45.0, "y": 90.0, "z": 0.0}
    assert not np.array_equal(reply.pictures[1].rgb, changed.pictures[1].rgb)


def test_camera_errors(kitchen: Any) -> None:
    zero = {"x": 0, "y": 0, "z": 0}
    kitchen.fails(
        "fieldOfView: 200 must be in 0 <",
        "AddThirdPartyCamera",
        position=zero,
        rotation=zero,
        fieldOfView=200,
    )
    kitchen.fails("thirdPartyCameraId: 0 (int: default=0) must in", "UpdateThirdPartyCamera")
    agent = kitchen.fails("missing the following arguments: rotation", "AddThirdPartyCamera", position=zero)
    assert agent["errorCode"] == "MissingArguments"
    for bad in ({"x": "a"}, {"x": 0.0, "y": 1.0}, {}, 3):
        agent = kitchen.fails(
            "invalid argument: 'position'", "AddThirdPartyCamera", position=bad, rotation=zero
        )
        assert agent["errorCode"] == "InvalidArgument"
    assert agent["thirdPartyCameras"] == []


def test_the_map_shows_the_room_from_above_and_goes_again(kitchen: Any) -> None:
    own = _step(kitchen, "Pass")
    above = _step(kitchen, "ToggleMapView")
    agent = above.metadata["agents"][0]
    assert agent["cameraOrthSize"] > 1.0
    assert not np.array_equal(own.pictures[0].rgb, above.pictures[0].rgb)
    again = _step(kitchen, "ToggleMapView")
    assert again.metadata["agents"][0]["cameraOrthSize"] < 0.0
    assert np.array_equal(own.pictures[0].rgb, again.pictures[0].rgb)
