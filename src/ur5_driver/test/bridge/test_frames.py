"""The driver's tf is one tree that names every link of the model, with the arm and the fingers where they are."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

pytest.importorskip("rclpy", reason="needs ROS 2: run through ./pred test")

from ur5_description import kinematics
from ur5_description.mount import read_mount
from ur5_driver.bridge.conversions import fixed_transforms, joint_state, moving_transforms
from ur5_driver.driver.shapes import OPEN_WIDTH
from ur5_driver.robot_model import read_model

JOINTS = np.array(kinematics.HOME) + np.linspace(-0.3, 0.3, 6)


def tree(arm: str, width: float | None) -> dict[str, tuple[str, np.ndarray]]:
    model = read_model(arm)
    result: dict[str, tuple[str, np.ndarray]] = {}
    for msg in (*fixed_transforms(1.0, model, read_mount()), *moving_transforms(1.0, model, JOINTS, width)):
        assert msg.child_frame_id not in result, "a frame has one parent"
        result[msg.child_frame_id] = (msg.header.frame_id, matrix(msg.transform))
    return result


def matrix(msg: Any) -> np.ndarray:
    made, q, t = np.eye(4), msg.rotation, msg.translation
    made[:3, :3] = Rotation.from_quat([q.x, q.y, q.z, q.w]).as_matrix()
    made[:3, 3] = (t.x, t.y, t.z)
    return made


def pose(frames: dict[str, tuple[str, np.ndarray]], link: str) -> np.ndarray:
    found = np.eye(4)
    while link != "map":
        link, local = frames[link]
        found = local @ found
    return found


@pytest.mark.parametrize("arm", sorted(kinematics.ARMS))
def test_every_link_of_the_model_is_in_the_tree(arm: str) -> None:
    frames = tree(arm, 0.04)
    assert {joint.child for joint in read_model(arm).joints} <= set(frames)
    tool = kinematics.forward(kinematics.ARMS[arm], JOINTS)
    assert np.allclose(pose(frames, "tool0"), tool, atol=1e-9)
    optical = tool @ read_mount().optical_in_tool
    assert np.allclose(pose(frames, "camera_color_optical_frame"), optical, atol=1e-9)


@pytest.mark.parametrize("width", [0.0, 0.04, OPEN_WIDTH])
def test_the_fingers_are_as_far_apart_as_measured(width: float) -> None:
    frames = tree("ur5e", width)
    apart = pose(frames, "left_finger_link")[:3, 3] - pose(frames, "right_finger_link")[:3, 3]
    closed = tree("ur5e", 0.0)
    touching = pose(closed, "left_finger_link")[:3, 3] - pose(closed, "right_finger_link")[:3, 3]
    assert np.linalg.norm(apart) - np.linalg.norm(touching) == pytest.approx(width, abs=0.006)
    assert joint_state(1.0, JOINTS, JOINTS, width).name[-1] == "finger_joint"


def test_an_arm_without_gripper_is_drawn_with_open_fingers() -> None:
    bare, opened = tree("ur5e", None), tree("ur5e", OPEN_WIDTH)
    assert all(np.allclose(bare[link][1], opened[link][1]) for link in opened)
    assert len(joint_state(1.0, JOINTS, JOINTS, None).name) == 6


def test_a_prefix_is_at_every_frame_and_joint_of_the_arm_and_at_nothing_else() -> None:
    model = read_model("ur5e", "left_")
    messages = (
        *fixed_transforms(1.0, model, read_mount(), "left_"),
        *moving_transforms(1.0, model, JOINTS, 0.04, "left_"),
    )
    bare = {m.child_frame_id.removeprefix("left_"): matrix(m.transform) for m in messages}
    assert {m.child_frame_id for m in messages if not m.child_frame_id.startswith("left_")} == {"odom"}
    for child, (_, local) in tree("ur5e", 0.04).items():
        assert np.allclose(bare[child], local), child
    state = joint_state(1.0, JOINTS, JOINTS, 0.04, "left_")
    assert state.header.frame_id == "left_base_link"
    assert set(state.name) == {f"left_{name}" for name in (*kinematics.JOINT_NAMES, "finger_joint")}
    assert set(state.name) <= {joint.name for joint in model.joints}
