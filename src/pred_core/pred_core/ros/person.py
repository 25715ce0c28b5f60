"""The asking side of ask_person, for coroutines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from action_msgs.msg import GoalStatus
from rclpy.action import ActionClient
from rclpy.action.client import ClientGoalHandle
from rclpy.node import Node

from pred_core.asking import Answer, Question, unanswered
from pred_core.ros.acquaintance import SEND_GOAL, acquainted
from pred_core.ros.asking_conversions import answer_from_msg, goal_of
from pred_core.ros.wait_for import appears
from pred_msgs.action import AskPerson

SERVER_WITHIN = 1.0
"""How long a server is waited for, s."""


class Person:
    """The client of ask_person. Nobody there, a question broken off and no answer in time all give the default."""

    def __init__(self, node: Node) -> None:
        self._node = node
        self._client = ActionClient(node, AskPerson, "ask_person")
        self._asked: ClientGoalHandle | None = None

    @property
    def there(self) -> bool:
        """Whether somebody serves ask_person now."""
        return bool(self._client.server_is_ready())

    async def ask(self, question: Question, pictures: Sequence[Any] = ()) -> Answer:
        """Ask and await the answer.

        :param pictures: image messages, one of each candidate or one of the scene
        """
        await appears(self._node, self._client.server_is_ready, SERVER_WITHIN)
        if not self.there:
            return unanswered(question, "nobody is there to answer (start `ask_person`)")
        await acquainted(self._node, self._client, f"ask_person{SEND_GOAL}")
        handle = await self._client.send_goal_async(goal_of(question, pictures))
        if handle is None or not handle.accepted:
            return unanswered(question, "the question was not taken")
        self._asked = handle
        answer = await handle.get_result_async()
        self._asked = None
        if answer.status != GoalStatus.STATUS_SUCCEEDED:
            return unanswered(question, "the question was broken off")
        return answer_from_msg(answer.result)

    def take_back(self) -> None:
        """Ask no more: nobody waits for the answer to what was asked."""
        if self._asked is not None:
            self._asked.cancel_goal_async()
