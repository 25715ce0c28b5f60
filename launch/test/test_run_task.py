"""The node that gives one task, before an executive that asks a model while it works."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("rclpy", reason="needs a ROS environment")

import rclpy
from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus
from rclpy.action import ActionServer
from rclpy.executors import SingleThreadedExecutor
from rclpy.node import Node
from rclpy.parameter import Parameter
from std_msgs.msg import Header

from pred_bringup.run_task import RunTask
from pred_core.model_calls import Call
from pred_core.outcome import Code, Outcome
from pred_core.ros.call_conversions import call_to_msg
from pred_core.ros.conversions import outcome_to_msg
from pred_core.ros.diagnostics import health_to_msg
from pred_core.ros.qos import EVENTS, OBSERVATION
from pred_core.ros.running import Told
from pred_msgs.action import ExecuteTask
from pred_msgs.msg import LlmCall, RobotState
from pred_tools.run_files import read_run

DOMAIN = 86
CALL = Call(
    "k", "plan", "m", "http://here/v1", "s", "u", "[]", "SUCCESS", "", 100, 20, seconds=1.5, cost=0.01
)


class Executive(Node):
    """Stands for executive and planner: a call was made for an earlier task, another is for the one it is given."""

    def __init__(self) -> None:
        super().__init__("executive")
        self._calls = self.create_publisher(LlmCall, "llm_calls", EVENTS)
        self._calls.publish(call_to_msg(CALL, Header()))
        self.tasks = 0
        self._state = self.create_publisher(RobotState, "robot_state", OBSERVATION)
        self._health = self.create_publisher(DiagnosticArray, "diagnostics", 10)
        ActionServer(self, ExecuteTask, "execute_task", self._execute)

    def tell(self, *, ready: bool, trouble: str = "") -> None:
        """Stand for the bridge, too."""
        level = DiagnosticStatus.ERROR if trouble else DiagnosticStatus.OK
        self._health.publish(health_to_msg(0.0, "bridge", "robot", level, trouble, {}))
        self._state.publish(RobotState(ready=ready))

    def _execute(self, handle: object) -> ExecuteTask.Result:
        self.tasks += 1
        folder = Path(handle.request.run_dir)
        folder.mkdir(exist_ok=True)
        start = {"step": 1, "kind": "start", "subgoal": "", "text": handle.request.instruction, "data": {}}
        (folder / "events.jsonl").write_text(json.dumps(start) + "\n")
        ended = {"success": True, "code": "SUCCESS", "message": "", "actions": 3, "failures": 0}
        goals = {"goal_conditions": 1, "goal_conditions_total": 1}
        (folder / "result.json").write_text(json.dumps(ended | goals))
        self._calls.publish(call_to_msg(CALL, Header()))
        handle.succeed()
        return ExecuteTask.Result(success=True, outcome=outcome_to_msg(Outcome.success()), actions=3, **goals)


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    run = tmp_path / "run"
    # a namespace of its own: what the node of the test before said is kept by the middleware for a while
    names = ("-r", f"__ns:=/{tmp_path.parent.name.replace('-', '_')}_{tmp_path.name}")
    arguments = (*names, "-p", "instruction:=tidy up", "-p", f"run_dir:={run}", "-p", "patience:=2.0")
    rclpy.init(args=["--ros-args", *arguments], domain_id=DOMAIN)
    yield run
    rclpy.try_shutdown()


@pytest.fixture
def executive(folder: Path) -> Iterator[Executive]:
    node = Executive()
    executor = SingleThreadedExecutor()
    executor.add_node(node)
    thread = threading.Thread(target=executor.spin, daemon=True)
    thread.start()
    yield node
    executor.shutdown()
    thread.join()


def test_the_folder_of_a_run_holds_its_calls_and_what_they_cost(
    folder: Path, executive: Executive, capsys: pytest.CaptureFixture[str]
) -> None:
    task = RunTask(rclpy.create_node("run_task"), Told())
    executive.tell(ready=True)
    ended = task.run()
    task.finish(ended)
    assert ended
    run = read_run(folder)
    assert run.calls == (CALL,), "the earlier task's call is not this run's"
    assert run.result["llm"]["calls"] == 1 and run.result["llm"]["cost"] == 0.01
    assert "What the model was asked" in (folder / "story.md").read_text()
    said = capsys.readouterr().out.splitlines()
    assert "Model: 1 call, 100 + 20 tokens in 1.5 s, cost 0.0100" in said
    assert "Done: 1 of 1 goal, 3 actions, 0 failed." in said
    assert len(set(said)) == len(said), "no line is said twice"


def test_a_task_waits_for_a_robot_that_is_ready(folder: Path, executive: Executive) -> None:
    task = RunTask(rclpy.create_node("run_task"), Told())
    executive.tell(ready=False, trouble="SITTING: The robot does not stand.")
    stands = threading.Timer(0.7, lambda: executive.tell(ready=True))
    stands.start()
    begun = time.monotonic()
    ended = task.run()
    stands.join()
    assert ended, ended
    assert executive.tasks == 1 and time.monotonic() - begun > 0.6


def test_a_task_that_is_recorded_waits_for_the_recorder(folder: Path, executive: Executive) -> None:
    recorded = Parameter("recorded", value=True)
    task = RunTask(rclpy.create_node("run_task", parameter_overrides=[recorded]), Told())
    executive.tell(ready=True)
    recorder = rclpy.create_node("recorder")
    listens = threading.Timer(
        0.7, recorder.create_subscription, (RobotState, "robot_state", lambda _: None, OBSERVATION)
    )
    listens.start()
    begun = time.monotonic()
    ended = task.run()
    listens.join()
    assert ended and executive.tasks == 1 and time.monotonic() - begun > 0.6


def test_a_robot_that_is_never_ready_gets_no_task_and_its_driver_says_why(
    folder: Path, executive: Executive
) -> None:
    trouble = "DISCONNECTED: The robot does not answer."
    tells = executive.create_timer(0.2, lambda: executive.tell(ready=False, trouble=trouble))
    task = RunTask(rclpy.create_node("run_task"), Told())
    ended = task.run()
    executive.destroy_timer(tells)
    assert ended.outcome.code is Code.UNAVAILABLE
    assert trouble in ended.outcome.message and "not ready" in ended.outcome.message
    assert executive.tasks == 0
