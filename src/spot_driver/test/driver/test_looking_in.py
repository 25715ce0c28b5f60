"""Over which rims the hand's camera looks, and that the body rises for it and comes down again."""

from __future__ import annotations

import threading
from types import SimpleNamespace

import numpy as np
import pytest
from numpy.typing import NDArray

from pred_core.geometry import Pose2D
from pred_core.outcome import Code, Outcome
from spot_driver.driver.arm_reach import arm_reaches
from spot_driver.driver.limits import Limits
from spot_driver.driver.looking_in import BEHIND_RIM, RAISED, STEEP, behind_rim, look_in, over

Array = NDArray[np.float64]
STANDS = 0.52
"""How high the body's middle stands over the floor, m."""
LOW, HIGH, AWAY = (0.8, 0.0, 0.78), (0.8, 0.1, 0.92), (1.9, 0.0, 0.7)
"""The bottom of a usual basin, of one whose rim is 1.14 m high, and one that is out of reach (m in map)."""
FAR = (1.2, -0.16, 0.92)
"""So far away the arm sets something down in a high one, but does not get over it."""
VIEW = 20.0
"""So far from its middle, degrees, a picture shows something at least."""


class Robot:
    """A robot that stands at the map's origin: its link, and its hand, which has the real arm's reach."""

    def __init__(self, *, person: bool = False, cancel: bool = False) -> None:
        self.height, self.person, self.done = STANDS, person, list[str]()
        self.event = threading.Event()
        self.cancel = cancel
        self.gate = SimpleNamespace(near_person=lambda _seen: self.person)

    @property
    def fresh(self) -> SimpleNamespace:
        body = np.eye(4)
        body[2, 3] = self.height
        return SimpleNamespace(map_body=body, base_still=True)

    def available(self) -> Outcome:
        return Outcome.success()

    def named(self, name: str, proto: object, *, standing: bool) -> Outcome:
        assert name == "stand" and standing
        params = proto.synchronized_command.mobility_command.params  # type: ignore[attr-defined]
        self.height = STANDS + _body_height(params)
        self.done.append("rises" if self.height > STANDS else "comes down")
        return Outcome.success()

    def until(self, reached: object, _event: threading.Event, _within: float, _else: str) -> Outcome:
        assert callable(reached) and reached(self.fresh)
        return Outcome(Code.CANCELED, "") if self.cancel else Outcome.success()

    def in_body(self, point: Array) -> Array:
        return np.asarray(point) - (0.0, 0.0, self.height)

    def may_reach(self, pose: Array) -> bool:
        return bool(Limits().hand(pose[:3, 3], -self.height)) and arm_reaches(pose)

    def go(self, pose: Array, _event: threading.Event) -> Outcome:
        self.pose = pose
        self.done.append("looks")
        return Outcome.success()

    def looks(self, *places: tuple[float, float, float]) -> Outcome:
        return look_in(self, self, [np.array(p) for p in places], self.event, lambda: self.done.append("picture"))  # type: ignore[arg-type]


def _body_height(params: object) -> float:
    from bosdyn.api.spot import robot_command_pb2

    found = robot_command_pb2.MobilityParams()
    params.Unpack(found)  # type: ignore[attr-defined]
    points = found.body_control.base_offset_rt_footprint.points
    return float(points[0].pose.position.z) if points else 0.0


def test_into_a_usual_basin_it_looks_from_where_the_body_stands() -> None:
    robot = Robot()
    assert robot.looks(LOW)
    assert robot.done == ["looks", "picture"]


def test_over_a_high_rim_it_looks_with_the_body_raised_and_comes_down_again() -> None:
    robot = Robot()
    assert over(robot, np.array(HIGH), STEEP) is None, "the arm alone does not get over it"
    assert robot.looks(HIGH)
    assert robot.done == ["rises", "looks", "picture", "comes down"] and robot.height == pytest.approx(STANDS)
    robot.height = STANDS + RAISED
    ray = np.asarray(robot.in_body(np.array(HIGH)) - robot.pose[:3, 3])
    assert robot.pose[:3, 0] @ ray / np.linalg.norm(ray) == pytest.approx(1.0), "it looks at the place"
    assert -robot.pose[2, 0] > np.sin(np.deg2rad(59.0)), "steeply, past the rim"


def test_near_a_person_the_body_does_not_rise() -> None:
    robot = Robot(person=True)
    assert robot.looks(HIGH)
    assert "rises" not in robot.done


def test_what_is_out_of_reach_is_not_looked_at_and_a_cancel_ends_it() -> None:
    far, cancelled = Robot(), Robot(cancel=True)
    assert far.looks(AWAY) and "picture" not in far.done and far.height == pytest.approx(STANDS)
    assert cancelled.looks(HIGH).code is Code.CANCELED and "picture" not in cancelled.done


def test_what_the_arm_does_not_get_over_is_in_the_picture_of_what_is_nearer() -> None:
    robot = Robot()
    assert robot.looks(FAR) and "picture" in robot.done
    robot.height = STANDS + RAISED
    ray = np.asarray(robot.in_body(np.array(FAR)) - robot.pose[:3, 3])
    assert robot.pose[:3, 0] @ ray / np.linalg.norm(ray) > np.cos(np.deg2rad(VIEW))


def test_each_place_is_looked_at_with_one_rise() -> None:
    robot = Robot()
    assert robot.looks(HIGH, (0.9, 0.3, 0.92))
    assert robot.done == ["rises", "looks", "picture", "looks", "picture", "comes down"]


def test_behind_the_rim_is_nearer_to_the_robot() -> None:
    place = behind_rim(np.array([1.0, 3.0, 0.9]), Pose2D(1.0, 2.0, 0.3))
    assert place == pytest.approx([1.0, 3.0 - BEHIND_RIM, 0.9])
