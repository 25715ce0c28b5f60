"""A newer goal of follow_joint_trajectory is joined to the one that the arm follows, without braking."""

from __future__ import annotations

import threading
import time
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

pytest.importorskip("rclpy", reason="needs a ROS environment")

from builtin_interfaces.msg import Duration
from control_msgs.action import FollowJointTrajectory
from trajectory_msgs.msg import JointTrajectory, JointTrajectoryPoint

from pred_bridge.turns import Turns
from ur5_description.kinematics import HOME, JOINT_NAMES
from ur5_description.mount import read_mount
from ur5_driver.bridge.doing import Doing
from ur5_driver.bridge.following import Following
from ur5_driver.driver.manipulator import Manipulator
from ur5_driver.driver.moves import ArmSettings
from ur5_emulator.trials.rehearsal import eventually, linked

START = np.array(HOME)


class Handle:
    """A goal as the action server hands it over."""

    def __init__(self, number: int, points: list[tuple[float, np.ndarray]]) -> None:
        self.goal_id = SimpleNamespace(uuid=bytes([number] * 16))
        made = JointTrajectory(joint_names=list(JOINT_NAMES))
        for seconds, joints in points:
            whole = Duration(sec=int(seconds), nanosec=round(seconds % 1.0 * 1e9))
            made.points.append(JointTrajectoryPoint(positions=joints.tolist(), time_from_start=whole))
        self.request = FollowJointTrajectory.Goal(trajectory=made)
        self.is_cancel_requested = False
        self.is_active = True
        self.ends: list[str] = []

    def publish_feedback(self, _: Any) -> None:
        pass

    def succeed(self) -> None:
        self.ends.append("succeeded")

    def abort(self) -> None:
        self.ends.append("aborted")


def test_the_arm_goes_on_into_a_newer_trajectory_without_braking() -> None:
    with linked("127.0.0.58", 30158, gripper=False) as (_, link):
        arm = Manipulator(link, ArmSettings(read_mount().optical_in_tool))
        observer: Any = SimpleNamespace(observe=lambda *_: None)
        following = Following(Turns(1.0), Doing(arm, {}, None, 0.1), observer)
        results: dict[int, FollowJointTrajectory.Result] = {}

        def serve(number: int, handle: Handle) -> threading.Thread:
            def run() -> None:
                results[number] = following.serve(handle)

            thread = threading.Thread(target=run)
            thread.start()
            return thread

        turn = np.array([0.8, 0.0, 0.0, 0.0, 0.0, 0.0])
        first = Handle(1, [(4.0, START + turn)])
        threads = [serve(1, first)]
        assert eventually(lambda: link.snapshot is not None and link.snapshot.qd[0] > 0.2)
        slowest, ended = [1.0], threading.Event()

        def watch() -> None:
            while not ended.is_set():
                seen = link.snapshot
                if seen is not None:
                    slowest[0] = min(slowest[0], float(np.abs(seen.qd).max()))
                time.sleep(0.004)

        watching = threading.Thread(target=watch)
        watching.start()
        now = link.snapshot
        assert now is not None
        end = START + turn * 0.9 + np.array([0.0, 0.0, 0.0, 0.0, 0.0, 0.5])
        second = Handle(2, [(3.0, end)])
        threads.append(serve(2, second))
        assert eventually(lambda: 1 in results, 3.0)
        time.sleep(0.8)
        ended.set()
        watching.join()
        for thread in threads:
            thread.join(20.0)
        assert results[1].error_code == FollowJointTrajectory.Result.INVALID_GOAL and first.ends == ["aborted"]
        assert results[2].error_code == FollowJointTrajectory.Result.SUCCESSFUL, results[2].error_string
        assert slowest[0] > 0.1, "the arm braked in between"
        there = link.snapshot
        assert there is not None and np.abs(there.q - end).max() < 0.01
