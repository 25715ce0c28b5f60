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
from ur5_driver.bridge import following
from ur5_driver.bridge.doing import Doing
from ur5_driver.bridge.following import Following
from ur5_driver.driver.manipulator import Manipulator
from ur5_driver.driver.moves import ArmSettings
from ur5_emulator.trials.rehearsal import eventually, linked

START = np.array(HOME)
BRAKES_WITHIN = 0.15
"""How far before its goal the arm may brake, rad."""
GOES_ON_AFTER = (0.25, 0.8, 3.0)
"""The driver's own, and how long a machine that others use may take to check the newer trajectory, s."""
PATIENCE = 60.0


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


def test_the_arm_goes_on_into_a_newer_trajectory_without_braking(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(following, "GOES_ON_AFTER", GOES_ON_AFTER)
    with linked("127.0.0.58", 30158, gripper=False) as (_, link):
        arm = Manipulator(link, ArmSettings(read_mount().optical_in_tool))
        observer: Any = SimpleNamespace(observe=lambda *_: None)
        newer = Following(Turns(1.0), Doing(arm, {}, None, 0.1), observer)
        results: dict[int, FollowJointTrajectory.Result] = {}

        def serve(number: int, handle: Handle) -> threading.Thread:
            def run() -> None:
                results[number] = newer.serve(handle)

            thread = threading.Thread(target=run)
            thread.start()
            return thread

        turn = np.array([1.6, 0.0, 0.0, 0.0, 0.0, 0.0])
        first = Handle(1, [(8.0, START + turn)])
        threads = [serve(1, first)]
        assert eventually(lambda: link.snapshot is not None and link.snapshot.qd[0] > 0.2)
        end = START + turn * 0.5 + np.array([0.0, 0.0, 0.0, 0.0, 0.0, 0.5])
        slowest, ended = [1.0], threading.Event()

        def watch() -> None:
            while not ended.is_set():
                seen = link.snapshot
                if seen is not None and np.abs(seen.q - end).max() > BRAKES_WITHIN:
                    slowest[0] = min(slowest[0], float(np.abs(seen.qd).max()))
                time.sleep(0.004)

        watching = threading.Thread(target=watch)
        watching.start()
        second = Handle(2, [(4.0, end)])
        threads.append(serve(2, second))
        for thread in threads:
            thread.join(PATIENCE)
        ended.set()
        watching.join()
        assert results[1].error_code == FollowJointTrajectory.Result.INVALID_GOAL and first.ends == ["aborted"]
        assert results[2].error_code == FollowJointTrajectory.Result.SUCCESSFUL, results[2].error_string
        assert slowest[0] > 0.1, "the arm braked in between"
        there = link.snapshot
        assert there is not None and np.abs(there.q - end).max() < 0.01
