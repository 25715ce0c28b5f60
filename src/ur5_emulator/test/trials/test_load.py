"""What the arm carries and feels, told to the emulated controller by the real ur_rtde."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from pred_core.outcome import Code
from pred_core.ros.parameters import ParameterError
from ur5_driver.bridge.parameters import DriverParameters
from ur5_driver.driver import load, recovery, states
from ur5_driver.driver.commands import Grip, Payload, ZeroForce
from ur5_driver.driver.link import ArmLink
from ur5_driver.driver.link_settings import LinkSettings
from ur5_driver.driver.motion import joints_of
from ur5_driver.driver.outputs import Outputs, opened
from ur5_driver.driver.states import State
from ur5_emulator.trials.faults import UnderWay, speed, turn
from ur5_emulator.trials.rehearsal import LIMITS, Controller, eventually, linked

HOST, PORT = "127.0.0.51", 30151
HAND = Payload(1.0, (0.0, 0.01, 0.06))
HELD = 0.5
Rig = tuple[Controller, ArmLink]


@pytest.fixture(scope="module")
def rig() -> Iterator[Rig]:
    with linked(HOST, PORT, hand=HAND, held_mass=HELD) as made:
        yield made


@pytest.fixture(scope="module")
def receive(rig: Rig) -> Iterator[Any]:
    interface = pytest.importorskip("rtde_receive").RTDEReceiveInterface(
        HOST, 125.0, ["timestamp", "payload", "payload_cog"]
    )
    yield interface
    interface.disconnect()


def carries(receive: Any, mass: float, cog: tuple[float, float, float]) -> bool:
    """Return whether the controller comes to reckon with this."""
    return eventually(
        lambda: np.allclose([receive.getPayload(), *receive.getPayloadCog()], [mass, *cog], atol=1e-6), 3.0
    )


def press(controller: Controller, newtons: float) -> None:
    """Let the world press on the tool."""
    controller.tell(world={"wrench": [0.0, 0.0, newtons, 0.0, 0.0, 0.0]})


def feels(link: ArmLink, newtons: float) -> bool:
    """Return whether the driver comes to measure this force."""
    return eventually(
        lambda: link.snapshot is not None and abs(np.linalg.norm(link.snapshot.force[:3]) - newtons) < 0.01,
        3.0,
    )


def scaling(link: ArmLink) -> float:
    """Return the controller's speed scaling as it is measured."""
    return -1.0 if link.snapshot is None else link.snapshot.scaling


def test_the_payload_is_set_whenever_the_control_program_starts(rig: Rig, receive: Any) -> None:
    _, link = rig
    assert carries(receive, HAND.mass, HAND.cog)
    assert link.tell(Payload(2.0, (0.0, 0.0, 0.1)))
    assert carries(receive, 2.0, (0.0, 0.0, 0.1))
    assert link.worker_pid is not None
    os.kill(link.worker_pid, signal.SIGKILL)
    assert eventually(lambda: link.state is not State.READY)
    assert recovery.recover(link), link.problem
    assert carries(receive, HAND.mass, HAND.cog)


def test_what_is_held_counts_until_it_is_let_go(rig: Rig, receive: Any) -> None:
    controller, link = rig
    never = threading.Event()
    controller.tell(world={"gripper_blocked_at": 150})
    assert link.grip(Grip(0.0, 0.1, 40.0), never)
    assert load.borne(link)
    mass = HAND.mass + HELD
    tip = (HAND.mass * 0.06 + HELD * LIMITS.tool_length) / mass
    assert carries(receive, mass, (0.0, HAND.mass * 0.01 / mass, tip))
    controller.tell(world={"gripper_blocked_at": None})
    assert link.grip(Grip(0.085, 0.1, 40.0), never)
    assert load.borne(link)
    assert carries(receive, HAND.mass, HAND.cog)


def test_a_small_force_is_zeroed_and_a_contact_is_not(rig: Rig) -> None:
    controller, link = rig
    try:
        press(controller, 12.0)  # the sensor's drift, or a payload that is not quite right
        assert feels(link, 12.0)
        assert load.zeroed(link)
        assert feels(link, 0.0)
        press(controller, 12.0 + 45.0)
        assert feels(link, 45.0)
        kept = load.zeroed(link)
        assert kept and "45 N" in kept.message
        assert feels(link, 45.0)
    finally:
        press(controller, 0.0)
        assert link.tell(ZeroForce())


def test_nothing_is_zeroed_while_the_arm_moves(rig: Rig) -> None:
    controller, link = rig
    motion = UnderWay(link, turn)
    assert eventually(lambda: speed(controller) > 0.3)
    assert link.tell(ZeroForce()).code is Code.BUSY
    motion.cancel.set()
    motion.join()


def test_a_force_that_is_no_number_keeps_the_arm_from_moving_and_is_told(rig: Rig) -> None:
    controller, link = rig
    motion = UnderWay(link, turn)
    assert eventually(lambda: speed(controller) > 0.3)
    try:
        press(controller, float("nan"))
        assert motion.join() == states.UNMEASURED
        assert eventually(lambda: speed(controller) == 0.0)
        for refused in (turn(link, threading.Event()), load.zeroed(link), recovery.recover(link)):
            assert refused == states.UNMEASURED
    finally:
        press(controller, 0.0)
    assert eventually(lambda: link.sound)
    assert load.zeroed(link) and feels(link, 0.0) and turn(link, threading.Event())


def test_an_arm_that_the_slider_holds_says_so_and_is_not_started_anew(rig: Rig) -> None:
    _, link = rig
    assert link.snapshot is not None
    start = joints_of(link.snapshot.q)
    goal = joints_of(link.snapshot.q + 0.05)
    outputs = Outputs(lambda: opened(HOST, upper=False))
    try:
        assert outputs.slider(0.01) and eventually(lambda: scaling(link) < 0.011)
        held = link.move(replace(LIMITS.joints(start, goal, 1.0, 1.0), speed=0.1), threading.Event())
        assert held.code is Code.UNAVAILABLE and "slider" in held.message
        assert recovery.recover(link).code is Code.ALREADY_SO
    finally:
        assert outputs.slider(1.0)
        outputs.close()
    assert eventually(lambda: scaling(link) > 0.99)
    assert turn(link, threading.Event())


def test_a_hand_that_is_not_known_is_left_to_the_teach_pendant() -> None:
    assert LinkSettings("127.0.0.1", LIMITS).payload(holding=True) is None
    assert DriverParameters(gripper=False).link().hand is None
    assert DriverParameters(payload=0.0).link().hand is None
    assert DriverParameters(held_mass=0.0).link().payload(holding=True) == Payload(0.925, (0.0, 0.0, 0.058))


@pytest.mark.parametrize(
    "wrong", [{"payload": 4.5, "held_mass": 1.0}, {"payload_cog": [0.0, 0.0, 0.4]}, {"payload_cog": [0.1]}]
)
def test_a_payload_beyond_its_cap_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ParameterError, match="payload"):
        DriverParameters(**wrong).link()
