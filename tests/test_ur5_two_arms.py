"""Two arms in one graph: a driver each, in its namespace and with its prefix, moved at the same time."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import Any

import launch_pytest
import numpy as np
import pytest
import rclpy
from control_msgs.action import FollowJointTrajectory
from launch.actions import SetEnvironmentVariable
from launch_ros.actions import Node
from loaded_once import real_time
from rclpy.action import ActionClient
from rclpy.duration import Duration
from sensor_msgs.msg import JointState
from served_nodes import ServedNodes
from std_msgs.msg import Bool
from std_srvs.srv import Trigger
from tf2_msgs.msg import TFMessage
from trajectory_msgs.msg import JointTrajectory, JointTrajectoryPoint

from launch import LaunchDescription
from pred_core.ros.qos import LATCHED
from ur5_description.kinematics import JOINT_NAMES
from ur5_emulator.trials.rehearsal import Controller

DOMAIN = 102
ARMS = {"left": ("127.0.0.70", 30170), "right": ("127.0.0.71", 30171)}
UP_SECONDS = 100.0
PATIENCE = 60.0
OWN_TF = [("/tf", "tf"), ("/tf_static", "tf_static")]


@launch_pytest.fixture(scope="module")
def drivers() -> LaunchDescription:
    nodes = [
        Node(
            package="ur5_driver",
            executable="bridge",
            prefix=shlex.join(real_time()),
            namespace=side,
            remappings=OWN_TF,
            parameters=[
                {
                    "robot_ip": address,
                    "tf_prefix": f"{side}_",
                    "watchdog": 1.0,
                    "hang_timeout": 3.0,
                    "camera_timeout": 0.5,
                }
            ],
        )
        for side, (address, _) in ARMS.items()
    ]
    return LaunchDescription([SetEnvironmentVariable("ROS_DOMAIN_ID", str(DOMAIN)), *nodes])


class Arm:
    """One of the arms as a client of its driver sees it, and its true controller."""

    def __init__(self, node: Any, side: str) -> None:
        self.side = side
        self.controller = Controller(*ARMS[side], "--unlock-after", "0.3")
        self.joints: JointState | None = None
        self.under_control = False
        self.frames: set[str] = set()
        self.follow = ActionClient(node, FollowJointTrajectory, f"/{side}/follow_joint_trajectory")
        self.recover = node.create_client(Trigger, f"/{side}/recover")
        node.create_subscription(JointState, f"/{side}/joint_states", self._hear, 10)
        program = f"/{side}/io_and_status_controller/robot_program_running"
        node.create_subscription(Bool, program, self._program, LATCHED)
        node.create_subscription(TFMessage, f"/{side}/tf", self._see, 100)
        node.create_subscription(TFMessage, f"/{side}/tf_static", self._see, LATCHED)

    def _hear(self, message: JointState) -> None:
        self.joints = message

    def _program(self, message: Bool) -> None:
        self.under_control = message.data

    def _see(self, message: TFMessage) -> None:
        self.frames |= {t.child_frame_id for t in message.transforms}

    def true(self) -> np.ndarray:
        return np.array(self.controller.state()["actual_q"])

    def turned(self, by: float, seconds: float) -> FollowJointTrajectory.Goal:
        """Return a goal that turns the first joint from where it is, rad."""
        begin = self.true()
        end = begin + np.array([by, 0.0, 0.0, 0.0, 0.0, 0.0])
        points = [
            JointTrajectoryPoint(positions=q.tolist(), velocities=[0.0] * 6, time_from_start=after.to_msg())
            for q, after in ((begin, Duration()), (end, Duration(seconds=seconds)))
        ]
        names = [f"{self.side}_{name}" for name in JOINT_NAMES]
        return FollowJointTrajectory.Goal(trajectory=JointTrajectory(joint_names=names, points=points))


class Lab:
    """Both arms, and one client of them."""

    def __init__(self) -> None:
        self._context = rclpy.Context()
        rclpy.init(context=self._context, domain_id=DOMAIN)
        self._node = rclpy.create_node("two_arms", context=self._context)
        self._served = ServedNodes(self._node, context=self._context)
        self.until, self.result = self._served.until, self._served.result
        self.arms = {side: Arm(self._node, side) for side in ARMS}

    def ready(self) -> tuple[Arm, Arm]:
        """Wait until both arms are under control."""
        for arm in self.arms.values():
            self.until(lambda a=arm: a.joints is not None and a.under_control, UP_SECONDS)
            self.until(arm.follow.server_is_ready, UP_SECONDS)
        return self.arms["left"], self.arms["right"]

    def sent(self, arm: Arm, goal: FollowJointTrajectory.Goal) -> Any:
        handle = self.result(arm.follow.send_goal_async(goal))
        assert handle.accepted
        return handle.get_result_async()

    def close(self) -> None:
        self._served.close()
        rclpy.shutdown(context=self._context)
        for arm in self.arms.values():
            arm.controller.close()


@pytest.fixture(scope="module")
def lab() -> Iterator[Lab]:
    made = Lab()
    yield made
    made.close()


@pytest.mark.slow
@pytest.mark.launch(fixture=drivers)
def test_both_follow_at_once_by_their_own_names(lab: Lab) -> None:
    left, right = lab.ready()
    began = [left.true(), right.true()]
    ends = [lab.sent(left, left.turned(0.4, 1.5)), lab.sent(right, right.turned(-0.3, 1.5))]
    lab.until(lambda: all(np.abs(a.controller.state()["actual_qd"]).max() > 0.05 for a in (left, right)), PATIENCE)
    results = [lab.result(end, PATIENCE).result for end in ends]
    assert all(result.error_code == FollowJointTrajectory.Result.SUCCESSFUL for result in results), results
    turned = [arm.true() - before for arm, before in zip((left, right), began, strict=True)]
    assert np.allclose(turned[0], [0.4, 0, 0, 0, 0, 0], atol=0.01)
    assert np.allclose(turned[1], [-0.3, 0, 0, 0, 0, 0], atol=0.01)


@pytest.mark.slow
@pytest.mark.launch(fixture=drivers)
def test_neither_takes_the_others_joints_for_its_own(lab: Lab) -> None:
    left, right = lab.ready()
    before = left.true()
    code = lab.result(lab.sent(left, right.turned(0.2, 1.0)), PATIENCE).result.error_code
    assert code == FollowJointTrajectory.Result.INVALID_JOINTS and np.allclose(left.true(), before)


@pytest.mark.slow
@pytest.mark.launch(fixture=drivers)
def test_names_of_joints_and_frames_tell_the_arms_apart(lab: Lab) -> None:
    for arm in lab.ready():
        lab.until(lambda a=arm: len(a.frames) > 8, PATIENCE)
        assert arm.joints is not None
        assert all(name.startswith(f"{arm.side}_") for name in arm.joints.name)
        assert all(frame.startswith(f"{arm.side}_") for frame in arm.frames - {"map", "odom"})


@pytest.mark.slow
@pytest.mark.launch(fixture=drivers)
def test_a_stop_of_one_arm_is_not_the_others(lab: Lab) -> None:
    left, right = lab.ready()
    left.controller.fault("protective_stop")
    assert lab.result(lab.sent(right, right.turned(0.3, 1.0)), PATIENCE).result.error_code == 0
    lab.until(lambda: left.controller.state()["runtime_state"] != 2, PATIENCE)
    assert lab.result(lab.sent(left, left.turned(0.1, 1.0)), PATIENCE).result.error_code != 0
    recovered = lab.result(left.recover.call_async(Trigger.Request()), PATIENCE)
    assert recovered.success, recovered.message
    assert lab.result(lab.sent(left, left.turned(-0.2, 1.0)), PATIENCE).result.error_code == 0
