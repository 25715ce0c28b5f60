"""The node that looks: serves NavigateTo for an arm with what perception tells and LookFrom does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from geometry_msgs.msg import Point, Pose, PoseStamped, Quaternion
from rclpy.action import ActionClient, ActionServer, CancelResponse, GoalResponse
from rclpy.action.server import ServerGoalHandle
from rclpy.node import Node
from rclpy.task import Future
from scipy.spatial.transform import Rotation

from pred_core.objects import ObjectMemory
from pred_core.outcome import Code, Outcome
from pred_core.ros.action_calls import ActionCall
from pred_core.ros.conversions import memory_from_msg, outcome_to_msg
from pred_core.ros.parameters import ParameterError, declare, domain_parameter, parameter, use_domain
from pred_core.ros.qos import OBSERVATION
from pred_core.ros.running import run_until_told
from pred_msgs.action import LookFrom, NavigateTo
from pred_msgs.msg import ObjectMemory as ObjectMemoryMsg
from ur5_driver.gaze.gazer import Gazer, Report
from ur5_driver.gaze.reach import CameraReach, ReachSettings
from ur5_driver.gaze.tasks import Aim, ExploreTask, GazeSettings, Look, LookAroundTask, ObjectTask, Task
from ur5_driver.gaze.views import ViewSettings
from ur5_driver.kinematics import ARMS
from ur5_driver.mount import CameraMount, MountError, read_mount


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

    def settings(self) -> GazeSettings:
        """Return the tasks' settings."""
        view = ViewSettings(nearest=self.nearest, farthest=max(self.nearest, self.farthest))
        return GazeSettings(views=tuple(v for v in self.views if v), view=view, looks=self.looks)

    def mount(self) -> CameraMount:
        """Return where the camera sits.

        :raises MountError: when the file does not say so
        """
        return read_mount(Path(self.camera_mount).expanduser() if self.camera_mount else None)


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
        self._waiting: list[Future] = []
        self._busy = False
        self._call: ActionCall | None = None
        self.create_subscription(ObjectMemoryMsg, "object_memory", self._take, OBSERVATION)
        self.look_from = ActionClient(self, LookFrom, "look_from")
        self._server = ActionServer(
            self,
            NavigateTo,
            "navigate_to",
            self._pursue,
            goal_callback=self._accept,
            cancel_callback=self._cancel,
        )

    def _take(self, message: ObjectMemoryMsg) -> None:
        self._memory = memory_from_msg(message)
        self._wake(True)

    def _wake(self, heard: bool) -> None:
        waiting, self._waiting = self._waiting, []
        for future in waiting:
            future.set_result(heard)

    async def memory(self, step: int) -> ObjectMemory | Outcome:
        """Return what is known after at least observation ``step``, or UNAVAILABLE after the time allowed."""
        deadline = self.create_timer(self._p.patience, lambda: self._wake(False))
        try:
            while self._memory is None or self._memory.step < step:
                future: Future = Future()
                self._waiting.append(future)
                if not await future:
                    return Outcome(
                        Code.UNAVAILABLE,
                        f"No object memory of step {step} came within {self._p.patience:.0f} s. "
                        "Are bridge and perception running?",
                    )
        finally:
            self.destroy_timer(deadline)
        return self._memory

    def _goal_of(self, look: Look) -> LookFrom.Goal:
        if look.camera is None:
            return LookFrom.Goal(view=look.view)
        x, y, z, w = (float(v) for v in Rotation.from_matrix(look.camera[:3, :3]).as_quat())
        px, py, pz = (float(v) for v in look.camera[:3, 3])
        camera = PoseStamped(
            pose=Pose(position=Point(x=px, y=py, z=pz), orientation=Quaternion(x=x, y=y, z=z, w=w))
        )
        camera.header.frame_id = self._p.map_frame
        return LookFrom.Goal(camera=camera)

    def _accept(self, goal: NavigateTo.Goal) -> GoalResponse:
        if self._busy:
            self.get_logger().warning(f"refused a goal ({goal.mode}): another one is being pursued")
            return GoalResponse.REJECT
        self._busy = True
        return GoalResponse.ACCEPT

    def _cancel(self, _: ServerGoalHandle) -> CancelResponse:
        """Stop the camera and the waiting at once; the goal's loop ends with what they answer."""
        if self._call is not None:
            self._call.cancel()
        self._wake(False)
        return CancelResponse.ACCEPT

    async def look(self, look: Look) -> tuple[Outcome, int]:
        """Move the camera; return what became of it and the observation taken after it (0 if there is none)."""
        self._call = ActionCall(self.look_from, "look_from")
        try:
            outcome, result = await self._call.run(self._goal_of(look))
        finally:
            self._call = None
        return outcome, 0 if result is None else int(result.step)

    async def _pursue(self, handle: ServerGoalHandle) -> NavigateTo.Result:
        try:
            report = await self._report(handle)
        finally:
            self._busy = False
        if report.outcome.code is Code.CANCELED and handle.is_cancel_requested:
            handle.canceled()
        elif report.outcome:
            handle.succeed()
        else:
            handle.abort()
        return NavigateTo.Result(
            outcome=outcome_to_msg(report.outcome),
            found_id=report.found_id,
            motions=report.looks,
            step=report.step,
        )

    async def _report(self, handle: ServerGoalHandle) -> Report:
        goal = handle.request
        task = self._task(goal)
        if isinstance(task, Outcome):
            return Report(task, "", 0, 0)
        driver = _RosDriver(self, handle)
        return await self._gazer.pursue(task, driver, goal.max_steps or self._p.max_steps)

    def _task(self, goal: NavigateTo.Goal) -> Task | Outcome:
        if goal.mode == NavigateTo.Goal.OBJECT:
            return ObjectTask(goal.object_id, goal.attempt, goal.distance, self._aim, self._settings)
        if goal.mode == NavigateTo.Goal.EXPLORE:
            return ExploreTask(list(goal.stop_classes), list(goal.ignore_ids), self._aim, self._settings)
        if goal.mode == NavigateTo.Goal.LOOK_AROUND:
            return LookAroundTask(self._settings)
        if goal.mode == NavigateTo.Goal.POSE:
            return Outcome(Code.NOT_AFFORDED, "An arm has no base that could go to a pose.")
        return Outcome(
            Code.BAD_INPUT, f"There is no mode {goal.mode!r}. Known: object, pose, explore, look_around."
        )


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
    return run_until_told("nav", GazeNode, refusals=(ParameterError, MountError))
