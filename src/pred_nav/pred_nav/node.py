"""The navigation node: serves NavigateTo with what perception tells and MoveBase does."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from geometry_msgs.msg import PoseStamped
from nav_msgs.msg import OccupancyGrid, Path
from rclpy.action import ActionClient
from rclpy.action.server import ServerGoalHandle
from rclpy.node import Node

from pred_core.navigation import Report, Watch
from pred_core.outcome import Code, Outcome
from pred_core.people import place_of
from pred_core.plain_text import ended_well
from pred_core.ros.action_calls import ActionCall
from pred_core.ros.conversions import memory_from_msg, pose_from_msg
from pred_core.ros.goals import NavigateServer
from pred_core.ros.lazy_message import LazyMessage
from pred_core.ros.observation_wait import ObservationWait
from pred_core.ros.parameters import declare, use_domain
from pred_core.ros.qos import LATCHED, OBSERVATION
from pred_core.ros.running import run_until_told
from pred_core.ros.wanted_topic import WantedTopic
from pred_msgs.action import MoveBase, NavigateTo
from pred_msgs.msg import ObjectMemory as ObjectMemoryMsg
from pred_msgs.msg import RobotState
from pred_nav.bodies import with_person
from pred_nav.conversions import GridError, grid_from_msgs, motions_to_msg, patch_from_msg, path_to_msg
from pred_nav.explore_task import ExploreTask
from pred_nav.goal import NavTask, Step
from pred_nav.ground import Ground
from pred_nav.knowledge import NavWorld
from pred_nav.motions import Move
from pred_nav.navigator import MoveResult, Navigator
from pred_nav.parameters import NavParameters
from pred_nav.person_task import PersonTask
from pred_nav.tasks import LookAroundTask, ObjectTask, PoseTask


class NavNode(Node):
    """Holds the latest observation's answers, and pursues one goal at a time."""

    def __init__(self) -> None:
        super().__init__("nav")
        self._p = declare(self, NavParameters)
        use_domain(self._p.domain)
        self._person = place_of(self._p.person)
        self._navigator = Navigator(self._p.settings())
        self._news = ObservationWait(self, self._p.patience)
        self._map = LazyMessage(self, OccupancyGrid, "map", OBSERVATION, self._heard)
        self._height = LazyMessage(self, OccupancyGrid, "map/height", OBSERVATION, self._heard)
        self._memory = LazyMessage(self, ObjectMemoryMsg, "object_memory", OBSERVATION, self._heard)
        self._state = LazyMessage(self, RobotState, "robot_state", OBSERVATION, self._heard)
        self._ground = Ground() if self._p.ground_topic else None
        if self._ground is not None:
            self.create_subscription(OccupancyGrid, self._p.ground_topic, self._felt, OBSERVATION)
        self._path = WantedTopic(self, Path, "nav/path")
        self.move_base = ActionClient(self, MoveBase, "move_base")
        self._server = NavigateServer(self, self._modes(), self._pursue)
        if self._p.heed_person:
            self.create_subscription(PoseStamped, "person", self._person_stands, LATCHED)

    def _person_stands(self, person: PoseStamped) -> None:
        self._person = pose_from_msg(person.pose)

    def _felt(self, around: OccupancyGrid) -> None:
        """Take in what is known of the floor around the robot at an observation."""
        assert self._ground is not None  # nobody else listens
        self._ground.take(patch_from_msg(around))
        self._heard()

    def _heard(self) -> None:
        if self._complete():
            self._news.tell()

    def _complete(self) -> bool:
        """Tell whether the latest parts belong to one observation."""
        stamps = {part.stamp for part in (self._map, self._height, self._memory, self._state)}
        if len(stamps) != 1 or None in stamps:
            return False
        return self._ground is None or self._ground.has(self._state.stamp)

    def _arrived(self, step: int) -> bool:
        return self._complete() and self._state.message.step >= step

    async def world(self, step: int) -> NavWorld | Outcome:
        """Return what is known after at least observation ``step``, or UNAVAILABLE after the time allowed."""
        if not await self._news.until(lambda: self._arrived(step)):
            return Outcome(
                Code.UNAVAILABLE,
                f"No map and object memory of step {step} came within {self._p.patience:.0f} s. "
                "Are bridge and perception running?",
            )
        return self._world()

    def _world(self) -> NavWorld | Outcome:
        state = self._state.message
        try:
            grid = grid_from_msgs(self._map.message, self._height.message)
        except GridError as error:
            return Outcome(Code.UNAVAILABLE, ended_well(f"The map cannot be used: {error}"))
        if self._ground is not None:
            grid = self._ground.under(grid, state.episode)
        memory, base = memory_from_msg(self._memory.message), pose_from_msg(state.base_pose)
        if self._person is not None:
            grid = with_person(grid, self._person, base, self._navigator.settings.base.ahead)
        return NavWorld(memory.step, memory.episode, grid, memory, base, state.camera_pitch)

    def publish_path(self, step: Step) -> None:
        """Show the way."""
        self._path.publish(partial(path_to_msg, step.path, self._map.message.header))

    async def _pursue(self, task: NavTask, handle: ServerGoalHandle) -> Report:
        goal = handle.request
        watch = Watch(tuple(goal.watch_classes), frozenset(goal.ignore_ids))
        limit = goal.max_steps or self._p.max_steps
        return await self._navigator.pursue(task, _RosDriver(self, handle), limit, watch)

    def _modes(self) -> Mapping[str, Callable[[NavigateTo.Goal], NavTask]]:
        settings = self._navigator.settings
        modes = NavigateTo.Goal
        return {
            modes.OBJECT: lambda goal: ObjectTask(goal.object_id, goal.attempt, goal.distance, settings),
            modes.POSE: lambda goal: (
                PersonTask(pose_from_msg(goal.pose), goal.distance, settings)
                if goal.distance
                else PoseTask(pose_from_msg(goal.pose), settings)
            ),
            modes.EXPLORE: lambda goal: ExploreTask(list(goal.stop_classes), list(goal.ignore_ids), settings),
            modes.LOOK_AROUND: lambda _: LookAroundTask(settings),
        }


class _RosDriver:
    """One goal's access to the robot."""

    def __init__(self, node: NavNode, handle: ServerGoalHandle) -> None:
        self._node = node
        self._handle = handle

    async def look(self, step: int) -> NavWorld | Outcome:
        return await self._node.world(step)

    async def move(self, motions: Sequence[Move]) -> MoveResult:
        call = ActionCall(self._node, self._node.move_base, "move_base")
        outcome, result = await call.run(motions_to_msg(motions), feedback=partial(self._heed, call))
        if result is None:
            return MoveResult(outcome, 0, 0)
        return MoveResult(outcome, int(result.completed), int(result.step))

    def _heed(self, call: ActionCall, _: Any) -> None:
        """After each motion: stop the rest when the goal was cancelled."""
        if self.canceled():
            call.cancel()

    def canceled(self) -> bool:
        return bool(self._handle.is_cancel_requested)

    def progress(self, step: Step, motions: int) -> None:
        self._node.publish_path(step)
        self._handle.publish_feedback(
            NavigateTo.Feedback(distance_remaining=step.remaining, motions=motions, reason=step.reason)
        )


def main() -> int:
    """Run the node until it is told to end. Returns 0, or 2 when it could not start."""
    return run_until_told("nav", NavNode)
