"""Joint control: a client streams where each joint shall be, hundreds of times a second, each for a moment only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from bosdyn.api import basic_command_pb2

from spot_emulator.robot.activities import Activity
from spot_emulator.robot.arm import FASTEST
from spot_emulator.robot.base import REST, STANDING
from spot_emulator.robot.legs import LEG_JOINTS, body_height

if TYPE_CHECKING:
    from spot_emulator.robot.body import Body

_LEGS = len(LEG_JOINTS)
_ARM = 6
JOINTS = (_LEGS, _LEGS + _ARM + 1)
"""How many joints an update may tell of: the legs' alone, or those of arm and claw, too."""


@dataclass
class JointStream:
    """What was streamed last. ``position``: rad, in the order of joint states; times in ns of the robot's clock."""

    position: tuple[float, ...] = ()
    end: int = 0
    received: int = 0
    key: int = 0
    count: int = 0

    def take(self, update: Any, end: int, now: int) -> None:
        """Take one update, good until a time."""
        self.position, self.end, self.received = tuple(update.position), end, now
        self.key = update.user_command_key
        self.count += 1


class JointControl(Activity):
    """Follow what is streamed; where the newest update's time is over, stay where the robot is.

    Gains, velocities and loads make no difference: joints follow as fast as they can, and the legs of the emulated
    robot only lift and lower the body, all alike.
    """

    def __init__(self, stream: JointStream) -> None:
        super().__init__()
        self._stream = stream
        self._live = False

    def step(self, robot: Body, seconds: float) -> None:
        stream = self._stream
        robot.base.aim = REST
        self._live = bool(stream.position) and robot.clock.now() <= stream.end
        if not self._live:
            robot.arm.hold()
            robot.gripper.hold()
            return
        robot.base.body_height = body_height(stream.position[:_LEGS]) - STANDING
        if len(stream.position) > _LEGS:
            robot.arm.aim(np.array(stream.position[_LEGS : _LEGS + _ARM]), FASTEST)
            robot.gripper.aim(stream.position[-1])

    def feedback(self, robot: Body, target: Any) -> None:
        kind = basic_command_pb2.JointCommand.Feedback
        target.joint_feedback.status = kind.STATUS_ACTIVE if self._live else kind.STATUS_ERROR
        target.joint_feedback.num_messages_received = self._stream.count
