"""Serving goals of actions: their end states, and navigate_to with one goal at a time."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from rclpy.action import ActionServer, CancelResponse, GoalResponse
from rclpy.action.server import ServerGoalHandle
from rclpy.node import Node

from pred_core.navigation import Report
from pred_core.outcome import Code, Outcome
from pred_core.ros.conversions import outcome_to_msg
from pred_core.ros.qos import RESULT_SECONDS
from pred_msgs.action import NavigateTo


def end(handle: ServerGoalHandle, outcome: Outcome) -> None:
    """Bring a goal to the end state that its outcome means.

    A goal may be CANCELED because what it asked of others was, though nobody cancelled it: that is a failure.
    """
    if outcome:
        handle.succeed()
    elif outcome.code is Code.CANCELED and handle.is_cancel_requested:
        handle.canceled()
    else:
        handle.abort()


class NavigateServer[T]:
    """Serves navigate_to, one goal at a time, with the tasks that its modes are."""

    def __init__(
        self,
        node: Node,
        modes: Mapping[str, Callable[[NavigateTo.Goal], T | Outcome]],
        pursue: Callable[[T, ServerGoalHandle], Awaitable[Report]],
        canceled: Callable[[], None] = lambda: None,
    ) -> None:
        """Begin to serve.

        :param modes: by the goal's mode, what makes its task, or says why there is none
        :param pursue: pursues a task to its end
        :param canceled: called when a cancel is asked for
        """
        self._node = node
        self._modes = modes
        self._pursue = pursue
        self._canceled = canceled
        self._busy = False
        self._server = ActionServer(
            node,
            NavigateTo,
            "navigate_to",
            self._execute,
            goal_callback=self._accept,
            cancel_callback=self._cancel,
            result_timeout=RESULT_SECONDS,
        )

    def _accept(self, goal: NavigateTo.Goal) -> GoalResponse:
        if self._busy:
            self._node.get_logger().warning(f"refused a goal ({goal.mode}): another one is being pursued")
            return GoalResponse.REJECT
        self._busy = True
        return GoalResponse.ACCEPT

    def _cancel(self, _: ServerGoalHandle) -> CancelResponse:
        self._canceled()
        return CancelResponse.ACCEPT

    async def _execute(self, handle: ServerGoalHandle) -> NavigateTo.Result:
        try:
            report = await self._report(handle)
        finally:
            self._busy = False
        end(handle, report.outcome)
        return NavigateTo.Result(
            outcome=outcome_to_msg(report.outcome),
            found_id=report.found_id,
            motions=report.motions,
            step=report.step,
        )

    async def _report(self, handle: ServerGoalHandle) -> Report:
        mode = handle.request.mode
        if mode not in self._modes:
            sentence = f"There is no mode {mode!r}. Known: {', '.join(self._modes)}."
            return Report(Outcome(Code.BAD_INPUT, sentence), "", 0, 0)
        task = self._modes[mode](handle.request)
        if isinstance(task, Outcome):
            return Report(task, "", 0, 0)
        return await self._pursue(task, handle)
