"""Near a person things are grasped by the driver's own slow motion, where elsewhere the robot's own grasp is faster."""

from __future__ import annotations

import threading

import numpy as np
import pytest
from test_spot_own_skills import Body

from pred_core.geometry import Pose2D
from pred_core.plan_language import Primitive
from pred_core.vocabulary import within_domain
from spot_driver.driver.slow_grasp import BEFORE, approach

SPEED = 2
START = "3.76,1.80,-1.60"
ASIDE, AWAY = 0.9, 1.1
DOWN = 0.8


@pytest.mark.parametrize(("level", "pitch"), [(False, 60.0), (True, 0.0)])
def test_the_open_hand_comes_straight_onto_a_thing(level: bool, pitch: float):
    at = np.array([0.8, 0.1, 0.1])
    pose = approach(at, lambda _: True, level=level)
    assert pose is not None
    assert np.allclose(pose[:3, 3] + BEFORE * pose[:3, 0], at)
    assert np.isclose(np.rad2deg(np.arcsin(-pose[2, 0])), pitch)
    before = np.linalg.norm(at - pose[:3, 3]) - 1e-6
    assert approach(at, lambda p: np.linalg.norm(at - p[:3, 3]) >= before, level=level) is None, "on it, too"


@pytest.mark.slow
def test_a_thing_beside_a_person_is_grasped_slowly(emulator, ready_robot):
    link, hands = ready_robot
    event = threading.Event()
    true, told = Pose2D(*emulator.state["pose"]), link.fresh.pose
    mug = next(o["id"] for o in emulator.sim.ask({"objects": True})["objects"] if o["type"] == "Mug")
    there = true.ahead(0.85)
    emulator.sim.ask({"set": {"id": mug, "position": [there.x, there.y, 0.06]}})
    beside = [Pose2D(p.x, p.y, p.yaw + ASIDE).ahead(AWAY) for p in (true, told)]
    emulator.sim.ask({"person": {"at": [beside[0].x, beside[0].y], "takes": 0.0}})
    link.gate.person = (beside[1].x, beside[1].y)
    assert hands.look(DOWN, event)
    with within_domain("household", "spot"):
        outcome, phases = Body(emulator, link, hands).do(Primitive.PICKUP, "Mug")
    assert outcome and "grasping" in phases, outcome
    state = emulator.state
    assert state["held"] == mug and state["person"]["touched"] == 0.0
    assert 0.05 < state["person"]["fastest"] <= 1.1 * link.settings.limits.person_speed
