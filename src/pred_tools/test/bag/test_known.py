"""What a bag says of the nodes, when their answers come late or are lost."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, cast

import pytest

pytest.importorskip("rclpy", reason="needs a ROS environment")

from rcl_interfaces.msg import ListParametersResult, ParameterType, ParameterValue
from rcl_interfaces.srv import GetParameters, ListParameters
from rclpy.node import Node
from rclpy.task import Future

from pred_tools.bag.known import PARAMETERS, ParameterWatch

ANSWERS = {
    ListParameters: ListParameters.Response(result=ListParametersResult(names=["speed"])),
    GetParameters: GetParameters.Response(
        values=[ParameterValue(type=ParameterType.PARAMETER_DOUBLE, double_value=0.5)]
    ),
}


class Server:
    """Answers one kind of question, but for the first ones, whose answers are lost."""

    def __init__(self, kind: type, lost: int) -> None:
        self._kind = kind
        self._lost = lost

    def service_is_ready(self) -> bool:
        return True

    def call_async(self, _: Any) -> Future:
        future = Future()
        if self._lost <= 0:
            future.set_result(ANSWERS[self._kind])
        self._lost -= 1
        return future


class Graph:
    """A node's view of a robot with one other node."""

    def __init__(self, lost: Mapping[type, int]) -> None:
        self._lost = lost

    def get_fully_qualified_name(self) -> str:
        return "/pred/recorder"

    def get_node_names_and_namespaces(self) -> list[tuple[str, str]]:
        return [("recorder", "/pred"), ("nav", "/pred")]

    def create_client(self, kind: type, _: str) -> Server:
        return Server(kind, self._lost.get(kind, 0))

    def destroy_client(self, _: Server) -> None:
        pass


class Notebook:
    def __init__(self) -> None:
        self.said: dict[str, str] = {}

    def add_custom(self, data: Mapping[str, str]) -> None:
        self.said.update(data)


@pytest.mark.parametrize("lost", [{}, {ListParameters: 1}, {GetParameters: 2}])
def test_a_node_whose_answers_are_lost_is_in_the_bag(lost: Mapping[type, int]) -> None:
    clock, notes = [0.0], Notebook()
    known = ParameterWatch(cast(Node, Graph(lost)), notes, {}, lambda: clock[0])
    for second in range(10):
        clock[0] = float(second)
        known.look()
    assert json.loads(notes.said[PARAMETERS]) == {"/pred/nav": {"speed": 0.5}}
