"""What labs know from the manufacturer's ROS 2 driver: topics and services under its names, of this driver's own state.

Those whose types every ROS has, and modes (:mod:`ur5_driver.bridge.modes`) where the types are; docs/ur5.md has the
whole list, theirs and ours.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from geometry_msgs.msg import WrenchStamped
from rclpy.node import Node
from std_msgs.msg import Bool, Float64
from std_srvs.srv import Trigger

from pred_bridge.triggers import trigger
from pred_core.outcome import Code, Outcome
from pred_core.ros.conversions import stamp_of
from pred_core.ros.qos import LATCHED
from ur5_description.kinematics import ArmModel, Array, forward
from ur5_driver.bridge.modes import Modes
from ur5_driver.driver.commands import ZeroForce
from ur5_driver.driver.dashboard import DashboardError
from ur5_driver.driver.link import ArmLink
from ur5_driver.driver.receive import Snapshot
from ur5_driver.driver.states import Control

TOOL = "tool0"
STATUS = "io_and_status_controller"
Allowed = Callable[[str, str], Outcome]
"""Asks a person whether something may be done: its name, and what it does."""
_DASHBOARD = {
    "power_on": "The arm's power is switched on; its brakes stay.",
    "brake_release": "The arm's brakes are released: it moves a few millimetres.",
    "unlock_protective_stop": "The protective stop is unlocked; no motion begins.",
}


def wrench_in_tool(arm: ArmModel, joints: Array, wrench: Array) -> Array:
    """Return a wrench (N, Nm) along base's axes along those of tool0, as the manufacturer's driver publishes it."""
    turn = forward(arm, joints)[:3, :3].T
    return np.concatenate([turn @ wrench[:3], turn @ wrench[3:]])


class Official:
    """Publishes with every measurement, and serves."""

    def __init__(
        self,
        node: Node,
        link: ArmLink,
        group: Any,
        allowed: Allowed,
        recover: Callable[[], Outcome],
        prefix: str = "",
    ) -> None:
        """Make the topics and services; ``prefix``: of the arm's frames.

        :param group: the services' callback group
        :param allowed: asks a person, where one is asked
        :param recover: brings the arm back under control, asking as well
        """
        self._node = node
        self._link = link
        self._allowed = allowed
        self._tool = prefix + TOOL
        self._running: bool | None = None
        self._scaling = node.create_publisher(Float64, "speed_scaling_state_broadcaster/speed_scaling", 10)
        self._wrench = node.create_publisher(WrenchStamped, "force_torque_sensor_broadcaster/wrench", 10)
        self._modes = Modes(node)
        self._program = node.create_publisher(Bool, f"{STATUS}/robot_program_running", LATCHED)
        dashboard = link.dashboard
        steps = (dashboard.power_on, dashboard.release_brakes, dashboard.unlock)
        works: dict[str, Callable[[], Outcome]] = {
            f"{STATUS}/zero_ftsensor": lambda: link.tell(ZeroForce()),
            f"{STATUS}/resend_robot_program": recover,
        }
        for (name, does), step in zip(_DASHBOARD.items(), steps, strict=True):
            works[f"dashboard_client/{name}"] = self._step(name, does, step)
        self._services = [
            node.create_service(Trigger, name, trigger(work), callback_group=group)
            for name, work in works.items()
        ]

    def _step(self, name: str, does: str, step: Callable[[], None]) -> Callable[[], Outcome]:
        def work() -> Outcome:
            if self._link.control is Control.READY:
                return Outcome(Code.ALREADY_SO, "The arm is under control: there is nothing to do.")
            outcome = self._allowed(name, does)
            if not outcome:
                return outcome
            try:
                step()
            except DashboardError as error:
                return Outcome(Code.UNAVAILABLE, f"The controller refused: {error}")
            return Outcome.success(does)

        return work

    def measured(self, seen: Snapshot, stamp: float) -> None:
        """Publish what was measured; whether the driver's program runs only when that changes."""
        self._scaling.publish(Float64(data=100.0 * seen.scaling))
        message = WrenchStamped()
        message.header.stamp, message.header.frame_id = stamp_of(stamp), self._tool
        force, torque = message.wrench.force, message.wrench.torque
        values = wrench_in_tool(self._link.limits.arm, seen.q, seen.force)
        force.x, force.y, force.z, torque.x, torque.y, torque.z = (float(v) for v in values)
        self._wrench.publish(message)
        self._modes.measured(seen)
        running = self._link.control is Control.READY
        if running is not self._running:
            self._running = running
            self._program.publish(Bool(data=running))
