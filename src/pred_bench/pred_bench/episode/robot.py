"""The robot under test, as the benchmark's client sees it: load a world, say a sentence, look at what came of it."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rcl_interfaces.srv import SetParameters
from rclpy.parameter import Parameter
from rclpy.qos import QoSProfile
from rclpy.task import Future
from std_msgs.msg import String, UInt32
from std_srvs.srv import Trigger

from pred_client.robot import LOAD_SECONDS, NoAnswer, Robot
from pred_client.task import Ended
from pred_client.task import Task as TaskToDo
from pred_core.outcome import Code, Outcome
from pred_core.ros.conversions import outcome_from_msg
from pred_core.ros.qos import LATCHED, OBSERVATION
from pred_core.ros.spinning import make_executor
from pred_msgs.msg import RobotState
from pred_msgs.srv import GetWorldState, LoadWorld
from pred_planner.plan.spoiling import SEED_PARAMETER as PLAN_FAULTS_SEED
from pred_tasks.tasks import Annotation, Task
from pred_tasks.world import WorldState

READY_SECONDS = 120.0
RECORD_SECONDS = 60.0
"""How long the recorder may take to write the rest of a task's record, s."""


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

    A fresh one, with its own ROS context, does not take the servers of a graph that was lost for alive.
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
        self._robot = Robot(namespace, domain, name="bench", alive=alive, executor=make_executor)
        self._node = node = self._robot.node
        self._load = node.create_client(LoadWorld, "sim/load_world")
        self._state = node.create_client(GetWorldState, "sim/get_world_state")
        self._planner = node.create_client(SetParameters, "planner/set_parameters")
        self._readying = [
            node.create_client(Trigger, name) for name in ("recover", "open_gripper", "go_home")
        ]
        self._loaded = self._seen = 0
        self._kept = ""
        node.create_subscription(UInt32, "sim/episode", self._hear_episode, LATCHED)
        node.create_subscription(String, "run_kept", self._hear_kept, LATCHED)
        node.create_subscription(RobotState, "robot_state", self._hear_state, OBSERVATION)
        for listener in listeners:
            node.create_subscription(listener.kind, listener.topic, listener.hear, listener.qos)

    def close(self) -> None:
        """Leave the ROS graph."""
        self._robot.close()

    def wait_until_ready(self, seconds: float) -> None:
        """Wait for the servers, and until those of the simulator know this client.

        :raises GraphLost: when the graph ends meanwhile
        :raises TimeoutError: when they do not appear or answer in time
        """
        deadline = time.monotonic() + seconds
        while not self._ready():
            self._tick(deadline, "the graph did not come up")
        for client in (self._load, self._state):
            self._meet(client.srv_name, seconds)

    def load(self, task: Task, seed: int, trace: str) -> tuple[Outcome, tuple[str, ...]]:
        """Load a task's world. Returns the outcome and what of the layout could not be honoured.

        :raises GraphLost: when there is no answer
        :raises CrowdedError: when another graph is there as well, which would take a part of the calls
        """
        self.check_alone()
        if task.table:
            self._make_ready()
        drawn = seed if task.seed is None else task.seed
        layout = task.layout_json() if task.layout else ""
        request = LoadWorld.Request(scene=task.scene, seed=drawn, layout=layout, trace=trace)
        before = self._loaded
        response = self._await(self._load.call_async(request), LOAD_SECONDS, "sim/load_world")
        if task.table and response.outcome.code == Code.SUCCESS:
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
            self._meet(client.srv_name, READY_SECONDS)
            self._await(client.call_async(Trigger.Request()), READY_SECONDS, client.srv_name)

    def _await_sight(self, before: int) -> None:
        """Wait until the arm has seen the new table: a task that began earlier would lose what it knows."""
        deadline = time.monotonic() + READY_SECONDS
        while self._loaded == before or self._seen != self._loaded:
            self._tick(deadline, "the arm does not see the new table")

    def _hear_episode(self, message: UInt32) -> None:
        self._loaded = message.data

    def _hear_kept(self, message: String) -> None:
        self._kept = message.data

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

    def draw_plan_faults(self, seed: int) -> None:
        """Have the planner draw the faults of the next task's plan with a seed.

        :raises GraphLost: when there is no answer
        """
        value = Parameter(PLAN_FAULTS_SEED, Parameter.Type.INTEGER, seed).to_parameter_msg()
        self._meet(self._planner.srv_name, READY_SECONDS)
        self._await(
            self._planner.call_async(SetParameters.Request(parameters=[value])), 30.0, self._planner.srv_name
        )

    def execute(self, task: TaskToDo, seconds: float) -> Ended:
        """Do a task and return how it ended.

        After ``seconds`` the task is cancelled and ends with TIME_LIMIT.

        :raises GraphLost: when the graph ends meanwhile
        :raises TimeoutError: when it does not even answer the cancel
        """
        with self._answered():
            return self._robot.do(task, seconds=seconds)

    def keeps(self, folder: str) -> bool:
        """Wait until a task's record is whole, and tell whether it is.

        :raises GraphLost: when the graph ends meanwhile
        """
        deadline = time.monotonic() + RECORD_SECONDS
        try:
            while self._kept != folder:
                self._tick(deadline, "the record is not whole")
        except TimeoutError:
            return False
        return True

    def _ready(self) -> bool:
        return bool(self._load.service_is_ready() and self._state.service_is_ready() and self._robot.ready)

    def _meet(self, service: str, seconds: float) -> None:
        with self._answered():
            self._robot.meet(service, seconds, service)

    @contextlib.contextmanager
    def _answered(self) -> Iterator[None]:
        """Name what the client could not get an answer to as the graph's loss, or as late."""
        try:
            yield
        except NoAnswer as error:
            if not self._alive():
                raise GraphLost("the graph has ended") from error
            raise TimeoutError(str(error)) from error

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
        self._robot.spin()


def goal_of(annotation: Annotation, text: str, task: Task, seed: int, run_dir: str) -> TaskToDo:
    """Return what to ask for; ``text`` 'goal' gives the sentence alone, 'steps' the step texts as well."""
    return TaskToDo(
        annotation.goal,
        tuple(annotation.steps) if text == "steps" else (),
        tuple(annotation.dialogue),
        max_actions=1000,
        max_failures=task.max_failures,
        seed=seed,
        run_dir=run_dir,
    )
