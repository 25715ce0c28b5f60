"""The client before a stack that is played by one node."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import pytest

pytest.importorskip("rclpy", reason="needs a ROS environment")

import rclpy
from rclpy.action import ActionServer, CancelResponse
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.context import Context
from rclpy.executors import MultiThreadedExecutor
from rclpy.node import Node
from std_msgs.msg import String

from pred_client.robot import NoAnswer, Robot
from pred_client.speech import Speech
from pred_client.task import Ended, Task
from pred_core.outcome import Code, Outcome
from pred_core.ros.conversions import outcome_to_msg
from pred_core.ros.qos import EVENTS, OBSERVATION
from pred_msgs.action import ExecuteTask
from pred_msgs.msg import ObjectMemory, ObjectState
from pred_msgs.srv import MakePlan

DOMAIN = 71
LONG_SECONDS = 60.0


class Stack(Node):
    """Does 'tidy up' at once, 'wait' until it is stopped, and plans nothing but these."""

    def __init__(self, context: Context) -> None:
        super().__init__("stack", namespace="pred", context=context)
        self.goals: list[ExecuteTask.Goal] = []
        group = ReentrantCallbackGroup()
        ActionServer(
            self,
            ExecuteTask,
            "execute_task",
            self._execute,
            callback_group=group,
            cancel_callback=lambda _: CancelResponse.ACCEPT,
        )
        self.create_service(MakePlan, "make_plan", self._plan, callback_group=group)
        memory = self.create_publisher(ObjectMemory, "object_memory", OBSERVATION)
        memory.publish(ObjectMemory(step=3, objects=[ObjectState(id="Mug_1", class_name="Mug")]))

    def _execute(self, handle: object) -> ExecuteTask.Result:
        self.goals.append(handle.request)
        handle.publish_feedback(ExecuteTask.Feedback(reason="begun", index=1, total=2, actions=1))
        deadline = time.monotonic() + LONG_SECONDS
        while handle.request.instruction == "wait" and time.monotonic() < deadline:
            if handle.is_cancel_requested:
                handle.canceled()
                stopped = Outcome(Code.CANCELED, "The task was cancelled.")
                return ExecuteTask.Result(outcome=outcome_to_msg(stopped), actions=2)
            time.sleep(0.01)
        handle.succeed()
        done = outcome_to_msg(Outcome.success())
        return ExecuteTask.Result(
            success=True, outcome=done, actions=3, goal_conditions=1, goal_conditions_total=1
        )

    def _plan(self, request: MakePlan.Request, response: MakePlan.Response) -> MakePlan.Response:
        known = request.instruction == "tidy up" and len(request.memory.objects) == 1
        outcome = Outcome.success() if known else Outcome(Code.NOT_UNDERSTOOD, "I know no such thing.")
        response.outcome, response.understood = outcome_to_msg(outcome), "tidying"
        return response


@pytest.fixture
def stack() -> Iterator[Stack]:
    context = Context()
    rclpy.init(context=context, domain_id=DOMAIN)
    node = Stack(context)
    executor = MultiThreadedExecutor(4, context=context)
    executor.add_node(node)
    thread = threading.Thread(target=executor.spin, daemon=True)
    thread.start()
    yield node
    executor.shutdown()
    rclpy.try_shutdown(context=context)
    thread.join()


@pytest.fixture
def robot(stack: Stack) -> Iterator[Robot]:
    with Robot(domain=DOMAIN) as robot:
        robot.wait_until_ready()
        yield robot


def test_the_last_line_tells_what_was_taken_in_place_of_what_was_said() -> None:
    ended = Ended(Outcome.success(), 9, 0, 1, 1, not_verified=("no plate was seen, took a bowl",))
    assert str(ended) == "Done, but: no plate was seen, took a bowl. 1 of 1 goal, 9 actions, 0 failed."


def test_it_does_tells_and_remembers(robot: Robot, stack: Stack) -> None:
    heard: list[str] = []
    ended = robot.do(
        Task("tidy up", max_actions=7, run_dir="/x"), on_feedback=lambda said: heard.append(str(said))
    )
    assert ended and str(ended) == "Done: 1 of 1 goal, 3 actions, 0 failed."
    assert (stack.goals[0].max_actions, stack.goals[0].run_dir) == (7, "/x")
    assert robot.memory().get("Mug_1") is not None and robot.memory().step == 3
    assert heard in ([], ["[1/2] begun   (1 action)"]), "feedback may be overtaken by the result"


def test_it_tells_what_it_would_do(robot: Robot) -> None:
    robot.memory()
    assert robot.plan("tidy up").outcome
    refused = robot.plan("write a poem")
    assert refused.plan is None and refused.outcome.message == "I know no such thing."


def test_it_can_be_stopped_from_another_thread_or_when_time_is_over(robot: Robot) -> None:
    def stop_when_begun(_: object) -> None:
        threading.Thread(target=robot.stop).start()

    ended = robot.do("wait", on_feedback=stop_when_begun)
    assert ended.outcome.code is Code.CANCELED and ended.actions == 2
    assert "Not done: The task was cancelled. (CANCELED" in str(ended)
    assert robot.do("wait", seconds=0.3).outcome.code is Code.TIME_LIMIT
    assert not robot.running


def test_speech_joins_a_recogniser_and_a_synthesiser(robot: Robot, stack: Stack) -> None:
    said: list[str] = []
    stack.create_subscription(String, "say", lambda message: said.append(message.data), EVENTS)
    hear = stack.create_publisher(String, "hear", EVENTS)
    speech = Speech(robot)
    robot.spin_until(lambda: hear.get_subscription_count() > 0, LONG_SECONDS, "nobody hears")
    robot.spin_until(lambda: robot.node.count_subscribers("say") > 0, LONG_SECONDS, "nobody listens")

    def serve_until(sentence: str) -> None:
        deadline = time.monotonic() + LONG_SECONDS
        while sentence not in said and time.monotonic() < deadline:
            speech.serve()
        assert sentence in said

    hear.publish(String(data="tidy up"))
    serve_until("Done.")
    assert [goal.instruction for goal in stack.goals] == ["tidy up"] and said.count("Done.") == 1
    hear.publish(String(data="wait"))
    serve_until("begun.")
    hear.publish(String(data="stop"))
    serve_until("Not done: The task was cancelled.")


def test_without_a_stack_it_says_so() -> None:
    with Robot(domain=DOMAIN, namespace="nobody") as robot, pytest.raises(NoAnswer, match="under /nobody"):
        robot.wait_until_ready(0.2)


def test_a_stack_that_has_ended_is_not_waited_for(stack: Stack) -> None:
    alive = [True]
    with Robot(domain=DOMAIN, alive=lambda: alive[0]) as robot:
        robot.wait_until_ready()
        with pytest.raises(NoAnswer, match="has ended"):
            robot.do("wait", on_feedback=lambda _: alive.clear() or alive.append(False))
        alive[0] = True
        robot.end()
