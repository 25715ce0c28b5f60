"""The rig over topics, against a camera and an arm made of messages."""

from __future__ import annotations

import os
from functools import partial

import numpy as np
import pytest

rclpy = pytest.importorskip("rclpy", reason="needs ROS 2: run through ./pred test")
pytest.importorskip("pred_msgs", reason="needs the built interfaces: run through ./pred test")

from rclpy.action import ActionServer  # noqa: E402
from rclpy.node import Node  # noqa: E402
from sensor_msgs.msg import CameraInfo, Image, JointState  # noqa: E402
from served_nodes import leave  # noqa: E402
from std_msgs.msg import Header  # noqa: E402

from pred_core.outcome import Code, Outcome  # noqa: E402
from pred_core.ros.conversions import image_to_msg, outcome_to_msg, stamp_of  # noqa: E402
from pred_msgs.action import LookFrom  # noqa: E402
from ur5_description.kinematics import HOME, JOINT_NAMES, UR5E, forward  # noqa: E402
from ur5_driver.calibration.hand_eye import CalibrationError  # noqa: E402
from ur5_driver.calibration.live import LiveRig  # noqa: E402


class Arm(Node):
    """Publishes a picture every 0.2 s and joints every 0.02 s of its own time; moves for the first ``moving`` s."""

    def __init__(self, moving=0.0):
        super().__init__("arm", namespace="lab")
        self.time, self.moving, self.distortion, self.goals = 0.0, moving, [0.0] * 5, []
        self.images = self.create_publisher(Image, "wrist_camera/color/image_raw", 10)
        self.infos = self.create_publisher(CameraInfo, "wrist_camera/color/camera_info", 10)
        self.joints = self.create_publisher(JointState, "joint_states", 10)
        self.create_timer(0.005, self.tick)
        self.server = ActionServer(self, LookFrom, "look_from", self.look)
        self.count = 0

    def tick(self):
        self.count += 1
        self.time += 0.02
        header = Header(stamp=stamp_of(self.time))
        joints = [float(v) for v in HOME]
        joints[0] += 0.1 * min(self.time, self.moving)
        # another order than ours, and a joint that is not the arm's
        names = [*reversed(JOINT_NAMES), "finger_joint"]
        self.joints.publish(JointState(header=header, name=names, position=[*reversed(joints), 0.4]))
        if self.count % 10 == 0:
            picture = np.full((4, 6, 3), min(255, int(10 * self.time)), np.uint8)
            self.images.publish(image_to_msg(picture, "rgb8", header))
            info = CameraInfo(header=header, width=6, height=4, d=self.distortion)
            info.k = [5.0, 0.0, 3.0, 0.0, 5.0, 2.0, 0.0, 0.0, 1.0]
            self.infos.publish(info)

    def look(self, handle):
        self.goals.append(handle.request)
        handle.abort()
        return LookFrom.Result(outcome=outcome_to_msg(Outcome(Code.UNREACHABLE, "a joint limit")))


@pytest.fixture
def stage():
    """Yield a function that makes arm and rig."""
    os.environ["ROS_DOMAIN_ID"] = "36"
    rclpy.init()
    made = []

    def make(patience=30.0, **more):
        arm = Arm(**more)
        rig = LiveRig("lab", "wrist_camera/color", UR5E, patience)
        rig._executor.add_node(arm)
        made.extend([rig.close, partial(leave, arm)])
        return arm, rig

    yield make
    for close in made:
        close()
    rclpy.shutdown()


def test_a_picture_comes_with_the_pose_of_the_resting_tool(stage):
    _, rig = stage()
    assert (rig.lens().fx, rig.lens().width, rig.lens().height) == (5.0, 6, 4)
    shot = rig.shot("a.png")
    assert shot.picture.shape == (4, 6, 3)
    assert np.allclose(shot.tool, forward(UR5E, HOME))


def test_pictures_taken_in_motion_are_not_used(stage):
    _, rig = stage(moving=2.0)
    shot = rig.shot("a.png")
    assert shot.picture[0, 0, 0] >= 20  # the arm rested from 2 s on
    joints = [HOME[0] + 0.2, *HOME[1:]]
    assert np.allclose(shot.tool, forward(UR5E, joints), atol=1e-3)


def test_an_arm_that_never_rests_and_a_distorted_lens_are_said(stage):
    arm, rig = stage(patience=1.0, moving=1e9)
    arm.distortion = [0.1, 0.0, 0.0, 0.0, 0.0]
    with pytest.raises(CalibrationError, match="at rest"):
        rig.shot("a.png")
    with pytest.raises(CalibrationError, match="rectified"):
        rig.lens()


def test_the_drivers_word_about_a_motion_is_handed_on(stage):
    arm, rig = stage()
    pose = np.eye(4)
    pose[:3, 3] = (0.4, 0.1, 0.5)
    outcome = rig.look(pose)
    assert outcome.code is Code.UNREACHABLE and outcome.message == "a joint limit"
    goal = arm.goals[0].camera
    assert goal.header.frame_id == "map" and goal.pose.position.z == 0.5 and goal.pose.orientation.w == 1.0
