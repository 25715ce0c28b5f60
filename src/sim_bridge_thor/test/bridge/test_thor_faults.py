"""Faults that are put in: when they happen, how often, and what is told of them."""

from __future__ import annotations

import numpy as np
import pytest

from pred_core.geometry import Intrinsics, Pose2D
from pred_core.outcome import Code
from sim_bridge_thor.faults import FaultError, Faults, parse_faults
from sim_bridge_thor.observation import Instance, Observation
from sim_bridge_thor.worlds import LayoutError, parse_layout


def seen(actions: int) -> Observation:
    return Observation(
        step=actions,
        episode=1,
        rgb=np.ones((2, 2, 3), np.uint8),
        depth=np.ones((2, 2), np.float32),
        labels=np.ones((2, 2), np.uint16),
        instances=(Instance("Mug|1", "Mug", 1, (0, 0, 2, 2), {}),),
        intrinsics=Intrinsics.from_fov(2, 2, 1.0),
        base=Pose2D(0.0, 0.0, 0.0),
        camera=(0.0, 0.0, 1.0),
        camera_pitch=0.0,
        actions=actions,
    )


def test_a_grasp_fails_as_often_as_it_is_to_once_its_time_has_come():
    faults = Faults(parse_faults([{"kind": "grasp", "after": 3, "times": 2}]))
    found = [faults.refusal("PickupObject", actions) for actions in (1, 3, 4, 5)]
    assert [f is not None and f.code for f in found] == [
        False,
        Code.EXECUTION_FAILURE,
        Code.EXECUTION_FAILURE,
        False,
    ]
    assert faults.report()[0]["at"] == [3, 4]


def test_a_fault_waits_for_its_own_occasion():
    faults = Faults(parse_faults([{"kind": "jam"}, {"kind": "blocked"}]))
    assert faults.refusal("PickupObject", 9) is None and faults.refusal("turn_left", 9) is None
    found = [faults.refusal(name, 9) for name in ("OpenObject", "forward")]
    assert [f.code for f in found] == [Code.EXECUTION_FAILURE, Code.BLOCKED]


def test_only_what_is_held_slips():
    faults = Faults(parse_faults([{"kind": "slip", "after": 2}]))
    assert [faults.slips(n, holding=h) for n, h in ((1, True), (2, False), (3, True), (4, True))] == [
        False,
        False,
        True,
        False,
    ]


def test_blind_sensors_give_nothing_and_see_again():
    faults = Faults(parse_faults([{"kind": "blind", "after": 1}]))
    assert faults.seen(seen(0)).instances
    blind = faults.seen(seen(1))
    assert not blind.instances and not blind.rgb.any() and not blind.depth.any() and not blind.labels.any()
    assert faults.seen(seen(2)).instances


def test_what_never_happened_is_told():
    report = Faults(parse_faults([{"kind": "slip"}])).report()
    assert report == [
        {"kind": "slip", "after": 0, "times": 1, "at": [], "made": False, "note": "It never came to it."}
    ]


@pytest.mark.parametrize(
    "entry",
    ["slip", {"kind": "flood"}, {"kind": "slip", "times": 0}, {"kind": "slip", "after": True}, {"what": 1}],
)
def test_what_is_no_fault_is_refused(entry):
    with pytest.raises(FaultError):
        parse_faults([entry])


def test_a_layout_has_faults():
    assert parse_layout('{"faults": [{"kind": "slip", "after": 4}]}').faults[0].after == 4
    with pytest.raises(LayoutError, match="flood"):
        parse_layout('{"faults": [{"kind": "flood"}]}')
