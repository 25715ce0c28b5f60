"""Gives the stack one task, tells how it goes and leaves a run folder. Exit code 0 only when the task was done."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping
from typing import Any

import rclpy
from rclpy.node import Node
from rclpy.signals import SignalHandlerOptions

from pred_bringup.readiness import Readiness, heard_by
from pred_bringup.task_choice import RECORDER, RunTaskParameters, TaskToRun, choose
from pred_client.robot import LOAD_SECONDS, NoAnswer, Robot
from pred_client.task import Ended, Task
from pred_core.exit_codes import BAD_INPUT, INTERRUPTED, code_of
from pred_core.outcome import Code, Outcome
from pred_core.plain_text import ended_well, one_line
from pred_core.ros.conversions import outcome_from_msg
from pred_core.ros.parameters import ParameterError, declare
from pred_core.ros.running import Told
from pred_core.ros.spinning import make_executor
from pred_core.run_folder import NO_RECORD
from pred_msgs.srv import LoadWorld
from pred_tasks.tasks import TaskError
from pred_tools import doing
from pred_tools.run_files import RunError, read_run
from pred_tools.run_keeper import RunKeeper, begun, cut_off, ended

RECORD_SECONDS = 3.0
"""How long an executive that is told to end may take to write how its task ended."""
RECORDER_SECONDS = 15.0
"""How long the recorder may take to listen: longer only if it was told to leave pictures out."""


class ToldToEnd(RuntimeError):
    """The launch, or a person, ends everything."""


class RunTask:
    """Loads the world where the task needs one, gives the task and prints what is heard of it."""

    def __init__(self, node: Node, told: Told) -> None:
        """Choose the task that the node's parameters ask for.

        :raises ParameterError, TaskError: when they cannot be used
        """
        self._node = node
        self._told = told
        self._over = False
        self._chosen = declare(node, RunTaskParameters)
        self.task: TaskToRun = choose(self._chosen)
        self.keeper = RunKeeper(node, self._say)
        self._robot = Robot(node=node, alive=self._goes_on, executor=make_executor)
        self._readiness = Readiness(node)
        self._load = node.create_client(LoadWorld, "sim/load_world")

    def _goes_on(self) -> bool:
        if self._told.said and not self._over:
            raise ToldToEnd
        return True

    def run(self) -> Ended:
        """Do the task and return how it ended.

        :raises ToldToEnd: when everything is ended before
        """
        try:
            loaded = self._load_world() if self.task.layout else Outcome.success()
            if not loaded:
                return Ended(loaded)
            self._robot.wait_until_ready(self._chosen.patience)
            ready = self._until_robot_ready()
            if not ready:
                return Ended(ready)
            self._until_recorded()
            self._say(f"Task: {self.task.instruction}")
            return doing.do(self._robot, self._goal(), self._say, self.keeper, self.task.run_dir)
        except NoAnswer as error:
            return Ended(Outcome(Code.UNAVAILABLE, ended_well(str(error))))

    def finish(self, result: Ended) -> None:
        """Say how the task ended and complete its record.

        :raises OSError, RunError: when the record cannot be written
        """
        self._say(result)
        kept = self.keeper.take()
        if kept is not None and begun(kept.folder):
            kept.write(self.task.instruction, result.outcome, result.actions)
            self._say(f"Record of the run: {kept.folder}")

    def cut_off(self) -> Ended:
        """Return what there is to say of a task that everything was ended in."""
        deadline = time.monotonic() + RECORD_SECONDS
        self._over = True  # it has been heard: what still comes is listened to
        folder = self.task.run_dir
        while (
            self._robot.running and not (folder is not None and ended(folder)) and time.monotonic() < deadline
        ):
            self._robot.spin()
        if self._robot.finished:
            return self._robot.result()
        if folder is not None and ended(folder):
            return _ended_as(read_run(folder).result)
        return Ended(cut_off(), self._robot.feedback.actions if self._robot.feedback else 0)

    def _goal(self) -> Task:
        return Task(
            self.task.instruction,
            self.task.steps,
            self.task.dialogue,
            max_actions=self._chosen.max_actions,
            max_failures=self._chosen.max_failures,
            seed=self._chosen.seed,
            run_dir=str(self.task.run_dir or NO_RECORD),
        )

    def _load_world(self) -> Outcome:
        late = "there is no simulator: no server of sim/load_world appeared"
        self._robot.spin_until(self._load.service_is_ready, self._chosen.patience, late)
        self._robot.meet("sim/load_world", self._chosen.patience, "sim/load_world")
        request = LoadWorld.Request(scene=self.task.scene, seed=self._chosen.seed, layout=self.task.layout)
        answer = self._robot.wait(self._load.call_async(request), LOAD_SECONDS, "sim/load_world")
        for note in answer.notes:
            self._say(f"Layout: {note}")
        return outcome_from_msg(answer.outcome)

    def _until_robot_ready(self) -> Outcome:
        """Wait until the robot can be given a task: one may still have to stand up, or to be claimed by a person."""
        deadline = time.monotonic() + self._chosen.patience
        while not self._readiness.ready:
            if time.monotonic() > deadline:
                return self._readiness.late(self._chosen.patience)
            self._robot.spin()
        return Outcome.success()

    def _until_recorded(self) -> None:
        """Wait until the recorder, if there is one, listens: else what is seen first would be missing from the bag."""
        deadline = time.monotonic() + RECORDER_SECONDS
        while self._chosen.recorded and not heard_by(self._node, RECORDER):
            if time.monotonic() > deadline:
                self._say(
                    "The recorder does not listen to every observation yet: the bag may miss the first ones."
                )
                return
            self._robot.spin()

    @staticmethod
    def _say(what: object) -> None:
        """Print one line, whatever a model or a layout file wrote into it."""
        print(one_line(str(what)), flush=True)


def main() -> int:
    """Run one task. Returns one of :mod:`pred_core.exit_codes`."""
    told = Told()
    try:
        told.listen()
        rclpy.init(signal_handler_options=SignalHandlerOptions.NO)
        task = RunTask(rclpy.create_node("run_task"), told)
        told.interrupts = False
        return _run(task)
    except (ParameterError, TaskError, RunError, OSError) as error:
        print(f"run_task: {error}", file=sys.stderr, flush=True)
        return INTERRUPTED if told.said else BAD_INPUT
    except KeyboardInterrupt:
        return INTERRUPTED
    finally:
        told.interrupts = False
        rclpy.try_shutdown()


def _ended_as(result: Mapping[str, Any]) -> Ended:
    """Return how a task ended, from the executive's record of it."""
    return Ended(
        Outcome(Code(result["code"]), result["message"]),
        result["actions"],
        result["failures"],
        result["goal_conditions"],
        result["goal_conditions_total"],
        not_used=tuple(result["not_used"]),
        not_verified=tuple(result["notes"]),
    )


def _run(task: RunTask) -> int:
    try:
        result = task.run()
    except ToldToEnd:
        result = task.cut_off()
        if task.task.run_dir is None or begun(task.task.run_dir):
            task.finish(result)
        return INTERRUPTED
    task.finish(result)
    return code_of(result.outcome)


if __name__ == "__main__":
    sys.exit(main())
