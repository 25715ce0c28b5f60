"""The driver's node: one Spot on ROS topics, actions and services. Wiring only."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from functools import partial

import numpy as np
from diagnostic_msgs.msg import DiagnosticStatus
from geometry_msgs.msg import PoseStamped, Twist
from rclpy.callback_groups import MutuallyExclusiveCallbackGroup, ReentrantCallbackGroup
from rclpy.node import Node
from std_srvs.srv import Trigger

from pred_bridge.approval import Approval
from pred_bridge.goals import BridgeGoals
from pred_bridge.program import run_bridge
from pred_bridge.triggers import trigger
from pred_bridge.trouble import Trouble
from pred_bridge.turns import Turns
from pred_core.domain_file import HOUSEHOLD
from pred_core.outcome import Code, Outcome
from pred_core.ros.parameters import declare
from pred_core.ros.qos import LATCHED
from pred_core.vocabulary import choose_domain
from spot_driver.bridge.conversions import ROBOT
from spot_driver.bridge.doing import Doing, Steps, ready
from spot_driver.bridge.driving import Driving
from spot_driver.bridge.health import health
from spot_driver.bridge.observing import Observer
from spot_driver.bridge.parameters import DriverParameters
from spot_driver.bridge.recorded_walk import RecordedWalk
from spot_driver.bridge.simulated import SimulatedWorld
from spot_driver.bridge.streams import Streams
from spot_driver.bridge.topics import Topics
from spot_driver.bridge.truth import SimPort
from spot_driver.driver import clock, hand
from spot_driver.driver.link import SpotLink
from spot_driver.driver.manipulator import Manipulator
from spot_driver.driver.session import CredentialsError, credentials
from spot_driver.driver.snapshot import Snapshot

WATCH_SECONDS = 0.5
READY_TRIES = 3
_LEVELS = {0: DiagnosticStatus.OK, 1: DiagnosticStatus.WARN, 2: DiagnosticStatus.ERROR}


class DriverNode(Node):
    """Publishes what the robot measures and sees; serves skills, motions, views and spot_ros2's services."""

    def __init__(self) -> None:
        """Declare parameters and interfaces; :meth:`start` connects.

        :raises ParameterError: for a parameter that cannot be used
        :raises CredentialsError: when the environment holds no login
        """
        super().__init__("bridge")
        p = self.settings = declare(self, DriverParameters)
        credentials()
        if p.clock_rate != 1.0:
            clock.run_at(p.clock_rate)
        self._group = ReentrantCallbackGroup()
        self.link = SpotLink(p.link(), self._measured)
        self.hands = Manipulator(self.link, p.hand())
        self._topics = Topics(self)
        warn = self.get_logger().warning
        self._sim = SimPort(p.hostname, p.sim_port) if p.sim_port else None
        truth = None if self._sim is None else self._sim.instances
        self.observer = Observer(
            self.link, self.hands, self._topics, self._now, p.camera_timeout, p.picture_scale, warn, truth,
            grid=p.local_grid,
        )  # fmt: skip
        self.turns = Turns(p.client_timeout)
        approval = None
        if p.asks():
            approval = Approval(self, p.approval_timeout, self._group, p.approval_looks_for)
        turn, look = float(np.deg2rad(p.turn_step)), float(np.deg2rad(p.look_step))
        steps = Steps(p.move_step, turn, look, p.watchdog, p.offer_within)
        self._doing = Doing(self.link, self.hands, self.observer, steps, p.named_views(), approval)
        self._driving = Driving(
            self.link, p.cmd_vel_duration, allowed=p.driven(), free=lambda: self.turns.free, warn=warn
        )
        self.streams = Streams(self, self.link, list(p.cameras), p.camera_rate, warn)
        self._withdrawn = threading.Event()
        self._ready = self._shown_ready = False
        self._unready_told = ""
        self._trouble = Trouble()
        self._begins = threading.Event()
        self._auto = p.auto_ready
        self._make_servers()

    def _make_servers(self) -> None:
        self._goals = BridgeGoals(self, self.turns, self._doing, self.observer, self._group)
        services: tuple[tuple[str, Callable[[], Outcome]], ...] = (
            ("stop", self._stop),
            ("claim", self.link.claim),
            ("release", self._release),
            ("estop/hard", lambda: self._estop(hard=True)),
            ("estop/gentle", lambda: self._estop(hard=False)),
            ("estop/release", self.link.estop.release),
            ("recover", self._recover),
            *((name, partial(self._moves, name)) for name in self._motions()),
        )
        for name, work in services:
            self.create_service(Trigger, name, trigger(work), callback_group=self._group)
        p = self.settings
        walk = p.graph_nav_map, p.watchdog
        self._walk = RecordedWalk(self, self.link, self.turns, self._doing, self.observer, walk, self._group)
        self._world: SimulatedWorld | None = None
        if self._sim is not None:
            self._world = SimulatedWorld(
                self, self._sim, self.turns, self.observer, self._enter_room, self.link, self._group
            )
        one = MutuallyExclusiveCallbackGroup()
        self.create_subscription(Twist, "cmd_vel", self._driving.take, 1, callback_group=one)
        self.create_subscription(PoseStamped, "person", self._person_stands, LATCHED, callback_group=self._group)
        self.create_timer(WATCH_SECONDS, self._watch, callback_group=MutuallyExclusiveCallbackGroup())

    def _motions(self) -> dict[str, tuple[str, Callable[[threading.Event], Outcome]]]:
        """Return the services that move the robot: what a person is told, and the work."""
        link = self.link
        return {
            "power_on": ("The motors are switched on.", lambda e: link.power(e, on=True)),
            "power_off": (
                "The robot sits down and its motors are switched off.",
                lambda e: link.power(e, on=False),
            ),
            "stand": ("The robot stands up.", link.stand),
            "sit": ("The robot sits down.", link.sit),
            "arm_stow": ("The arm is folded.", lambda e: link.posture("stow", e)),
            "arm_unstow": ("The arm is brought before the body.", lambda e: link.posture("ready", e)),
            "arm_carry": ("The arm is brought to carry.", lambda e: link.posture("carry", e)),
            "open_gripper": (
                "The gripper opens: what it holds falls.",
                lambda e: hand.move_fingers(link, 1.0, e),
            ),
            "close_gripper": ("The gripper closes.", lambda e: hand.move_fingers(link, 0.0, e)),
        }

    def start(self) -> None:
        """Connect to the robot, now or as soon as it is there."""
        self.get_logger().info(f"Waiting for the Spot at {self.settings.hostname}:{self.settings.port}")
        self.link.start()
        self.streams.start()

    def close(self) -> None:
        """Stop what moves and give the robot back."""
        self._withdrawn.set()
        self.observer.close()
        self.turns.close()
        self.streams.close()
        self.link.close()

    def _person_stands(self, person: PoseStamped) -> None:
        """Be slow near the person whom something is for, and hold it out to them."""
        at = person.pose.position
        self.link.gate.person = (at.x, at.y)
        if self._world is not None:
            self._world.person_stands(at.x, at.y)

    def _now(self) -> float:
        return float(self.get_clock().now().nanoseconds) * 1e-9

    def _measured(self, seen: Snapshot) -> None:
        self._topics.measured(seen, str(self.link.lease.hold))

    def _moves(self, name: str) -> Outcome:
        """Do a service that moves the robot."""
        does, work = self._motions()[name]

        def asked(event: threading.Event) -> Outcome:
            return self._doing.allowed(name, does, event, stopped=True) and work(event)

        return self.turns.service(asked)

    def _estop(self, *, hard: bool) -> Outcome:
        self.turns.stop_all()
        return self.link.estop.press(hard=hard)

    def _release(self) -> Outcome:
        self._stop()
        return self.link.release()

    def _stop(self) -> Outcome:
        self._withdrawn.set()
        self._doing.end_looks()
        self.turns.stop_all()
        return self.link.stop()

    def _recover(self) -> Outcome:
        """Bring the robot back to where it can be given goals: the lease asked for, faults cleared, standing."""
        self.turns.stop_all()
        self._withdrawn.clear()
        does = "Faults are cleared, the motors switched on, the robot stands up and unfolds its arm."

        def work(event: threading.Event) -> Outcome:
            outcome = self._doing.allowed("recover", does, event, stopped=True)
            return outcome and self._get_ready(event)

        return self.turns.service(work)

    def _get_ready(self, event: threading.Event) -> Outcome:
        self._begins.set()
        try:
            outcome = ready(self.link, self.hands, float(np.deg2rad(self.settings.look_pitch)), event)
        finally:
            self._begins.clear()
        self.get_logger().info(f"getting ready: {outcome}")
        self._observe_news()
        return outcome

    def _enter_room(self, event: threading.Event) -> Outcome:
        """Get ready in another room of an emulated robot."""
        self._withdrawn.clear()
        self._doing.forget()
        self.link.gate.person = None
        self.link.anew(self.settings.link_timeout)  # what was measured before is another room's
        return self._get_ready(event)

    def _watch(self) -> None:
        """Twice a second: report, and observe what is new: that the robot is ready or not, pictures."""
        level, message, figures = health(self.link, self.observer.trouble)
        figures["step"] = self.observer.step
        figures["goals taken"], figures["goals ended"] = self.turns.accepted, self.turns.ended
        self._topics.health(self.link.state, _LEVELS[level], message, figures)
        available = self.link.available()
        if bool(available) != self._ready or (not available and available.message != self._unready_told):
            self._doing.end_looks()
            self.get_logger().info(f"The robot is {self.link.state}. {available.message}".rstrip())
            self._unready_told = available.message
        self._ready = bool(available)
        changed = self._ready is not self._shown_ready and (self._ready or self.observer.step > 0)
        if self._auto and self.link.connected:
            self._auto = False
            self._begins.set()
            threading.Thread(target=self._auto_ready, name="auto_ready", daemon=True).start()
        elif (changed and (self.observer.step > 0 or self._ready)) or (self.observer.trouble and self._ready):
            self.turns.between(self._observe_news)
        self._tell(available)

    def _tell(self, available: Outcome) -> None:
        """Warn, once, of a robot that could not be moved for some time; warnings are on the screen."""
        loads = self._auto and self.settings.sim_port > 0  # an emulated robot takes its time
        quiet = loads or self._begins.is_set()
        said = self._trouble.to_tell("" if quiet else available.message, time.monotonic())
        if said:
            where = f"{self.settings.hostname}:{self.settings.port}"
            self.get_logger().warning(f"The Spot at {where} is {self.link.state}: {said}")

    def _auto_ready(self) -> None:
        """Get ready at the start; the parameter is the permission. What a busy machine made late is tried again."""

        def tries(event: threading.Event) -> Outcome:
            for _ in range(READY_TRIES):
                outcome = self._get_ready(event)
                if outcome or outcome.code is Code.CANCELED or self._withdrawn.is_set():
                    break
            return outcome

        while self.turns.own(tries).code is Code.BUSY and not self._withdrawn.wait(WATCH_SECONDS):
            pass  # a goal that came first has its turn
        self._begins.clear()

    def _observe_news(self) -> None:
        self._shown_ready = bool(self.link.available())
        self.observer.observe("", Outcome.success(), counted=False)


def main(args: list[str] | None = None) -> int:
    """Run the driver until it is told to end. Returns 0, or 2 when it could not start."""
    choose_domain(HOUSEHOLD, ROBOT)
    return run_bridge(DriverNode, DriverNode.start, DriverNode.close, (CredentialsError,), args=args)


if __name__ == "__main__":
    sys.exit(main())
