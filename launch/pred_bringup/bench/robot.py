"""The robot under test, as the benchmark's client sees it: load a world, say a sentence, look at what came of it."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import rclpy
from rclpy.action import ActionClient
from rclpy.qos import QoSProfile
from rclpy.signals import SignalHandlerOptions
from rclpy.task import Future
from std_msgs.msg import UInt32
from std_srvs.srv import Trigger

from pred_bringup.bench.tasks import Annotation, Task
from pred_bringup.bench.world import WorldState
from pred_core.outcome import Code, Outcome
from pred_core.ros.conversions import outcome_from_msg
from pred_core.ros.qos import LATCHED, OBSERVATION
from pred_core.ros.spinning import make_executor
from pred_msgs.action import ExecuteTask
from pred_msgs.msg import RobotState
from pred_msgs.srv import GetWorldState, LoadWorld

TICK = 0.05
LOAD_SECONDS = 180.0
CANCEL_SECONDS = 10.0
READY_SECONDS = 120.0


@dataclass(frozen=True)
class Ended:
    """How the robot says a task ended, whether it believes that it succeeded, and what it counted.

    ``swayed_by`` are the discrepancy modules that had a say in what it did, None where that is not known.
    """

    outcome: Outcome
    believed: bool = False
    actions: int = 0
    failures: int = 0
    swayed_by: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Listener:
    """What else is to be heard while tasks run: message type, topic, quality of service or depth, and who listens."""

    kind: type
    topic: str
    qos: QoSProfile | int
    hear: Callable[[Any], None]


class GraphLost(RuntimeError):
    """The graph ended or does not answer any more."""


class CrowdedError(RuntimeError):
    """Somebody else's graph answers under the same names, with a sentence that says what to do."""


class RobotUnderTest:
    """Calls the graph's services and its task action, and notices when the graph is gone.

    It has a ROS context of its own: a fresh one does not take the servers of a graph that was lost for alive.
    """

    def __init__(
        self, namespace: str, domain: int, alive: Callable[[], bool], listeners: Sequence[Listener] = ()
    ) -> None:
        """Make the clients.

        :param domain: the graph's ROS_DOMAIN_ID
        :param alive: tells whether the graph runs
        :param listeners: what else is to be heard
        """
        self._alive = alive
        self._domain = domain
        self._context = rclpy.Context()
        # SIGINT must end the benchmark in order, not rclpy in the middle of it
        rclpy.init(context=self._context, domain_id=domain, signal_handler_options=SignalHandlerOptions.NO)
        self._node = node = rclpy.create_node("bench", namespace=namespace, context=self._context)
        self._executor = make_executor(self._context)
        self._executor.add_node(node)
        self._load = node.create_client(LoadWorld, "sim/load_world")
        self._state = node.create_client(GetWorldState, "sim/get_world_state")
        self._task = ActionClient(node, ExecuteTask, "execute_task")
        self._readying = [
            node.create_client(Trigger, name) for name in ("recover", "open_gripper", "go_home")
        ]
        self._loaded = self._seen = 0
        node.create_subscription(UInt32, "sim/episode", self._hear_episode, LATCHED)
        node.create_subscription(RobotState, "robot_state", self._hear_state, OBSERVATION)
        for listener in listeners:
            node.create_subscription(listener.kind, listener.topic, listener.hear, listener.qos)

    def close(self) -> None:
        """Leave the ROS graph."""
        self._executor.shutdown()
        rclpy.try_shutdown(context=self._context)

    def wait_until_ready(self, seconds: float) -> None:
        """Wait for the servers.

        :raises GraphLost: when they do not appear in time
        """
        deadline = time.monotonic() + seconds
        while not self._ready():
            self._tick(deadline, "the graph did not come up")

    def load(self, task: Task, seed: int, trace: str) -> tuple[Outcome, tuple[str, ...]]:
        """Load a task's world. Returns the outcome and what of the layout could not be honoured.

        :raises GraphLost: when there is no answer
        :raises CrowdedError: when another graph is there as well, which would take a part of the calls
        """
        self.check_alone()
        if task.seed is not None:
            self._make_ready()
        drawn = seed if task.seed is None else task.seed
        layout = task.layout_json() if task.layout else ""
        request = LoadWorld.Request(scene=task.scene, seed=drawn, layout=layout, trace=trace)
        before = self._loaded
        response = self._await(self._load.call_async(request), LOAD_SECONDS, "sim/load_world")
        if task.seed is not None and response.outcome.code == Code.SUCCESS:
            self._await_sight(before)
        return outcome_from_msg(response.outcome), tuple(response.notes)

    def check_alone(self) -> None:
        """Make sure that no other graph would take a part of the calls.

        :raises CrowdedError: when another one is there
        """
        if self._node.count_publishers("robot_state") > 1:
            raise CrowdedError(
                f"another graph runs under {self._node.get_namespace()} in ROS_DOMAIN_ID {self._domain}. "
                "End it, or set ROS_DOMAIN_ID or --namespace to another one; the same command goes on from here."
            )

    def _make_ready(self) -> None:
        """Bring an arm that the last task left stopped, loaded or elsewhere back to its home; it is told to, here."""
        for client in self._readying:
            deadline = time.monotonic() + READY_SECONDS  # what is asked before the server is known gets lost
            while not client.service_is_ready():
                self._tick(deadline, f"{client.srv_name} is not served")
            self._await(client.call_async(Trigger.Request()), READY_SECONDS, client.srv_name)

    def _await_sight(self, before: int) -> None:
        """Wait until the arm has seen the new table: a task that began earlier would lose what it knows."""
        deadline = time.monotonic() + READY_SECONDS
        while self._loaded == before or self._seen != self._loaded:
            self._tick(deadline, "the arm does not see the new table")

    def _hear_episode(self, message: UInt32) -> None:
        self._loaded = message.data

    def _hear_state(self, message: RobotState) -> None:
        self._seen = message.episode

    def world(self) -> WorldState:
        """Return the world as judges see it.

        :raises GraphLost: when there is no answer
        """
        response = self._await(self._state.call_async(GetWorldState.Request()), 30.0, "sim/get_world_state")
        outcome = outcome_from_msg(response.outcome)
        if not outcome:
            raise GraphLost(f"sim/get_world_state: {outcome}")
        return WorldState.from_json(response.metadata)

    def execute(self, goal: ExecuteTask.Goal, seconds: float) -> Ended:
        """Do a task and return how it ended.

        After ``seconds`` the task is cancelled and ends with TIME_LIMIT.

        :raises GraphLost: when the graph ends meanwhile or does not even answer the cancel
        """
        handle = self._await(self._task.send_goal_async(goal), 30.0, "execute_task")
        if not handle.accepted:
            return Ended(Outcome(Code.BUSY, "The executive refused the task."))
        ended = handle.get_result_async()
        try:
            answer = self._await(ended, seconds, "execute_task")
        except TimeoutError:
            handle.cancel_goal_async()
            self._await(ended, CANCEL_SECONDS, "the cancelled execute_task")
            return Ended(Outcome(Code.TIME_LIMIT, f"The task was cancelled after {seconds:g} s."))
        result = answer.result
        return Ended(
            outcome_from_msg(result.outcome),
            bool(result.success),
            int(result.actions),
            int(result.failures),
            tuple(result.swayed_by),
        )

    def _ready(self) -> bool:
        return bool(
            self._load.service_is_ready() and self._state.service_is_ready() and self._task.server_is_ready()
        )

    def _await(self, future: Future, seconds: float, what: str) -> Any:
        deadline = time.monotonic() + seconds
        while not future.done():
            self._tick(deadline, f"{what} did not answer within {seconds:g} s")
        return future.result()

    def _tick(self, deadline: float, late: str) -> None:
        if not self._alive():
            raise GraphLost("the graph has ended")
        if time.monotonic() > deadline:
            raise TimeoutError(late)
        self._executor.spin_once(timeout_sec=TICK)


def goal_of(annotation: Annotation, text: str, task: Task, seed: int, run_dir: str) -> ExecuteTask.Goal:
    """Return the goal message of a task; ``text`` 'goal' gives the sentence alone, 'steps' the step texts as well."""
    return ExecuteTask.Goal(
        instruction=annotation.goal,
        steps=list(annotation.steps) if text == "steps" else [],
        dialogue=list(annotation.dialogue),
        max_actions=1000,
        max_failures=task.max_failures,
        seed=seed,
        run_dir=run_dir,
    )
