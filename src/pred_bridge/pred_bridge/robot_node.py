"""A bridge for a robot of your own: fill in :class:`OwnRobot`, and :class:`RobotNode` puts it on ROS 2.

docs/own_robot.md has an example. The bridges of the UR arm and of Spot are made of the same parts, with more of what
their makers' controllers tell.
"""

from __future__ import annotations

import threading
from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus
from geometry_msgs.msg import TransformStamped
from numpy.typing import NDArray
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.node import Node
from std_msgs.msg import Header
from std_srvs.srv import Trigger

from pred_bridge.approval import Approval
from pred_bridge.asking import Asking
from pred_bridge.count import ObservationCount
from pred_bridge.goals import BridgeGoals, Say
from pred_bridge.observation_topics import ObservationTopics, images_of
from pred_bridge.parameters import ApprovalParameters
from pred_bridge.transforms import (
    OPTICAL_IN_CAMERA,
    Array,
    flat,
    inverse,
    pitch_of,
    pose_to_msg,
    transform_to_msg,
)
from pred_bridge.triggers import trigger
from pred_bridge.turns import Turns
from pred_core.geometry import Pose2D
from pred_core.outcome import Code, Outcome
from pred_core.pictures import Picture
from pred_core.ros.conversions import outcome_to_msg, stamp_of
from pred_core.ros.conversions import pose_to_msg as planar_to_msg
from pred_core.ros.diagnostics import health_to_msg
from pred_core.ros.frames import BASE, CAMERA, MAP, ODOM, OPTICAL
from pred_core.ros.parameters import declare, parameter
from pred_core.targets import Target
from pred_msgs.action import LookFrom
from pred_msgs.msg import BaseMotion, RobotState

WATCH_SECONDS = 0.5


@dataclass(frozen=True)
class OwnParameters(ApprovalParameters):
    """Parameters of a bridge for a robot of your own."""

    host: str = parameter("localhost", "Address of the robot.")

    @property
    def address(self) -> str:
        """Where the robot is."""
        return self.host


class OwnRobot(Asking):
    """A robot as the bridge needs it. Work ends early, as CANCELED, once its event is set; nothing here is ROS.

    :attr:`name` goes into ``robot_state``. Poses are in map: metres, radians, x ahead at the start, z up.
    """

    name = "robot"

    def __init__(self) -> None:
        """Begin without anybody who approves; the node brings one where the parameters ask for it."""
        super().__init__(None)

    def ask(self, approval: Approval | None) -> None:
        """Take the one who asks a person; None where nobody needs to approve."""
        self._approval = approval

    @abstractmethod
    def start(self) -> None:
        """Connect; may take a while."""

    @abstractmethod
    def stop(self) -> Outcome:
        """Stop whatever moves, at once; any thread may call it."""

    @abstractmethod
    def take_picture(self, step: int) -> Picture | str:
        """Wait until the robot stands and return what it sees, or why there is no picture."""

    @property
    @abstractmethod
    def base(self) -> Pose2D:
        """Where the robot stands."""

    @property
    @abstractmethod
    def holding(self) -> bool:
        """Whether something is measured to be in the gripper."""

    @abstractmethod
    def do_skill(self, skill: str, target: Target, event: threading.Event, say: Say) -> Outcome:
        """Do a skill on what the latest picture shows, and measure whether it was done."""

    @abstractmethod
    def move(self, motion: BaseMotion, event: threading.Event) -> Outcome:
        """Make one motion of base or camera."""

    def look(self, goal: LookFrom.Goal, event: threading.Event) -> Outcome:
        """Bring the camera to a named view or to a pose; a robot may not be able to."""
        del goal, event
        return Outcome(Code.NOT_AFFORDED, f"The {self.name} has no camera that it could bring anywhere.")

    def skill(self, skill: str, target: Target, event: threading.Event, say: Say) -> Outcome:
        """Ask for a yes and do a skill."""
        thing = target.class_name or "thing"
        may = self.allowed(f"{skill} {thing}", f"The robot does {skill} with the {thing}.", event)
        return may and self.do_skill(skill, target, event, say)

    def _in_hand(self) -> str:
        return "The gripper holds something." if self.holding else "The gripper is empty."

    def _seen(self) -> NDArray[np.uint8] | None:
        return None


class RobotNode(Node):
    """Publishes what a robot sees and serves ``execute_skill``, ``move_base``, ``look_from`` and ``stop``."""

    def __init__(self, make: Callable[[OwnParameters], OwnRobot]) -> None:
        """Declare parameters and interfaces; :meth:`start` connects.

        :param make: returns the robot
        :raises ParameterError: for a parameter that cannot be used
        """
        super().__init__("bridge")
        settings = declare(self, OwnParameters)
        self._group = ReentrantCallbackGroup()  # a cancel must come through while a goal runs
        self.robot = make(settings)
        if settings.asks():
            waits, looks_for = settings.approval_timeout, settings.approval_looks_for
            self.robot.ask(Approval(self, waits, self._group, looks_for))
        self.count = ObservationCount(self.get_logger().warning)
        fixed = [transform_to_msg(self._now(), CAMERA, OPTICAL, OPTICAL_IN_CAMERA)]
        self._topics = ObservationTopics(self, fixed, truth=False)
        self._diagnostics = self.create_publisher(DiagnosticArray, "diagnostics", 10)
        self.turns = Turns(settings.client_timeout)
        self._goals = BridgeGoals(self, self.turns, self.robot, self, self._group)
        self.create_service(Trigger, "stop", trigger(self._stop), callback_group=self._group)
        self.create_timer(WATCH_SECONDS, self._watch, callback_group=self._group)

    def start(self) -> None:
        """Connect to the robot and publish the first observation."""
        self.robot.start()
        self.observe("", Outcome.success(), counted=False)

    def close(self) -> None:
        """Stop what moves."""
        self.turns.close()
        self.robot.stop()

    @property
    def step(self) -> int:
        """The number of the latest observation."""
        return self.count.step

    def observe(self, action: str, outcome: Outcome, *, counted: bool = True) -> int:
        """Take a picture, publish it with the robot's state, and return the observation's number."""
        self.count.begin(action, outcome, counted=counted)
        seen = self.robot.take_picture(self.count.step + 1)
        picture = seen if isinstance(seen, Picture) else None
        self.count.tell("" if isinstance(seen, Picture) else seen)
        step = self.count.advance()
        if picture is not None:
            self._topics.place(_transforms(picture, self.robot.base))
        state = self._state(step, picture)
        self._topics.publish(state, None if picture is None else images_of(picture))
        return step

    def _state(self, step: int, picture: Picture | None) -> RobotState:
        action, outcome = self.count.action
        return RobotState(
            header=Header(stamp=stamp_of(self._now()), frame_id=MAP),
            step=step,
            episode=self.count.episode,
            robot=self.robot.name,
            base_pose=planar_to_msg(self.robot.base),
            camera_pitch=0.0 if picture is None else pitch_of(picture.optical),
            tool_pose=pose_to_msg(np.eye(4) if picture is None else picture.tool),
            holding=self.robot.holding,
            last_action=action,
            last_outcome=outcome_to_msg(outcome),
            ready=bool(self.robot.available()),
            actions=self.count.actions,
            failures=self.count.failures,
        )

    def _now(self) -> float:
        return float(self.get_clock().now().nanoseconds) * 1e-9

    def _stop(self) -> Outcome:
        self.robot.end_looks()
        self.turns.stop_all()
        return self.robot.stop()

    def _watch(self) -> None:
        """Twice a second: report how the robot is."""
        available = self.robot.available()
        level = DiagnosticStatus.OK if available else DiagnosticStatus.ERROR
        said = available.message or "ready"
        figures = {"step": self.step, "goals taken": self.turns.accepted, "goals ended": self.turns.ended}
        message = health_to_msg(self._now(), "bridge: robot", self.robot.name, level, said, figures)
        self._diagnostics.publish(message)


def _transforms(picture: Picture, base: Pose2D) -> list[TransformStamped]:
    """Return map -> odom -> base_link -> camera_link at a picture; odom does not drift."""
    below: Array = flat(base)
    camera = inverse(below) @ picture.optical @ inverse(OPTICAL_IN_CAMERA)
    send = partial(transform_to_msg, picture.stamp)
    return [send(MAP, ODOM, np.eye(4)), send(ODOM, BASE, below), send(BASE, CAMERA, camera)]
