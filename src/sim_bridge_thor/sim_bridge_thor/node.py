"""The bridge node: one simulated robot on ROS topics, actions and services. Wiring only."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from rclpy.action import ActionServer, CancelResponse
from rclpy.action.server import ServerGoalHandle
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.clock import Clock, ClockType
from rclpy.node import Node

from pred_bridge.workers import Workers
from pred_core.outcome import Code, Outcome
from pred_core.people import place_of
from pred_core.ros import goals
from pred_core.ros.conversions import TargetError, outcome_to_msg, target_from_msg
from pred_core.ros.parameters import ParameterError, declare
from pred_core.ros.qos import RESULT_SECONDS
from pred_core.ros.questions import serve_question
from pred_core.ros.running import run_until_told
from pred_msgs.action import ExecuteSkill, MoveBase
from pred_msgs.srv import GetWorldState, LoadWorld
from sim_bridge_thor.motions import MotionStyle
from sim_bridge_thor.observation import Observation
from sim_bridge_thor.parameters import BridgeParameters
from sim_bridge_thor.player_lost import PlayerLost
from sim_bridge_thor.robot import ThorRobot
from sim_bridge_thor.sensing import Senses
from sim_bridge_thor.skills import SkillStyle
from sim_bridge_thor.stand_in import StandIn
from sim_bridge_thor.thor_client import PlayerConfig, ThorClient
from sim_bridge_thor.topics import Health, ThorTopics
from sim_bridge_thor.worlds import LayoutError

WATCH_SECONDS = 1.0
DIED = "its process has ended"
THREADS = 4
"""One for the one who has the robot, the others say at once that it is busy."""


class BridgeNode(Node):
    """Publishes one observation a step and serves execute_skill, move_base and, for judging, sim/*."""

    def __init__(self, player: ThorClient | None = None) -> None:
        """Declare parameters and interfaces; :meth:`start` brings the robot up.

        :raises ParameterError: for a parameter that cannot be used
        """
        super().__init__("bridge")
        self.settings = declare(self, BridgeParameters)
        self.player = player or ThorClient(_player_config(self.settings))
        self._busy = threading.Lock()
        self._closing = False
        self._reviving = False
        self.workers = Workers(self, THREADS)
        self._turn_seconds = 0.0
        self._topics = ThorTopics(self, ground_truth=self.settings.ground_truth, clock=self.settings.clock)
        self._senses = Senses(self.settings.seed) if self.settings.sensing == "realistic" else None
        self._style = MotionStyle(
            self.settings.grid_size,
            self.settings.turn_step,
            self.settings.look_step,
            self.settings.held_collides,
        )
        skills = SkillStyle(
            self.settings.force_put, self.settings.reach, visual=self.settings.success == "visual"
        )
        stand_in = StandIn(place_of(self.settings.person), self.settings.person_takes)
        self.robot = ThorRobot(self.player, self._style, skills, self._publish, stand_in)
        self._make_servers()

    def _publish(self, seen: Observation) -> None:
        self._topics.publish(self._senses.measure(seen) if self._senses else seen)

    def _make_servers(self) -> None:
        group = ReentrantCallbackGroup()  # a cancel must come through while a goal runs
        actions: tuple[tuple[Any, str, Any], ...] = (
            (ExecuteSkill, "execute_skill", self._execute_skill),
            (MoveBase, "move_base", self._move_base),
        )
        self._actions = [
            ActionServer(
                self,
                kind,
                name,
                callback,
                callback_group=group,
                cancel_callback=lambda _: CancelResponse.ACCEPT,
                result_timeout=RESULT_SECONDS,
            )
            for kind, name, callback in actions
        ]
        serve_question(self, LoadWorld, "sim/load_world", self._load_world, group)
        self.create_service(GetWorldState, "sim/get_world_state", self._get_world_state, callback_group=group)
        self.create_timer(
            WATCH_SECONDS,
            self._check,
            clock=Clock(clock_type=ClockType.STEADY_TIME),
        )

    def start(self) -> None:
        """Start the player and publish the first observation.

        :raises PlayerLost: when the player cannot be started
        :raises LayoutError: when there is no such scene
        """
        self.get_logger().info(f"Starting the {self.settings.player} player in {self.settings.scene}")
        begun = time.monotonic()
        self.robot.start(self.settings.scene, self.settings.seed)
        self.get_logger().info(f"Ready after {time.monotonic() - begun:.1f} s")

    def close(self) -> None:
        """End the player and finish the trace. What is still running fails."""
        self._closing = True
        self.workers.close()
        with self._busy:
            self.robot.close()
            self.player.stop()

    @contextmanager
    def _turn(self) -> Iterator[bool]:
        """Take the robot, or yield False when something else has it or the node is ending."""
        mine = not self._closing and self._busy.acquire(blocking=False)
        begun = time.monotonic()
        try:
            yield mine
        finally:
            if mine:
                self._turn_seconds = time.monotonic() - begun
                self._busy.release()
                self._report_warnings()

    def _report_warnings(self) -> None:
        for warning in self.robot.warnings:
            self.get_logger().warning(warning)
        self.robot.warnings.clear()

    async def _execute_skill(self, handle: ServerGoalHandle) -> ExecuteSkill.Result:
        return await self.workers.do(partial(self._skill, handle))

    def _skill(self, handle: ServerGoalHandle) -> ExecuteSkill.Result:
        with self._turn() as mine:
            outcome = self._do_skill(handle) if mine else self._taken()
        result = ExecuteSkill.Result(outcome=outcome_to_msg(outcome), step=self.robot.step)
        goals.end(handle, outcome)
        return result

    def _do_skill(self, handle: ServerGoalHandle) -> Outcome:
        if handle.is_cancel_requested:
            return Outcome(Code.CANCELED, "The skill was cancelled before it began.")
        try:
            target = target_from_msg(handle.request.target)
        except TargetError as error:
            return Outcome(Code.BAD_INPUT, str(error))
        return self.robot.do_skill(handle.request.skill, target)

    async def _move_base(self, handle: ServerGoalHandle) -> MoveBase.Result:
        return await self.workers.do(partial(self._move, handle))

    def _move(self, handle: ServerGoalHandle) -> MoveBase.Result:
        completed = 0
        with self._turn() as mine:
            outcome = Outcome.success() if mine else self._taken()
            for motion in handle.request.motions if mine else ():
                if handle.is_cancel_requested or self._closing:
                    outcome = Outcome(Code.CANCELED, f"Cancelled after {completed} motions.")
                    break
                amount = motion.amount
                if self._senses:
                    amount = self._senses.actuated(motion.motion, amount, self._style)
                outcome = self.robot.move(motion.motion, amount)
                if not outcome:
                    break
                completed += 1
                handle.publish_feedback(MoveBase.Feedback(completed=completed, step=self.robot.step))
        result = MoveBase.Result(outcome=outcome_to_msg(outcome), completed=completed, step=self.robot.step)
        goals.end(handle, outcome)
        return result

    async def _load_world(
        self, request: LoadWorld.Request, response: LoadWorld.Response
    ) -> LoadWorld.Response:
        return await self.workers.do(partial(self._load, request, response))

    def _load(self, request: LoadWorld.Request, response: LoadWorld.Response) -> LoadWorld.Response:
        with self._turn() as mine:
            if mine:
                outcome, notes = self.robot.load(request.scene, request.seed, request.layout, request.trace)
            else:
                outcome, notes = self._taken(), ()
        response.outcome = outcome_to_msg(outcome)
        response.step = self.robot.step
        response.notes = list(notes)
        return response

    async def _get_world_state(
        self, _request: GetWorldState.Request, response: GetWorldState.Response
    ) -> GetWorldState.Response:
        return await self.workers.do(partial(self._tell_state, response))

    def _tell_state(self, response: GetWorldState.Response) -> GetWorldState.Response:
        with self._turn() as mine:
            if mine:
                response.metadata = self.robot.world_state()
        response.outcome = outcome_to_msg(Outcome.success() if mine else self._taken())
        response.step = self.robot.step
        return response

    def _check(self) -> None:
        """Once a second, in the executor, where what is raised ends the node."""
        self.workers.check()
        if not self._closing:
            self.workers.start(self._watch)

    def _watch(self) -> None:
        """Bring a player back that died while nothing was going on, and report."""
        # looked at without the lock, so that no goal ever finds the robot busy for this
        if not self.player.alive:
            self._revive()
        self._topics.publish_health(self._health())

    def _revive(self) -> None:
        with self._turn() as mine:
            if mine and not self.player.alive:
                self._reviving = True
                self.get_logger().error(str(self.robot.restart(DIED)))
                self._reviving = False

    def _taken(self) -> Outcome:
        """Return why nobody can have the robot now."""
        if self._reviving:
            return Outcome(Code.ROBOT_LOST, f"The simulator was lost: {DIED}. It is being restarted.")
        return Outcome(Code.BUSY, "The robot is doing something else: wait for it or cancel it.")

    def _health(self) -> Health:
        seen = self.robot.latest
        figures = {
            "pid": self.player.pid,
            "starts": self.player.starts,
            "step": self.robot.step,
            "episode": seen.episode if seen else 0,
            "last turn, ms": round(self._turn_seconds * 1000.0, 1),
        }
        return Health(self.player.alive, self.settings.player, seen.stamp if seen else 0.0, figures)


def _player_config(settings: BridgeParameters) -> PlayerConfig:
    return PlayerConfig(
        player=settings.player,
        width=settings.width,
        height=settings.height,
        fov=settings.fov,
        snap_to_grid=settings.sensing == "ideal",
        grid_size=settings.grid_size,
        visibility_distance=settings.reach,
        answer_timeout=settings.answer_timeout,
        start_timeout=settings.start_timeout,
        person=place_of(settings.person) is not None,
    )


def main(args: list[str] | None = None) -> int:
    """Run the bridge until it is told to end. Returns 0, or 2 when it could not start."""
    return run_until_told(
        "bridge",
        BridgeNode,
        start=BridgeNode.start,
        close=BridgeNode.close,
        refusals=(ParameterError, PlayerLost, LayoutError),
        args=args,
    )


if __name__ == "__main__":
    sys.exit(main())
