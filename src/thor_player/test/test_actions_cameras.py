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
        assert agent["errorCode"] is None
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


def _third(driver: Any, **arguments: Any) -> Any:
    reply = _step(
        driver, "UpdateThirdPartyCamera", **arguments, renderDepthImage=True, renderObjectImage=True
    )
    assert reply.metadata["agents"][0]["lastActionSuccess"], reply.metadata["agents"][0]["errorMessage"]
    return reply.pictures[1]


def test_a_camera_rolls(kitchen: Any) -> None:
    pose = {"position": {"x": 0, "y": 1.5, "z": 2.0}, "rotation": {"x": 20, "y": 180, "z": 0}}
    _step(kitchen, "AddThirdPartyCamera", **pose)
    upright = _third(kitchen)
    rolled = _third(kitchen, rotation={"x": 20, "y": 180, "z": 90})
    # Unity's z turns right to up: the camera leans to its left, so its picture leans to the right.
    turned = np.rot90(upright.depth, -1)
    assert np.mean(np.abs(rolled.depth - turned) < 0.02) > 0.98
    assert np.mean(np.all(rolled.ids == np.rot90(upright.ids, -1), axis=-1)) > 0.97
    back = _third(kitchen, rotation={"x": 20, "y": 180, "z": 360})
    assert np.mean(np.abs(back.depth - upright.depth) < 1e-3) > 0.98


def test_the_map_properties_show_the_room_to_a_camera(kitchen: Any) -> None:
    view = kitchen.ok("GetMapViewCameraProperties")["actionReturn"]
    assert view["orthographic"] and view["rotation"] == {"x": 90.0, "y": 0.0, "z": 0.0}
    _step(kitchen, "AddThirdPartyCamera", **view)
    flat = _third(kitchen)
    assert len(np.unique(flat.ids.reshape(-1, 4), axis=0)) > 10
    assert flat.depth[150, 150] <= view["position"]["y"] + 0.1
    above = _step(kitchen, "ToggleMapView")
    assert np.array_equal(above.pictures[0].rgb, flat.rgb)


def test_a_camera_above_the_ceiling_sees_into_the_room(kitchen: Any) -> None:
    view = kitchen.ok("GetMapViewCameraProperties")["actionReturn"]
    high = {**view["position"], "y": view["position"]["y"] + 3.0}
    _step(kitchen, "AddThirdPartyCamera", position=high, rotation=view["rotation"], fieldOfView=50)
    assert len(np.unique(_third(kitchen).ids.reshape(-1, 4), axis=0)) > 10


def test_orthographic_cameras_look_down(kitchen: Any) -> None:
    pose = {"position": {"x": 0, "y": 2, "z": 0}, "rotation": {"x": 0, "y": 0, "z": 0}}
    kitchen.fails("look straight down", "AddThirdPartyCamera", **pose, orthographic=True)
    down = {**pose, "rotation": {"x": 90, "y": 0, "z": 0}, "orthographic": True}
    kitchen.fails("must be > 0", "AddThirdPartyCamera", **down, orthographicSize=-1)
