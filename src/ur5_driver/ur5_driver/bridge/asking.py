"""Asking a person before the arm acts: no server, no answer and a time-out all mean no."""

from __future__ import annotations

import threading
import time
from typing import Any

import numpy as np
from action_msgs.msg import GoalStatus
from builtin_interfaces.msg import Duration
from numpy.typing import NDArray
from rclpy.action import ActionClient
from rclpy.node import Node
from rclpy.task import Future
from scipy import ndimage
from std_msgs.msg import Header

from pred_core.outcome import Code, Outcome
from pred_core.ros.conversions import image_to_msg
from pred_core.ros.frames import OPTICAL
from pred_msgs.action import ApproveAction

POLL = 0.02
SERVER_WITHIN = 1.0


def marked(rgb: NDArray[np.uint8], mask: NDArray[np.bool_] | None) -> NDArray[np.uint8]:
    """Return a picture with the outline of a mask drawn in, two pixels wide."""
    picture = rgb.copy()
    if mask is not None:
        outline = ndimage.binary_dilation(mask, iterations=2) & ~mask
        picture[outline] = (255, 0, 255)
    return picture


class Approval:
    """The client of approve_action."""

    def __init__(self, node: Node, timeout: float, group: Any) -> None:
        """Make the client; ``timeout`` in seconds."""
        self._client = ActionClient(node, ApproveAction, "approve_action", callback_group=group)
        self._timeout = timeout

    def ask(
        self, step: str, reason: str, picture: NDArray[np.uint8] | None, cancel: threading.Event
    ) -> Outcome:
        """Ask and wait. UNAVAILABLE with who said no, or why nobody said yes; CANCELED when ``cancel`` was set."""
        if not self._client.wait_for_server(timeout_sec=SERVER_WITHIN):
            return _refused("nobody is there to approve it (start `approve`, or set approval:=false)")
        goal = ApproveAction.Goal(step=step, reason=reason)
        goal.timeout = Duration(sec=int(self._timeout), nanosec=int(self._timeout % 1.0 * 1e9))
        if picture is not None:
            goal.picture = image_to_msg(picture, "rgb8", Header(frame_id=OPTICAL))
        deadline = time.monotonic() + self._timeout
        handle = self._result(self._client.send_goal_async(goal), deadline, cancel)
        if handle is None or not handle.accepted:
            return _no_answer(cancel)
        answer = self._result(handle.get_result_async(), deadline, cancel)
        if answer is None:
            handle.cancel_goal_async()
            return _no_answer(cancel)
        if answer.status == GoalStatus.STATUS_SUCCEEDED and answer.result.approved:
            return Outcome.success(answer.result.message)
        return _refused(answer.result.message or "the answer was no")

    def _result(self, future: Future, deadline: float, cancel: threading.Event) -> Any:
        while not future.done():
            if time.monotonic() > deadline or cancel.wait(POLL):
                return None
        return future.result()


def _no_answer(cancel: threading.Event) -> Outcome:
    if cancel.is_set():
        return Outcome(Code.CANCELED, "Cancelled while waiting for approval.")
    return _refused("no answer came in time")


def _refused(why: str) -> Outcome:
    return Outcome(Code.UNAVAILABLE, f"Not approved: {why}.")
