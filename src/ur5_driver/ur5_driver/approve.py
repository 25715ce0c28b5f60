"""`approve`: shows a person what the arm is about to do, and asks at the terminal whether it may."""

from __future__ import annotations

import fcntl
import os
import select
import sys
import termios
import threading
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
from pred_core.ros.qos import LATCHED
from pred_core.ros.running import run_until_told
from pred_msgs.action import ApproveAction
from pred_msgs.msg import Plan

STDIN = 0
POLL = 0.1
YES = ("y", "yes")
TAKEN_BACK = "the question was taken back"


class Typed:
    """What is typed at a descriptor, line by line. Not a buffered stream: that would hide lines from select."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._rest = b""

    def forget(self) -> None:
        """Drop what was typed up to now, a line that was only begun included."""
        self._rest = b""
        try:
            if os.isatty(self._descriptor):
                termios.tcflush(self._descriptor, termios.TCIFLUSH)
                return
            # as much as is there now and no more: somebody may write without end
            waiting = fcntl.ioctl(self._descriptor, termios.FIONREAD, bytes(4))
            if count := int.from_bytes(waiting, sys.byteorder):
                os.read(self._descriptor, count)
        except (OSError, termios.error):
            return  # closed: whoever waits for a line hears of it

    def line(self, within: float) -> str | None:
        """Return the next line without its end; None when none comes within some seconds.

        :raises EOFError: when no line can come any more
        """
        end = time.monotonic() + within
        try:
            while b"\n" not in self._rest:
                if not select.select([self._descriptor], [], [], max(0.0, end - time.monotonic()))[0]:
                    return None
                more = os.read(self._descriptor, 4096)
                if not more:
                    raise EOFError
                self._rest += more
        except OSError as error:
            raise EOFError from error
        found, _, self._rest = self._rest.partition(b"\n")
        return found.decode(errors="replace").strip()


def whereabouts(plan: Plan) -> str:
    """Return at which step a plan is, in words; '' when it is done."""
    total = len(plan.subgoals)
    if plan.cursor >= total:
        return ""
    now = plan.subgoals[plan.cursor]
    step = " ".join(
        word for word in (now.action, now.relation, now.object, now.note and f"({now.note})") if word
    )
    return f"The latest plan, {plan.instruction!r}, is at step {plan.cursor + 1} of {total}: {step}."


@dataclass(frozen=True)
class ApproveParameters:
    """Parameters of the node."""

    answer: str = parameter(  # yes and no are booleans to ROS's command line, so they cannot be given there
        "ask",
        "Ask at the terminal, or say always yes, or never (tests, emulators).",
        choices=("ask", "always", "never"),
    )
    picture: str = parameter(
        "approve.png", "File into which the picture of each question is written; '' = none."
    )


class ApproveNode(Node):
    """Serves approve_action. Only a typed yes is a yes."""

    def __init__(self, descriptor: int = STDIN) -> None:
        """Begin to serve; answers are read from ``descriptor``."""
        super().__init__("approve")
        self._p = declare(self, ApproveParameters)
        self._typed = Typed(descriptor)
        self._asking = threading.Lock()
        self._closing = False
        self._plan = Plan()
        self._server = ActionServer(
            self,
            ApproveAction,
            "approve_action",
            self._decide,
            callback_group=ReentrantCallbackGroup(),
            cancel_callback=lambda _: CancelResponse.ACCEPT,
        )
        self.create_subscription(Plan, "plan", self._take_plan, LATCHED)

    def close(self) -> None:
        """Wait for no answer any more."""
        self._closing = True

    def _take_plan(self, plan: Plan) -> None:
        self._plan = plan

    def _decide(self, handle: ServerGoalHandle) -> ApproveAction.Result:
        goal = handle.request
        if self._p.answer == "ask":
            with self._asking:  # one at a time: an answer must not be taken for that to another question
                approved, message = self._ask(handle)
        else:
            self._show(goal)
            approved, message = self._p.answer == "always", f"answer:={self._p.answer}"
        if handle.is_cancel_requested:
            approved, message = False, TAKEN_BACK
            handle.canceled()
        else:
            handle.succeed()
        verdict = "approved" if approved else "not approved"
        self.get_logger().info(f"{_plain(goal.step)}: {verdict} ({message})")
        return ApproveAction.Result(approved=approved, message=message)

    def _show(self, goal: ApproveAction.Goal) -> str:
        """Write the picture and return a sentence that says where."""
        if not self._p.picture:
            return ""
        if not goal.picture.data:
            return "No picture came with it."
        path = Path(self._p.picture).expanduser().resolve()
        try:
            pixels = np.asarray(image_from_msg(goal.picture), dtype=np.uint8)
            Image.fromarray(pixels).save(path)
        except ImageError as error:
            return f"No picture: {error}."
        except (OSError, ValueError) as error:
            return f"The picture could not be written: {error}."
        return f"Picture: {path}"

    def _ask(self, handle: ServerGoalHandle) -> tuple[bool, str]:
        """Wait for a line at the terminal until the question's time is up or it is taken back."""
        if handle.is_cancel_requested:
            return False, TAKEN_BACK  # while another one was asked
        goal = handle.request
        wanted = float(goal.timeout.sec) + float(goal.timeout.nanosec) * 1e-9
        deadline = time.monotonic() + wanted
        parts = (f"{goal.step}: {goal.reason}", whereabouts(self._plan), self._show(goal))
        question = "\n".join(_plain(part) for part in parts if part)
        self._typed.forget()  # a yes that came too late for the last question is none to this one
        print(f"\n{question}\nMay the arm do it? [y/N] ({wanted:.0f} s) ", end="", flush=True)
        while (left := deadline - time.monotonic()) > 0.0 and not self._closing:
            if handle.is_cancel_requested:
                print(f"({TAKEN_BACK})")
                return False, TAKEN_BACK
            feedback = ApproveAction.Feedback()
            feedback.remaining.sec = int(left)
            handle.publish_feedback(feedback)
            try:
                line = self._typed.line(min(POLL, left))
            except EOFError:
                return False, "the terminal is closed"
            if line is not None:
                return line.lower() in YES, f"a person answered {line!r}"
        print("(no answer in time)")
        return False, "no answer in time"


def _plain(text: str) -> str:
    """Return text without what a terminal would obey: names may come from a language model."""
    return "".join(letter if letter.isprintable() else " " for letter in text)


def main(args: list[str] | None = None) -> int:
    """Run until told to end. Returns 0, 2 for a parameter that cannot be used."""
    executor = partial(MultiThreadedExecutor, num_threads=3)
    return run_until_told("approve", ApproveNode, close=ApproveNode.close, executor=executor, args=args)


if __name__ == "__main__":
    sys.exit(main())
