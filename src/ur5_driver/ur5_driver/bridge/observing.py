"""Making observations: once the arm stands still, the next picture and everything that belongs to it."""

from __future__ import annotations

import time
from collections.abc import Callable

from pred_bridge.count import ObservationCount
from pred_core.outcome import Outcome
from pred_core.pictures import Picture
from pred_core.ros.conversions import ImageError
from pred_msgs.msg import RobotState
from ur5_description.kinematics import forward
from ur5_driver.bridge import conversions
from ur5_driver.bridge.camera import CameraFrame, WristCamera
from ur5_driver.bridge.topics import Topics
from ur5_driver.driver.manipulator import Manipulator
from ur5_driver.driver.receive import Snapshot
from ur5_driver.driver.states import State

STILL_WITHIN = 3.0
GLANCE = 1.0
"""How long a camera that fell silent is listened to at a time, s."""


class Observer(ObservationCount):
    """Counts and publishes observations. Not thread-safe: whoever has the arm's turn calls it."""

    def __init__(
        self,
        arm: Manipulator,
        camera: WristCamera,
        topics: Topics,
        now: Callable[[], float],
        timeout: float,
        warn: Callable[[str], object],
    ) -> None:
        """Prepare.

        :param now: the ROS clock, s
        :param timeout: how long a new picture may take, s
        :param warn: is told when pictures cease to come, why, and when they come again
        """
        super().__init__(warn)
        self._arm = arm
        self._camera = camera
        self._topics = topics
        self._now = now
        self._timeout = timeout

    def new_episode(self, number: int | None = None) -> None:
        """Take note that the world was reloaded."""
        super().new_episode(number)
        self._arm.forget()

    def observe(self, action: str, outcome: Outcome, *, counted: bool = True) -> int:
        """Wait until the arm stands, take the next picture, publish all of it, and return the observation's number."""
        self.begin(action, outcome, counted=counted)
        self._publish(*self._look())
        return self.step

    def pictures_come(self) -> bool:
        """Return whether the camera sends pictures now: asked without the arm, which nobody need wait for."""
        return self._camera.glance(self._now(), min(GLANCE, self._timeout))

    def look_again(self) -> None:
        """Publish what the last observation lacks, a picture, as a new one of the same action, if there is one now."""
        frame, picture, joints = self._look()
        if picture is not None:
            self._publish(frame, picture, joints)

    def _publish(self, frame: CameraFrame | None, picture: Picture | None, joints: Snapshot | None) -> None:
        self.advance()
        if picture is not None:
            self._arm.see(picture)
        self._topics.observation(frame, self._state(picture, joints), joints)

    def _look(self) -> tuple[CameraFrame | None, Picture | None, Snapshot | None]:
        """Wait for arm and camera; frame and picture are both there or both None, and :attr:`trouble` says why."""
        joints = self._stand()
        frame = picture = None
        if joints is None:
            trouble = f"No picture was taken: the joints were not measured still within {STILL_WITHIN:.0f} s."
        elif (frame := self._camera.wait(self._now(), self._timeout)) is None:
            trouble = f"No picture within {self._timeout:g} s. {self._camera.why()}"
        else:
            try:
                picture, trouble = self._picture(frame, joints), ""
            except ImageError as error:
                frame, trouble = None, f"The camera's picture cannot be used: {error}"
        self.tell(trouble)
        return frame, picture, joints

    def _stand(self) -> Snapshot | None:
        """Wait until the joints are measured still."""
        deadline = time.monotonic() + STILL_WITHIN
        while time.monotonic() < deadline:
            seen = self._arm.link.receiver.wait_newer(time.monotonic(), 0.3)
            if seen is not None and seen.still:
                return seen
        return None

    def _picture(self, frame: CameraFrame, joints: Snapshot) -> Picture:
        tool = forward(self._arm.link.limits.arm, joints.q)
        optical = tool @ self._arm.settings.mount
        step = self.step + 1  # of the observation that it makes
        return conversions.picture_from(frame, step, tool, optical)

    def _state(self, picture: Picture | None, joints: Snapshot | None) -> RobotState:
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
            action=self.action,
            ready=self._arm.link.state is State.READY,
            counts=(self.actions, self.failures),
        )
