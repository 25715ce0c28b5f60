"""The navigation node: serves NavigateTo with what perception tells and MoveBase does."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
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
from pred_core.ros.parameters import (
    check_domain,
    check_person,
    declare,
    domain_parameter,
    parameter,
    use_domain,
)
from pred_core.ros.qos import LATCHED, OBSERVATION
from pred_core.ros.running import run_until_told
from pred_msgs.action import MoveBase, NavigateTo
from pred_msgs.msg import ObjectMemory as ObjectMemoryMsg
from pred_msgs.msg import RobotState
from pred_nav.bodies import with_person
from pred_nav.conversions import GridError, grid_from_msgs, motions_to_msg, path_to_msg
from pred_nav.exploration import ExplorationSettings, for_detector
from pred_nav.explore_task import ExploreTask
from pred_nav.goal import NavSettings, NavTask, Step
from pred_nav.interaction import InteractionSettings
from pred_nav.knowledge import KnowledgeSettings, NavWorld
from pred_nav.motions import ArmReach, BaseSettings, FreeBase, Move
from pred_nav.navigator import MoveResult, Navigator
from pred_nav.person_task import PersonTask
from pred_nav.tasks import LookAroundTask, ObjectTask, PoseTask
from pred_nav.terrain import BodySettings

FINE = 3000
"""Views weighed against each other by a base that stands anywhere: its places are close together."""


@dataclass(frozen=True)
class NavParameters:
    """Parameters of the navigation node."""

    domain: str = domain_parameter()
    detector: str = parameter(
        "oracle", "Perception's detector: with a learned one things are looked for from nearer."
    )
    step: float = parameter(0.25, "The robot's own step, m.", low=0.05, high=1.0)
    look: float = parameter(30.0, "The camera's own look step, degrees.", low=1.0, high=90.0)
    highest_pitch: float = parameter(
        -30.0, "Pitch of the camera looking up most, degrees.", low=-90.0, high=0.0
    )
    lowest_pitch: float = parameter(
        60.0, "Pitch of the camera looking down most, degrees.", low=0.0, high=90.0
    )
    cruise_pitch: float = parameter(
        30.0, "Pitch of the camera on the way and while exploring, degrees.", low=-30.0, high=60.0
    )
    camera_height: float = parameter(1.576, "Height of the camera above the floor, m.", low=0.1, high=3.0)
    camera_ahead: float = parameter(0.0, "How far the camera is before base_link, m.", low=-1.0, high=2.0)
    field_of_view: float = parameter(
        90.0, "The camera's horizontal field of view, degrees.", low=20.0, high=180.0
    )
    turn: float = parameter(90.0, "The robot's own turn, degrees.", low=5.0, high=180.0)
    free: bool = parameter(False, "Whether the base goes any way and turns as it goes.")
    body_ends: float = parameter(
        0.3, "free: how far the middles of the body's ends are from base_link, m.", low=0.0, high=2.0
    )
    stride: float = parameter(1.5, "free: longest walk between two looks, m.", low=0.2, high=20.0)
    arm_length: float = parameter(
        0.0, "How far an arm reaches from its shoulder, m; 0: distance alone counts.", low=0.0, high=3.0
    )
    arm_ahead: float = parameter(0.0, "How far the shoulder is before base_link, m.", low=-1.0, high=2.0)
    arm_closer: float = parameter(
        0.0,
        "How much nearer the robot comes by itself to act where no place is near enough for its arm, m.",
        low=0.0,
        high=1.5,
    )
    arm_height: float = parameter(1.0, "Height of the shoulder above the floor, m.", low=0.0, high=3.0)
    nearest: float = parameter(
        0.3, "Rather not nearer to an object than this to act on it, m.", low=0.0, high=3.0
    )
    comfortable: float = parameter(
        1.0, "Up to this distance from an object a place to act from is as good as any, m.", low=0.1, high=5.0
    )
    sideways: bool = parameter(
        True, "Whether the base may step sideways and backwards where it has seen the floor."
    )
    hard_clearance: float = parameter(
        0.17,
        "Not closer to an obstacle than this, m, unless next to nothing can be reached.",
        low=0.0,
        high=1.0,
    )
    squeeze_clearance: float = parameter(
        0.08,
        "Never closer to an obstacle than this, m; as large as hard_clearance: no squeezing.",
        low=0.0,
        high=1.0,
    )
    soft_clearance: float = parameter(
        0.25, "Rather not closer to an obstacle than this, m.", low=0.01, high=2.0
    )
    distance: float = parameter(1.35, "Largest distance to an object to act on it, m.", low=0.2, high=5.0)
    chunk: int = parameter(6, "Motions sent at once on a known way.", low=1, high=50)
    explore_chunk: int = parameter(2, "Motions sent at once while exploring.", low=1, high=50)
    person: str = parameter(
        "",
        "Where a person stands in map, whom every walk goes around: x,y or x,y,yaw (m, rad); '' = nobody is known.",
    )
    hand_hides: bool = parameter(False, "What the hand holds may hide what it goes to: it need not see that.")
    heed_person: bool = parameter(False, "Walk around the person whom a task is for, too (topic person).")
    max_steps: int = parameter(300, "Motions a goal may use unless it says otherwise.", low=1, high=100000)
    patience: float = parameter(
        20.0, "Seconds to wait for perception's answer to an observation.", low=0.1, high=600.0
    )

    def check(self) -> None:
        """Refuse a domain that cannot be read, and a person who is nowhere.

        :raises ParameterError: saying why
        """
        check_domain(self.domain)
        check_person(self.person)

    def settings(self) -> NavSettings:
        """Return navigation's own settings."""
        base = BaseSettings(
            step=self.step,
            look=math.radians(self.look),
            highest_pitch=math.radians(self.highest_pitch),
            lowest_pitch=math.radians(self.lowest_pitch),
            camera_height=self.camera_height,
            sideways=self.sideways,
            turn=math.radians(self.turn),
            field_of_view=math.radians(self.field_of_view),
            camera_ahead=self.camera_ahead,
            free=FreeBase.of(self.body_ends, self.stride, self.hard_clearance) if self.free else None,
            arm=ArmReach(self.arm_ahead, self.arm_height, self.arm_length, self.arm_closer)
            if self.arm_length
            else None,
        )
        body = BodySettings(
            hard=self.hard_clearance,
            soft=max(self.soft_clearance, self.hard_clearance + 0.01),
            squeeze=self.squeeze_clearance,
        )
        interaction = InteractionSettings(nearest=self.nearest, comfortable=self.comfortable)
        exploration = ExplorationSettings(farthest_candidates=FINE) if self.free else ExplorationSettings()
        widest = min(interaction.widest, base.field_of_view * 0.4)
        return NavSettings(
            base=base,
            body=body,
            interaction=replace(interaction, widest=widest) if self.free else interaction,
            exploration=for_detector(self.detector, exploration),
            distance=self.distance,
            chunk=self.chunk,
            explore_chunk=self.explore_chunk,
            hand_hides=self.hand_hides,
            cruise_pitch=math.radians(self.cruise_pitch),
            knowledge=KnowledgeSettings(usual_pitch=math.radians(self.cruise_pitch)),
        )


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
        self._path = self.create_publisher(Path, "nav/path", LATCHED)
        self.move_base = ActionClient(self, MoveBase, "move_base")
        self._server = NavigateServer(self, self._modes(), self._pursue)
        if self._p.heed_person:
            self.create_subscription(PoseStamped, "person", self._person_stands, LATCHED)

    def _person_stands(self, person: PoseStamped) -> None:
        self._person = pose_from_msg(person.pose)

    def _heard(self) -> None:
        if self._complete():
            self._news.tell()

    def _complete(self) -> bool:
        """Tell whether the latest parts belong to one observation."""
        stamps = {part.stamp for part in (self._map, self._height, self._memory, self._state)}
        return len(stamps) == 1 and None not in stamps

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
        memory, base = memory_from_msg(self._memory.message), pose_from_msg(state.base_pose)
        if self._person is not None:
            grid = with_person(grid, self._person, base, self._navigator.settings.base.ahead)
        return NavWorld(memory.step, memory.episode, grid, memory, base, state.camera_pitch)

    def publish_path(self, step: Step) -> None:
        """Show the way."""
        header = self._map.message.header
        self._path.publish(path_to_msg(step.path, header))

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
