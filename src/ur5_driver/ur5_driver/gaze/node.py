"""The node that looks: serves NavigateTo for an arm with what perception tells and LookFrom does."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from geometry_msgs.msg import PoseStamped
from rclpy.action import ActionClient
from rclpy.action.server import ServerGoalHandle
from rclpy.node import Node
from std_msgs.msg import Header

from pred_bridge.transforms import pose_to_msg
from pred_core.navigation import Report, Watch
from pred_core.objects import ObjectMemory
from pred_core.outcome import Code, Outcome
from pred_core.ros.action_calls import ActionCall
from pred_core.ros.conversions import memory_from_msg
from pred_core.ros.goals import NavigateServer
from pred_core.ros.observation_wait import ObservationWait
from pred_core.ros.parameters import (
    check_domain,
    declare,
    domain_parameter,
    parameter,
    use_domain,
)
from pred_core.ros.qos import OBSERVATION
from pred_core.ros.running import run_until_told
from pred_msgs.action import LookFrom, NavigateTo
from pred_msgs.msg import ObjectMemory as ObjectMemoryMsg
from ur5_description.kinematics import ARMS
from ur5_description.mount import CameraMount
from ur5_driver.camera_mount import mount_in
from ur5_driver.gaze.gazer import Gazer
from ur5_driver.gaze.reach import CameraReach, ReachSettings
from ur5_driver.gaze.tasks import Aim, ExploreTask, GazeSettings, GazeTask, Look, LookAroundTask, ObjectTask
from ur5_driver.gaze.views import ViewSettings


@dataclass(frozen=True)
class GazeParameters:
    """Parameters of the node."""

    domain: str = domain_parameter()
    arm: str = parameter("ur5e", "Make of the arm.", choices=tuple(sorted(ARMS)))
    camera_mount: str = parameter("", "File with the camera's pose in tool0; '' is the one that comes along.")
    map_frame: str = parameter("map", "Frame of the object memory: the robot's base.")
    views: Sequence[str] = parameter(
        ["home", "survey_front", "survey_left", "survey_right", "survey_near"],
        "The driver's named views, in the order of exploring.",
    )
    nearest: float = parameter(0.30, "Smallest distance of the camera to an object, m.", low=0.1, high=1.0)
    farthest: float = parameter(0.45, "Largest distance of the camera to an object, m.", low=0.1, high=1.5)
    tool_length: float = parameter(0.1525, "From the flange to the finger tips, m.", low=0.0, high=0.5)
    looks: int = parameter(3, "Views a goal may spend on seeing an object.", low=1, high=20)
    max_steps: int = parameter(40, "Views a goal may use unless it says otherwise.", low=1, high=1000)
    patience: float = parameter(
        20.0, "Seconds to wait for perception's answer to an observation.", low=0.1, high=600.0
    )

    def check(self) -> None:
        """Refuse a domain, or a camera's mount, that cannot be read.

        :raises ParameterError: saying why
        """
        check_domain(self.domain)
        self.mount()

    def settings(self) -> GazeSettings:
        """Return the tasks' settings."""
        view = ViewSettings(nearest=self.nearest, farthest=max(self.nearest, self.farthest))
        return GazeSettings(views=tuple(v for v in self.views if v), view=view, looks=self.looks)

    def mount(self) -> CameraMount:
        """Return where the camera sits.

        :raises ParameterError: when the file does not say so
        """
        return mount_in(self.camera_mount)


class GazeNode(Node):
    """Holds the latest object memory, and pursues one goal at a time."""

    def __init__(self) -> None:
        super().__init__("nav")
        self._p = declare(self, GazeParameters)
        use_domain(self._p.domain)
        self._settings = self._p.settings()
        reach = CameraReach(
            self._p.mount(), ARMS[self._p.arm], ReachSettings(tool_length=self._p.tool_length)
        )
        self._aim = Aim(reach, self._settings.view)
        self._gazer = Gazer()
        self._memory: ObjectMemory | None = None
        self._news = ObservationWait(self, self._p.patience)
        self._call: ActionCall | None = None
        self.create_subscription(ObjectMemoryMsg, "object_memory", self._take, OBSERVATION)
        self.look_from = ActionClient(self, LookFrom, "look_from")
        self._server = NavigateServer(self, self._modes(), self._pursue, self._stop)

    def _take(self, message: ObjectMemoryMsg) -> None:
        self._memory = memory_from_msg(message)
        self._news.tell()

    async def memory(self, step: int) -> ObjectMemory | Outcome:
        """Return what is known after at least observation ``step``, or UNAVAILABLE after the time allowed."""
        await self._news.until(lambda: self._memory is not None and self._memory.step >= step)
        if self._memory is None or self._memory.step < step:
            return Outcome(
                Code.UNAVAILABLE,
                f"No object memory of step {step} came within {self._p.patience:.0f} s. "
                "Are bridge and perception running?",
            )
        return self._memory

    def _goal_of(self, look: Look) -> LookFrom.Goal:
        if look.camera is None:
            return LookFrom.Goal(view=look.view)
        header = Header(frame_id=self._p.map_frame)
        return LookFrom.Goal(camera=PoseStamped(header=header, pose=pose_to_msg(look.camera)))

    def _stop(self) -> None:
        """Stop the camera and the waiting at once; the goal's loop ends with what they answer."""
        if self._call is not None:
            self._call.cancel()
        self._news.give_up()

    async def look(self, look: Look) -> tuple[Outcome, int]:
        """Move the camera; return what became of it and the observation taken after it (0 if there is none)."""
        self._call = ActionCall(self, self.look_from, "look_from")
        try:
            outcome, result = await self._call.run(self._goal_of(look))
        finally:
            self._call = None
        return outcome, 0 if result is None else int(result.step)

    async def _pursue(self, task: GazeTask, handle: ServerGoalHandle) -> Report:
        goal = handle.request
        watch = Watch(tuple(goal.watch_classes), frozenset(goal.ignore_ids))
        limit = goal.max_steps or self._p.max_steps
        return await self._gazer.pursue(task, _RosDriver(self, handle), limit, watch)

    def _modes(self) -> Mapping[str, Callable[[NavigateTo.Goal], GazeTask | Outcome]]:
        aim, settings = self._aim, self._settings
        modes = NavigateTo.Goal
        return {
            modes.OBJECT: lambda goal: ObjectTask(goal.object_id, goal.attempt, goal.distance, aim, settings),
            modes.POSE: lambda _: Outcome(Code.NOT_AFFORDED, "An arm has no base that could go to a pose."),
            modes.EXPLORE: lambda goal: ExploreTask(
                list(goal.stop_classes), list(goal.ignore_ids), aim, settings
            ),
            modes.LOOK_AROUND: lambda _: LookAroundTask(settings),
        }


class _RosDriver:
    """One goal's access to the arm."""

    def __init__(self, node: GazeNode, handle: ServerGoalHandle) -> None:
        self._node = node
        self._handle = handle

    async def memory(self, step: int) -> ObjectMemory | Outcome:
        return await self._node.memory(step)

    async def look(self, look: Look) -> tuple[Outcome, int]:
        return await self._node.look(look)

    def canceled(self) -> bool:
        return bool(self._handle.is_cancel_requested)

    def progress(self, look: Look, looks: int) -> None:
        self._handle.publish_feedback(NavigateTo.Feedback(motions=looks, reason=look.reason))


def main() -> int:
    """Run the node until it is told to end. Returns 0, or 2 when it could not start."""
    return run_until_told("nav", GazeNode)
