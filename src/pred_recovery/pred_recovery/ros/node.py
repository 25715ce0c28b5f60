"""The executive node: takes one task at a time over ``execute_task`` and carries it out."""

from __future__ import annotations

import threading

from rclpy.action import ActionServer, CancelResponse, GoalResponse
from rclpy.action.server import ServerGoalHandle
from rclpy.node import Node

from pred_core.outcome import Code, Outcome
from pred_core.ros import goals
from pred_core.ros.conversions import outcome_to_msg
from pred_core.ros.heartbeat import Heartbeat
from pred_core.ros.parameters import declare, use_domain
from pred_core.ros.person import Person
from pred_core.ros.plan_conversions import plan_to_msg
from pred_core.ros.qos import RESULT_SECONDS
from pred_core.ros.running import run_until_told
from pred_core.stack_owner import reason_of_the_end
from pred_msgs.action import ExecuteTask
from pred_recovery.mission.mission import Assignment, Mission
from pred_recovery.ros.link import Clients, RosLink
from pred_recovery.ros.log import RosLog
from pred_recovery.ros.parameters import ExecutiveParameters
from pred_recovery.ros.record_place import RecordPlace
from pred_recovery.ros.world import RosWorld
from pred_recovery.tree.executive import TaskEnd, run
from pred_recovery.tree.feedback import asked_back
from pred_recovery.tree.run_record import RunRecord

END_SECONDS = 2.0
"""How long a task under way may take to end when the node is told to."""


class ExecutiveNode(Node):
    """Wires the executive to its topics, actions and services."""

    def __init__(self) -> None:
        super().__init__("executive")
        self._chosen = declare(self, ExecutiveParameters)
        use_domain(self._chosen.domain, self._chosen.robot)
        self._world = RosWorld(self, keep_views=self._chosen.keep_views)
        self._log = RosLog(self, self._world)
        self._others = Clients(self)
        self._place = RecordPlace(self, self._chosen.runs)
        self._heart = Heartbeat(self)
        self._person = Person(self)
        self._link: RosLink | None = None
        self._free = threading.Event()
        self._free.set()
        self._ending = False
        self._server = ActionServer(
            self,
            ExecuteTask,
            "execute_task",
            execute_callback=self._execute,
            goal_callback=self._on_goal,
            cancel_callback=self._on_cancel,
            result_timeout=RESULT_SECONDS,
        )

    def close(self) -> None:
        """End a task under way as cancelled, so that its record tells how it ended."""
        self._ending = True
        if self.executor is not None and not self._free.is_set():
            self.executor.create_task(self._wake)
            self._free.wait(END_SECONDS)

    def _wake(self) -> None:
        self._person.take_back()
        if self._link is not None:
            self._link.wake()

    def _on_goal(self, goal: ExecuteTask.Goal) -> GoalResponse:
        if not self._free.is_set():
            self.get_logger().warning("Busy with a task: a second one is refused.")
            return GoalResponse.REJECT
        if not (goal.instruction.strip() or goal.steps or goal.dialogue):
            self.get_logger().warning("A task without instruction, steps and dialogue is refused.")
            return GoalResponse.REJECT
        self._free.clear()
        return GoalResponse.ACCEPT

    def _on_cancel(self, _: ServerGoalHandle) -> CancelResponse:
        self._wake()
        return CancelResponse.ACCEPT

    async def _execute(self, handle: ServerGoalHandle) -> ExecuteTask.Result:
        try:
            result = await self._do(handle)
        except OSError as error:
            text = f"The record of the run cannot be written: {error}"
            result = TaskEnd(Outcome(Code.BAD_INPUT, text), 0, 0, 0, 0, None)
        finally:
            self._link = None
            self._free.set()
        return self._finish(handle, result)

    async def _do(self, handle: ServerGoalHandle) -> TaskEnd:
        goal = handle.request
        task = Assignment(
            goal.instruction, tuple(goal.steps), tuple(goal.dialogue), goal.max_actions, goal.max_failures
        )
        folder = self._place.of(goal)
        record = RunRecord(folder, self._log, self._world) if folder is not None else None
        mission = Mission(task, self._chosen, self._world, record or self._log)
        link = RosLink(self, self._world, self._others, task, self._chosen.patience)
        self._link = link
        self._log.begin(handle, mission.bindings.variables)
        self.get_logger().info(f"Task: {task.instruction or '(steps or dialogue)'}")

        async def wait() -> Outcome:
            if self._goes_on(handle):
                await link.reply_or_wake()
            return self._goes_on(handle)

        async def again(more: Assignment) -> tuple[Mission, TaskEnd]:
            link.begin(more)
            following = Mission(more, self._chosen, self._world, record or self._log)
            self._log.begin(handle, following.bindings.variables)
            return following, await run(following, link, wait)

        with self._place.told(folder):
            with self._heart.beating():
                result = await run(mission, link, wait)
                if self._chosen.feedback and self._person.there:
                    seconds = self._chosen.feedback_seconds
                    result = await asked_back(mission, result, self._person.ask, again, seconds)
                if not self._ending:  # else those who would answer are ending, too
                    await link.idle()
            if record is not None:
                record.finish(task, result)
        return result

    def _goes_on(self, handle: ServerGoalHandle) -> Outcome:
        """Return success while the task may go on, else why not."""
        if self._ending:
            reason = reason_of_the_end()
            if reason:
                return Outcome(Code.UNAVAILABLE, f"The task ended because {reason}.")
            return Outcome(Code.CANCELED, "The task was cancelled: the stack was told to end.")
        if handle.is_cancel_requested:
            return Outcome(Code.CANCELED, "The task was cancelled.")
        return Outcome.success()

    def _finish(self, handle: ServerGoalHandle, result: TaskEnd) -> ExecuteTask.Result:
        self.get_logger().info(
            f"Task ended: {result.outcome} ({result.goals}/{result.goals_total} goals, "
            f"{result.actions} actions, {result.failures} failed)"
        )
        goals.end(handle, result.outcome)
        answer = ExecuteTask.Result(
            success=bool(result.outcome),
            outcome=outcome_to_msg(result.outcome),
            actions=result.actions,
            failures=result.failures,
            goal_conditions=result.goals,
            goal_conditions_total=result.goals_total,
            swayed_by=[str(kind) for kind in result.swayed_by],
            revised_by=[str(kind) for kind in result.revised_by],
            questions=result.questions,
            not_used=list(result.not_used),
            not_verified=list(result.not_verified),
        )
        if result.plan is not None:
            answer.final_plan = plan_to_msg(result.plan)
        return answer


def main() -> int:
    """Run the node until it is told to end. Returns 0, or 2 when a parameter cannot be used."""
    return run_until_told("executive", ExecutiveNode, close=ExecutiveNode.close)
