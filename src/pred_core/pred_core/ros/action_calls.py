"""Calling actions and services from coroutines, so that nothing blocks and no goal is leaked."""

from __future__ import annotations

from typing import Any

from action_msgs.msg import GoalStatus
from rclpy.action import ActionClient
from rclpy.action.client import ClientGoalHandle
from rclpy.client import Client
from rclpy.node import Node

from pred_core.outcome import Code, Outcome
from pred_core.ros.acquaintance import SEND_GOAL, acquainted
from pred_core.ros.conversions import outcome_from_msg
from pred_core.ros.wait_for import appears

GRACE = 5.0
"""How long a server may be gone, s: while another node of the same names leaves the graph, the middleware counts
its ends one by one, and says for that time that no server is whole."""


def _no_server(what: str) -> Outcome:
    return Outcome(Code.UNAVAILABLE, f"{what}: no server. Is the node running?")


class ActionCall:
    """One goal of an action, from sending to result; it can be cancelled at any moment.

    A goal that is cancelled before the server accepted it is cancelled as soon as it is accepted, so none is leaked.
    """

    def __init__(self, node: Node, client: ActionClient, what: str) -> None:
        """Prepare a goal of the node's client.

        :param what: the action's name as the client has it; it is named where it fails
        """
        self._node = node
        self._client = client
        self._what = what
        self._handle: ClientGoalHandle | None = None
        self._cancel_wanted = False

    async def run(self, goal: Any, feedback: Any = None) -> tuple[Outcome, Any]:
        """Send the goal and await its end.

        :param goal: the action's goal message; its result must have an ``outcome``
        :param feedback: callable given each feedback message
        :returns: the outcome and the result message (None when the server is not there or refused)
        """
        there = self._client.server_is_ready
        await appears(self._node, lambda: self._cancel_wanted or there(), GRACE)
        if self._cancel_wanted:
            return self._canceled()
        if not there():
            return _no_server(self._what), None
        await acquainted(self._node, self._client, f"{self._what}{SEND_GOAL}")
        if self._cancel_wanted:
            return self._canceled()
        callback = None if feedback is None else lambda msg: feedback(msg.feedback)
        handle = await self._client.send_goal_async(goal, feedback_callback=callback)
        if handle is None or not handle.accepted:
            return Outcome(Code.BUSY, f"{self._what}: the server refused the goal."), None
        self._handle = handle
        if self._cancel_wanted:
            handle.cancel_goal_async()
        answer = await handle.get_result_async()
        if answer.status == GoalStatus.STATUS_CANCELED:
            return self._canceled(answer.result)
        return outcome_from_msg(answer.result.outcome), answer.result

    def _canceled(self, result: Any = None) -> tuple[Outcome, Any]:
        return Outcome(Code.CANCELED, f"{self._what} was cancelled."), result

    def cancel(self) -> None:
        """Ask for the end of the goal, now or as soon as the server has accepted it."""
        self._cancel_wanted = True
        if self._handle is not None:
            self._handle.cancel_goal_async()


async def call_service(node: Node, client: Client, request: Any, what: str) -> tuple[Outcome, Any]:
    """Call a service whose response has an ``outcome``; a missing server is an outcome, not an exception."""
    if not await appears(node, client.service_is_ready, GRACE):
        return _no_server(what), None
    await acquainted(node, client, what)
    response: Any = await client.call_async(request)
    return outcome_from_msg(response.outcome), response
