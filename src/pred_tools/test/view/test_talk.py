"""What is said on a page reaches the robot: answers to its questions, and that it shall stop."""

from __future__ import annotations

import http.client
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest

pytest.importorskip("rclpy", reason="needs a ROS environment")

import rclpy
from action_msgs.srv import CancelGoal
from builtin_interfaces.msg import Duration
from rclpy.node import Node
from served_nodes import ServedNodes

from pred_core.ros.qos import EVENTS, LATCHED
from pred_msgs.msg import PersonAnswer, PersonQuestion
from pred_tools.view.panel import OpenQuestion, panel
from pred_tools.view.server import Site, ViewServer
from pred_tools.view.talk import Talk

DOMAIN = 73
WHICH = OpenQuestion("q1", "choice", "Which mug?", "Two are <seen>.", ("the red one", "the blue one"))


class Heard:
    """A robot that notes what it hears."""

    def __init__(self) -> None:
        self.answers: list[tuple[str, str]] = []
        self.stops = 0

    def question(self) -> OpenQuestion:
        return WHICH

    def answer(self, question: str, words: str) -> None:
        self.answers.append((question, words))

    def stop(self) -> None:
        self.stops += 1


@pytest.fixture
def heard(tmp_path: Path) -> Iterator[tuple[Heard, ViewServer]]:
    robot = Heard()
    server = ViewServer(Site(tmp_path, None, listener=robot), 0)
    yield robot, server
    server.close()


def asked(server: ViewServer, way: str, path: str, body: str = "", **headers: str) -> tuple[int, str]:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    connection.request(way, path, body or None, headers)
    answer = connection.getresponse()
    return answer.status, answer.read().decode()


def test_the_page_shows_the_question_and_what_may_be_answered(heard: tuple[Heard, ViewServer]) -> None:
    assert 'id="robot"' in asked(heard[1], "GET", "/")[1]
    assert asked(heard[1], "GET", "/talk.js")[0] == 200
    status, text = asked(heard[1], "GET", "/robot")
    assert status == 200 and "Which mug?" in text and "Two are &lt;seen&gt;." in text
    assert [*re.findall(r'<button name="words" value="(\d)">', text)] == ["1", "2", "0"]
    assert "2. the blue one" in text and "Stop the robot" in text


def test_what_is_said_on_the_page_is_heard(heard: tuple[Heard, ViewServer]) -> None:
    robot, server = heard
    token = server.site.token
    assert token in asked(server, "GET", "/robot")[1]
    assert asked(server, "POST", "/robot/answer", urlencode({"token": token, "question": "q1", "words": "2"}))[0] == 200
    assert asked(server, "POST", "/robot/stop", urlencode({"token": token}))[0] == 200
    assert (robot.answers, robot.stops) == ([("q1", "2")], 1)


def test_other_pages_cannot_speak_to_the_robot(heard: tuple[Heard, ViewServer]) -> None:
    robot, server = heard
    mine = urlencode({"token": server.site.token})
    assert asked(server, "POST", "/robot/stop", "token=guess")[0] == 403
    assert asked(server, "POST", "/robot/stop")[0] == 403
    assert asked(server, "POST", "/robot/stop", mine, Host="evil.example")[0] == 403
    assert asked(server, "POST", "/robot/answer", f"{mine}&question=q1&words={'x' * 20_000}")[0] == 403
    assert asked(server, "POST", "/robot/answer", mine)[0] == 404
    assert (robot.answers, robot.stops) == ([], 0)


def test_where_no_robot_is_nothing_can_be_said(tmp_path: Path) -> None:
    server = ViewServer(Site(tmp_path, None), 0)
    try:
        assert 'id="robot"' not in asked(server, "GET", "/")[1]
        assert asked(server, "GET", "/robot")[0] == 404
        assert asked(server, "POST", "/robot/stop", urlencode({"token": server.site.token}))[0] == 403
    finally:
        server.close()


def test_approvals_are_typed_elsewhere() -> None:
    shown = panel(OpenQuestion("q2", "approval", "May the arm move?"), "t")
    assert "typed at the terminal" in shown and "answer" not in shown.replace("answers", "")


def test_the_robot_asks_and_hears_through_its_topics() -> None:
    rclpy.init(domain_id=DOMAIN)
    robot = Node("robot")
    answers: list[PersonAnswer] = []
    cancels: list[CancelGoal.Request] = []
    robot.create_subscription(PersonAnswer, "person_answers", answers.append, EVENTS)
    asks = robot.create_publisher(PersonQuestion, "person_questions", LATCHED)

    def cancel(request: CancelGoal.Request, response: CancelGoal.Response) -> CancelGoal.Response:
        cancels.append(request)
        return response

    robot.create_service(CancelGoal, "execute_task/_action/cancel_goal", cancel)
    page = Node("page")
    talk = Talk(page)
    nodes = ServedNodes(robot, page)
    try:
        question = PersonQuestion(
            id="q7", kind="text", question="Did I miss anything?", timeout=Duration(sec=600)
        )
        asks.publish(question)
        nodes.until(lambda: talk.question() is not None)
        assert talk.question() == OpenQuestion("q7", "text", "Did I miss anything?")
        nodes.until(lambda: page.count_subscribers("person_answers") == 1)
        talk.answer("q7", "a fork is missing")
        nodes.until(lambda: bool(answers))
        assert (answers[0].id, answers[0].answer, answers[0].by) == ("q7", "a fork is missing", "a page")
        question.over = True
        asks.publish(question)
        nodes.until(lambda: talk.question() is None)
        talk.stop()
        nodes.until(lambda: bool(cancels))
        assert not any(cancels[0].goal_info.goal_id.uuid), "all goals"
        question.over, question.timeout = False, Duration()
        asks.publish(question)
        nodes.until(lambda: talk._open is not None and not talk._open[0].over)
        assert talk.question() is None, "nobody waits for an answer any more"
    finally:
        nodes.close()
        rclpy.try_shutdown()
