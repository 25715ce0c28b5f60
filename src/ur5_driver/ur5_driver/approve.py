"""`approve`: shows a person what the arm is about to do, and asks at the terminal whether it may."""

from __future__ import annotations

import select
import sys
import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
from PIL import Image
from rclpy.action import ActionServer, CancelResponse
from rclpy.action.server import ServerGoalHandle
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.executors import MultiThreadedExecutor
from rclpy.node import Node

from pred_core.ros.conversions import ImageError, image_from_msg
from pred_core.ros.parameters import declare, parameter
from pred_core.ros.running import run_until_told
from pred_msgs.action import ApproveAction

POLL = 0.1
YES = ("y", "yes")


@dataclass(frozen=True)
class ApproveParameters:
    """Parameters of the node."""

    answer: str = parameter(
        "ask", "Ask at the terminal, or always say the same (tests, emulators).", choices=("ask", "yes", "no")
    )
    picture: str = parameter(
        "approve.png", "File into which the picture of each question is written; '' = none."
    )


class ApproveNode(Node):
    """Serves approve_action. Only a typed yes is a yes."""

    def __init__(self) -> None:
        super().__init__("approve")
        self._p = declare(self, ApproveParameters)
        self._closing = False
        self._server = ActionServer(
            self,
            ApproveAction,
            "approve_action",
            self._decide,
            callback_group=ReentrantCallbackGroup(),
            cancel_callback=lambda _: CancelResponse.ACCEPT,
        )

    def close(self) -> None:
        """Wait for no answer any more."""
        self._closing = True

    def _decide(self, handle: ServerGoalHandle) -> ApproveAction.Result:
        goal = handle.request
        shown = self._show(goal)
        if self._p.answer == "ask":
            approved, message = self._ask(handle, shown)
        else:
            approved, message = self._p.answer == "yes", f"answer:={self._p.answer}"
        if handle.is_cancel_requested:
            handle.canceled()
        else:
            handle.succeed()
        self.get_logger().info(f"{goal.step}: {'approved' if approved else 'not approved'} ({message})")
        return ApproveAction.Result(approved=approved, message=message)

    def _show(self, goal: ApproveAction.Goal) -> str:
        """Write the picture and return a sentence that says where."""
        if not self._p.picture or not goal.picture.data:
            return ""
        path = Path(self._p.picture).expanduser().resolve()
        try:
            pixels = image_from_msg(goal.picture)
        except ImageError as error:
            return f" (no picture: {error})"
        try:
            Image.fromarray(np.asarray(pixels, dtype=np.uint8)).save(path)
        except OSError as error:
            return f" (the picture could not be written: {error})"
        return f" (picture: {path})"

    def _ask(self, handle: ServerGoalHandle, shown: str) -> tuple[bool, str]:
        """Wait for a line at the terminal until the question's time is up or it is taken back."""
        goal = handle.request
        wanted = float(goal.timeout.sec) + float(goal.timeout.nanosec) * 1e-9
        print(
            f"{goal.step}: {goal.reason}{shown}\nMay the arm do it? [y/N] ({wanted:.0f} s) ",
            end="",
            flush=True,
        )
        deadline = time.monotonic() + wanted
        while time.monotonic() < deadline and not (handle.is_cancel_requested or self._closing):
            left = deadline - time.monotonic()
            feedback = ApproveAction.Feedback()
            feedback.remaining.sec = max(0, int(left))
            handle.publish_feedback(feedback)
            if select.select([sys.stdin], [], [], POLL)[0]:
                line = sys.stdin.readline()
                if not line:
                    return False, "the terminal is closed"
                return line.strip().lower() in YES, f"a person answered {line.strip()!r}"
        print()
        return False, "no answer in time"


def main(args: list[str] | None = None) -> int:
    """Run until told to end. Returns 0, 2 for a parameter that cannot be used."""
    executor = partial(MultiThreadedExecutor, num_threads=3)
    return run_until_told("approve", ApproveNode, close=ApproveNode.close, executor=executor, args=args)


if __name__ == "__main__":
    sys.exit(main())
