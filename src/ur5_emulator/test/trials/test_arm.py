"""The arm against controller and table: a thing is taken and put down, cancels leave nothing behind."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from pred_core.outcome import Code
from pred_core.targets import Target, TargetKind
from ur5_driver.bridge.parameters import DriverParameters
from ur5_emulator.trials.cancelled_motions import trials
from ur5_emulator.trials.rehearsal import LIMITS, Table, linked

VIEWS = DriverParameters().named_views()
FAST = replace(LIMITS, joint_speed=2.0, tool_speed=1.0)
"""As fast as the driver lets an arm be: what counts is where it ends."""


@pytest.fixture(scope="module")
def table() -> Iterator[Table]:
    with linked("127.0.0.45", 30145, limits=FAST) as (controller, link):
        made = Table(controller, link, "fruit_bowl")
        yield made
        made.close()


def test_a_lemon_is_taken_and_put_into_the_bowl(table: Table) -> None:
    never, phases = threading.Event(), list[str]()
    assert table.arm.go(VIEWS["home"], never)
    table.see()
    outcome = table.arm.do_skill("PickupObject", table.target("lemon"), never, phases.append)
    assert outcome, outcome
    assert table.arm.holding
    assert table.world()["lemon"]["in_gripper"]
    assert phases[0] == "planning the grip"
    assert table.arm.go(VIEWS["home"], never)
    table.see()
    full = table.arm.do_skill("PickupObject", table.target("can"), never, phases.append)
    assert full.code is Code.HAND_FULL
    outcome = table.arm.do_skill("DropObject", Target(TargetKind.NONE), never, phases.append)
    assert outcome, outcome
    assert not table.arm.holding
    assert table.world()["lemon"]["parent"] == "Table"
    table.see()


def test_an_old_picture_and_unknown_skills_are_refused(table: Table) -> None:
    never = threading.Event()
    old = table.target("lemon")
    table.see()
    assert table.arm.do_skill("PickupObject", old, never, str).code is Code.PRECONDITION_FAILURE
    assert table.arm.do_skill("SliceObject", old, never, str).code is Code.NOT_AFFORDED
    assert table.arm.do_skill("PutObject", table.target("bowl"), never, str).code is Code.HAND_EMPTY
    far = VIEWS["home"] + np.eye(6)[0] * 2.5
    assert table.arm.go(far, never).code in (Code.UNREACHABLE, Code.BLOCKED)


def test_cancels_at_random_moments_leak_nothing(table: Table) -> None:
    """A dozen of them; `python -m ur5_emulator.trials.cancelled_motions` does a thousand."""
    tally = trials(table.arm.link, 12, seed=5)
    assert tally.leaked == 0
    assert tally.other == []
    assert tally.canceled > 5
    assert np.percentile(tally.sent, 99) < 0.1
