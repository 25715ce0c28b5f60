"""Making observations: once the arm stands still, the next picture and everything that belongs to it."""

from __future__ import annotations

import time
from collections.abc import Callable

from pred_core.outcome import Outcome
from pred_core.ros.conversions import ImageError
from pred_msgs.msg import RobotState
from ur5_driver.bridge import conversions
from ur5_driver.bridge.camera import Frame, WristCamera
from ur5_driver.bridge.topics import Topics
from ur5_driver.driver.arm import Arm
from ur5_driver.driver.picture import Picture
from ur5_driver.driver.receive import Snapshot
from ur5_driver.driver.states import State
from ur5_driver.kinematics import forward

STILL_WITHIN = 3.0


class Observer:
    """Counts and publishes observations. Not thread-safe: whoever has the arm's turn calls it."""

    def __init__(
        self, arm: Arm, camera: WristCamera, topics: Topics, now: Callable[[], float], timeout: float
    ) -> None:
        """Prepare.

        :param now: the ROS clock, s
        :param timeout: how long a new picture may take, s
        """
        self._arm = arm
        self._camera = camera
        self._topics = topics
        self._now = now
        self._timeout = timeout
        self.step = 0
        self.episode = 1
        self.actions = 0
        self.failures = 0

    def new_episode(self, number: int) -> None:
        """Take note that the world was reloaded."""
        self.episode = number
        self.actions = self.failures = 0
        self._arm.forget()

    def observe(self, action: str, outcome: Outcome, *, counted: bool = True) -> int:
        """Wait until the arm stands, take the next picture, publish all of it, and return the observation's number."""
        if counted:
            self.actions += 1
            self.failures += not outcome
        self.step += 1
        joints = self._stand()
        frame = self._camera.wait(self._now(), self._timeout) if joints is not None else None
        picture = None if frame is None or joints is None else self._picture(frame, joints)
        if picture is not None:
            self._arm.see(picture)
        self._topics.observation(
            frame if picture is not None else None, self._state(picture, joints, action, outcome), joints
        )
        return self.step

    def _stand(self) -> Snapshot | None:
        """Wait until the joints are measured still."""
        deadline = time.monotonic() + STILL_WITHIN
        while time.monotonic() < deadline:
            seen = self._arm.link.receiver.wait_newer(time.monotonic(), 0.3)
            if seen is not None and seen.still:
                return seen
        return None

    def _picture(self, frame: Frame, joints: Snapshot) -> Picture | None:
        tool = forward(self._arm.link.limits.arm, joints.q)
        try:
            return conversions.picture_from(frame, self.step, tool, tool @ self._arm.settings.mount)
        except ImageError:
            return None

    def _state(
        self, picture: Picture | None, joints: Snapshot | None, action: str, outcome: Outcome
    ) -> RobotState:
        arm = self._arm.link.limits
        tool = forward(arm.arm, (0.0,) * 6 if joints is None else joints.q)
        return conversions.robot_state(
            picture,
            stamp=self._now(),
            step=self.step,
            episode=self.episode,
            tool=tool,
            optical=tool @ self._arm.settings.mount,
            tool_length=arm.tool_length,
            holding=self._arm.holding,
            action=(action, outcome),
            ready=self._arm.link.state is State.READY,
            counts=(self.actions, self.failures),
        )
