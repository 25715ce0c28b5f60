"""Passes on to the robot what is said on a page: answers to its questions, and that it shall stop."""

from __future__ import annotations

import time

from action_msgs.srv import CancelGoal
from rclpy.node import Node

from pred_core.ros.asking_conversions import seconds_of
from pred_core.ros.qos import EVENTS, LATCHED
from pred_msgs.msg import PersonAnswer, PersonQuestion
from pred_tools.view.panel import OpenQuestion

BY = "a page"
SERVE_SECONDS = 0.1
"""How often it is looked whether somebody wants the robot to stop, s."""


class Talk:
    """The robot's open question, and who stops it. A page's threads may use it while the node is served."""

    def __init__(self, node: Node) -> None:
        """Listen for questions."""
        self._open: tuple[PersonQuestion, float] | None = None
        self._stop_wanted = False
        node.create_subscription(PersonQuestion, "person_questions", self._hear, LATCHED)
        self._answers = node.create_publisher(PersonAnswer, "person_answers", EVENTS)
        self._cancel = node.create_client(CancelGoal, "execute_task/_action/cancel_goal")
        node.create_timer(SERVE_SECONDS, self._serve)

    def question(self) -> OpenQuestion | None:
        """Return the question that is open: not answered, and not older than its answer is waited for."""
        known = self._open
        if known is None or known[0].over or time.monotonic() > known[1]:
            return None
        asked = known[0]
        return OpenQuestion(asked.id, asked.kind, asked.question, asked.reason, tuple(asked.candidates))

    def answer(self, question: str, words: str) -> None:
        """Answer a question; who asked knows whether it is still open."""
        self._answers.publish(PersonAnswer(id=question, answer=words, by=BY))

    def stop(self) -> None:
        """Ask for the end of every task of the robot."""
        self._stop_wanted = True

    def _hear(self, question: PersonQuestion) -> None:
        self._open = question, time.monotonic() + seconds_of(question.timeout)

    def _serve(self) -> None:
        if self._stop_wanted and self._cancel.service_is_ready():
            self._stop_wanted = False  # by the thread that serves the node: rclpy's clients want no other
            self._cancel.call_async(CancelGoal.Request())  # no goal's id: all of them
