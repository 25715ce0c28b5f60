"""``./pred speech``: joins any speech recogniser (topic ``hear``) and synthesiser (topic ``say``) to a running robot.

Both topics are std_msgs/String under the robot's namespace: a sentence each.
"""

from __future__ import annotations

import argparse
import sys
from collections import deque
from collections.abc import Sequence

from std_msgs.msg import String

from pred_client.conversation import SPEAKER, Conversation
from pred_client.robot import NoAnswer, Robot
from pred_core.exit_codes import INTERRUPTED, UNAVAILABLE
from pred_core.plain_text import ended_well
from pred_core.ros.asking_conversions import question_from_msg
from pred_core.ros.qos import EVENTS, LATCHED
from pred_msgs.msg import PersonAnswer, PersonQuestion


class Speech:
    """The two topics, and the conversation that goes over them."""

    def __init__(self, robot: Robot, *, aloud: bool = False) -> None:
        """Begin to listen.

        :param aloud: print what is said and heard, too
        """
        self._robot = robot
        self._heard: deque[String | PersonQuestion] = deque()
        self._aloud = aloud
        node = robot.node
        self._said = node.create_publisher(String, "say", EVENTS)
        self._answers = node.create_publisher(PersonAnswer, "person_answers", EVENTS)
        # callbacks only note what came: tasks are given from outside, as the robot spins the node meanwhile
        node.create_subscription(String, "hear", self._note, EVENTS)
        node.create_subscription(PersonQuestion, "person_questions", self._note, LATCHED)
        self._talk = Conversation(robot, self._say, self._answer)
        self._told = True

    def serve(self) -> None:
        """Serve for a moment.

        :raises NoAnswer: when nobody does tasks
        """
        self._robot.spin()
        while self._heard:
            self._take(self._heard.popleft())
        if self._robot.running:
            self._told = False
        elif self._robot.finished and not self._told:
            self._told = True
            self._talk.end(self._robot.result())

    def _note(self, message: String | PersonQuestion) -> None:
        self._heard.append(message)

    def _take(self, message: String | PersonQuestion) -> None:
        if isinstance(message, String):
            if self._aloud:
                print(f"> {message.data}", flush=True)
            self._talk.hear(message.data)
        elif message.over:
            self._talk.settle(message.id)
        else:
            self._talk.ask(message.id, question_from_msg(message))

    def _say(self, sentence: str) -> None:
        if self._aloud:
            print(sentence, flush=True)
        self._said.publish(String(data=sentence))

    def _answer(self, question: str, answer: str) -> None:
        self._answers.publish(PersonAnswer(id=question, answer=answer, by=SPEAKER))


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve until interrupted. Returns one of :mod:`pred_core.exit_codes`."""
    parser = argparse.ArgumentParser(
        prog="pred speech", description="Give the robot what is heard on the topic hear, and tell on the topic say."
    )
    parser.add_argument("--namespace", default="pred", help="namespace of the robot (pred)")
    parser.add_argument("--patience", type=float, default=60.0, help="seconds to wait for the robot (60)")
    options = parser.parse_args(arguments)
    try:
        with Robot(options.namespace, name="speech") as robot:
            robot.wait_until_ready(options.patience)
            speech = Speech(robot, aloud=True)
            print(f"Listening on /{options.namespace}/hear, speaking on /{options.namespace}/say.", flush=True)
            while True:
                speech.serve()
    except NoAnswer as error:
        print(f"speech: {ended_well(str(error))}", file=sys.stderr)
        return UNAVAILABLE
    except KeyboardInterrupt:
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
