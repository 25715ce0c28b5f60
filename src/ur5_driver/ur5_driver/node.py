"""The driver's node: one arm on ROS topics, actions and services. Wiring only."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from functools import partial

import numpy as np
from control_msgs.action import FollowJointTrajectory
from diagnostic_msgs.msg import DiagnosticStatus
from rclpy.action import ActionServer
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.node import Node
from std_msgs.msg import UInt32
from std_srvs.srv import Trigger

from pred_bridge.approval import Approval
from pred_bridge.goals import BridgeGoals
from pred_bridge.program import run_bridge
from pred_bridge.triggers import trigger
from pred_bridge.trouble import Trouble
from pred_bridge.turns import Turns
from pred_core.outcome import Outcome
from pred_core.ros.parameters import declare
from pred_core.ros.qos import LATCHED
from ur5_description.kinematics import Array
from ur5_driver.bridge import following
from ur5_driver.bridge.camera import WristCamera
from ur5_driver.bridge.doing import Doing
from ur5_driver.bridge.force_mode import ForceMode
from ur5_driver.bridge.guiding import Guiding
from ur5_driver.bridge.health import advice, health
from ur5_driver.bridge.observing import Observer
from ur5_driver.bridge.official import Official
from ur5_driver.bridge.outputs import OutputServices
from ur5_driver.bridge.parameters import DriverParameters
from ur5_driver.bridge.pendant import Pendant
from ur5_driver.bridge.recovering import Recovering
from ur5_driver.bridge.taking_over import TakingOver
from ur5_driver.bridge.tool_data import ToolData
from ur5_driver.bridge.topics import Topics
from ur5_driver.driver.commands import Press
from ur5_driver.driver.link import ArmLink
from ur5_driver.driver.load import bears, borne
from ur5_driver.driver.manipulator import Manipulator
from ur5_driver.driver.moves import ArmSettings
from ur5_driver.driver.outputs import Outputs, opened
from ur5_driver.driver.pressing import press
from ur5_driver.driver.receive import Snapshot
from ur5_driver.driver.states import UNDER_CONTROL, Control, State

WATCH_SECONDS = 0.5
_SERVICES = {
    "go_home": "The arm moves home.",
    "open_gripper": "The fingers open where the arm stands: what they hold falls.",
}


class DriverNode(Node):
    """Publishes what the arm measures and sees; serves skills, views and trajectories."""

    def __init__(self) -> None:
        """Declare parameters and interfaces; :meth:`start` connects.

        :raises ParameterError: for a parameter that cannot be used
        """
        super().__init__("bridge")
        self.settings = declare(self, DriverParameters)
        self.views = self.settings.named_views()
        mount = self.settings.mount()
        self._group = ReentrantCallbackGroup()
        self.link = ArmLink(self.settings.link(), self._measured)
        force = min(40.0, self.settings.grip_force)
        self.arm = Manipulator(self.link, ArmSettings(mount.optical_in_tool, force, self.settings.offer()))
        self._topics = Topics(self, self.link.limits.arm, mount, self.settings.tf_prefix)
        camera = WristCamera(self, ground_truth=self.settings.ground_truth, group=self._group)
        warn, timeout = self.get_logger().warning, self.settings.camera_timeout
        self.observer = Observer(self.arm, camera, self._topics, self._now, timeout, warn)
        self.turns = Turns(self.settings.client_timeout)
        waits, looks_for = self.settings.approval_timeout, self.settings.approval_looks_for
        person = Approval(self, waits, self._group, looks_for)
        approval = person if self.settings.asks() else None
        self._trouble = Trouble()
        self._doing = Doing(self.arm, self.views, approval, float(np.deg2rad(self.settings.turn_step)))
        self._taking_over = TakingOver(self.link, person, self.settings.take_over)
        back_off, say = self.settings.back_off, self.get_logger().info
        self._recovering = Recovering(
            self.link, self._doing, self.turns, self._taking_over, back_off, self.observer.observe, say
        )
        self._episode = self._told = 1
        self._state = State.DISCONNECTED
        self._make_servers()

    def _make_servers(self) -> None:
        self._goals = BridgeGoals(self, self.turns, self._doing, self.observer, self._group)
        prefix = self.settings.tf_prefix
        self._following = following.Following(self.turns, self._doing, self.observer, prefix)
        self._trajectories = ActionServer(
            self,
            FollowJointTrajectory,
            following.NAME,
            self._following.serve,
            callback_group=self._group,
            cancel_callback=self.turns.cancel,
        )
        services: tuple[tuple[str, Callable[[], Outcome]], ...] = (
            ("recover", self._recovering.recover),
            ("stop", self._stop),
            ("go_home", lambda: self._service("go_home", lambda e: self.arm.go(self._home(), e))),
            ("open_gripper", lambda: self._service("open_gripper", self.arm.open_gripper)),
        )
        for name, work in services:
            self.create_service(Trigger, name, trigger(work), callback_group=self._group)
        may = self._recovering.allowed
        self._official = Official(
            self, self.link, self._group, self._recovering.recover, self._hand_back, prefix
        )
        self._tool_data = ToolData(self, self.settings.robot_ip)
        self._pendant = Pendant(self, self.link, self._group, may, self._hand_back)
        settings = self.link.settings
        self._outputs = Outputs(partial(opened, settings.host, upper=settings.upper_registers))
        OutputServices(
            self, self._outputs, partial(bears, self.link), may, self._group
        )
        self._guiding = Guiding(
            self, lambda ended: borne(self.link) and self.link.guide(ended), may, self._group
        )
        tool = self.arm.tool
        ForceMode(self, self.turns, self._press, tool, self._check, may, self._group, prefix)
        self.create_subscription(
            UInt32, "sim/episode", self._take_episode, LATCHED, callback_group=self._group
        )
        self.create_timer(WATCH_SECONDS, self._watch, callback_group=self._group)

    def start(self) -> None:
        """Connect to the arm, now or as soon as it is there."""
        self.get_logger().info(f"Waiting for the {self.settings.arm} at {self.settings.robot_ip}")
        self.link.start()
        self._tool_data.start()

    def close(self) -> None:
        """Stop what moves and give the arm back."""
        self._tool_data.close()
        self._recovering.withdraw()
        self._guiding.close()
        self.turns.close()
        self._outputs.close()
        self.link.close()

    def _now(self) -> float:
        return float(self.get_clock().now().nanoseconds) * 1e-9

    def _home(self) -> Array:
        home: Array = self.views.get("home", next(iter(self.views.values())))
        return home

    def _measured(self, seen: Snapshot) -> None:
        fingers = self.link.fingers
        now = self._now()
        self._topics.measured(seen, None if fingers is None else fingers.width, now)
        self._official.measured(seen, now)

    def _take_episode(self, message: UInt32) -> None:
        self._told = message.data

    def _service(self, name: str, work: Callable[[threading.Event], Outcome]) -> Outcome:
        """Do something that moves the arm, and observe."""

        def observed(event: threading.Event) -> Outcome:
            outcome = self._doing.allowed(name, _SERVICES[name], event) and work(event)
            if not outcome:
                self.get_logger().warning(f"{name}: {outcome}")
            self.observer.observe(name, outcome)
            return outcome

        return self.turns.service(observed)

    def _check(self, command: Press) -> Outcome:
        return self.link.limits.check(command)  # by the limits of this moment: the controller's own come later

    def _press(self, command: Press, event: threading.Event, begun: Callable[[], object]) -> Outcome:
        outcome = press(self.arm, command, event, begun)
        self.observer.observe("force_mode", outcome)
        return outcome

    def _stop(self) -> Outcome:
        self._recovering.withdraw()
        self._doing.end_looks()
        self.turns.stop_all()
        return self.link.stop()

    def _hand_back(self) -> Outcome:
        stopped = self._stop()
        handed = self.link.hand_back()
        return handed if stopped else stopped

    def _watch(self) -> None:
        """Twice a second: report, and observe what is new: that the arm is ready or not, an episode, pictures."""
        state = self.link.state
        changed = (state in UNDER_CONTROL) != (self._state in UNDER_CONTROL)
        if changed:
            self._doing.end_looks()
            why = "" if state in UNDER_CONTROL else self.link.problem.message
            self.get_logger().info(f"The arm is {state}. {why}".rstrip())
        self._state = state
        blind = self.observer.trouble
        level, figures = health(self.link, blind)
        figures["step"] = self.observer.step
        figures["goals taken"], figures["goals ended"] = self.turns.accepted, self.turns.ended
        self._tell(state)
        levels = {0: DiagnosticStatus.OK, 1: DiagnosticStatus.WARN, 2: DiagnosticStatus.ERROR}
        self._topics.health(state, levels[level], advice(self.link, blind), figures)
        begun = self.observer.step > 0
        if (changed and begun) or (state is State.READY and not begun) or self._told != self._episode:
            self.turns.between(self._observe_news)
        self._following.observe_owed()
        if blind and state in UNDER_CONTROL and self.observer.pictures_come():
            self.turns.between(self.observer.look_again)
        if self._taking_over.due():
            outcome = self._recovering.take_over()
            self.get_logger().info(f"A program that is not the driver's is on the controller: {outcome}")
        if self.settings.auto_recover:
            self._recovering.unasked()

    def _tell(self, state: State) -> None:
        """Warn, once, of an arm that has not been under control for some time; warnings are on the screen."""
        begins = state is State.RECOVERING or self.link.control is Control.STARTING
        wrong = "" if begins or state in UNDER_CONTROL else advice(self.link)
        said = self._trouble.to_tell(wrong, time.monotonic())
        if said:
            self.get_logger().warning(
                f"The {self.settings.arm} at {self.settings.robot_ip} is {state}: {said}"
            )

    def _observe_news(self) -> None:
        if self._told != self._episode or self.observer.step == 0:
            self._episode = self._told
            self.observer.new_episode(self._episode)
        self.observer.observe("", Outcome.success(), counted=False)


def main(args: list[str] | None = None) -> int:
    """Run the driver until it is told to end. Returns 0, or 2 when it could not start."""
    return run_bridge(DriverNode, DriverNode.start, DriverNode.close, args=args)


if __name__ == "__main__":
    sys.exit(main())
