"""`ask_person`: puts the robot's questions to a person, at the terminal and over topics; approvals are one kind.

It serves ask_person, and approve_action for drivers that only ask for a yes. One question is asked at a time.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from rclpy.action import ActionServer, CancelResponse
from rclpy.action.server import ServerGoalHandle
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.executors import MultiThreadedExecutor
from rclpy.node import Node

from pred_core.asking import (
    Answer,
    Asked,
    Question,
    RecordedAnswers,
    RecordError,
    as_asked,
    unanswered,
    understood,
)
from pred_core.ros.asking_conversions import (
    answer_to_msg,
    approval_question,
    question_from_msg,
    question_to_msg,
)
from pred_core.ros.parameters import ParameterError, declare, parameter
from pred_core.ros.pictures_shown import plain, show, whereabouts
from pred_core.ros.qos import EVENTS, LATCHED
from pred_core.ros.running import run_until_told
from pred_core.ros.typed import Typed
from pred_msgs.action import ApproveAction, AskPerson
from pred_msgs.msg import PersonAnswer, PersonQuestion, Plan

STDIN = 0
POLL = 0.1
TAKEN_BACK = "the question was taken back"
CROWDED = "two programs answer the robot's questions: end one of them"
ACTIONS = ("ask_person", "approve_action")


@dataclass(frozen=True)
class AskParameters:
    """Parameters of the node."""

    answer: str = parameter(  # yes and no are booleans to ROS's command line, so they cannot be given there
        "ask",
        "Ask at the terminal and over topics; or say always yes and the likeliest, or never; or answer from a record.",
        choices=("ask", "always", "never", "record"),
    )
    record: str = parameter("", "answer:=record: file of answers, JSON lines with asked and answer.")
    picture: str = parameter(
        "approve.png", "File into which the picture of each question is written; '' = none."
    )


class AskPersonNode(Node):
    """Serves ask_person and approve_action. Of an approval only a typed yes is a yes."""

    def __init__(self, descriptor: int = STDIN) -> None:
        """Begin to serve; answers are read from ``descriptor``.

        :raises ParameterError: for a record that cannot be used
        """
        super().__init__("ask_person")
        self._p = declare(self, AskParameters)
        self._record = self._recorded()
        self._typed = Typed(descriptor)
        self._asking = threading.Lock()
        self._closing = False
        self._number = 0
        self._open = ""
        self._told: dict[str, PersonAnswer] = {}
        self._plan = Plan()
        self._questions = self.create_publisher(PersonQuestion, "person_questions", LATCHED)
        self.create_subscription(PersonAnswer, "person_answers", self._hear, EVENTS)
        self.create_subscription(Plan, "plan", self._take_plan, LATCHED)
        self._servers = [
            self._serve(AskPerson, "ask_person", self._asked),
            self._serve(ApproveAction, "approve_action", self._approve),
        ]

    def _recorded(self) -> RecordedAnswers | None:
        if self._p.answer != "record":
            return None
        try:
            return RecordedAnswers.read(Path(self._p.record).expanduser())
        except RecordError as error:
            raise ParameterError(f"parameter record: {error}") from error

    def _serve(self, kind: Any, name: str, execute: Callable[[ServerGoalHandle], Any]) -> ActionServer:
        return ActionServer(
            self,
            kind,
            name,
            execute,
            callback_group=ReentrantCallbackGroup(),
            cancel_callback=lambda _: CancelResponse.ACCEPT,
        )

    def close(self) -> None:
        """Wait for no answer any more."""
        self._closing = True

    def destroy_node(self) -> None:
        """End the servers first: what they hold must not outlive the node."""
        for server in self._servers:
            server.destroy()
        super().destroy_node()

    def _take_plan(self, plan: Plan) -> None:
        self._plan = plan

    def _hear(self, answer: PersonAnswer) -> None:
        if answer.id and answer.id == self._open:
            self._told[answer.id] = answer

    # -- the two actions ------------------------------------------------------------------------------------------
    def _asked(self, handle: ServerGoalHandle) -> AskPerson.Result:
        goal = handle.request
        answer = self._decide(handle, question_from_msg(goal), goal.pictures, AskPerson.Feedback)
        return answer_to_msg(answer)

    def _approve(self, handle: ServerGoalHandle) -> ApproveAction.Result:
        goal = handle.request
        pictures = [goal.picture] if goal.picture.data else []
        answer = self._decide(handle, approval_question(goal), pictures, ApproveAction.Feedback)
        return ApproveAction.Result(approved=answer.text == "yes", message=answer.message)

    def _decide(
        self, handle: ServerGoalHandle, question: Question, pictures: list[Any], feedback: Any
    ) -> Answer:
        """Return the answer to a question, and end its goal."""
        if self._crowded():
            self.get_logger().error(f"{CROWDED}.")
        if self._crowded() and question.kind is Asked.APPROVAL:
            answer = unanswered(question, CROWDED)
        elif self._p.answer == "ask":
            with self._asking:  # one at a time: an answer must not be taken for that to another question
                answer = self._ask(handle, question, pictures, feedback)
        else:
            self._show(pictures)
            answer = self._beforehand(question)
        if handle.is_cancel_requested:
            answer = unanswered(question, TAKEN_BACK)
            handle.canceled()
        else:
            handle.succeed()
        self.get_logger().info(
            f"{plain(question.text)}: {plain(answer.text) or 'no answer'} ({answer.message})"
        )
        return answer

    def _crowded(self) -> bool:
        """Tell whether another program serves the same actions: nobody could tell whose answer counts."""
        return any(self.count_publishers(f"{name}/_action/status") > 1 for name in ACTIONS)

    def _beforehand(self, question: Question) -> Answer:
        """Return the answer of a node that asks nobody."""
        if self._record is not None:
            return self._record.answer(question)
        said = f"answer:={self._p.answer}"
        if self._p.answer == "never":
            return unanswered(question, said)
        if question.kind is Asked.APPROVAL:
            return Answer(True, "yes", message=said)
        likeliest = question.candidates[0] if question.candidates else question.default
        return Answer(True, likeliest, 0 if question.candidates else -1, said)

    # -- asking ---------------------------------------------------------------------------------------------------
    def _show(self, pictures: list[Any]) -> str:
        return show(pictures, self._p.picture) if self._p.picture else ""

    def _ask(
        self, handle: ServerGoalHandle, question: Question, pictures: list[Any], feedback: Any
    ) -> Answer:
        """Wait for a line at the terminal or an answer over the topic, until the time is up or it is taken back."""
        if handle.is_cancel_requested:
            return unanswered(question, TAKEN_BACK)  # while another one was asked
        deadline = time.monotonic() + question.timeout
        self._number += 1
        told = question_to_msg(question, f"q{self._number}", pictures)
        first = f"{question.text}: {question.reason}" if question.kind is Asked.APPROVAL else question.text
        second = "" if question.kind is Asked.APPROVAL else question.reason
        parts = (first, second, whereabouts(self._plan), self._show(pictures))
        lines = "\n".join(plain(part) for part in parts if part)
        self._typed.forget()  # an answer that came too late for the last question is none to this one
        self._open = told.id
        self._questions.publish(told)
        asked = "\n".join(plain(line) for line in as_asked(question).split("\n"))
        print(f"\n{lines}\n{asked}", end="", flush=True)
        answer = self._wait(handle, question, deadline, feedback)
        self._open = ""
        told.over, told.answer = True, answer.text
        self._questions.publish(told)
        return answer

    def _wait(self, handle: ServerGoalHandle, question: Question, deadline: float, feedback: Any) -> Answer:
        while (left := deadline - time.monotonic()) > 0.0 and not self._closing:
            if handle.is_cancel_requested:
                print(f"({TAKEN_BACK})")
                return unanswered(question, TAKEN_BACK)
            now = feedback()
            now.remaining.sec = int(left)
            handle.publish_feedback(now)
            answer = self._over_the_topic(question)
            try:
                line = self._typed.line(min(POLL, left)) if answer is None else None
            except EOFError:
                if question.kind is Asked.APPROVAL:
                    return unanswered(question, "the terminal is closed")
                time.sleep(min(POLL, left))  # a page may still answer
                line = None
            if line is not None:
                answer = understood(question, line, "a person")
                if answer is None:
                    print("Not understood. " + as_asked(question).rsplit("\n", 1)[-1], end="", flush=True)
            if answer is not None:
                return answer
        print("(no answer in time)")
        return unanswered(question, "no answer in time")

    def _over_the_topic(self, question: Question) -> Answer | None:
        """Return the answer that came over the topic. Approvals are typed: any program could say yes there."""
        told = self._told.pop(self._open, None)
        if told is None or question.kind is Asked.APPROVAL:
            return None
        return understood(question, told.answer, told.by or "a page")


def main(args: list[str] | None = None) -> int:
    """Run until told to end. Returns 0, 2 for a parameter that cannot be used."""
    executor = partial(MultiThreadedExecutor, num_threads=3)
    return run_until_told(
        "ask_person", AskPersonNode, close=AskPersonNode.close, executor=executor, args=args
    )


if __name__ == "__main__":
    sys.exit(main())
