"""The hand moved with a velocity."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from bosdyn.client.math_helpers import Quat, SE3Pose

from spot_emulator.robot.activities import Activity
from spot_emulator.robot.arm_moves import WRIST_TO_HAND, reach, stand_for_arm, tool_pose
from spot_emulator.robot.frames import BODY
from spot_emulator.robot.kinematics import SHOULDER

if TYPE_CHECKING:
    from spot_emulator.robot.body import Body


class HandVelocity(Activity):
    """Move the hand with a velocity, in cylinder coordinates round the shoulder or in a frame, until its end time."""

    def __init__(self, request: Any, expires: float) -> None:
        super().__init__(expires)
        self.request = request
        self._pursuit: SE3Pose | None = None

    def step(self, robot: Body, seconds: float) -> None:
        if not stand_for_arm(robot):
            return
        now = self._pursuit or tool_pose(robot, BODY, WRIST_TO_HAND)
        x, y, z = self._linear(robot, now)
        turn = self.request.angular_velocity_of_hand_rt_odom_in_hand
        spin = (
            Quat.from_roll(turn.x * seconds)
            * Quat.from_pitch(turn.y * seconds)
            * Quat.from_yaw(turn.z * seconds)
        )
        goal = SE3Pose(now.x + x * seconds, now.y + y * seconds, now.z + z * seconds, now.rot * spin)
        if reach(robot, BODY, goal, WRIST_TO_HAND):
            self._pursuit = goal

    def _linear(self, robot: Body, now: SE3Pose) -> tuple[float, float, float]:
        """Return the hand's velocity in the body, m/s."""
        if self.request.HasField("cylindrical_velocity"):
            asked = self.request.cylindrical_velocity
            top = asked.max_linear_velocity.value or 0.5
            r, theta, z = (
                asked.linear_velocity.r * top,
                asked.linear_velocity.theta * top,
                asked.linear_velocity.z * top,
            )
            around = math.atan2(now.y, now.x - SHOULDER[0])
            c, s = math.cos(around), math.sin(around)
            return c * r - s * theta, s * r + c * theta, z
        asked = self.request.cartesian_velocity
        frame = robot.frames().a_tform_b(BODY, asked.frame_name)
        v = asked.velocity_in_frame_name
        if frame is None:
            return 0.0, 0.0, 0.0
        x, y, z = frame.rot.transform_point(v.x, v.y, v.z)
        return float(x), float(y), float(z)

    def feedback(self, robot: Body, target: Any) -> None:
        target.arm_velocity_feedback.SetInParent()
