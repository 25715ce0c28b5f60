"""Force mode within the limits: how hard, how fast, where; and in what order the wire is told."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from pred_core.outcome import Code, Outcome
from ur5_description.kinematics import HOME
from ur5_driver.driver import states
from ur5_driver.driver.commands import Guide, Press, Servo, Stop, ZeroForce
from ur5_driver.driver.gate import Gate
from ur5_driver.driver.limits import Limits
from ur5_driver.driver.motion import joints_of
from ur5_driver.driver.pressing import PressedInside

ZERO = (0.0,) * 6
DOWN = Press(
    frame=ZERO,
    compliant=(False, False, True, False, False, False),
    wrench=(0.0, 0.0, -15.0, 0.0, 0.0, 0.0),
    speeds=(0.1,) * 6,
    deviations=(0.02,) * 6,
    damping=0.1,
    gain=0.7,
)
TURN = (False, False, False, True, False, False)


class FakeWire:
    """Takes everything but what is named, and keeps what it was told."""

    def __init__(self, deaf_to: str = "") -> None:
        self.sent: list[tuple[Any, ...]] = []
        self._deaf_to = deaf_to

    def __getattr__(self, name: str) -> Any:
        def call(*told: Any) -> bool:
            self.sent.append((name, *told))
            return name != self._deaf_to

        return call


def test_limits_take_what_presses_gently_slowly_and_gives_way_at_all() -> None:
    assert Limits().check(DOWN)


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"wrench": (0.0, 0.0, -50.0, 0.0, 0.0, 0.0)}, "force 50"),
        ({"wrench": (30.0, 30.0, 30.0, 0.0, 0.0, 0.0), "compliant": (True,) * 6}, "force 51"),
        ({"wrench": (0.0, 0.0, 0.0, 11.0, 0.0, 0.0), "compliant": TURN}, "torque 11"),
        ({"speeds": (0.1, 0.1, 0.6, 0.1, 0.1, 0.1)}, "speed of axis 3"),
        ({"speeds": (0.1, 0.1, 0.0, 0.1, 0.1, 0.1)}, "speed of axis 3"),
        ({"speeds": (0.1, 0.1, 0.1, 1.5, 0.1, 0.1), "compliant": TURN}, "speed of axis 4"),
        ({"deviations": (1.2, 0.1, 0.1, 0.1, 0.1, 0.1)}, "deviation of axis 1"),
        ({"compliant": (False,) * 6}, "no axis"),
        ({"kind": 4}, "type"),
        ({"damping": 1.5}, "damping"),
        ({"gain": 2.5}, "gain"),
        ({"wrench": (float("nan"), 0.0, 0.0, 0.0, 0.0, 0.0)}, "not a number"),
        ({"gain": float("nan")}, "not a number"),
        ({"frame": (0.0,) * 5}, "not six"),
    ],
)
def test_limits_refuse_what_is_too_much(wrong: dict[str, Any], why: str) -> None:
    refused = Limits().check(replace(DOWN, **wrong))
    assert refused.code is Code.BAD_INPUT and why in refused.message


def test_what_does_not_give_way_may_be_asked_to_press_as_it_is_not_done() -> None:
    assert Limits().check(replace(DOWN, wrench=(500.0, 0.0, -15.0, 0.0, 0.0, 0.0)))
    assert not Limits(contact_force=15.0).check(DOWN)


def test_the_wire_is_told_damping_and_gain_before_and_a_stop_ends_it() -> None:
    wire = FakeWire()
    gate = Gate(Limits(), wire)
    gate.measured(joints_of(HOME))
    assert gate.send(DOWN)
    limits = [0.02, 0.02, 0.1, 0.02, 0.02, 0.02]
    assert wire.sent == [
        ("forceModeSetDamping", 0.1),
        ("forceModeSetGainScaling", 0.7),
        ("forceMode", [0.0] * 6, [0, 0, 1, 0, 0, 0], [0.0, 0.0, -15.0, 0.0, 0.0, 0.0], 2, limits),
    ]
    home = joints_of(HOME)
    for command in (Servo(home, home, 0.008), ZeroForce(), Guide(), DOWN):
        refused = gate.send(command)
        assert refused.code is Code.BAD_INPUT and "force mode is on" in refused.message
    assert gate.send(Stop(4.0)) and wire.sent[3:] == [("forceModeStop",)]
    assert gate.send(ZeroForce())


@pytest.mark.parametrize("deaf_to", ["forceModeSetDamping", "forceModeSetGainScaling", "forceMode"])
def test_what_the_controller_does_not_take_is_not_on(deaf_to: str) -> None:
    wire = FakeWire(deaf_to)
    gate = Gate(Limits(), wire)
    assert gate.send(DOWN).code is Code.EXECUTION_FAILURE
    assert gate.send(ZeroForce()) and ("forceModeStop",) not in wire.sent


def measured(joints: Any, speeds: Any = ZERO, *, sound: bool = True) -> Any:
    return SimpleNamespace(q=np.array(joints), qd=np.array(speeds), sound=sound)


def test_it_ends_before_the_arm_is_where_it_may_not_be() -> None:
    free: Any = lambda _: None  # noqa: E731
    assert PressedInside(Limits(), free)(measured(HOME)) is None
    falls = PressedInside(Limits(), free)(measured(HOME, (0.0, 3.0, 0.0, 0.0, 0.0, 0.0)))
    assert falls is None or falls.code is Code.BLOCKED
    keeps_low = PressedInside(Limits(high=(0.9, 0.75, 0.3)), free)(measured(HOME, (0.0, -2.0, 0.0, 0.0, 0.0, 0.0)))
    assert keeps_low is not None and keeps_low.code is Code.BLOCKED
    assert keeps_low.message.startswith("Force mode was ended: the tool would leave the workspace")


def test_it_ends_at_a_contact_and_at_what_is_no_number() -> None:
    hit = Outcome(Code.EXECUTION_FAILURE, "The tool met 70 N.")
    assert PressedInside(Limits(), lambda _: hit)(measured(HOME)) == hit
    assert PressedInside(Limits(), lambda _: None)(measured(HOME, sound=False)) == states.UNMEASURED
