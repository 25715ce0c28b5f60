"""Gives the stack one task, tells how it goes and leaves a run folder. Exit code 0 only when the task was done."""

from __future__ import annotations

import sys
import time

import rclpy
from rclpy.action import ActionClient
from rclpy.executors import SingleThreadedExecutor
from rclpy.node import Node
from rclpy.signals import SignalHandlerOptions

from pred_bringup.bench.tasks import TaskError
from pred_bringup.run_calls import RunCalls
from pred_bringup.run_cards import RunCards
from pred_bringup.run_files import RESULT, RunError
from pred_bringup.run_pictures import RunPictures
from pred_bringup.task_choice import RunTaskParameters, TaskToRun, choose
from pred_core.outcome import Code, Outcome
from pred_core.ros.action_calls import ActionCall, call_service
from pred_core.ros.appearing import appears, pause
from pred_core.ros.parameters import ParameterError, declare
from pred_core.ros.running import LOOK_SECONDS, Told
from pred_msgs.action import ExecuteTask
from pred_msgs.srv import LoadWorld

LATE_SECONDS = 0.2
"""In which arrives what was said before on other topics, s."""

RECORD_SECONDS = 3.0
"""How long an executive that is told to end may take to write how its task ended."""


class RunTaskNode(Node):
    """Loads the world where the task needs one, sends the goal and prints what is heard of it."""

    def __init__(self) -> None:
        super().__init__("run_task")
        self._chosen = declare(self, RunTaskParameters)
        self.task: TaskToRun = choose(self._chosen)
        self._pictures = RunPictures(self, self.task.run_dir) if self.task.run_dir else None
        self._cards = RunCards(self, self.task.run_dir) if self.task.run_dir else None
        self._calls = RunCalls(self, self.task.run_dir) if self.task.run_dir else None
        self._execute = ActionClient(self, ExecuteTask, "execute_task")
        self._load = self.create_client(LoadWorld, "sim/load_world")

    def recorded(self) -> bool:
        """Whether the executive has written how the task ended."""
        return self.task.run_dir is not None and (self.task.run_dir / RESULT).is_file()

    async def run(self) -> Outcome:
        """Do the task and return how it ended."""
        if self.task.layout:
            loaded = await self._load_world()
            if not loaded:
                return loaded
        if not await appears(self, self._execute.server_is_ready, self._chosen.patience):
            return Outcome(Code.UNAVAILABLE, "There is no executive: no server of execute_task appeared.")
        self._say(f"Task: {self.task.instruction}")
        goal = ExecuteTask.Goal(
            instruction=self.task.instruction,
            steps=list(self.task.steps),
            max_actions=self._chosen.max_actions,
            max_failures=self._chosen.max_failures,
            seed=self._chosen.seed,
            run_dir=str(self.task.run_dir or ""),
        )
        if self._calls is not None:
            # for what is still kept of an earlier task: clocks of two machines cannot tell
            await pause(self, LATE_SECONDS)
            self._calls.begin()
        outcome, result = await ActionCall(self, self._execute, "execute_task").run(goal, self._on_feedback)
        if result is not None:
            self._say(
                f"{'Done' if result.success else 'Not done'}: {result.goal_conditions} of "
                f"{result.goal_conditions_total} goals, {result.actions} actions, {result.failures} failed."
            )
        # for what was said before the result and is still on its way on other topics
        await pause(self, LATE_SECONDS)
        return outcome

    def finish(self) -> None:
        """Write the pictures, the cards, the story of the run and what a model cost.

        :raises OSError: when they cannot be written
        :raises RunError: when the executive's record is broken
        """
        if self._pictures is not None and self._cards is not None and self._calls is not None:
            self._pictures.write()
            self._calls.write()
            self._cards.write()
            if self._calls.report():
                self._say(f"Model: {self._calls.report()}")
            self._say(f"Record of the run: {self.task.run_dir}")

    async def _load_world(self) -> Outcome:
        if not await appears(self, self._load.service_is_ready, self._chosen.patience):
            return Outcome(Code.UNAVAILABLE, "There is no simulator: no server of sim/load_world appeared.")
        request = LoadWorld.Request(scene=self.task.scene, seed=self._chosen.seed, layout=self.task.layout)
        outcome, answer = await call_service(self, self._load, request, "sim/load_world")
        for note in answer.notes if answer is not None else ():
            self._say(f"Layout: {note}")
        return outcome

    def _on_feedback(self, feedback: ExecuteTask.Feedback) -> None:
        where = f"[{feedback.index}/{feedback.total}] " if feedback.total else ""
        self._say(f"{where}{feedback.reason}   ({feedback.actions} actions)")

    @staticmethod
    def _say(text: str) -> None:
        print(text, flush=True)


def main() -> int:
    """Run one task. Returns 0 when it was done, 1 when not, 2 for input that cannot be used, 130 when interrupted."""
    told = Told()
    try:
        told.listen()
        rclpy.init(signal_handler_options=SignalHandlerOptions.NO)
        node = RunTaskNode()
        told.interrupts = False
        outcome = _run(node, told)
        if outcome is not None or node.recorded():
            node.finish()
    except (ParameterError, TaskError, RunError, OSError) as error:
        print(f"run_task: {error}", file=sys.stderr, flush=True)
        return 130 if told.said else 2
    except KeyboardInterrupt:
        return 130
    finally:
        told.interrupts = False
        rclpy.try_shutdown()
    if outcome is None:
        return 130
    if not outcome:
        print(f"run_task: {outcome}", file=sys.stderr, flush=True)
    return 0 if outcome else 1


def _run(node: RunTaskNode, told: Told) -> Outcome | None:
    """Serve the node until its task has ended; None when it was told to end before, and the executive with it."""
    with SingleThreadedExecutor() as executor:
        executor.add_node(node)
        ended = executor.create_task(node.run)
        while not (ended.done() or told.said):
            executor.spin_once(timeout_sec=LOOK_SECONDS)
        deadline = time.monotonic() + RECORD_SECONDS
        while not (ended.done() or node.recorded() or time.monotonic() > deadline):
            executor.spin_once(timeout_sec=LOOK_SECONDS)
    if told.said:
        return None
    outcome: Outcome = ended.result()
    return outcome


if __name__ == "__main__":
    sys.exit(main())
