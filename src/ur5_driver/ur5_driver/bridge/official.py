"""What labs know from the manufacturer's ROS 2 driver: topics and services under its names, of this driver's own state.

Those whose types every ROS has, and modes (:mod:`ur5_driver.bridge.modes`) where the types are. What is PolyScope's own
is in :mod:`ur5_driver.bridge.pendant`; docs/ur5.md has the whole list, theirs and ours.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from geometry_msgs.msg import WrenchStamped
from rclpy.node import Node
from std_msgs.msg import Bool, Float64
from std_srvs.srv import Trigger

from pred_bridge.triggers import trigger
from pred_core.outcome import Outcome
from pred_core.ros.conversions import stamp_of
from pred_core.ros.qos import LATCHED
from ur5_description.kinematics import Array
from ur5_driver.bridge.modes import Modes
from ur5_driver.driver.commands import ZeroForce
from ur5_driver.driver.link import ArmLink
from ur5_driver.driver.receive import Snapshot
from ur5_driver.driver.states import Control

TOOL = "tool0"
STATUS = "io_and_status_controller"
SCALING_EVERY = 0.1
"""How often the speed scaling is told where it does not change, s."""


_QUARTERS = (1, 1, -1, 0)
"""By how many quarter turns about x each axis that is not parallel to the one before is turned from it."""


def wrench_in_tool(joints: Array, wrench: Array) -> list[float]:
    """Return a wrench (N, Nm) along base's axes along those of tool0, as the manufacturer's driver publishes it.

    All these arms have their axes at the same angles; what a calibration adds is some milliradians.
    """
    q1, q2, q3, q4, q5, q6 = joints.tolist()
    angles = (q1, q2 + q3 + q4, q5, q6)
    turns = [(math.cos(angle), math.sin(angle), quarters) for angle, quarters in zip(angles, _QUARTERS, strict=True)]
    values = wrench.tolist()
    return [*_turned_back(values[:3], turns), *_turned_back(values[3:], turns)]


def _turned_back(vector: Sequence[float], turns: Sequence[tuple[float, float, int]]) -> tuple[float, float, float]:
    """Return a vector after turns about z, each by its cosine and sine, and then about x by quarters."""
    x, y, z = vector
    for c, s, quarters in turns:  # for each measurement: plain numbers take a tenth of the time of matrices
        x, y = c * x + s * y, c * y - s * x
        if quarters:
            y, z = quarters * z, -quarters * y
    return x, y, z


class Official:
    """Publishes with every measurement, and serves."""

    def __init__(
        self,
        node: Node,
        link: ArmLink,
        group: Any,
        recover: Callable[[], Outcome],
        hand_back: Callable[[], Outcome],
        prefix: str = "",
    ) -> None:
        """Make the topics and services; ``prefix``: of the arm's frames.

        :param group: the services' callback group
        :param recover: brings the arm back under control, asking a person where one is asked
        :param hand_back: stops the arm and gives up control until the next ``recover``
        """
        self._node = node
        self._link = link
        self._tool = prefix + TOOL
        self._running: bool | None = None
        self._scaled, self._scaled_at = -1.0, 0.0
        self._scaling = node.create_publisher(Float64, "speed_scaling_state_broadcaster/speed_scaling", 10)
        self._wrench = node.create_publisher(WrenchStamped, "force_torque_sensor_broadcaster/wrench", 10)
        self._modes = Modes(node)
        self._program = node.create_publisher(Bool, f"{STATUS}/robot_program_running", LATCHED)
        works: dict[str, Callable[[], Outcome]] = {
            f"{STATUS}/zero_ftsensor": lambda: link.tell(ZeroForce()),
            f"{STATUS}/resend_robot_program": recover,
            f"{STATUS}/hand_back_control": hand_back,
        }
        self._services = [
            node.create_service(Trigger, name, trigger(work), callback_group=group)
            for name, work in works.items()
        ]

    def measured(self, seen: Snapshot, stamp: float) -> None:
        """Publish what was measured; what seldom changes when it does: the speed scaling also ten times a second."""
        if seen.scaling != self._scaled or not 0.0 <= stamp - self._scaled_at < SCALING_EVERY:
            self._scaled, self._scaled_at = seen.scaling, stamp
            self._scaling.publish(Float64(data=100.0 * seen.scaling))
        message = WrenchStamped()
        message.header.stamp, message.header.frame_id = stamp_of(stamp), self._tool
        force, torque = message.wrench.force, message.wrench.torque
        force.x, force.y, force.z, torque.x, torque.y, torque.z = wrench_in_tool(seen.q, seen.force)
        self._wrench.publish(message)
        self._modes.measured(seen)
        running = self._link.control is Control.READY
        if running is not self._running:
            self._running = running
            self._program.publish(Bool(data=running))
