"""Holding something out: where, how softly, until a pull, and what is said when there is none."""

from __future__ import annotations

import threading
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from pred_core.outcome import Code, Outcome
from ur5_description import kinematics
from ur5_driver.driver import hand_over, load
from ur5_driver.driver.hand_over import offer
from ur5_driver.driver.offered import Offer

LENGTH = 0.1525


class Arm:
    """An arm that stands where it was brought, and feels forces one after the other, the last one for ever."""

    def __init__(self, *felt: float) -> None:
        self.settings = SimpleNamespace(offer=Offer())
        self.holding, self.brought = True, []
        self._felt = list(felt)
        self._pose = kinematics.forward(kinematics.UR5E, np.array(kinematics.HOME))
        self.clock = 0.0
        self.link: Any = SimpleNamespace(
            limits=SimpleNamespace(tool_length=LENGTH),
            fingers=object(),
            available=Outcome.success,
            receiver=SimpleNamespace(wait_newer=self._measured),
        )

    def tool(self) -> np.ndarray:
        return self._pose

    def bring(self, poses: Any, speed: float, force: float, _cancel: threading.Event) -> Outcome:
        self._pose = next(iter(poses))
        self.brought.append((speed, force))
        return Outcome.success()

    def open_gripper(self, _cancel: threading.Event) -> Outcome:
        self.holding = False
        return Outcome.success()

    def _measured(self, _than: float, _timeout: float) -> SimpleNamespace:
        self.clock += 0.02
        force = self._felt.pop(0) if len(self._felt) > 1 else self._felt[0]
        return SimpleNamespace(time=self.clock, force=np.array([0.0, force, 0.0, 0.0, 0.0, 0.0]))


@pytest.fixture(autouse=True)
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hand_over, "CLEAR", 0.0)
    monkeypatch.setattr(load, "zeroed", lambda _link: Outcome.success())


def offered(arm: Arm, monkeypatch: pytest.MonkeyPatch) -> Outcome:
    monkeypatch.setattr(hand_over.time, "monotonic", lambda: arm.clock)
    return offer(arm, arm.bring, threading.Event(), lambda _: None)  # type: ignore[arg-type]


def test_it_is_brought_slowly_and_softly_with_the_fingers_at_the_place(monkeypatch: pytest.MonkeyPatch) -> None:
    arm = Arm(0.0)
    upright = arm.tool()[2, :3].copy()
    assert offered(arm, monkeypatch) and arm.holding
    assert arm.brought == [(hand_over.SPEED, hand_over.FORCE)] and hand_over.SPEED <= 0.25
    tip = arm.tool()[:3, 3] + LENGTH * arm.tool()[:3, 2]
    assert tip == pytest.approx(arm.settings.offer.place)
    assert arm.tool()[2, :3] == pytest.approx(upright)  # nothing is spilt
    assert offered(arm, monkeypatch) and len(arm.brought) == 1  # it stays there


@pytest.mark.parametrize(
    ("felt", "taken"),
    [((0.0, 12.0), True), ((0.0, 12.0, 0.0), False), ((7.0,), False)],
    ids=["a pull", "a touch", "a weight"],
)
def test_a_pull_takes_it_and_nothing_else_does(
    felt: tuple[float, ...], taken: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    arm = Arm(*felt)
    outcome = offered(arm, monkeypatch)
    assert outcome and arm.holding is not taken
    assert outcome.message.startswith("A person took it") is taken


def test_what_stops_the_arm_ends_it_with_the_thing_in_the_fingers(monkeypatch: pytest.MonkeyPatch) -> None:
    arm = Arm(12.0)
    arm.link.available = lambda: Outcome(Code.UNAVAILABLE, "Safeguard stop.")
    assert offered(arm, monkeypatch).code is Code.UNAVAILABLE and arm.holding
    arm.link.available = Outcome.success
    cancel = threading.Event()
    cancel.set()
    assert offer(arm, arm.bring, cancel, lambda _: None).code is Code.CANCELED and arm.holding  # type: ignore[arg-type]


def test_an_empty_hand_hands_nothing_over(monkeypatch: pytest.MonkeyPatch) -> None:
    arm = Arm(0.0)
    arm.holding = False
    assert offered(arm, monkeypatch).code is Code.HAND_EMPTY
