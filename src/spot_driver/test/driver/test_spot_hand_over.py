"""An emulated robot holds something out to a person, who takes it or not, by the room's own word."""

from __future__ import annotations

import math
import threading
import time

import pytest

from pred_core.geometry import Pose2D
from pred_core.outcome import Code

SPEED = 2
START = "3.76,1.80,-1.60"
AWAY = 1.15
OPEN, SHUT = 1.0, 0.0


@pytest.fixture
def with_a_mug(emulator, ready_robot):
    """Return link and hands of a robot that holds a mug, before whom a person stands, and the mug's id."""
    from spot_driver.driver.hand import move_fingers

    link, hands = ready_robot
    event = threading.Event()
    assert move_fingers(link, OPEN, event)
    mug = next(o["id"] for o in emulator.sim.ask({"objects": True})["objects"] if o["type"] in ("Mug", "Cup"))
    emulator.sim.ask({"set": {"id": mug, "position": emulator.state["hand"]}})
    assert move_fingers(link, SHUT, event)
    emulator.until(lambda state: state["held"] == mug, within=10.0)
    deadline = time.monotonic() + 10.0
    while not hands.holding and time.monotonic() < deadline:
        time.sleep(0.1)
    there = link.fresh.pose.ahead(AWAY)
    link.gate.person = (there.x, there.y)
    return link, hands, mug


def stand(emulator, takes: float) -> None:
    at = Pose2D(*emulator.state["pose"]).ahead(AWAY)
    emulator.sim.ask({"person": {"at": [at.x, at.y], "takes": takes}})


@pytest.mark.slow
def test_it_is_let_go_for_a_pull_alone_and_nobody_is_touched(emulator, with_a_mug):
    from spot_driver.driver.handing import hand_over

    link, hands, mug = with_a_mug
    said, event, stood = [], threading.Event(), emulator.state["pose"]
    stand(emulator, takes=0.0)
    told = hand_over(link, hands, event, said.append, 3.0)
    assert told and "Nobody took it" in told.message, told
    assert said == ["holding out"] and emulator.state["held"] == mug and hands.holding

    stand(emulator, takes=1.0)
    told = hand_over(link, hands, event, said.append, 8.0)
    person = emulator.state["person"]
    assert told and not hands.holding, told
    assert person["given"] == [mug] and emulator.state["held"] is None
    assert person["closest"] > 0.0 and person["touched"] == 0.0
    assert 0.05 < person["fastest"] <= 1.05 * link.settings.limits.person_speed
    assert math.dist(stood[:2], emulator.state["pose"][:2]) < 0.1
    told = hand_over(link, hands, event, said.append, 3.0)
    assert told.code is Code.HAND_EMPTY


@pytest.mark.slow
def test_a_cancelled_one_keeps_hold_of_it(emulator, with_a_mug):
    from spot_driver.driver.handing import hand_over

    link, hands, mug = with_a_mug
    stand(emulator, takes=0.0)
    event = threading.Event()
    threading.Timer(2.0, event.set).start()
    assert hand_over(link, hands, event, lambda _: None, 20.0).code is Code.CANCELED
    assert emulator.state["held"] == mug
    emulator.until(lambda state: state["still"], within=5.0)
