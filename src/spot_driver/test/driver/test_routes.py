"""Which part of a path in the map a recorded walk stands for: where its waypoints are, and how far the way there is."""

from __future__ import annotations

import math

import numpy as np
import pytest
from bosdyn.api.graph_nav import map_pb2
from bosdyn.client.math_helpers import Quat, SE3Pose

from pred_core.geometry import Pose2D
from spot_driver.driver.routes import DETOUR, LEAST, PASSES, Reached, leg_along, reached

HERE = Pose2D(0.0, 0.0, 0.0)


def step(x: float, y: float, yaw: float = 0.0) -> SE3Pose:
    return SE3Pose(x, y, 0.0, Quat.from_yaw(yaw))


def graph(*edges: tuple[str, str, SE3Pose]) -> map_pb2.Graph:
    made = map_pb2.Graph()
    for first, second, way in edges:
        edge = made.edges.add()
        edge.id.from_waypoint, edge.id.to_waypoint = first, second
        edge.from_tform_to.CopyFrom(way.to_proto())
    return made


def test_waypoints_lie_where_the_edges_lead_either_way_round() -> None:
    on, turned = step(1.0, 0.0), step(2.0, 0.0, math.pi / 2.0)
    walk = graph(("a", "b", turned), ("b", "c", on), ("far", "alone", on))
    known = reached(walk, "b", np.asarray(step(5.0, 1.0, math.pi / 2.0).to_matrix()))
    assert set(known) == {"a", "b", "c"}
    at = {name: (round(one.pose.x, 6), round(one.pose.y, 6)) for name, one in known.items()}
    assert at == {"a": (3.0, 1.0), "b": (5.0, 1.0), "c": (5.0, 2.0)}
    assert {name: one.length for name, one in known.items()} == pytest.approx({"a": 2.0, "b": 0.0, "c": 1.0})


def test_the_shorter_of_two_ways_is_told() -> None:
    walk = graph(("a", "b", step(3.0, 0.0)), ("a", "c", step(1.0, 0.0)), ("c", "b", step(1.0, 0.0)))
    assert reached(walk, "a", np.eye(4))["b"].length == pytest.approx(2.0)


def path(*xs: float) -> list[Pose2D]:
    return [Pose2D(x, 0.0, 0.0) for x in xs]


def test_a_path_is_walked_along_the_recorded_walk_to_the_last_waypoint_that_it_passes() -> None:
    passed = {"near": Reached(Pose2D(1.0, 0.1, 0.0), 1.0), "last": Reached(Pose2D(2.1, -0.2, 1.0), 2.2)}
    found = leg_along(HERE, path(0.5, 1.0, 1.5, 2.0, 2.5), passed)
    assert found is not None and found.waypoint == "last"
    assert found.rest == tuple(path(2.0, 2.5)), "from where it passes the waypoint on it is walked freely"


@pytest.mark.parametrize(
    ("waypoint", "length"),
    [
        (Pose2D(2.0, 2.0 * PASSES, 0.0), 2.0),
        (Pose2D(2.0, 0.0, 0.0), DETOUR * 2.5 + 2.0 * PASSES),
        (Pose2D(LEAST / 2.0, 0.0, 0.0), 0.5),
    ],
    ids=["beside the path", "a long way round", "too near to be worth it"],
)
def test_a_walk_that_leads_elsewhere_is_not_used(waypoint: Pose2D, length: float) -> None:
    assert leg_along(HERE, path(LEAST / 2.0, 2.0, 2.5), {"it": Reached(waypoint, length)}) is None


def test_without_waypoints_there_is_none() -> None:
    assert leg_along(HERE, path(1.0, 2.0), {}) is None
