"""Away from what stopped the arm, with the real ur_rtde against the emulated controller."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from functools import partial

import numpy as np
import pytest

from pred_core.outcome import Code
from ur5_description import kinematics
from ur5_description.kinematics import Array
from ur5_driver.driver import recovery, retreat, states
from ur5_driver.driver.link import ArmLink
from ur5_driver.driver.states import State
from ur5_emulator.trials.faults import UnderWay, joints, line, recovered, speed, stays, turn
from ur5_emulator.trials.rehearsal import Controller, eventually, linked

HOST, PORT = "127.0.0.56", 30156
FREE = threading.Event()
SEEN = 0.3
"""Share of the greatest speed at which a driver that a busy machine keeps waiting still sees the way that it comes."""
Rig = tuple[Controller, ArmLink]


@pytest.fixture(scope="module")
def rig() -> Iterator[Rig]:
    with linked(HOST, PORT, "--unlock-after", "0.3") as made:
        yield made


def push(controller: Controller, force: float) -> None:
    controller.tell(world={"wrench": [0.0, 0.0, force, 0.0, 0.0, 0.0]})


def flange(controller: Controller) -> Array:
    return np.array(controller.state()["tcp_pose"][:3])


def length(link: ArmLink, way: list[Array]) -> float:
    """Return how far apart the flange is at both ends of a way (rad), m."""
    ends = kinematics.frames_along(link.limits.arm, np.array([way[0], way[-1]]))[:, 6, :3, 3]
    return float(np.linalg.norm(ends[1] - ends[0]))


@pytest.fixture
def stopped(rig: Rig) -> Iterator[Rig]:
    """Give an arm that is under control again after a protective stop in the middle of a line."""
    controller, link = rig
    push(controller, 0.0)
    assert link.state is State.READY or recovered(link)
    began = flange(controller)
    under_way = UnderWay(link, partial(line, speed=SEEN))
    assert eventually(lambda: np.linalg.norm(flange(controller) - began) > 0.1)
    controller.fault("protective_stop")
    assert under_way.join().code in (Code.UNAVAILABLE, Code.ROBOT_LOST)
    assert eventually(lambda: stays(controller, 0.1))
    assert recovered(link), link.problem
    yield rig
    push(controller, 0.0)


def test_it_goes_back_a_few_centimetres_on_the_way_it_came_and_slowly(stopped: Rig) -> None:
    controller, link = stopped
    began = flange(controller)
    began_at = joints(controller)
    way = retreat.way_back(link, 0.05)
    fastest: list[float] = []
    ended = threading.Event()

    def look() -> None:
        while not ended.is_set():
            fastest.append(speed(controller))
            time.sleep(0.02)

    looking = threading.Thread(target=look)
    looking.start()
    outcome = retreat.move_away(link, way, FREE)
    ended.set()
    looking.join()
    assert outcome, outcome
    gone = flange(controller) - began
    known = length(link, [began_at, *way])  # less than what is asked for where the driver was late to see the arm come
    assert 0.01 < known < 0.06 and abs(np.linalg.norm(gone) - known) < 0.01
    assert abs(gone[0]) < 0.004 and abs(gone[2]) < 0.004  # the line was along y
    assert 0.0 < max(fastest) < retreat.JOINT_SPEED * 1.1


def test_going_back_again_goes_on_backwards_not_into_what_was_hit(stopped: Rig) -> None:
    controller, link = stopped
    began = joints(controller)
    known = length(link, [began, *retreat.way_back(link, 0.04)])  # less than 4 cm where the driver was late to see it
    assert retreat.move_away(link, retreat.way_back(link, known / 2.0), FREE)
    once = joints(controller)
    assert retreat.move_away(link, retreat.way_back(link, known / 2.0), FREE)
    assert np.abs(joints(controller) - began).max() > 1.5 * np.abs(once - began).max()


def test_it_stops_where_it_presses_harder_and_says_what_a_person_has_to_do(stopped: Rig) -> None:
    controller, link = stopped
    push(controller, 40.0)
    time.sleep(0.1)
    began = joints(controller)
    going = UnderWay(link, lambda link, event: retreat.move_away(link, retreat.way_back(link, 0.05), event))
    assert eventually(lambda: speed(controller) > 0.01)
    push(controller, 70.0)
    outcome = going.join()
    assert outcome.code is Code.EXECUTION_FAILURE
    assert "70 N" in outcome.message and "Freedrive" in outcome.message
    assert link.state is State.READY and stays(controller)
    assert 0.0 < np.abs(joints(controller) - began).max() < 0.1


def test_a_cancel_ends_it(stopped: Rig) -> None:
    controller, link = stopped
    going = UnderWay(link, lambda link, event: retreat.move_away(link, retreat.way_back(link, 0.1), event))
    assert eventually(lambda: speed(controller) > 0.01)
    going.cancel.set()
    assert going.join().code is Code.CANCELED
    assert stays(controller)


def test_an_arm_that_cannot_be_unlocked_is_left_to_a_person_and_not_moved(rig: Rig) -> None:
    controller, link = rig
    assert link.state is State.READY or recovered(link)
    under_way = UnderWay(link, turn)
    assert eventually(lambda: speed(controller) > 0.1)
    push(controller, 300.0)
    assert under_way.join().code in (Code.UNAVAILABLE, Code.EXECUTION_FAILURE)
    assert eventually(lambda: stays(controller, 0.1))
    before = joints(controller)
    assert recovery.recover(link) == states.PRESSED
    assert retreat.move_away(link, retreat.way_back(link, 0.05), FREE).code is Code.UNAVAILABLE
    assert np.abs(joints(controller) - before).max() < 0.002
    push(controller, 0.0)
    assert recovered(link), link.problem
