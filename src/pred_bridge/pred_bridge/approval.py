"""Asking a person before the robot acts: no server, no answer and a time-out all mean no."""

from __future__ import annotations

import threading
import time
from typing import Any, NamedTuple

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
from pred_core.plain_text import ended_well
from pred_core.ros.conversions import image_to_msg
from pred_core.ros.frames import OPTICAL
from pred_msgs.action import ApproveAction

POLL = 0.02
SERVER_WITHIN = 1.0


class ApprovalQuestion(NamedTuple):
    """What a person is asked: a step in a few words, sentences to judge it by, HxWx3 pixels with the target marked."""

    step: str
    reason: str
    picture: NDArray[np.uint8] | None


def marked(rgb: NDArray[np.uint8], mask: NDArray[np.bool_] | None) -> NDArray[np.uint8]:
    """Return a picture with the outline of a mask drawn in, two pixels wide."""
    picture = rgb.copy()
    if mask is not None:
        outline = ndimage.binary_dilation(mask, iterations=2) & ~mask
        picture[outline] = (255, 0, 255)
    return picture


class Approval:
    """The client of approve_action."""

    def __init__(self, node: Node, timeout: float, group: Any, looks_for: float = 0.0) -> None:
        """Make the client.

        :param timeout: no answer within so many seconds is a no
        :param looks_for: how long a yes to looking holds, s
        """
        self._client = ActionClient(node, ApproveAction, "approve_action", callback_group=group)
        self._timeout = timeout
        self._looks_for = looks_for
        self._looks_until = 0.0

    def end_looks(self) -> None:
        """Ask again before the next look."""
        self._looks_until = 0.0

    def ask_to_look(
        self, step: str, reason: str, picture: NDArray[np.uint8] | None, cancel: threading.Event
    ) -> Outcome:
        """Ask as :meth:`ask` does, but not for each look: a yes holds for a time, or until something else is asked."""
        if time.monotonic() < self._looks_until:
            return Outcome.success("A person allowed to look around.")
        if self._looks_for > 0.0:
            reason += f" A yes holds for further looks, for {self._looks_for:.0f} s or until something else is asked."
        outcome = self.ask(step, reason, picture, cancel)
        if outcome:
            self._looks_until = time.monotonic() + self._looks_for
        return outcome

    def ask(
        self, step: str, reason: str, picture: NDArray[np.uint8] | None, cancel: threading.Event
    ) -> Outcome:
        """Ask and wait. UNAVAILABLE with who said no, or why nobody said yes; CANCELED when ``cancel`` was set."""
        self.end_looks()
        if not self._client.wait_for_server(timeout_sec=SERVER_WITHIN):
            return _refused("nobody is there to approve it (start `ask_person`, or set approval:=false)")
        goal = ApproveAction.Goal(step=step, reason=reason)
        goal.timeout = Duration(sec=int(self._timeout), nanosec=int(self._timeout % 1.0 * 1e9))
        if picture is not None:
            goal.picture = image_to_msg(picture, "rgb8", Header(frame_id=OPTICAL))
        deadline = time.monotonic() + self._timeout
        sent = self._client.send_goal_async(goal)
        handle = self._result(sent, deadline, cancel)
        if handle is None:
            sent.add_done_callback(
                _take_back
            )  # else it would be asked when nobody waits for the answer any more
            return _no_answer(cancel)
        if not handle.accepted:
            return _refused("the question was not taken")
        answer = self._result(handle.get_result_async(), deadline, cancel)
        if answer is None:
            handle.cancel_goal_async()
            return _no_answer(cancel)
        if answer.status != GoalStatus.STATUS_SUCCEEDED:
            return _refused("the question was broken off")
        if answer.result.approved:
            return Outcome.success(answer.result.message)
        return _refused(answer.result.message or "the answer was no")

    def _result(self, future: Future, deadline: float, cancel: threading.Event) -> Any:
        while not future.done():
            if time.monotonic() > deadline or cancel.wait(POLL):
                return None
        return None if cancel.is_set() else future.result()


def _take_back(sent: Future) -> None:
    """Cancel a question that was taken only after its asker had gone."""
    handle = sent.result()
    if handle is not None and handle.accepted:
        handle.cancel_goal_async()


def _no_answer(cancel: threading.Event) -> Outcome:
    if cancel.is_set():
        return Outcome(Code.CANCELED, "Cancelled while waiting for approval.")
    return _refused("no answer came in time")


def _refused(why: str) -> Outcome:
    return Outcome(Code.UNAVAILABLE, ended_well(f"Not approved: {why}"))
