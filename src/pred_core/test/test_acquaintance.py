"""A client that is sure to be answered, before servers that do not know it yet."""

from __future__ import annotations

from typing import Any, cast

import pytest

pytest.importorskip("rclpy", reason="needs a ROS environment")

from rcl_interfaces.srv import GetParameters
from rclpy.node import Node
from rclpy.task import Future

from pred_core.ros.acquaintance import GIVE_UP_SECONDS, SEND_GOAL, Acquaintance

GOALS = f"/pred/execute_task{SEND_GOAL}"


class Graph:
    """The robot's graph as a node sees it: an executive that answers from some second on, and others."""

    def __init__(self, answers_from: float, serves: str = GOALS) -> None:
        self.now = 0.0
        self.asked: list[str] = []
        self._answers_from = answers_from
        self._serves = {"executive": serves, "nav": "/pred/nav/get_parameters"}

    def resolve_service_name(self, name: str) -> str:
        return f"/pred/{name}"

    def get_node_names_and_namespaces(self) -> list[tuple[str, str]]:
        return [("nav", "/pred"), ("executive", "/pred")]

    def get_service_names_and_types_by_node(self, name: str, _: str) -> list[tuple[str, list[str]]]:
        return [(self._serves[name], [])]

    def create_client(self, _: type, name: str) -> Graph:
        self.asked.append(name)
        return self

    def destroy_client(self, _: Any) -> None:
        pass

    def service_is_ready(self) -> bool:
        return True

    def call_async(self, _: Any) -> Future:
        future = Future()
        if self.now >= self._answers_from:
            future.set_result(GetParameters.Response())
        return future


def made_after(graph: Graph) -> float | None:
    """Return after which second it was so, None when it never was."""
    acquaintance = Acquaintance(cast(Node, graph), f"execute_task{SEND_GOAL}", lambda: graph.now)
    for second in range(30):
        graph.now = float(second)
        if acquaintance.made():
            acquaintance.close()
            return graph.now
    return None


def test_it_is_made_when_the_servers_node_answers_and_not_before() -> None:
    graph = Graph(answers_from=4.0)
    assert made_after(graph) == 5.0, "asked at 4, heard at the next look"
    assert graph.asked == ["/pred/executive/get_parameters"], "nobody else is asked"


def test_a_node_that_never_answers_is_not_waited_for_for_ever() -> None:
    assert made_after(Graph(answers_from=1e9)) == GIVE_UP_SECONDS


def test_without_the_server_it_is_never_made() -> None:
    assert made_after(Graph(answers_from=0.0, serves="/pred/other")) is None
