"""A running stack as one Python object: say a sentence, hear how it goes, stop it, ask what it remembers and plans.

from pred_client.robot import Robot

with Robot() as robot:
result = robot.do("put a book on the bed", on_feedback=print)
print(result, robot.memory().of_class("Book"))
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType
from typing import Any

import rclpy
from action_msgs.msg import GoalStatus
from rclpy.action import ActionClient
from rclpy.action.client import ClientGoalHandle
from rclpy.context import Context
from rclpy.executors import Executor, SingleThreadedExecutor
from rclpy.node import Node
from rclpy.signals import SignalHandlerOptions
from rclpy.task import Future
from std_msgs.msg import String

from pred_client.nobody import nobody_there
from pred_client.task import Ended, Feedback, Task, feedback_from_msg, result_from_msg
from pred_core.objects import ObjectMemory
from pred_core.outcome import Code, Outcome
from pred_core.plan_language import Plan
from pred_core.ros.acquaintance import GIVE_UP_SECONDS, SEND_GOAL, Acquaintance
from pred_core.ros.conversions import memory_from_msg, outcome_from_msg
from pred_core.ros.lazy_message import LazyMessage
from pred_core.ros.plan_conversions import plan_from_msg
from pred_core.ros.qos import LATCHED, OBSERVATION
from pred_core.run_folder import RecordNews
from pred_core.stack_owner import stacks
from pred_msgs.action import ExecuteTask
from pred_msgs.msg import ObjectMemory as ObjectMemoryMsg
from pred_msgs.msg import Plan as PlanMsg
from pred_msgs.srv import MakePlan

TICK = 0.05
ACCEPT_SECONDS = 30.0
CANCEL_SECONDS = 10.0
READY_SECONDS = 60.0
PLAN_SECONDS = 120.0
LATE_SECONDS = 0.2
"""How long what was said before may take to arrive on other topics, s."""
LOAD_SECONDS = 180.0
"""How long a simulator may take to load a world, s."""
SIGHT_SECONDS = 10.0
KEPT_SECONDS = 30.0
"""How long a busy machine may take to write film, map and bag, s."""
Say = Callable[[Feedback], None]


def _single_threaded(context: Context) -> Executor:
    return SingleThreadedExecutor(context=context)


class NoAnswer(RuntimeError):
    """The stack is not there, or does not answer any more, with a sentence that says what did not."""


@dataclass(frozen=True)
class Understanding:
    """What a sentence was understood as, without doing it. ``plan`` is None where ``outcome`` is no success."""

    outcome: Outcome
    sentence: str
    plan: Plan | None


class Robot:
    """A client of the stack in one namespace. Every method blocks and serves the client's node meanwhile.

    Use it from one thread; :meth:`stop` may be called from any.
    """

    def __init__(
        self,
        namespace: str = "pred",
        domain: int | None = None,
        *,
        name: str = "pred_client",
        node: Node | None = None,
        alive: Callable[[], bool] = lambda: True,
        executor: Callable[[Context], Executor] = _single_threaded,
    ) -> None:
        """Join the ROS graph; :meth:`wait_until_ready` waits for the stack.

        :param domain: ROS domain, None for the environment's ROS_DOMAIN_ID
        :param name: of the client's own node
        :param node: node to use instead of an own one; it stays the caller's
        :param alive: tells whether the stack still runs, where the caller knows
        :param executor: makes what serves the node; :func:`pred_core.ros.spinning.make_executor` takes less of the
            processor's time
        """
        self._alive = alive
        self._own_context = None
        if node is None:
            # a context of its own does not take the servers of a stack that was lost for alive
            self._own_context = rclpy.Context()
            rclpy.init(
                context=self._own_context, domain_id=domain, signal_handler_options=SignalHandlerOptions.NO
            )
            node = rclpy.create_node(name, namespace=namespace, context=self._own_context)
        self.node = node
        self._executor = executor(node.context)
        self._executor.add_node(node)
        self._execute = ActionClient(node, ExecuteTask, "execute_task")
        self._make_plan = node.create_client(MakePlan, "make_plan")
        self._memory = LazyMessage(node, ObjectMemoryMsg, "object_memory", OBSERVATION, lambda: None)
        self._plan: PlanMsg | None = None
        node.create_subscription(PlanMsg, "plan", self._hear_plan, LATCHED)
        self._record = self._kept = ""
        node.create_subscription(String, "run_record", self._hear_record, LATCHED)
        node.create_subscription(String, "run_kept", self._hear_kept, LATCHED)
        self._goal: ClientGoalHandle | None = None
        self._result: Future | None = None
        self._stop_wanted = False
        self.feedback: Feedback | None = None

    def __enter__(self) -> Robot:
        """Return the client, which :meth:`close` ends."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Leave the ROS graph."""
        self.close()

    def close(self) -> None:
        """Leave the ROS graph. A task under way goes on without this client."""
        self._executor.shutdown()
        if self._own_context is not None:
            rclpy.try_shutdown(context=self._own_context)

    @property
    def ready(self) -> bool:
        """Whether somebody takes tasks."""
        return bool(self._execute.server_is_ready())

    def wait_until_ready(self, seconds: float = READY_SECONDS) -> None:
        """Wait until somebody takes tasks.

        :raises NoAnswer: when nobody does in time
        """
        try:
            self.spin_until(lambda: self.ready, seconds, "")
        except NoAnswer as error:
            if not self._alive():
                raise
            domain = self.node.context.get_domain_id()
            raise NoAnswer(nobody_there(domain, self.node.get_namespace(), stacks())) from error

    def do(self, task: Task | str, on_feedback: Say | None = None, seconds: float = 0.0) -> Ended:
        """Do a task and return how it ended; interrupted (Ctrl-C), it stops the robot first.

        :param on_feedback: called with everything the robot tells while it works
        :param seconds: after which the task is stopped and ends with TIME_LIMIT; 0 = never
        :raises NoAnswer: when the stack ends meanwhile, or does not even answer the stop
        """
        refused = self.start(task, on_feedback)
        if not refused:
            return Ended(refused)
        deadline = time.monotonic() + seconds if seconds else None
        try:
            while self.running:
                if deadline is not None and time.monotonic() > deadline:
                    self.end()
                    return Ended(Outcome(Code.TIME_LIMIT, f"The task was cancelled after {seconds:g} s."))
                self.spin()
        except KeyboardInterrupt:
            with contextlib.suppress(NoAnswer):
                self.end()
            raise
        return self.result()

    def start(self, task: Task | str, on_feedback: Say | None = None) -> Outcome:
        """Give a task and return whether it was taken; :attr:`running` tells when it has ended.

        :raises NoAnswer: when nobody answers
        """
        goal = (Task(task) if isinstance(task, str) else task).to_goal()
        self._goal, self._result, self.feedback, self._stop_wanted = None, None, None, False
        self._record = ""

        def hear(message: Any) -> None:
            self.feedback = feedback_from_msg(message.feedback)
            if on_feedback is not None:
                on_feedback(self.feedback)

        self.meet(f"execute_task{SEND_GOAL}", ACCEPT_SECONDS, "execute_task")
        sent = self._execute.send_goal_async(goal, feedback_callback=hear)
        handle = self.wait(sent, ACCEPT_SECONDS, "execute_task")
        if not handle.accepted:
            return Outcome(
                Code.BUSY, "The robot refused the task: it has another one, or there are no words."
            )
        self._goal, self._result = handle, handle.get_result_async()
        return Outcome.success()

    @property
    def running(self) -> bool:
        """Whether the task that was given goes on."""
        return self._result is not None and not self._result.done()

    @property
    def finished(self) -> bool:
        """Whether the task that was given has ended."""
        return self._result is not None and bool(self._result.done())

    def result(self) -> Ended:
        """Return how the last task ended; wait for it.

        :raises NoAnswer: when none was given, or the stack ends
        """
        if self._result is None:
            raise NoAnswer("no task was given")
        while not self._result.done():
            self.spin()
        answer = self._result.result()
        result = result_from_msg(answer.result)
        if answer.status == GoalStatus.STATUS_CANCELED and not result.outcome.message:
            return Ended(Outcome(Code.CANCELED, "The task was cancelled."))
        return result

    def record(self, seconds: float = KEPT_SECONDS) -> str:
        """Return the folder, on the robot's machine, with the record of the last task; '' when it left none.

        Film, map and bag are written when the task has ended: wait for them, where somebody keeps them.

        :raises NoAnswer: when the record is not whole in time, or the stack ends
        """
        keeps = self.node.count_publishers("run_kept") > 0
        if keeps and self._record:
            late = f"the record {self._record} is not whole yet"
            self.spin_until(lambda: self._kept == self._record, seconds, late)
        return self._record

    def stop(self) -> None:
        """Ask for the end of the task, from any thread; the robot stands when :attr:`running` is false."""
        self._stop_wanted = True
        self._executor.wake()

    def end(self) -> None:
        """Stop the task and wait until it has ended.

        :raises NoAnswer: when it does not
        """
        self.stop()
        self.spin_until(lambda: not self.running, CANCEL_SECONDS, "the stopped task does not end")

    def plan(self, task: Task | str) -> Understanding:
        """Return how a sentence is understood and what would be done, with what the robot remembers; do nothing.

        :raises NoAnswer: when no planner answers
        """
        asked = Task(task) if isinstance(task, str) else task
        self.spin_until(self._make_plan.service_is_ready, SIGHT_SECONDS, "no planner is there")
        self.meet("make_plan", SIGHT_SECONDS + GIVE_UP_SECONDS, "the planner")
        ask = MakePlan.Request(
            instruction=asked.instruction,
            steps=list(asked.steps),
            dialogue=list(asked.dialogue),
            memory=self._memory.message,
        )
        answer = self.wait(self._make_plan.call_async(ask), PLAN_SECONDS, "the planner")
        outcome = outcome_from_msg(answer.outcome)
        return Understanding(outcome, answer.understood, plan_from_msg(answer.plan) if outcome else None)

    def memory(self) -> ObjectMemory:
        """Return what the robot remembers of the objects around it.

        :raises NoAnswer: when it tells nothing
        """
        self.spin_until(lambda: self._memory.stamp is not None, SIGHT_SECONDS, "no object memory was told")
        return memory_from_msg(self._memory.message)

    def current_plan(self) -> Plan | None:
        """Return the plan that is being done, or was done last; None before the first."""
        self.spin()
        return plan_from_msg(self._plan) if self._plan is not None else None

    def hear_late(self) -> None:
        """Take in what was said before on other topics and is still on its way."""
        deadline = time.monotonic() + LATE_SECONDS
        while time.monotonic() < deadline:
            self.spin()

    def spin(self) -> None:
        """Serve the client's node for a moment.

        :raises NoAnswer: when the stack has ended
        """
        if not self._alive():
            raise NoAnswer("the stack has ended")
        if self._stop_wanted and self._goal is not None and self.running:
            self._stop_wanted = (
                False  # asked for by the thread that serves the node: rclpy's clients want no other
            )
            self._goal.cancel_goal_async()
        self._executor.spin_once(timeout_sec=TICK)

    def spin_until(self, so: Callable[[], bool], seconds: float, late: str) -> None:
        """Serve the node until something is so.

        :param late: the sentence for when it takes longer than ``seconds``
        :raises NoAnswer: then, or when the stack has ended
        """
        deadline = time.monotonic() + seconds
        while not so():
            if time.monotonic() > deadline:
                raise NoAnswer(late)
            self.spin()

    def wait(self, future: Future, seconds: float, what: str) -> Any:
        """Return what a future brings.

        :raises NoAnswer: when it brings nothing in time, or the stack has ended
        """
        self.spin_until(future.done, seconds, f"{what} did not answer within {seconds:g} s")
        return future.result()

    def meet(self, service: str, seconds: float, what: str) -> None:
        """Wait until a server knows this client, which would not get its answer before.

        :param service: name of the service, of an action with SEND_GOAL
        :param what: what is named where nobody answers
        :raises NoAnswer: when there is no such server, or the stack has ended
        """
        acquaintance = Acquaintance(self.node, service)
        try:
            self.spin_until(acquaintance.made, seconds, f"{what} did not answer within {seconds:g} s")
        finally:
            acquaintance.close()

    def _hear_record(self, message: String) -> None:
        self._record = RecordNews.from_text(message.data).folder

    def _hear_kept(self, message: String) -> None:
        self._kept = message.data

    def _hear_plan(self, message: PlanMsg) -> None:
        self._plan = message
