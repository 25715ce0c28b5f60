"""To what is out of reach the robot comes closer by itself; where that finds no grasp the driver walks up to it."""

from __future__ import annotations

import threading
from types import SimpleNamespace

import numpy as np
import pytest

from pred_core.geometry import Pose2D
from pred_core.outcome import Code, Outcome
from spot_driver.driver import manipulator
from spot_driver.driver.limits import SHOULDER, Limits
from spot_driver.driver.places import Spot

STANDS = 0.52
"""How high the body's middle stands over the floor, m."""
MUG = np.array([1.6, 0.0, 0.9])
"""Where it is in map, from a robot at the origin."""


class Reached:
    """A robot whose own grasp reaches as far as its arm does; ``own``: how far it comes closer by itself, m."""

    def __init__(self, own: float) -> None:
        self.pose, self.own, self.done = Pose2D(0.0, 0.0, 0.0), own, list[str]()
        self.settings = SimpleNamespace(limits=Limits(grasp_walk=0.8))
        self.gate = SimpleNamespace(near_person=lambda *_: False)

    @property
    def fresh(self) -> SimpleNamespace:
        body = np.eye(4)
        body[:3, 3] = self.pose.x, self.pose.y, STANDS
        return SimpleNamespace(pose=self.pose, map_body=body)

    latest = fresh

    def available(self) -> Outcome:
        return Outcome.success()

    def grasp(self, _link, _shot, _pixel, _point, _event, *, walks=False) -> Outcome:
        if walks:
            self.pose = Pose2D(self.own, 0.0, 0.0)
        self.done.append("comes closer and grasps" if walks else "grasps")
        away = float(np.linalg.norm(MUG - (self.pose.x, self.pose.y, STANDS) - SHOULDER))
        return Outcome.success() if away < manipulator.EASILY + 0.01 else Outcome(Code.TARGET_TOO_FAR, "far")

    def walk(self, _link, path, _event, _watchdog) -> Outcome:
        self.pose = path[-1]
        self.done.append("walks")
        return Outcome.success()


@pytest.mark.parametrize(
    ("own", "done"),
    [
        (0.7, ["grasps", "comes closer and grasps"]),
        (0.3, ["grasps", "comes closer and grasps", "walks", "walks", "grasps"]),
    ],
)
def test_what_the_robots_own_walk_does_not_reach_the_driver_walks_up_to(monkeypatch, own, done):
    robot = Reached(own)
    monkeypatch.setattr(manipulator, "grasp", robot.grasp)
    monkeypatch.setattr(manipulator, "walk", robot.walk)
    hands = manipulator.Manipulator(robot, manipulator.HandSettings())
    outcome = hands.grasp_near(None, Spot((0, 0), MUG), threading.Event(), lambda _: None)
    assert outcome, outcome
    assert robot.done == done
