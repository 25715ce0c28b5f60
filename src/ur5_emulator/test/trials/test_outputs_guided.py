"""Outputs, slider, freedrive and a payload of a lab's own, told to the emulated controller by the real ur_rtde."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from pred_core.outcome import Code
from ur5_driver.driver import load
from ur5_driver.driver.commands import Payload
from ur5_driver.driver.link import ArmLink
from ur5_driver.driver.outputs import Outputs, opened
from ur5_driver.driver.states import State
from ur5_emulator.trials.faults import stays, turn
from ur5_emulator.trials.rehearsal import Controller, eventually, linked

pytest.importorskip("rtde_io")
HOST, PORT = "127.0.0.59", 30159
Rig = tuple[Controller, ArmLink]


@pytest.fixture(scope="module")
def rig() -> Iterator[Rig]:
    with linked(HOST, PORT, hand=Payload(1.0, (0.0, 0.0, 0.06)), held_mass=0.5) as made:
        yield made


def test_outputs_and_slider_beside_the_program_that_has_control(rig: Rig) -> None:
    controller, link = rig
    outputs = Outputs(lambda: opened(HOST, upper=False))
    try:
        assert outputs.digital(3, on=True) and outputs.digital(9, on=True) and outputs.digital(16, on=True)
        assert eventually(lambda: controller.state()["digital_outputs"] == 1 << 3 | 1 << 9 | 1 << 16)
        assert outputs.digital(3, on=False)
        assert eventually(lambda: controller.state()["digital_outputs"] == 1 << 9 | 1 << 16)
        assert outputs.slider(0.25) and eventually(lambda: controller.state()["speed_slider"] == 0.25)
        assert outputs.slider(1.0) and eventually(lambda: controller.state()["speed_slider"] == 1.0)
    finally:
        outputs.close()
    assert link.available()


def test_a_payload_of_the_labs_own_stays_and_a_wrong_one_does_not(rig: Rig) -> None:
    _, link = rig
    before, own = link.payload, Payload(1.4, (0.01, 0.0, 0.05))
    assert load.bears(link, own) and link.payload == own != before
    assert load.borne(link) and link.payload == own  # as before each motion
    refused = load.bears(link, Payload(40.0, (0.0, 0.0, 0.05)))
    assert refused.code is Code.BAD_INPUT and link.carried() == link.payload == own


def test_an_arm_that_is_guided_takes_no_motion_until_it_is_held_again(rig: Rig) -> None:
    controller, link = rig
    ended = threading.Event()
    with ThreadPoolExecutor(1) as pool:
        guided = pool.submit(link.guide, ended)
        assert eventually(lambda: link.state is State.MOVING)
        assert turn(link, threading.Event()).code is Code.BUSY
        assert not guided.done() and stays(controller, 0.2)
        ended.set()
        assert guided.result(10.0)
    assert link.state is State.READY and turn(link, threading.Event())


def test_a_stop_ends_freedrive(rig: Rig) -> None:
    _, link = rig
    with ThreadPoolExecutor(1) as pool:
        guided = pool.submit(link.guide, threading.Event())
        assert eventually(lambda: link.state is State.MOVING)
        time.sleep(0.3)
        assert link.stop()
        assert guided.result(10.0).code is Code.CANCELED
    assert link.state is State.READY
