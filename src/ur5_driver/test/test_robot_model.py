"""Our URDF has the arm's kinematics, a gripper that opens, and the camera where the mount's file puts it."""

from __future__ import annotations

import math
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from pred_core.robot_model import Joint
from ur5_description.kinematics import ARMS, HOME, JOINT_NAMES, forward, link_frames
from ur5_description.mount import read_mount
from ur5_driver.robot_model import read_model

LINKS = ("shoulder_link", "upper_arm_link", "forearm_link", "wrist_1_link", "wrist_2_link", "wrist_3_link")
MODELS = {name: read_model(name) for name in ARMS}
joint_vectors = st.tuples(*[st.floats(-math.pi, math.pi)] * 6)


def named(joints):
    return dict(zip(JOINT_NAMES, joints, strict=True))


@pytest.mark.parametrize("name", list(ARMS))
@settings(max_examples=40, deadline=None)
@given(joints=joint_vectors)
def test_the_urdfs_kinematics_are_the_arms(name, joints):
    found = MODELS[name].pose("tool0", named(joints))
    assert np.allclose(found, forward(ARMS[name], joints), atol=1e-9)


@pytest.mark.parametrize("name", list(ARMS))
@settings(max_examples=20, deadline=None)
@given(joints=joint_vectors)
def test_the_links_frames_are_those_of_the_drivers_tf(name, joints):
    links = MODELS[name].transforms(named(joints))
    for link, frame in zip(LINKS, link_frames(ARMS[name], joints), strict=True):
        assert np.allclose(links[link][1], frame, atol=1e-9)
    assert np.allclose(links["tool0"][1], np.eye(4))


@pytest.mark.parametrize("name", list(ARMS))
def test_the_camera_is_where_the_mount_says(name):
    mount, model = read_mount(), MODELS[name]
    tool = model.pose("tool0", named(HOME))
    assert np.allclose(model.pose("camera_link", named(HOME)), tool @ mount.link_in_tool, atol=1e-6)
    optical = model.pose("camera_color_optical_frame", named(HOME))
    assert np.allclose(optical, tool @ mount.optical_in_tool, atol=1e-6)


@pytest.mark.parametrize("name", list(ARMS))
def test_the_fingers_open_to_85_mm_and_meet_at_the_tool_centre(name):
    model = MODELS[name]
    middle = np.linalg.inv(model.pose("tool_center_link", {}))
    for closing, apart in ((0.0, 0.085), (0.8, 0.0)):
        left, right = (
            middle @ model.pose(f"{side}_finger_link", {"finger_joint": closing})
            for side in ("left", "right")
        )
        assert np.allclose(left[:3, 3] - right[:3, 3], [apart, 0.0, 0.0], atol=1e-6)
        assert np.allclose(left[:3, 3] + right[:3, 3], 0.0, atol=1e-6)
        assert np.allclose(left[:3, :3], np.eye(3)) and np.allclose(right[:3, :3], np.eye(3))


@pytest.mark.parametrize("name", list(ARMS))
def test_the_tree_is_whole_and_every_drawn_link_has_a_material(name):
    root = ElementTree.fromstring(MODELS[name].urdf)
    links = {e.attrib["name"] for e in root.iter("link")}
    children = [j.child for j in MODELS[name].joints]
    assert links - set(children) == {"base_link"} and len(children) == len(set(children))
    materials = {e.attrib["name"] for e in root.findall("material")}
    assert {e.attrib["name"] for e in root.iter("material")} == materials
    assert set(JOINT_NAMES) <= {j.name for j in MODELS[name].joints}
    with pytest.raises(KeyError):
        MODELS[name].pose("nothing", {})


@pytest.mark.parametrize("position", [-3.0, -0.4, 0.0, 1.2, 3.1])
def test_place_and_turn_in_plain_numbers_are_those_of_the_transform(position: float) -> None:
    sliding = Joint("lift", "prismatic", "base", "top", np.array(MODELS["ur5e"].joints[2].origin), np.eye(3)[2], "lift")
    for joint in (*MODELS["ur5e"].joints, sliding):
        place, turn = joint.placed(position)
        pose = joint.transform(position)
        assert np.allclose(place, pose[:3, 3]) and np.allclose(Rotation.from_quat(turn).as_matrix(), pose[:3, :3])
        assert turn[3] >= 0.0
